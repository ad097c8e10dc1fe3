/**
 * Structs in the Thrift compact protocol as trees that a fuzzer can change, also in ways that no writer would.
 */
@NullMarked
package io.pq2.fuzz.thrift;

import org.jspecify.annotations.NullMarked;
