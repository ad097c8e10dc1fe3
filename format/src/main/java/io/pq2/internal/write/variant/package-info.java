/**
 * Prepares rows before they are written: shreds variants by types that are given or inferred from the first rows, and
 * adds the boxes of geometries.
 */
@NullMarked
package io.pq2.internal.write.variant;

import org.jspecify.annotations.NullMarked;
