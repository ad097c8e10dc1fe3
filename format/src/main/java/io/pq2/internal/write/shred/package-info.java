/**
 * Shredding: splits nested batches into the repetition levels, definition levels and present values of each leaf
 * (README.md of the format, "Nested Encoding").
 */
@NullMarked
package io.pq2.internal.write.shred;

import org.jspecify.annotations.NullMarked;
