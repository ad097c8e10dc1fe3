package io.pq2.internal.write.options;

/**
 * The statistics of column chunks and pages.
 *
 * @param minMax whether a column has min/max and geospatial statistics
 * @param chunkMinMaxBytes the length in bytes above which min and max of a column chunk are truncated
 * @param pageMinMaxBytes the length in bytes above which min and max in a column index are truncated
 * @param totalOrder whether min and max of floating point columns use the IEEE 754 total order
 * @param sizes whether a column has size statistics
 * @param pageIndexes whether the file has column indexes and offset indexes
 */
public record StatisticsOptions(
        PerColumn<Boolean> minMax,
        int chunkMinMaxBytes,
        int pageMinMaxBytes,
        boolean totalOrder,
        PerColumn<Boolean> sizes,
        boolean pageIndexes) {

    /** All statistics in the type-defined order, with min and max of at most 64 bytes, and page indexes. */
    public static final StatisticsOptions DEFAULT =
            new StatisticsOptions(PerColumn.all(true), 64, 64, false, PerColumn.all(true), true);

    /** Returns these options with or without min/max statistics. */
    public StatisticsOptions withMinMax(PerColumn<Boolean> value) {
        return new StatisticsOptions(value, chunkMinMaxBytes, pageMinMaxBytes, totalOrder, sizes, pageIndexes);
    }

    /** Returns these options with another maximum length in column chunks, in bytes. */
    public StatisticsOptions withChunkMinMaxBytes(int value) {
        return new StatisticsOptions(minMax, value, pageMinMaxBytes, totalOrder, sizes, pageIndexes);
    }

    /** Returns these options with another maximum length in column indexes, in bytes. */
    public StatisticsOptions withPageMinMaxBytes(int value) {
        return new StatisticsOptions(minMax, chunkMinMaxBytes, value, totalOrder, sizes, pageIndexes);
    }

    /** Returns these options with or without the total order. */
    public StatisticsOptions withTotalOrder(boolean value) {
        return new StatisticsOptions(minMax, chunkMinMaxBytes, pageMinMaxBytes, value, sizes, pageIndexes);
    }

    /** Returns these options with or without size statistics. */
    public StatisticsOptions withSizes(PerColumn<Boolean> value) {
        return new StatisticsOptions(minMax, chunkMinMaxBytes, pageMinMaxBytes, totalOrder, value, pageIndexes);
    }

    /** Returns these options with or without page indexes. */
    public StatisticsOptions withPageIndexes(boolean value) {
        return new StatisticsOptions(minMax, chunkMinMaxBytes, pageMinMaxBytes, totalOrder, sizes, value);
    }
}
