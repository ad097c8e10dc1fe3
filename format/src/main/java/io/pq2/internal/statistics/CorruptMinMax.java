package io.pq2.internal.statistics;

import io.pq2.internal.writer.WriterVersion;
import io.pq2.metadata.Statistics;
import io.pq2.schema.Column;
import io.pq2.schema.LogicalType;

/** Which bounds of which columns are wrong because of who wrote them. */
public final class CorruptMinMax {

    private CorruptMinMax() {}

    /** Whether all bounds of a column must be ignored, those of its pages as well. */
    public static boolean all(Column column, WriterVersion writer) {
        boolean decimal = column.field().logicalType() instanceof LogicalType.DecimalType;
        return decimal
                && switch (column.field().physicalType()) {
                    case BYTE_ARRAY -> writer.hasCorruptVariableDecimalMinMax();
                    case FIXED_LEN_BYTE_ARRAY -> writer.hasCorruptDecimalMinMax();
                    case BOOLEAN, INT32, INT64, INT96, FLOAT, DOUBLE -> false;
                };
    }

    /** Whether the deprecated {@code min} and {@code max} of a column must be ignored, even where they are equal. */
    public static boolean deprecated(Column column, WriterVersion writer) {
        return all(column, writer)
                || switch (column.field().physicalType()) {
                    case BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY -> writer.hasCorruptBinaryMinMax();
                    case BOOLEAN, INT32, INT64, INT96, FLOAT, DOUBLE -> false;
                };
    }

    /**
     * The same statistics without bounds that are wrong.
     *
     * @param ordered whether {@code min_value} and {@code max_value} follow an order that is known
     */
    public static Statistics removed(Statistics statistics, Column column, WriterVersion writer, boolean ordered) {
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
