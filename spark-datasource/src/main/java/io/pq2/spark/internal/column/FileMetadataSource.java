package io.pq2.spark.internal.column;

import io.pq2.vector.Vector;
import org.apache.spark.memory.MemoryMode;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.execution.datasources.FileFormat;
import org.apache.spark.sql.execution.datasources.PartitionedFile;
import org.apache.spark.sql.execution.datasources.parquet.ParquetFileFormat;
import org.apache.spark.sql.execution.vectorized.ColumnVectorUtils;
import org.apache.spark.sql.execution.vectorized.ConstantColumnVector;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.jspecify.annotations.Nullable;

/** Fills Spark's struct {@code _metadata}: constants of the file, and the position of the row in the file. */
public final class FileMetadataSource implements ColumnSource {

    private final RowIndexSource rowIndex;
    private final StructColumnVector column;

    /**
     * Creates a source.
     *
     * @param requested the requested fields of the struct
     * @param rowIndex the source of row positions
     */
    public FileMetadataSource(StructType requested, PartitionedFile file, RowIndexSource rowIndex) {
        this.rowIndex = rowIndex;
        StructField[] fields = requested.fields();
        ColumnVector[] children = new ColumnVector[fields.length];
        for (int i = 0; i < fields.length; i++) {
            children[i] = fields[i].name().equals(ParquetFileFormat.ROW_INDEX())
                    ? rowIndex.column()
                    : constant(fields[i], file);
        }
        column = new StructColumnVector(requested, children);
    }

    private static ConstantColumnVector constant(StructField field, PartitionedFile file) {
        Literal literal = FileFormat.getFileConstantMetadataColumnValue(
                field.name(), file, FileFormat.BASE_METADATA_EXTRACTORS(), field.dataType());
        ConstantColumnVector constant = new ConstantColumnVector(1, field.dataType());
        ColumnVectorUtils.populate(
                constant, new GenericInternalRow(new Object[] {literal.value()}), 0, MemoryMode.ON_HEAP);
        return constant;
    }

    @Override
    public StructColumnVector column() {
        return column;
    }

    @Override
    public void show(@Nullable Vector vector, int length) {
        rowIndex.show(null, length);
        column.show(length, null);
    }
}
