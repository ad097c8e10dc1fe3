/** Shreds the variants of rows before they are written, by types that are given or inferred from the first rows. */
@NullMarked
package io.pq2.internal.write.variant;

import org.jspecify.annotations.NullMarked;
