package io.pq2.internal.statistics;

import io.pq2.internal.vector.Float16;
import io.pq2.metadata.ColumnMetaData;
import io.pq2.metadata.Statistics;
import io.pq2.schema.Column;
import io.pq2.schema.LogicalType;
import io.pq2.schema.PhysicalType;
import io.pq2.statistics.ColumnStatistics;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds the counts, min and max of a column chunk that its footer states exactly, so that aggregates need not read the
 * values.
 *
 * <p>Statistics that are good enough for pruning may be inexact: truncated, wrong about the sign of zero, or without a
 * count of NaNs (see Statistics and ColumnOrder in parquet.thrift). The order is that of the type, with NaN as the
 * largest number as in SQL engines.
 */
public final class ExactStatistics {

    /**
     * The min or max.
     *
     * @param known whether the footer states it exactly
     * @param plain the value in the PLAIN encoding, BYTE_ARRAY without its length; absent when all values are null,
     *     or when not known
     */
    public record ExactValue(boolean known, byte @Nullable [] plain) {

        private static final ExactValue UNKNOWN = new ExactValue(false, null);
        private static final ExactValue NONE = new ExactValue(true, null);

        private static ExactValue of(byte @Nullable [] plain) {
            return new ExactValue(true, plain);
        }
    }

    private final Column column;
    private final ColumnMetaData metadata;
    private final ColumnStatistics trusted;
    private final WriterTrust trust;
    private final long rowCount;

    /**
     * @param metadata the metadata of the column chunk
     * @param trusted the trustworthy statistics of the same column chunk, with the nulls of its level histogram
     * @param trust which statistics are believed
     * @param rowCount the number of rows of the row group
     */
    public ExactStatistics(ColumnMetaData metadata, ColumnStatistics trusted, WriterTrust trust, long rowCount) {
        this.column = trusted.column();
        this.metadata = metadata;
        this.trusted = trusted;
        this.trust = trust;
        this.rowCount = rowCount;
    }

    /** Returns the number of non-null values; absent when it is uncertain, as it always is below a repeated field. */
    public @Nullable Long presentCount() {
        if (column.maxRepetitionLevel() > 0 || metadata.numValues() != rowCount) {
            return null;
        }
        if (column.maxDefinitionLevel() == 0) {
            return rowCount;
        }
        return trusted.nullCount() == null ? null : (Long) (rowCount - trusted.nullCount());
    }

    /**
     * Returns the number of rows in which a group that contains the column is present; absent when it is uncertain.
     *
     * @param level the definition level at which the group is present; the group is not below a repeated field
     */
    public @Nullable Long presentGroups(int level) {
        if (level == 0) {
            return rowCount;
        }
        if (metadata.numValues() < rowCount) {
            return null;
        }
        List<Long> histogram = StatisticsDecoder.definitionLevels(column, metadata, trust);
        Long absent = LevelHistograms.nullGroups(column, level, histogram, metadata.numValues(), rowCount);
        if (absent != null) {
            return rowCount - absent;
        }
        Long present = presentCount();
        return present != null && present == rowCount ? present : null;
    }

    /** Returns the min. */
    public ExactValue min() {
        Long present = presentCount();
        Long nans = nanCount();
        if (present == null || present == 0) {
            return present == null ? ExactValue.UNKNOWN : ExactValue.NONE;
        }
        if (nans == null || nans.longValue() == present) {
            return nans == null ? ExactValue.UNKNOWN : ExactValue.of(nan());
        }
        return occurs(trusted.min(), trusted.minExact(), minBytes()) ? ExactValue.of(minBytes()) : ExactValue.UNKNOWN;
    }

    /** Returns the max. */
    public ExactValue max() {
        Long present = presentCount();
        Long nans = nanCount();
        if (present == null || present == 0) {
            return present == null ? ExactValue.UNKNOWN : ExactValue.NONE;
        }
        if (nans == null || nans > 0) {
            return nans == null ? ExactValue.UNKNOWN : ExactValue.of(nan());
        }
        return occurs(trusted.max(), trusted.maxExact(), maxBytes()) ? ExactValue.of(maxBytes()) : ExactValue.UNKNOWN;
    }

    /** Returns the number of NaNs; absent when it is uncertain. */
    private @Nullable Long nanCount() {
        boolean nanWouldShow = trust.writer().ordersNanLast() && trusted.min() != null && trusted.max() != null;
        return trusted.nanCount() == null && nanWouldShow ? Long.valueOf(0) : trusted.nanCount();
    }

    /** Whether a bound is one of the values and has a single stored form. */
    private boolean occurs(@Nullable Comparable<?> bound, @Nullable Boolean exact, byte @Nullable [] plain) {
        boolean zeroOfEitherSign = bound instanceof Double number && number == 0;
        boolean otherLength = column.field().physicalType() == PhysicalType.FIXED_LEN_BYTE_ARRAY
                && plain != null
                && plain.length != column.field().typeLength();
        if (bound == null || zeroOfEitherSign || otherLength || mayStandForInfinity(bound)) {
            return false;
        }
        return isOnlyValue() || (exact == null ? isNeverShortened() : exact);
    }

    /**
     * Whether a bound is the greatest finite number of a type or its negative. Writers begin with it to find min and
     * max, and Arrow C++ before 25.0.0 and others keep it if all values are infinite (arrow#50182).
     */
    private static boolean mayStandForInfinity(Comparable<?> bound) {
        if (!(bound instanceof Double number)) {
            return false;
        }
        double size = Math.abs(number);
        return size == Double.MAX_VALUE || size == Float.MAX_VALUE || size == Float16.MAX_VALUE;
    }

    /** Whether all values are equal, so that min and max both occur. */
    private boolean isOnlyValue() {
        return trusted.min() != null && trusted.max() != null && Arrays.equals(minBytes(), maxBytes());
    }

    /** Whether all writers of such columns state min and max exactly. */
    private boolean isNeverShortened() {
        boolean decimal = column.field().logicalType() instanceof LogicalType.DecimalType;
        return switch (column.field().physicalType()) {
            case BOOLEAN, INT32, INT64, FLOAT, DOUBLE -> true;
            case INT96 -> false;
            case BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY ->
                trusted.isFloating() || (decimal && trust.writer().writesExactDecimalMinMax());
        };
    }

    private byte @Nullable [] minBytes() {
        Statistics statistics = metadata.statistics();
        if (statistics == null) {
            return null;
        }
        return isDeprecated(statistics) ? statistics.min() : statistics.minValue();
    }

    private byte @Nullable [] maxBytes() {
        Statistics statistics = metadata.statistics();
        if (statistics == null) {
            return null;
        }
        return isDeprecated(statistics) ? statistics.max() : statistics.maxValue();
    }

    /** Whether {@link ColumnStatistics} use the deprecated min and max. */
    private static boolean isDeprecated(Statistics statistics) {
        return statistics.minValue() == null && statistics.maxValue() == null;
    }

    private byte[] nan() {
        return switch (column.field().physicalType()) {
            case FLOAT -> PlainBytes.of(Float.floatToIntBits(Float.NaN));
            case DOUBLE -> PlainBytes.of(Double.doubleToLongBits(Double.NaN));
            case FIXED_LEN_BYTE_ARRAY -> Float16.bytes(Float16.NAN);
            case BOOLEAN, INT32, INT64, INT96, BYTE_ARRAY -> throw new IllegalStateException("no NaNs");
        };
    }
}
