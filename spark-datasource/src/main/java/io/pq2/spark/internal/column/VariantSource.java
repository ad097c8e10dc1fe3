package io.pq2.spark.internal.column;

import io.pq2.exception.ParquetException;
import io.pq2.schema.Shape;
import io.pq2.variant.Variant;
import io.pq2.variant.VariantVector;
import io.pq2.vector.StructVector;
import io.pq2.vector.Vector;
import java.util.Objects;
import java.util.function.Function;
import org.apache.spark.SparkRuntimeException;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.execution.RowToColumnConverter;
import org.apache.spark.sql.execution.datasources.parquet.SparkShreddingUtils;
import org.apache.spark.sql.execution.vectorized.OnHeapColumnVector;
import org.apache.spark.sql.execution.vectorized.WritableColumnVector;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.types.variant.VariantSchema;
import org.jspecify.annotations.Nullable;

/**
 * Shows shredded variants, or fields of variants, row by row. Spark's own code reads the stored columns. Where it has
 * no types for them, or refuses a row, pq2 reconstructs the variant, and Spark's code reads the result.
 */
final class VariantSource implements ColumnSource {

    /** Spark's code that reads variants, or fields of them, as values in Spark's internal form. */
    interface Extraction {

        /** Returns the function for rows of stored columns. */
        Function<InternalRow, Object> of(VariantSchema schema);
    }

    /** The columns in Spark's form. */
    record Stored(ColumnSource columns, VariantSchema schema) {}

    private static final VariantSchema UNSHREDDED = SparkShreddingUtils.buildVariantSchema(
            new StructType().add("value", DataTypes.BinaryType).add("metadata", DataTypes.BinaryType));

    private final Shape.Struct group;
    private final @Nullable ColumnSource columns;
    private final Function<InternalRow, Object> extraction;
    private final Function<InternalRow, Object> ofUnshredded;
    private final OnHeapColumnVector column;
    private final RowToColumnConverter converter;

    /**
     * Creates a source.
     *
     * @param group the columns of the variant
     * @param stored the columns in Spark's form; absent if Spark has no types for them
     * @param type the type of the values
     */
    VariantSource(Shape.Struct group, @Nullable Stored stored, DataType type, Extraction extraction) {
        this.group = group;
        this.columns = stored == null ? null : stored.columns();
        this.ofUnshredded = extraction.of(UNSHREDDED);
        this.extraction = stored == null ? ofUnshredded : extraction.of(stored.schema());
        this.column = new OnHeapColumnVector(1, type);
        this.converter = new RowToColumnConverter(new StructType().add("value", type));
    }

    @Override
    public ColumnVector column() {
        return column;
    }

    @Override
    public void show(@Nullable Vector vector, int length) {
        StructVector variants = (StructVector) Objects.requireNonNull(vector);
        if (columns != null) {
            columns.show(vector, length);
        }
        column.reset();
        column.reserve(length);
        GenericInternalRow value = new GenericInternalRow(1);
        WritableColumnVector[] target = {column};
        for (int i = 0; i < length; i++) {
            value.update(0, variants.isNull(i) ? null : value(variants, i));
            converter.convert(value, target);
        }
    }

    private Object value(StructVector variants, int row) {
        if (columns == null) {
            return reconstructed(variants, row);
        }
        try {
            return extraction.apply(columns.column().getStruct(row));
        } catch (SparkRuntimeException refused) {
            try {
                return reconstructed(variants, row);
            } catch (ParquetException e) {
                refused.addSuppressed(e);
                throw refused;
            }
        }
    }

    private Object reconstructed(StructVector variants, int row) {
        Variant variant =
                Objects.requireNonNull(VariantVector.of(group, variants).get(row));
        Object[] binaries = {variant.toByteArray(), variant.metadata().toByteArray()};
        return ofUnshredded.apply(new GenericInternalRow(binaries));
    }
}
