package io.pq2.spark.internal.estimate;

import org.jspecify.annotations.Nullable;

/**
 * An estimate of the values of a column in the rows of a scan. Absent components are unknown.
 *
 * @param bytes the bytes of all values in Spark's rows
 * @param nulls the number of nulls
 * @param distinct the number of distinct values except null
 * @param min a lower bound, as Spark represents values internally
 * @param max an upper bound, as Spark represents values internally
 */
public record ColumnEstimate(
        double bytes,
        @Nullable Long nulls,
        @Nullable Long distinct,
        @Nullable Object min,
        @Nullable Object max) {}
