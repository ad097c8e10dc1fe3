package io.pq2.spark.internal.column;

import io.pq2.vector.StructVector;
import io.pq2.vector.Vector;
import java.util.Objects;
import java.util.function.Function;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.execution.RowToColumnConverter;
import org.apache.spark.sql.execution.datasources.parquet.SparkShreddingUtils;
import org.apache.spark.sql.execution.vectorized.OnHeapColumnVector;
import org.apache.spark.sql.execution.vectorized.WritableColumnVector;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.types.variant.VariantSchema;
import org.jspecify.annotations.Nullable;

/**
 * Shows a field of variants. Spark's code extracts and casts it, variant by variant, unless it is an encoded value
 * whose cast is simple.
 */
final class ExtractedField implements ColumnSource {

    private static final InternalRow NULL = new GenericInternalRow(new Object[] {null});

    private final VariantRows rows;
    private final OnHeapColumnVector column;
    private final WritableColumnVector[] target;
    private final RowToColumnConverter converter;
    private final StoredVariants stored;
    /** Absent if Spark's code must read all values. */
    private final @Nullable EncodedField encoded;

    ExtractedField(StoredVariants stored, StructField field) {
        StructType type = new StructType(new StructField[] {field});
        this.rows = new VariantRows(stored, schema -> extraction(type, schema));
        this.column = new OnHeapColumnVector(1, field.dataType());
        this.target = new WritableColumnVector[] {column};
        this.converter = new RowToColumnConverter(type);
        this.stored = stored;
        this.encoded = EncodedField.of(field, stored.group());
    }

    private static Function<InternalRow, Object> extraction(StructType type, VariantSchema schema) {
        var fields = SparkShreddingUtils.getFieldsToExtract(type, schema);
        return row -> SparkShreddingUtils.assembleVariantStruct(row, schema, fields);
    }

    @Override
    public ColumnVector column() {
        return column;
    }

    @Override
    public void show(@Nullable Vector vector, int length) {
        StructVector variants = (StructVector) Objects.requireNonNull(vector);
        begin(length);
        for (int i = 0; i < length; i++) {
            if (variants.isNull(i)) {
                converter.convert(NULL, target);
            } else {
                append(i);
            }
        }
    }

    /** Starts a batch. Returns the column, for values that need no extraction. */
    WritableColumnVector begin(int length) {
        column.reset();
        column.reserve(length);
        if (encoded != null) {
            encoded.begin(stored.vectors());
        }
        return column;
    }

    /** Appends the field of a variant that is not null. */
    void append(int slot) {
        if (encoded == null || !encoded.append(slot, column)) {
            converter.convert((InternalRow) rows.value(slot), target);
        }
    }
}
