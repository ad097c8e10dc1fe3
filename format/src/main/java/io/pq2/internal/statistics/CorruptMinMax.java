package io.pq2.internal.statistics;

import io.pq2.internal.writer.WriterVersion;
import io.pq2.metadata.Statistics;
import io.pq2.schema.Column;
import io.pq2.schema.LogicalType;
import org.jspecify.annotations.Nullable;

/** Finds the min/max values that are wrong because of bugs in the writer. */
public final class CorruptMinMax {

    private CorruptMinMax() {}

    /** Whether all min/max values of a column are wrong, including those of its pages. */
    public static boolean all(Column column, WriterVersion writer) {
        boolean decimal = column.field().logicalType() instanceof LogicalType.DecimalType;
        return decimal
                && switch (column.field().physicalType()) {
                    case BYTE_ARRAY -> writer.hasCorruptVariableDecimalMinMax();
                    case FIXED_LEN_BYTE_ARRAY -> writer.hasCorruptDecimalMinMax();
                    case BOOLEAN, INT32, INT64, INT96, FLOAT, DOUBLE -> false;
                };
    }

    /** Whether the deprecated {@code min} and {@code max} of a column are wrong, even if they are equal. */
    public static boolean deprecated(Column column, WriterVersion writer) {
        return all(column, writer)
                || switch (column.field().physicalType()) {
                    case BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY -> writer.hasCorruptBinaryMinMax();
                    case BOOLEAN, INT32, INT64, INT96, FLOAT, DOUBLE -> false;
                };
    }

    /**
     * Returns the statistics without wrong min/max values.
     *
     * @param ordered whether {@code min_value} and {@code max_value} have a known order
     */
    public static @Nullable Statistics removed(
            @Nullable Statistics statistics, Column column, WriterVersion writer, boolean ordered) {
        if (statistics == null) {
            return null;
        }
        boolean keepDeprecated = !deprecated(column, writer);
        boolean keep = ordered && !all(column, writer);
        return new Statistics(
                keepDeprecated ? statistics.max() : null,
                keepDeprecated ? statistics.min() : null,
                statistics.nullCount(),
                statistics.distinctCount(),
                keep ? statistics.maxValue() : null,
                keep ? statistics.minValue() : null,
                keep ? statistics.isMaxValueExact() : null,
                keep ? statistics.isMinValueExact() : null,
                statistics.nanCount());
    }
}
