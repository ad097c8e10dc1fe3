package io.pq2.spark.internal.columns.row;

import io.pq2.internal.variant.compact.CompactVariants;
import io.pq2.internal.variant.compact.VariantPlace;
import io.pq2.spark.internal.columns.leaf.ColumnSource;
import io.pq2.spark.internal.vectors.BytesColumnVector;
import io.pq2.spark.internal.vectors.StructColumnVector;
import io.pq2.vector.BinaryVector;
import io.pq2.vector.StructVector;
import io.pq2.vector.Vector;
import java.util.Objects;
import java.util.function.Function;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.execution.datasources.parquet.SparkShreddingUtils;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.types.variant.VariantUtil;
import org.apache.spark.unsafe.types.VariantVal;
import org.jspecify.annotations.Nullable;

/**
 * Shows shredded variants, or fields of variants that are variants. They are assembled from the vectors, with the bytes
 * that Spark's own code would give them. Spark's code reads the variants that cannot be assembled, so that its rules
 * and errors apply to them.
 */
final class AssembledVariantSource implements ColumnSource {

    private final CompactVariants assembled;
    private final StoredVariants stored;
    private final VariantRows rows;
    /** Returns the variant of what {@link #rows} reads; null if it is missing. */
    private final Function<Object, @Nullable VariantVal> variant;

    private final BytesColumnVector value = new BytesColumnVector(DataTypes.BinaryType);
    private final BytesColumnVector metadata = new BytesColumnVector(DataTypes.BinaryType);
    private final StructColumnVector column;

    private AssembledVariantSource(
            StoredVariants stored,
            VariantPlace place,
            VariantRows rows,
            Function<Object, @Nullable VariantVal> variant) {
        this.assembled = new CompactVariants(stored.group(), place, VariantUtil.SIZE_LIMIT, stored.unknownAsText());
        this.stored = stored;
        this.rows = rows;
        this.variant = variant;
        metadata.shareBinaries();
        this.column = new StructColumnVector(DataTypes.VariantType, new ColumnVector[] {value, metadata});
    }

    /** Returns the source of whole variants. */
    static AssembledVariantSource whole(StoredVariants stored) {
        VariantRows rows = new VariantRows(stored, schema -> row -> SparkShreddingUtils.assembleVariant(row, schema));
        return new AssembledVariantSource(stored, VariantPlace.whole(stored.group()), rows, VariantVal.class::cast);
    }

    /**
     * Returns the source of a field.
     *
     * @param place the place of the field
     */
    static AssembledVariantSource field(StoredVariants stored, VariantPlace place, StructField field) {
        return new AssembledVariantSource(
                stored, place, ExtractedField.rows(stored, field), row -> variant((InternalRow) row));
    }

    private static @Nullable VariantVal variant(InternalRow fields) {
        return fields.isNullAt(0) ? null : fields.getVariant(0);
    }

    @Override
    public ColumnVector column() {
        return column;
    }

    @Override
    public void show(@Nullable Vector vector, int length) {
        StructVector variants = (StructVector) Objects.requireNonNull(vector);
        stored.show(variants);
        CompactVariants.Variants shown = assembled.assemble(variants, (slot, reason) -> {
            VariantVal read = variant.apply(rows.value(slot));
            return read == null ? null : new CompactVariants.Encoded(read.getValue(), read.getMetadata());
        });
        show(value, shown.values());
        show(metadata, shown.metadata());
        column.show(length, shown.values().validity());
    }

    private static void show(BytesColumnVector target, BinaryVector bytes) {
        target.showSlices(bytes.length(), bytes.bytes(), bytes.starts(), bytes.lengths(), bytes.validity());
    }
}
