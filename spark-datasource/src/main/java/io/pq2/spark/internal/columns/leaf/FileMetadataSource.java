package io.pq2.spark.internal.columns.leaf;

import io.pq2.spark.internal.vectors.StructColumnVector;
import io.pq2.vector.Vector;
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
import scala.Function1;
import scala.Option;
import scala.jdk.javaapi.OptionConverters;

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
        ConstantColumnVector constant = new ConstantColumnVector(1, field.dataType());
        ColumnVectorUtils.populate(constant, new GenericInternalRow(new Object[] {value(field, file)}), 0);
        return constant;
    }

    /** Returns a constant of the file, which may have constants that only its lister knows. */
    private static @Nullable Object value(StructField field, PartitionedFile file) {
        Option<Function1<PartitionedFile, Object>> extractor =
                FileFormat.BASE_METADATA_EXTRACTORS().get(field.name());
        Object value = extractor.isDefined()
                ? extractor.get().apply(file)
                : OptionConverters.toJava(
                                file.otherConstantMetadataColumnValues().get(field.name()))
                        .orElse(null);
        return (value instanceof Literal literal ? literal : Literal.create(value, field.dataType())).value();
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
