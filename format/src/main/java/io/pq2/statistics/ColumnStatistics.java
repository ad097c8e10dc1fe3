package io.pq2.statistics;

import io.pq2.internal.statistics.CorruptMinMax;
import io.pq2.internal.statistics.LevelHistograms;
import io.pq2.internal.statistics.MinMaxDecoder;
import io.pq2.internal.statistics.ValueOrder;
import io.pq2.internal.writer.WriterVersion;
import io.pq2.metadata.BoundingBox;
import io.pq2.metadata.ColumnMetaData;
import io.pq2.metadata.ColumnOrder;
import io.pq2.metadata.GeospatialStatistics;
import io.pq2.metadata.SizeStatistics;
import io.pq2.metadata.Statistics;
import io.pq2.schema.Column;
import io.pq2.schema.LogicalType;
import java.util.Arrays;

/**
 * What is known, and can be relied on, about the values of a column in a row group or a page.
 *
 * @param column the column
 * @param min not above any value that is neither null nor NaN, of a class that {@link MinMaxDecoder} names; null if not known
 * @param max not below any value that is neither null nor NaN, of a class that {@link MinMaxDecoder} names; null if not known
 * @param minExact whether {@code min} itself occurs, null if the file does not say
 * @param maxExact whether {@code max} itself occurs, null if the file does not say
 * @param valueCount number of values with nulls, for a column without repeated fields the number of rows; null if not known
 * @param nullCount number of nulls, among them those because a group around the column is null; null if not known
 * @param nanCount number of NaNs, 0 for types that have none; null if not known
 * @param box around the coordinates of all values of a GEOMETRY or GEOGRAPHY column, {@code xmin > xmax} if it wraps around the
 *     antimeridian; null if not known
 */
public record ColumnStatistics(
        Column column,
        Comparable<?> min,
        Comparable<?> max,
        Boolean minExact,
        Boolean maxExact,
        Long valueCount,
        Long nullCount,
        Long nanCount,
        BoundingBox box) {

    /** Statistics without a box. */
    public ColumnStatistics(
            Column column,
            Comparable<?> min,
            Comparable<?> max,
            Boolean minExact,
            Boolean maxExact,
            Long valueCount,
            Long nullCount,
            Long nanCount) {
        this(column, min, max, minExact, maxExact, valueCount, nullCount, nanCount, null);
    }

    /** Nothing is known but what the schema says. */
    public static ColumnStatistics unknown(Column column) {
        return of(column, null, null, null, null, null, null, null, null);
    }

    /**
     * What the metadata of a column chunk says.
     *
     * @param order the column's element of {@code FileMetaData.column_orders}, null if the file has none
     * @param writer who wrote the file
     */
    public static ColumnStatistics of(Column column, ColumnMetaData metadata, ColumnOrder order, WriterVersion writer) {
        return withoutBox(column, metadata, order, writer).withBox(metadata.geospatialStatistics());
    }

    /** With the box if the column has one and if it is one: a bound that is NaN, or the wrong way round, means nothing. */
    private ColumnStatistics withBox(GeospatialStatistics geospatial) {
        LogicalType type = column.field().logicalType();
        boolean hasCoordinates = type instanceof LogicalType.GeometryType || type instanceof LogicalType.GeographyType;
        BoundingBox found = geospatial == null || !hasCoordinates ? null : geospatial.bbox();
        boolean usable = found != null
                && !Double.isNaN(found.xmin())
                && !Double.isNaN(found.xmax())
                && found.ymin() <= found.ymax();
        return usable
                ? new ColumnStatistics(column, min, max, minExact, maxExact, valueCount, nullCount, nanCount, found)
                : this;
    }

    /**
     * The same with the number of nulls that the histogram of definition levels gives, if it is not known otherwise.
     *
     * @param metadata of the column chunk that these are the statistics of
     */
    public ColumnStatistics withNullsOfLevels(ColumnMetaData metadata) {
        SizeStatistics size = metadata.sizeStatistics();
        return nullCount == null && size != null && valueCount != null
                ? withNullCount(LevelHistograms.nullCount(column, size.definitionLevelHistogram(), valueCount))
                : this;
    }

    private ColumnStatistics withNullCount(Long count) {
        return new ColumnStatistics(column, min, max, minExact, maxExact, valueCount, count, nanCount, box);
    }

    private static ColumnStatistics withoutBox(
            Column column, ColumnMetaData metadata, ColumnOrder order, WriterVersion writer) {
        long valueCount = metadata.numValues();
        Statistics statistics = metadata.statistics();
        if (statistics == null) {
            return of(column, null, null, null, null, null, valueCount, null, null);
        }
        if (statistics.minValue() == null && statistics.maxValue() == null) {
            return ofDeprecated(column, statistics, valueCount, writer);
        }
        return of(
                column,
                boundDecoder(column, order, writer),
                statistics.minValue(),
                statistics.maxValue(),
                statistics.isMinValueExact(),
                statistics.isMaxValueExact(),
                valueCount,
                statistics.nullCount(),
                statistics.nanCount());
    }

    /** What decodes the bounds that are not deprecated; null if they mean nothing, by their order or because of who wrote them. */
    public static MinMaxDecoder boundDecoder(Column column, ColumnOrder order, WriterVersion writer) {
        return CorruptMinMax.all(column, writer) ? null : MinMaxDecoder.of(column, order);
    }

    private static ColumnStatistics ofDeprecated(
            Column column, Statistics statistics, long valueCount, WriterVersion writer) {
        byte[] min = statistics.min();
        byte[] max = statistics.max();
        MinMaxDecoder decoder = MinMaxDecoder.ofDeprecated(column);
        if (decoder != null && !decoder.isSigned()) {
            boolean oneValue = min != null && max != null && Arrays.equals(min, max);
            decoder = oneValue && !CorruptMinMax.deprecated(column, writer) ? decoder : null;
        }
        return of(column, decoder, min, max, null, null, valueCount, statistics.nullCount(), statistics.nanCount());
    }

    /**
     * What bounds and counts say.
     *
     * @param decoder for the bounds, null if they mean nothing
     * @param min the lower bound as bytes, null if there is none
     * @param max the upper bound as bytes, null if there is none
     * @param minExact whether {@code min} occurs, null if not known
     * @param maxExact whether {@code max} occurs, null if not known
     * @param valueCount number of values with nulls, null if not known
     * @param nullCount number of nulls, null if not known
     * @param nanCount number of NaNs, null if not known
     */
    public static ColumnStatistics of(
            Column column,
            MinMaxDecoder decoder,
            byte[] min,
            byte[] max,
            Boolean minExact,
            Boolean maxExact,
            Long valueCount,
            Long nullCount,
            Long nanCount) {
        Comparable<?> lower = decoder == null || min == null ? null : decoder.decode(min);
        Comparable<?> upper = decoder == null || max == null ? null : decoder.decode(max);
        boolean oneIsNoValue = (lower == null) != (upper == null) && min != null && max != null;
        boolean wrongWayRound = lower != null && upper != null && ValueOrder.compare(lower, upper) > 0;
        if (oneIsNoValue || wrongWayRound) {
            lower = null;
            upper = null;
        }
        Long nulls = column.maxDefinitionLevel() == 0 ? Long.valueOf(0) : count(nullCount, valueCount);
        Long nans = isFloating(column) ? count(nanCount, valueCount) : Long.valueOf(0);
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

    private static Long count(Long count, Long limit) {
        return count == null || count < 0 || (limit != null && count > limit) ? null : count;
    }

    private static boolean isFloating(Column column) {
        return MinMaxDecoder.isFloating(
                column.field().physicalType(), column.field().logicalType());
    }

    /** Whether the column's type has NaNs. */
    public boolean isFloating() {
        return isFloating(column);
    }

    /** Whether there may be a null. */
    public boolean mayHaveNull() {
        return nullCount == null || nullCount > 0;
    }

    /** Whether there may be a NaN. */
    public boolean mayHaveNan() {
        return (nanCount == null || nanCount > 0) && mayHaveNonNull();
    }

    /** Whether there may be a value that is not null. */
    public boolean mayHaveNonNull() {
        return valueCount == null || nullCount == null || nullCount < valueCount;
    }

    /** Whether there may be a value that is neither null nor NaN. */
    public boolean mayHaveNumber() {
        return mayHaveNonNull()
                && (valueCount == null || nullCount == null || nanCount == null || nullCount + nanCount < valueCount);
    }
}
