package io.pq2.statistics;

import io.pq2.internal.statistics.MinMaxDecoder;
import io.pq2.metadata.BoundingBox;
import io.pq2.schema.Column;
import org.jspecify.annotations.Nullable;

/**
 * Trustworthy statistics of a column's values in a row group or a page. An absent component is unknown.
 *
 * <p>The class of {@code min} and {@code max} depends on the column's type:
 *
 * <ul>
 *   <li>{@link Boolean} for BOOLEAN
 *   <li>{@link java.math.BigDecimal} for integers and decimals
 *   <li>{@link Double} for FLOAT16, FLOAT and DOUBLE, never NaN and never -0
 *   <li>{@link java.time.LocalDate} for DATE and {@link java.time.LocalTime} for TIME
 *   <li>{@link java.time.Instant} for INT96 and TIMESTAMP adjusted to UTC, {@link java.time.LocalDateTime} for other
 *       TIMESTAMPs
 *   <li>{@link io.pq2.predicate.ByteString} for all other types, which are ordered by unsigned bytes
 * </ul>
 *
 * @param column the column
 * @param min a lower bound of all values except nulls and NaNs; absent when unknown
 * @param max an upper bound of all values except nulls and NaNs; absent when unknown
 * @param minExact whether {@code min} is one of the values; absent when the file does not say
 * @param maxExact whether {@code max} is one of the values; absent when the file does not say
 * @param valueCount the number of values including nulls, which is the number of rows for a column without repeated
 *     fields
 * @param nullCount the number of nulls, including those caused by a null group on the column's path
 * @param nanCount the number of NaNs; 0 for types without NaN
 * @param box the box around all values of a GEOMETRY or GEOGRAPHY column; with {@code xmin > xmax} it crosses the
 *     antimeridian
 */
public record ColumnStatistics(
        Column column,
        @Nullable Comparable<?> min,
        @Nullable Comparable<?> max,
        @Nullable Boolean minExact,
        @Nullable Boolean maxExact,
        @Nullable Long valueCount,
        @Nullable Long nullCount,
        @Nullable Long nanCount,
        @Nullable BoundingBox box) {

    /** Creates statistics without a box. */
    public ColumnStatistics(
            Column column,
            @Nullable Comparable<?> min,
            @Nullable Comparable<?> max,
            @Nullable Boolean minExact,
            @Nullable Boolean maxExact,
            @Nullable Long valueCount,
            @Nullable Long nullCount,
            @Nullable Long nanCount) {
        this(column, min, max, minExact, maxExact, valueCount, nullCount, nanCount, null);
    }

    /**
     * Returns statistics that contain only the facts that the schema implies: no nulls in a required column, no NaNs
     * outside floats.
     */
    public static ColumnStatistics unknown(Column column) {
        Long nulls = column.maxDefinitionLevel() == 0 ? Long.valueOf(0) : null;
        Long nans = isFloating(column) ? null : Long.valueOf(0);
        return new ColumnStatistics(column, null, null, null, null, null, nulls, nans);
    }

    private static boolean isFloating(Column column) {
        return MinMaxDecoder.isFloating(
                column.field().physicalType(), column.field().logicalType());
    }

    /** Whether the column's type is FLOAT16, FLOAT or DOUBLE, which have NaN. */
    public boolean isFloating() {
        return isFloating(column);
    }

    /** Whether some values may be null. */
    public boolean mayHaveNull() {
        return nullCount == null || nullCount > 0;
    }

    /** Whether some values may be NaN. */
    public boolean mayHaveNan() {
        return (nanCount == null || nanCount > 0) && mayHaveNonNull();
    }

    /** Whether some values may be other than null. */
    public boolean mayHaveNonNull() {
        return valueCount == null || nullCount == null || nullCount < valueCount;
    }

    /** Whether some values may be other than null and NaN. */
    public boolean mayHaveNumber() {
        return mayHaveNonNull()
                && (valueCount == null || nullCount == null || nanCount == null || nullCount + nanCount < valueCount);
    }
}
