/**
 * The algorithm that divides row groups among splits.
 */
package io.pq2.hadoop.internal.split;
