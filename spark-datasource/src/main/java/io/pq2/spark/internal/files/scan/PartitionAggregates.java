package io.pq2.spark.internal.files.scan;

import io.pq2.read.Aggregate;
import io.pq2.spark.internal.files.scan.PushedAggregates.Function;
import io.pq2.spark.internal.kernel.groups.FooterBatch;
import io.pq2.spark.internal.kernel.groups.SparkMinMax;
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
import org.jspecify.annotations.Nullable;

/** The aggregates of the rows read so far in a partition of files. Not thread-safe. */
public final class PartitionAggregates {

    private final PushedAggregates requested;
    private final StructType columns;
    private final StructType partitionColumns;
    private final Map<List<Object>, Group> groups = new LinkedHashMap<>();

    /**
     * Creates aggregates of no rows.
     *
     * @param spec the scan whose rows are aggregated
     */
    public PartitionAggregates(PushedAggregates requested, ScanSpec spec) {
        this.requested = requested;
        this.columns = spec.rowColumns();
        this.partitionColumns = spec.partitionColumns();
        if (!requested.isGrouped()) {
            groups.put(List.of(), new Group());
        }
    }

    /** The aggregates of one group of rows. */
    private final class Group {

        private final long[] counts = new long[requested.functions().size()];
        private final List<@Nullable SparkMinMax> minMax = new ArrayList<>();

        Group() {
            for (Function function : requested.functions()) {
                minMax.add(
                        function.kind() == Aggregate.Kind.COUNT
                                ? null
                                : SparkMinMax.of(
                                        columns.fields()[function.column()].dataType(),
                                        function.kind() == Aggregate.Kind.MIN));
            }
        }

        @Nullable
        Object value(int index) {
            SparkMinMax aggregate = minMax.get(index);
            return aggregate == null ? Long.valueOf(counts[index]) : aggregate.value();
        }
    }

    private Group group(InternalRow partitionValues) {
        List<Object> key = new ArrayList<>();
        List<Integer> groupColumns = requested.groups();
        if (groupColumns != null) {
            for (int column : groupColumns) {
                key.add(partitionValues.get(column, partitionColumns.fields()[column].dataType()));
            }
        }
        return groups.computeIfAbsent(key, values -> new Group());
    }

    /**
     * Adds rows, or the aggregates of a row group ({@link FooterBatch}).
     *
     * @param partitionValues the partition values of the file
     * @param batch the rows: the scan's data columns, then its partition columns
     */
    public void add(InternalRow partitionValues, ColumnarBatch batch) {
        Group group = group(partitionValues);
        FooterBatch footer = batch instanceof FooterBatch rowGroup ? rowGroup : null;
        for (int i = 0; i < requested.functions().size(); i++) {
            Function function = requested.functions().get(i);
            SparkMinMax minMax = group.minMax.get(i);
            if (minMax != null) {
                minMax.update(batch.column(function.column()), batch.numRows());
            } else if (function.equals(Function.ROWS)) {
                group.counts[i] += footer == null ? batch.numRows() : footer.rowCount();
            } else {
                group.counts[i] += footer == null
                        ? present(batch.column(function.column()), batch.numRows())
                        : footer.count(function.column());
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

    /** Returns one row for each group. The rows are copies that the caller owns. */
    public List<InternalRow> rows() {
        UnsafeProjection projection = UnsafeProjection.create(requested.schema());
        List<InternalRow> rows = new ArrayList<>();
        groups.forEach((key, group) -> {
            List<Object> values = new ArrayList<>(key);
            for (int i = 0; i < requested.functions().size(); i++) {
                values.add(group.value(i));
            }
            rows.add(projection.apply(new GenericInternalRow(values.toArray())).copy());
        });
        return rows;
    }
}
