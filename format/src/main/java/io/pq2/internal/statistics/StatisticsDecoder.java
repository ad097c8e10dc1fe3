package io.pq2.internal.statistics;

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
import java.util.List;
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
     * @param trust which statistics are believed
     */
    public static ColumnStatistics chunk(
            Column column, ColumnMetaData metadata, @Nullable ColumnOrder order, WriterTrust trust) {
        if (!trust.isAny()) {
            return decode(column, null, null, null, null, null, metadata.numValues(), null, null);
        }
        ColumnStatistics stated = withoutBox(column, metadata, order, trust);
        boolean boundsOfNulls = hasBoundsOfNulls(stated);
        if (boundsOfNulls || contradictsLevels(stated, metadata, trust)) {
            stated = new ColumnStatistics(
                    column,
                    boundsOfNulls ? null : stated.min(),
                    boundsOfNulls ? null : stated.max(),
                    boundsOfNulls ? null : stated.minExact(),
                    boundsOfNulls ? null : stated.maxExact(),
                    stated.valueCount(),
                    null,
                    stated.nanCount());
        }
        return withBox(stated, metadata.geospatialStatistics());
    }

    /** Whether all values are null, and there is a min or max nevertheless. */
    private static boolean hasBoundsOfNulls(ColumnStatistics stated) {
        return !stated.mayHaveNonNull() && (stated.min() != null || stated.max() != null);
    }

    /** Whether the null count contradicts the definition level histogram. */
    private static boolean contradictsLevels(ColumnStatistics stated, ColumnMetaData metadata, WriterTrust trust) {
        Long byLevels = nullsOfLevels(stated.column(), metadata, trust);
        return stated.nullCount() != null && byLevels != null && !byLevels.equals(stated.nullCount());
    }

    private static @Nullable Long nullsOfLevels(Column column, ColumnMetaData metadata, WriterTrust trust) {
        SizeStatistics size = metadata.sizeStatistics();
        return size == null || !trust.levelHistograms()
                ? null
                : LevelHistograms.nullCount(column, size.definitionLevelHistogram(), metadata.numValues());
    }

    /**
     * Returns the definition level histogram of a column chunk.
     *
     * @return absent when the chunk has none, when it contradicts the null count, and when it is not believed
     */
    public static @Nullable List<Long> definitionLevels(Column column, ColumnMetaData metadata, WriterTrust trust) {
        SizeStatistics size = metadata.sizeStatistics();
        if (size == null || !trust.levelHistograms()) {
            return null;
        }
        Statistics statistics = metadata.statistics();
        Long stated = statistics == null
                ? null
                : countUpTo(metadata.numValues(), trust.nullCount(column, metadata, statistics.nullCount()));
        Long byLevels = nullsOfLevels(column, metadata, trust);
        boolean contradicts = stated != null && byLevels != null && !byLevels.equals(stated);
        return contradicts ? null : size.definitionLevelHistogram();
    }

    /**
     * Returns what contradicts itself in the statistics of a column chunk, as a clause for messages. {@link #chunk}
     * returns none of it.
     *
     * @return null if nothing does
     */
    public static @Nullable String contradiction(
            Column column, ColumnMetaData metadata, @Nullable ColumnOrder order, WriterTrust trust) {
        Statistics statistics = metadata.statistics();
        Long nulls = statistics == null || !trust.isAny()
                ? null
                : countUpTo(metadata.numValues(), trust.nullCount(column, metadata, statistics.nullCount()));
        if (nulls == null) {
            return null;
        }
        Long byLevels = nullsOfLevels(column, metadata, trust);
        if (byLevels != null && !byLevels.equals(nulls)) {
            return "null_count is " + nulls + ", but the definition levels have " + byLevels + " nulls";
        }
        return nulls == metadata.numValues() && hasBoundsOfNulls(withoutBox(column, metadata, order, trust))
                ? "null_count is the number of values, but there is a min or max"
                : null;
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
    public static ColumnStatistics withNullsOfLevels(
            ColumnStatistics statistics, ColumnMetaData metadata, WriterTrust trust) {
        List<Long> levels = definitionLevels(statistics.column(), metadata, trust);
        Long valueCount = statistics.valueCount();
        if (statistics.nullCount() != null || levels == null || valueCount == null) {
            return statistics;
        }
        return new ColumnStatistics(
                statistics.column(),
                statistics.min(),
                statistics.max(),
                statistics.minExact(),
                statistics.maxExact(),
                valueCount,
                LevelHistograms.nullCount(statistics.column(), levels, valueCount),
                statistics.nanCount(),
                statistics.box());
    }

    private static ColumnStatistics withoutBox(
            Column column, ColumnMetaData metadata, @Nullable ColumnOrder order, WriterTrust trust) {
        long valueCount = metadata.numValues();
        Statistics statistics = metadata.statistics();
        if (statistics == null) {
            return decode(column, null, null, null, null, null, valueCount, null, null);
        }
        if (statistics.minValue() == null && statistics.maxValue() == null) {
            return decodeDeprecated(column, statistics, metadata, trust);
        }
        boolean exactness = trust.exactness(column);
        return decode(
                column,
                decoder(column, order, trust),
                trust.chunkMin(column, metadata, statistics.minValue()),
                trust.chunkMax(column, metadata, statistics.maxValue(), statistics.isMaxValueExact()),
                exactness ? statistics.isMinValueExact() : (Boolean) false,
                exactness ? statistics.isMaxValueExact() : (Boolean) false,
                valueCount,
                trust.nullCount(column, metadata, statistics.nullCount()),
                statistics.nanCount());
    }

    /**
     * Returns the decoder of {@code min_value} and {@code max_value}; absent when their order or the writer makes them
     * useless.
     */
    static @Nullable MinMaxDecoder decoder(Column column, @Nullable ColumnOrder order, WriterTrust trust) {
        return trust.minMax(column) ? MinMaxDecoder.of(column, order) : null;
    }

    private static ColumnStatistics decodeDeprecated(
            Column column, Statistics statistics, ColumnMetaData metadata, WriterTrust trust) {
        byte[] min = statistics.min();
        byte[] max = statistics.max();
        MinMaxDecoder decoder = MinMaxDecoder.ofDeprecated(column);
        if (decoder != null && !decoder.isSigned()) {
            boolean oneValue = min != null && max != null && Arrays.equals(min, max);
            decoder = oneValue && trust.deprecatedMinMax(column) ? decoder : null;
        }
        return decode(
                column,
                decoder,
                trust.chunkMin(column, metadata, min),
                trust.chunkMax(column, metadata, max, null),
                trust.exactness(column) ? null : (Boolean) false,
                trust.exactness(column) ? null : (Boolean) false,
                metadata.numValues(),
                trust.nullCount(column, metadata, statistics.nullCount()),
                statistics.nanCount());
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
