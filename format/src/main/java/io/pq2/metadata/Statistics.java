package io.pq2.metadata;

import org.jspecify.annotations.Nullable;

/**
 * The statistics of a column chunk or page as the file states them, without any check.
 *
 * <p>Min and max are PLAIN-encoded values, for BYTE_ARRAY without length prefix. {@code io.pq2.statistics} interprets
 * them.
 *
 * @param max deprecated: maximum by signed comparison
 * @param min deprecated: minimum by signed comparison
 * @param nullCount number of nulls; if absent, it is unknown, not 0
 * @param distinctCount number of distinct values
 * @param maxValue upper bound of the values in the {@link ColumnOrder} of the column
 * @param minValue lower bound of the values in the {@link ColumnOrder} of the column
 * @param isMaxValueExact whether {@code maxValue} occurs in the column
 * @param isMinValueExact whether {@code minValue} occurs in the column
 * @param nanCount number of NaNs for FLOAT, DOUBLE and FLOAT16; if absent, it is unknown, not 0
 */
public record Statistics(
        byte @Nullable [] max,
        byte @Nullable [] min,
        @Nullable Long nullCount,
        @Nullable Long distinctCount,
        byte @Nullable [] maxValue,
        byte @Nullable [] minValue,
        @Nullable Boolean isMaxValueExact,
        @Nullable Boolean isMinValueExact,
        @Nullable Long nanCount) {}
