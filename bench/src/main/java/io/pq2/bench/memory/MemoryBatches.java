package io.pq2.bench.memory;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.execution.RowToColumnConverter;
import org.apache.spark.sql.execution.vectorized.OnHeapColumnVector;
import org.apache.spark.sql.execution.vectorized.WritableColumnVector;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.vectorized.ColumnarBatch;

/** The batches of a table, by partition. */
record MemoryBatches(StructType schema, List<List<ColumnarBatch>> batches, Map<String, Double> averageWidths) {

    private static final int BATCH_ROWS = 4096;

    /** Copies rows of a partition to batches. */
    static List<ColumnarBatch> copy(StructType schema, Iterator<InternalRow> rows) {
        RowToColumnConverter converter = new RowToColumnConverter(schema);
        List<ColumnarBatch> batches = new ArrayList<>();
        while (rows.hasNext()) {
            WritableColumnVector[] vectors = OnHeapColumnVector.allocateColumns(BATCH_ROWS, schema);
            int count = 0;
            while (count < BATCH_ROWS && rows.hasNext()) {
                converter.convert(rows.next(), vectors);
                count++;
            }
            batches.add(new ColumnarBatch(vectors, count));
        }
        return batches;
    }

    static MemoryBatches of(StructType schema, List<List<ColumnarBatch>> batches) {
        Map<String, Double> widths = new HashMap<>();
        for (int i = 0; i < schema.size(); i++) {
            StructField column = schema.fields()[i];
            boolean isText = column.dataType() instanceof StringType;
            widths.put(
                    column.name(),
                    isText ? averageLength(batches, i) : column.dataType().defaultSize());
        }
        return new MemoryBatches(schema, batches, widths);
    }

    /** Returns the average length of a column's strings in the first batch of each partition. */
    private static double averageLength(List<List<ColumnarBatch>> batches, int ordinal) {
        long bytes = 0;
        long rows = 0;
        for (List<ColumnarBatch> partition : batches) {
            ColumnarBatch first = partition.get(0);
            for (int row = 0; row < first.numRows(); row++) {
                if (!first.column(ordinal).isNullAt(row)) {
                    bytes += first.column(ordinal).getUTF8String(row).numBytes();
                }
            }
            rows += first.numRows();
        }
        return (double) bytes / rows;
    }

    int partitions() {
        return batches.size();
    }

    List<ColumnarBatch> partition(int index) {
        return batches.get(index);
    }

    long rows() {
        return batches.stream()
                .flatMap(List::stream)
                .mapToLong(ColumnarBatch::numRows)
                .sum();
    }

    /** Returns the average bytes of a column's value. */
    double averageWidth(String column) {
        return averageWidths.getOrDefault(column, 0.0);
    }
}
