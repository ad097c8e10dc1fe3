package io.pq2.internal.statistics;

import io.pq2.internal.vector.Float16;
import io.pq2.internal.writer.WriterVersion;
import io.pq2.metadata.ColumnMetaData;
import io.pq2.metadata.Statistics;
import io.pq2.schema.Column;
import io.pq2.schema.LogicalType;
import io.pq2.schema.PhysicalType;
import io.pq2.statistics.ColumnStatistics;
import java.util.Arrays;
import java.util.List;

/**
 * What the footer says for certain about the values of a column chunk: how many there are, and which of them is the least and the
 * greatest. Bounds that are good enough to leave row groups out are often not good enough for that: they may be shortened, wrong
 * about zeros, or silent about NaNs (Statistics and ColumnOrder in parquet.thrift).
 *
 * <p>The order is that of the type, with NaN as the greatest number, as SQL engines have it.
 */
public final class ExactStatistics {

    /**
     * The least or the greatest value.
     *
     * @param known whether it is certain
     * @param plain the value in the PLAIN encoding, BYTE_ARRAY without its length prefix; null if it is certain that there is none,
     *     because all values are null
     */
    public record Extreme(boolean known, byte[] plain) {

        private static final Extreme UNKNOWN = new Extreme(false, null);
        private static final Extreme NONE = new Extreme(true, null);

        private static Extreme of(byte[] plain) {
            return new Extreme(true, plain);
        }
    }

    private final Column column;
    private final ColumnMetaData metadata;
    private final ColumnStatistics trusted;
    private final WriterVersion writer;
    private final long rowCount;

    /**
     * @param metadata of the column chunk
     * @param trusted what can be relied on of it
     * @param writer who wrote the file
     * @param rowCount the rows of the row group
     */
    public ExactStatistics(ColumnMetaData metadata, ColumnStatistics trusted, WriterVersion writer, long rowCount) {
        this.column = trusted.column();
        this.metadata = metadata;
        this.trusted = trusted;
        this.writer = writer;
        this.rowCount = rowCount;
    }

    /** The number of values that are not null; null if it is not certain, as always below a repeated field. */
    public Long presentCount() {
        if (column.maxRepetitionLevel() > 0 || metadata.numValues() != rowCount) {
            return null;
        }
        if (column.maxDefinitionLevel() == 0) {
            return rowCount;
        }
        Long byLevels = presentByLevels();
        if (trusted.nullCount() == null) {
            return byLevels;
        }
        long byNulls = rowCount - trusted.nullCount();
        return byLevels == null || byLevels == byNulls ? Long.valueOf(byNulls) : null;
    }

    /** The number of values with the greatest definition level, null if there is no histogram or it does not add up. */
    private Long presentByLevels() {
        List<Long> histogram = metadata.sizeStatistics() == null
                ? null
                : metadata.sizeStatistics().definitionLevelHistogram();
        if (histogram == null || histogram.size() != column.maxDefinitionLevel() + 1) {
            return null;
        }
        long left = rowCount;
        for (long count : histogram) {
            if (count < 0 || count > left) {
                return null;
            }
            left -= count;
        }
        return left == 0 ? histogram.get(column.maxDefinitionLevel()) : null;
    }

    /** The least value. */
    public Extreme min() {
        Long present = presentCount();
        Long nans = nanCount();
        if (present == null || present == 0) {
            return present == null ? Extreme.UNKNOWN : Extreme.NONE;
        }
        if (nans == null || nans.longValue() == present) {
            return nans == null ? Extreme.UNKNOWN : Extreme.of(nan());
        }
        return occurs(trusted.min(), trusted.minExact(), minBytes()) ? Extreme.of(minBytes()) : Extreme.UNKNOWN;
    }

    /** The greatest value. */
    public Extreme max() {
        Long present = presentCount();
        Long nans = nanCount();
        if (present == null || present == 0) {
            return present == null ? Extreme.UNKNOWN : Extreme.NONE;
        }
        if (nans == null || nans > 0) {
            return nans == null ? Extreme.UNKNOWN : Extreme.of(nan());
        }
        return occurs(trusted.max(), trusted.maxExact(), maxBytes()) ? Extreme.of(maxBytes()) : Extreme.UNKNOWN;
    }

    /** The number of NaNs, null if it is not certain. */
    private Long nanCount() {
        boolean nanWouldShow = writer.ordersNanLast() && trusted.min() != null && trusted.max() != null;
        return trusted.nanCount() == null && nanWouldShow ? Long.valueOf(0) : trusted.nanCount();
    }

    /** Whether a bound is one of the values, and no other value is equal to it without being the same. */
    private boolean occurs(Comparable<?> bound, Boolean exact, byte[] plain) {
        boolean zeroOfEitherSign = bound instanceof Double number && number == 0;
        boolean otherLength = column.field().physicalType() == PhysicalType.FIXED_LEN_BYTE_ARRAY
                && plain != null
                && plain.length != column.field().typeLength();
        if (bound == null || zeroOfEitherSign || otherLength) {
            return false;
        }
        return isOnlyValue() || (exact == null ? isNeverShortened() : exact);
    }

    /** Whether all values are equal, so that both bounds must occur. */
    private boolean isOnlyValue() {
        return trusted.min() != null && trusted.max() != null && Arrays.equals(minBytes(), maxBytes());
    }

    /** Whether nobody writes other bounds for such a column than values that occur. */
    private boolean isNeverShortened() {
        boolean decimal = column.field().logicalType() instanceof LogicalType.DecimalType;
        return switch (column.field().physicalType()) {
            case BOOLEAN, INT32, INT64, FLOAT, DOUBLE -> true;
            case INT96 -> false;
            case BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY ->
                trusted.isFloating() || (decimal && writer.writesExactDecimalMinMax());
        };
    }

    private byte[] minBytes() {
        Statistics statistics = metadata.statistics();
        if (statistics == null) {
            return null;
        }
        return isDeprecated(statistics) ? statistics.min() : statistics.minValue();
    }

    private byte[] maxBytes() {
        Statistics statistics = metadata.statistics();
        if (statistics == null) {
            return null;
        }
        return isDeprecated(statistics) ? statistics.max() : statistics.maxValue();
    }

    /** Whether the bounds are those that {@link ColumnStatistics} falls back to. */
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
