package io.pq2.spark.internal.columns.row;

import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.internal.io.DecodeLimits;
import io.pq2.spark.internal.columns.leaf.ColumnSource;
import io.pq2.vector.StructVector;
import io.pq2.vector.Vector;
import java.util.Objects;
import java.util.function.Function;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.execution.RowToColumnConverter;
import org.apache.spark.sql.execution.datasources.VariantMetadata;
import org.apache.spark.sql.execution.datasources.parquet.SparkShreddingUtils;
import org.apache.spark.sql.execution.vectorized.OnHeapColumnVector;
import org.apache.spark.sql.execution.vectorized.WritableColumnVector;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.StringType;
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

    /** The most bytes of the strings or binaries of a batch. */
    private static final long MAX_BYTES = DecodeLimits.defaultDecodingBytes() / 2;

    private final VariantRows rows;
    private final OnHeapColumnVector column;
    private final WritableColumnVector[] target;
    private final RowToColumnConverter converter;
    private final StoredVariants stored;
    /** Absent if Spark's code must find all values. */
    private final @Nullable EncodedField encoded;
    /** Spark's cast of a value that was found. */
    private final Function<InternalRow, Object> cast;

    private final boolean isStruct;
    /** The bytes of strings and binaries; absent for other types. */
    private final @Nullable WritableColumnVector bytes;

    ExtractedField(StoredVariants stored, StructField field) {
        StructType type = new StructType(new StructField[] {field});
        this.rows = rows(stored, field);
        this.column = new OnHeapColumnVector(1, field.dataType());
        this.target = new WritableColumnVector[] {column};
        this.converter = new RowToColumnConverter(type);
        this.stored = stored;
        this.encoded = EncodedField.of(field, stored.group());
        this.isStruct = field.dataType() instanceof StructType;
        boolean isBytes = field.dataType() instanceof StringType || field.dataType() instanceof BinaryType;
        this.bytes = isBytes ? column.arrayData() : null;
        this.cast = extraction(new StructType(new StructField[] {atRoot(field)}), VariantRows.UNSHREDDED);
    }

    /** Returns Spark's code that reads a field. */
    static VariantRows rows(StoredVariants stored, StructField field) {
        StructType type = new StructType(new StructField[] {field});
        return new VariantRows(stored, schema -> extraction(type, schema));
    }

    /** Returns the field of a variant that is the value at the path of a field. */
    private static StructField atRoot(StructField field) {
        VariantMetadata extraction = VariantMetadata.fromMetadata(field.metadata());
        VariantMetadata root = new VariantMetadata("$", extraction.failOnError(), extraction.timeZoneId());
        return new StructField(field.name(), field.dataType(), field.nullable(), root.toMetadata());
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
                checkSize();
            }
        }
    }

    /**
     * Checks the size of the values of the batch so far, which Spark's column copies. A few bytes of a file can stand
     * for many in a dictionary.
     */
    void checkSize() {
        if (bytes != null && bytes.getElementsAppended() > MAX_BYTES) {
            throw new UnsupportedFeatureException("the values of a field of variants take more than " + MAX_BYTES
                    + " bytes in a batch, a quarter of the JVM's maximum heap; reduce"
                    + " spark.sql.parquet.columnarReaderBatchSize");
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
        switch (encoded == null ? EncodedField.Outcome.REFUSED : encoded.append(slot, column)) {
            case APPENDED -> {}
            case ABSENT -> appendNull();
            case FOUND -> converter.convert((InternalRow) found(slot), target);
            case REFUSED -> converter.convert((InternalRow) rows.value(slot), target);
        }
    }

    private void appendNull() {
        if (isStruct) {
            converter.convert(NULL, target);
        } else {
            column.appendNull();
        }
    }

    /** Returns the row of the field that was found. */
    private Object found(int slot) {
        if (stored.unknownAsText()) {
            return rows.value(slot);
        }
        EncodedField at = Objects.requireNonNull(encoded);
        return cast.apply(new GenericInternalRow(new Object[] {at.found(), at.metadata(slot)}));
    }
}
