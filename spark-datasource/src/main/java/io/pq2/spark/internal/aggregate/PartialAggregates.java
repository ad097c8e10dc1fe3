package io.pq2.spark.internal.aggregate;

import io.pq2.spark.internal.aggregate.PushedAggregates.Function;
import io.pq2.spark.internal.aggregate.PushedAggregates.Kind;
import io.pq2.spark.internal.scan.ScanSpec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.expressions.UnsafeProjection;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarBatch;

/** The aggregates of what was seen so far of a partition of files. Used by one thread. */
public final class PartialAggregates {

    private final PushedAggregates wanted;
    private final StructType columns;
    private final StructType partitionColumns;
    private final Map<List<Object>, Group> groups = new LinkedHashMap<>();

    /** @param spec the scan whose rows are aggregated */
    public PartialAggregates(PushedAggregates wanted, ScanSpec spec) {
        this.wanted = wanted;
        this.columns = spec.rowColumns();
        this.partitionColumns = spec.partitionColumns();
        if (!wanted.isGrouped()) {
            groups.put(List.of(), new Group());
        }
    }

    /** The aggregates of rows that are grouped together. */
    private final class Group {

        private final long[] counts = new long[wanted.functions().size()];
        private final List<SparkMinMax> extremes = new ArrayList<>();

        Group() {
            for (Function function : wanted.functions()) {
                extremes.add(
                        function.kind() == Kind.COUNT
                                ? null
                                : SparkMinMax.of(
                                        columns.fields()[function.column()].dataType(), function.kind() == Kind.MIN));
            }
        }

        Object value(int index) {
            SparkMinMax extreme = extremes.get(index);
            return extreme == null ? Long.valueOf(counts[index]) : extreme.value();
        }
    }

    private Group group(InternalRow partitionValues) {
        List<Object> key = new ArrayList<>();
        if (wanted.isGrouped()) {
            for (int column : wanted.groups()) {
                key.add(partitionValues.get(column, partitionColumns.fields()[column].dataType()));
            }
        }
        return groups.computeIfAbsent(key, values -> new Group());
    }

    /**
     * Sees rows.
     *
     * @param partitionValues of the file that they are from
     * @param rows with the scan's data columns and its partition columns
     */
    void see(InternalRow partitionValues, ColumnarBatch rows) {
        Group group = group(partitionValues);
        for (int i = 0; i < wanted.functions().size(); i++) {
            Function function = wanted.functions().get(i);
            if (group.extremes.get(i) != null) {
                group.extremes.get(i).see(rows.column(function.column()), rows.numRows());
            } else {
                group.counts[i] += function.equals(Function.ROWS)
                        ? rows.numRows()
                        : present(rows.column(function.column()), rows.numRows());
            }
        }
    }

    private static long present(ColumnVector column, int rows) {
        if (!column.hasNull()) {
            return rows;
        }
        long present = 0;
        for (int i = 0; i < rows; i++) {
            present += column.isNullAt(i) ? 0 : 1;
        }
        return present;
    }

    /**
     * Sees what is known of rows.
     *
     * @param partitionValues of the file that they are from
     * @param rowCount how many they are, at least one
     * @param counts of each data column that the file has how many of its values are not null, -1 for the others
     * @param bounds rows in which each of these columns has its least and its greatest value or null, and the others what they have in
     *     all rows
     */
    void see(InternalRow partitionValues, long rowCount, long[] counts, ColumnarBatch bounds) {
        Group group = group(partitionValues);
        for (int i = 0; i < wanted.functions().size(); i++) {
            Function function = wanted.functions().get(i);
            if (group.extremes.get(i) != null) {
                group.extremes.get(i).see(bounds.column(function.column()), bounds.numRows());
            } else if (function.equals(Function.ROWS)) {
                group.counts[i] += rowCount;
            } else if (function.column() < counts.length && counts[function.column()] >= 0) {
                group.counts[i] += counts[function.column()];
            } else {
                group.counts[i] += bounds.column(function.column()).isNullAt(0) ? 0 : rowCount;
            }
        }
    }

    /** The rows to return, each a copy of its own. */
    public List<InternalRow> rows() {
        UnsafeProjection projection = UnsafeProjection.create(wanted.schema());
        List<InternalRow> rows = new ArrayList<>();
        groups.forEach((key, group) -> {
            List<Object> values = new ArrayList<>(key);
            for (int i = 0; i < wanted.functions().size(); i++) {
                values.add(group.value(i));
            }
            rows.add(projection.apply(new GenericInternalRow(values.toArray())).copy());
        });
        return rows;
    }
}
