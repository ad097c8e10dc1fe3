package io.pq2.metadata;

/**
 * What is known about the values of a column chunk or a page, as the file says it; nothing here is checked or trusted
 * yet.
 *
 * <p>Bounds are PLAIN encoded values, BYTE_ARRAY without its length prefix. {@code io.pq2.statistics} turns them into
 * values that one can rely on.
 *
 * @param max deprecated: greatest value by signed comparison
 * @param min deprecated: least value by signed comparison
 * @param nullCount number of nulls; null means unknown, not 0
 * @param distinctCount number of distinct values
 * @param maxValue upper bound in the column's {@link ColumnOrder}, not necessarily a value that occurs
 * @param minValue lower bound in the column's {@link ColumnOrder}, not necessarily a value that occurs
 * @param isMaxValueExact whether {@code maxValue} occurs
 * @param isMinValueExact whether {@code minValue} occurs
 * @param nanCount FLOAT, DOUBLE and FLOAT16 only: number of NaNs; null means unknown, not 0
 */
public record Statistics(
        byte[] max,
        byte[] min,
        Long nullCount,
        Long distinctCount,
        byte[] maxValue,
        byte[] minValue,
        Boolean isMaxValueExact,
        Boolean isMinValueExact,
        Long nanCount) {}
