package io.pq2.spark.internal.columns.row;

import io.pq2.exception.ParquetException;
import io.pq2.internal.variant.VariantShapes;
import io.pq2.internal.variant.compact.CompactVariants;
import io.pq2.schema.Shape;
import io.pq2.variant.Variant;
import io.pq2.variant.VariantVector;
import java.util.Objects;
import java.util.function.Function;
import org.apache.spark.SparkRuntimeException;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.execution.datasources.parquet.SparkShreddingUtils;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.types.variant.VariantSchema;
import org.apache.spark.types.variant.VariantUtil;
import org.jspecify.annotations.Nullable;

/**
 * Reads single variants, or fields of them, by Spark's own code from the stored columns. Where Spark has no types for
 * the columns, or refuses a variant, pq2 reconstructs the variant, and Spark's code reads the result.
 */
final class VariantRows {

    /** Spark's code that reads variants, or fields of them, as values in Spark's internal form. */
    interface Extraction {

        /** Returns the function for rows of stored columns. */
        Function<InternalRow, Object> of(VariantSchema schema);
    }

    /** Spark's description of variants as rows of value and metadata. */
    static final VariantSchema UNSHREDDED = SparkShreddingUtils.buildVariantSchema(
            new StructType().add("value", DataTypes.BinaryType).add("metadata", DataTypes.BinaryType));

    private final StoredVariants stored;
    private final @Nullable Function<InternalRow, Object> extraction;
    private final Function<InternalRow, Object> ofUnshredded;
    private final CompactVariants assembly;

    VariantRows(StoredVariants stored, Extraction extraction) {
        this.stored = stored;
        this.assembly = new CompactVariants(stored.group(), VariantUtil.SIZE_LIMIT, stored.unknownAsText());
        this.ofUnshredded = extraction.of(UNSHREDDED);
        VariantSchema schema = stored.schema();
        this.extraction = schema == null ? null : extraction.of(schema);
    }

    /** Returns the value of a variant that is not null. */
    Object value(int slot) {
        if (stored.unknownAsText()) {
            try {
                return ofUnshredded.apply(assembled(slot));
            } catch (ParquetException e) {
                return byStoredColumns(slot);
            }
        }
        return byStoredColumns(slot);
    }

    private Object byStoredColumns(int slot) {
        if (extraction == null) {
            return ofUnshredded.apply(reconstructed(slot));
        }
        try {
            return extraction.apply(stored.row(slot));
        } catch (SparkRuntimeException refused) {
            try {
                return ofUnshredded.apply(reconstructed(slot));
            } catch (ParquetException e) {
                refused.addSuppressed(e);
                throw refused;
            }
        }
    }

    /** Returns a variant as a row of value and metadata. */
    private InternalRow reconstructed(int slot) {
        Shape.Struct group = stored.group();
        if (VariantShapes.isWhole(group)) {
            Variant variant = Objects.requireNonNull(
                    VariantVector.of(group, stored.vectors()).get(slot));
            return new GenericInternalRow(
                    new Object[] {variant.toByteArray(), variant.metadata().toByteArray()});
        }
        // The part of the variant that the fields need.
        return assembled(slot);
    }

    private InternalRow assembled(int slot) {
        CompactVariants.Encoded part = assembly.assemble(stored.vectors(), slot);
        return new GenericInternalRow(new Object[] {part.value(), part.metadata()});
    }
}
