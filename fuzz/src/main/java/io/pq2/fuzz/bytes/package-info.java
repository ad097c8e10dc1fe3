/**
 * Arrays of bytes that grow or change at random.
 */
@NullMarked
package io.pq2.fuzz.bytes;

import org.jspecify.annotations.NullMarked;
