package io.pq2.bench.write;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.UnsafeProjection;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;
import org.apache.spark.sql.execution.datasources.parquet.ParquetToSparkSchemaConverter;
import org.apache.spark.sql.execution.datasources.parquet.VectorizedParquetRecordReader;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import org.apache.spark.unsafe.Platform;

/**
 * The rows of a table in the form in which Spark passes them to writers: unsafe rows, consecutively in large arrays.
 */
final class SparkRows {

    private static final int BATCH_ROWS = TableBuilder.BATCH_ROWS;

    private final StructType schema;
    private final List<Block> blocks = new ArrayList<>();

    private SparkRows(StructType schema) {
        this.schema = schema;
    }

    /**
     * Consecutive rows.
     *
     * @param bytes the rows
     * @param sizes the size of each row in bytes
     */
    private record Block(byte[] bytes, int[] sizes) {}

    /** Loads all rows of a file with Spark's vectorised reader. */
    static SparkRows load(Table table, Path file) throws IOException {
        SparkRows rows = new SparkRows(new ParquetToSparkSchemaConverter(SQLConf.get()).convert(table.messageType()));
        UnsafeProjection projection = UnsafeProjection.create(rows.schema);
        try (VectorizedParquetRecordReader reader =
                new VectorizedParquetRecordReader(null, "CORRECTED", "UTC", "CORRECTED", "UTC", false, BATCH_ROWS)) {
            reader.initialize(file.toString(), null);
            ColumnarBatch batch = reader.resultBatch();
            while (reader.nextBatch()) {
                rows.blocks.add(block(batch, projection));
            }
        }
        return rows;
    }

    private static Block block(ColumnarBatch batch, UnsafeProjection projection) {
        int[] sizes = new int[batch.numRows()];
        int size = 0;
        for (int i = 0; i < sizes.length; i++) {
            sizes[i] = projection.apply(batch.getRow(i)).getSizeInBytes();
            size = Math.addExact(size, sizes[i]);
        }
        byte[] bytes = new byte[size];
        int offset = 0;
        for (Iterator<InternalRow> rows = batch.rowIterator(); rows.hasNext(); ) {
            UnsafeRow row = projection.apply(rows.next());
            row.writeToMemory(bytes, Platform.BYTE_ARRAY_OFFSET + (long) offset);
            offset += row.getSizeInBytes();
        }
        return new Block(bytes, sizes);
    }

    /** Returns the columns. */
    StructType schema() {
        return schema;
    }

    /** Passes all rows to a consumer in order, as one object that points to one row after another. */
    void forEach(Consumer<InternalRow> consumer) {
        UnsafeRow row = new UnsafeRow(schema.size());
        for (Block block : blocks) {
            long offset = Platform.BYTE_ARRAY_OFFSET;
            for (int size : block.sizes()) {
                row.pointTo(block.bytes(), offset, size);
                consumer.accept(row);
                offset += size;
            }
        }
    }
}
