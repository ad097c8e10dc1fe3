/**
 * The algorithm that divides row groups among splits.
 */
@NullMarked
package io.pq2.hadoop.internal.split;

import org.jspecify.annotations.NullMarked;
