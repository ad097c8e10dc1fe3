package io.pq2.read;

import io.pq2.internal.statistics.MinMaxDecoder;
import io.pq2.internal.statistics.ValueOrder;
import io.pq2.internal.vector.Float16;
import io.pq2.schema.Column;
import io.pq2.schema.LogicalType;
import io.pq2.schema.PhysicalType;
import io.pq2.vector.Batch;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;

/**
 * The scanned values of a file's flat columns, from which tests compute aggregates independently of
 * {@link AggregateBuilder}.
 */
final class FlatColumnValues {

    private final Map<Column, List<Comparable<?>>> values = new HashMap<>();
    private int rows;

    /** Reads the values of some row groups and columns. No column has a repeated ancestor. */
    static FlatColumnValues of(ParquetFile file, IntPredicate rowGroups, List<Column> columns) throws IOException {
        FlatColumnValues all = new FlatColumnValues();
        columns.forEach(column -> all.values.put(column, new ArrayList<>()));
        try (BatchReader reader =
                file.scan().rowGroups(rowGroups).columns(columns::contains).open()) {
            for (Batch batch = reader.next(); batch != null; batch = reader.next()) {
                all.rows += batch.rowCount();
                for (Column column : columns) {
                    for (ColumnEntries.Entry entry : ColumnEntries.column(batch, reader.shape(), column)) {
                        boolean present = entry.definitionLevel() == column.maxDefinitionLevel();
                        all.values.get(column).add(present ? value(column, entry.value()) : null);
                    }
                }
            }
        }
        return all;
    }

    /** Returns the number of rows. */
    int rows() {
        return rows;
    }

    /**
     * Returns the values of a column in row order; absent values are null. FLOAT, DOUBLE and FLOAT16 values are
     * Doubles, whose order has -0 before 0 and NaN last.
     */
    List<Comparable<?>> values(Column column) {
        return values.get(column);
    }

    long count(Column column) {
        return values(column).stream().filter(value -> value != null).count();
    }

    /** Returns min if {@code sign} is 1, max if it is -1; null if the column has no values. */
    Comparable<?> minOrMax(Column column, int sign) {
        Comparable<?> found = null;
        for (Comparable<?> value : values(column)) {
            if (value != null && (found == null || sign * ValueOrder.compare(value, found) < 0)) {
                found = value;
            }
        }
        return found;
    }

    private static Comparable<?> value(Column column, Object value) {
        PhysicalType type = column.field().physicalType();
        MinMaxDecoder decoder = MinMaxDecoder.ofValues(column.field());
        if (type == PhysicalType.FLOAT) {
            return (double) Float.intBitsToFloat((int) value);
        } else if (type == PhysicalType.DOUBLE) {
            return Double.longBitsToDouble((long) value);
        } else if (value instanceof Boolean flag) {
            return flag;
        } else if (value instanceof Integer number) {
            return decoder.ofInt(number);
        } else if (value instanceof Long number) {
            return decoder.ofLong(number);
        }
        ByteBuffer bytes = ((ByteBuffer) value).duplicate().order(ByteOrder.LITTLE_ENDIAN);
        if (column.field().logicalType() instanceof LogicalType.Float16Type) {
            return (double) Float16.toFloat(bytes.getShort());
        }
        byte[] copy = new byte[bytes.remaining()];
        bytes.get(copy);
        boolean noDigits = copy.length == 0 && column.field().logicalType() instanceof LogicalType.DecimalType;
        return decoder.decode(noDigits ? new byte[1] : copy);
    }
}
