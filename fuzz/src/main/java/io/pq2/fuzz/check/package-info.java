/**
 * The checks behind the oracles: what a read may throw, allocate and return.
 */
@NullMarked
package io.pq2.fuzz.check;

import org.jspecify.annotations.NullMarked;
