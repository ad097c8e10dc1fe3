package io.pq2.internal.statistics;

import io.pq2.internal.writer.WriterVersion;
import io.pq2.metadata.BoundingBox;
import io.pq2.metadata.ColumnMetaData;
import io.pq2.metadata.ColumnOrder;
import io.pq2.metadata.GeospatialStatistics;
import io.pq2.metadata.SizeStatistics;
import io.pq2.metadata.Statistics;
import io.pq2.schema.Column;
import io.pq2.schema.LogicalType;
import io.pq2.statistics.ColumnStatistics;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Decodes the statistics of a file into {@link ColumnStatistics} without their unreliable parts: min/max values without
 * a defined order, min/max values of writers with known bugs, and counts that contradict each other. The package
 * comment of {@link io.pq2.statistics} has the rules.
 */
public final class StatisticsDecoder {

    private StatisticsDecoder() {}

    /**
     * Decodes the statistics of a column chunk.
     *
     * @param order the column's element of {@code FileMetaData.column_orders}; absent when the file has none
     * @param writer the application that wrote the file
     */
    public static ColumnStatistics chunk(
            Column column, ColumnMetaData metadata, @Nullable ColumnOrder order, WriterVersion writer) {
        return withBox(withoutBox(column, metadata, order, writer), metadata.geospatialStatistics());
    }

    /**
     * Adds the box if the column has coordinates and the box is valid: without NaN in x, and with ymin at most ymax.
     */
    private static ColumnStatistics withBox(ColumnStatistics statistics, @Nullable GeospatialStatistics geospatial) {
        LogicalType type = statistics.column().field().logicalType();
        boolean hasCoordinates = type instanceof LogicalType.GeometryType || type instanceof LogicalType.GeographyType;
        BoundingBox box = geospatial == null || !hasCoordinates ? null : geospatial.bbox();
        boolean usable =
                box != null && !Double.isNaN(box.xmin()) && !Double.isNaN(box.xmax()) && box.ymin() <= box.ymax();
        return usable
                ? new ColumnStatistics(
                        statistics.column(),
                        statistics.min(),
                        statistics.max(),
                        statistics.minExact(),
                        statistics.maxExact(),
                        statistics.valueCount(),
                        statistics.nullCount(),
                        statistics.nanCount(),
                        box)
                : statistics;
    }

    /**
     * Adds the null count that the definition level histogram implies, unless the statistics have a null count.
     *
     * @param metadata the metadata of the same column chunk
     */
    public static ColumnStatistics withNullsOfHistogram(ColumnStatistics statistics, ColumnMetaData metadata) {
        SizeStatistics size = metadata.sizeStatistics();
        Long valueCount = statistics.valueCount();
        if (statistics.nullCount() != null || size == null || valueCount == null) {
            return statistics;
        }
        return new ColumnStatistics(
                statistics.column(),
                statistics.min(),
                statistics.max(),
                statistics.minExact(),
                statistics.maxExact(),
                valueCount,
                LevelHistograms.nullCount(statistics.column(), size.definitionLevelHistogram(), valueCount),
                statistics.nanCount(),
                statistics.box());
    }

    private static ColumnStatistics withoutBox(
            Column column, ColumnMetaData metadata, @Nullable ColumnOrder order, WriterVersion writer) {
        long valueCount = metadata.numValues();
        Statistics statistics = metadata.statistics();
        if (statistics == null) {
            return decode(column, null, null, null, null, null, valueCount, null, null);
        }
        if (statistics.minValue() == null && statistics.maxValue() == null) {
            return decodeDeprecated(column, statistics, valueCount, writer);
        }
        return decode(
                column,
                decoder(column, order, writer),
                statistics.minValue(),
                statistics.maxValue(),
                statistics.isMinValueExact(),
                statistics.isMaxValueExact(),
                valueCount,
                statistics.nullCount(),
                statistics.nanCount());
    }

    /**
     * Returns the decoder of {@code min_value} and {@code max_value}; absent when their order or the writer makes them
     * useless.
     */
    static @Nullable MinMaxDecoder decoder(Column column, @Nullable ColumnOrder order, WriterVersion writer) {
        return CorruptMinMax.all(column, writer) ? null : MinMaxDecoder.of(column, order);
    }

    private static ColumnStatistics decodeDeprecated(
            Column column, Statistics statistics, long valueCount, WriterVersion writer) {
        byte[] min = statistics.min();
        byte[] max = statistics.max();
        MinMaxDecoder decoder = MinMaxDecoder.ofDeprecated(column);
        if (decoder != null && !decoder.isSigned()) {
            boolean oneValue = min != null && max != null && Arrays.equals(min, max);
            decoder = oneValue && !CorruptMinMax.deprecated(column, writer) ? decoder : null;
        }
        return decode(column, decoder, min, max, null, null, valueCount, statistics.nullCount(), statistics.nanCount());
    }

    /**
     * Decodes min, max and counts.
     *
     * @param decoder the decoder of min and max; absent when they are useless
     * @param min the lower bound in the PLAIN encoding, BYTE_ARRAY without its length; absent when the file has none
     * @param max the upper bound in the PLAIN encoding, BYTE_ARRAY without its length; absent when the file has none
     * @param minExact whether {@code min} is one of the values; absent when unknown
     * @param maxExact whether {@code max} is one of the values; absent when unknown
     * @param valueCount the number of values including nulls; absent when unknown
     * @param nullCount the number of nulls; absent when unknown
     * @param nanCount the number of NaNs; absent when unknown
     */
    public static ColumnStatistics decode(
            Column column,
            @Nullable MinMaxDecoder decoder,
            byte @Nullable [] min,
            byte @Nullable [] max,
            @Nullable Boolean minExact,
            @Nullable Boolean maxExact,
            @Nullable Long valueCount,
            @Nullable Long nullCount,
            @Nullable Long nanCount) {
        Comparable<?> lower = decoder == null || min == null ? null : decoder.decode(min);
        Comparable<?> upper = decoder == null || max == null ? null : decoder.decode(max);
        boolean oneIsInvalid = (lower == null) != (upper == null) && min != null && max != null;
        boolean minAboveMax = lower != null && upper != null && ValueOrder.compare(lower, upper) > 0;
        if (oneIsInvalid || minAboveMax) {
            lower = null;
            upper = null;
        }
        ColumnStatistics unknown = ColumnStatistics.unknown(column);
        Long nulls = unknown.nullCount() == null ? countUpTo(valueCount, nullCount) : unknown.nullCount();
        Long nans = unknown.nanCount() == null ? countUpTo(valueCount, nanCount) : unknown.nanCount();
        if (valueCount != null && nulls != null && nans != null && nulls + nans > valueCount) {
            nulls = null;
            nans = null;
        }
        return new ColumnStatistics(
                column,
                lower,
                upper,
                lower == null ? null : minExact,
                upper == null ? null : maxExact,
                valueCount,
                nulls,
                nans);
    }

    /** Returns a count, or null if it is negative or exceeds the limit. */
    private static @Nullable Long countUpTo(@Nullable Long limit, @Nullable Long count) {
        return count == null || count < 0 || (limit != null && count > limit) ? null : count;
    }
}
