package io.pq2.spark.internal.column;

import io.pq2.internal.variant.compact.CompactVariants;
import io.pq2.vector.BinaryVector;
import io.pq2.vector.StructVector;
import io.pq2.vector.Vector;
import java.util.Objects;
import org.apache.spark.sql.execution.datasources.parquet.SparkShreddingUtils;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.types.variant.VariantUtil;
import org.apache.spark.unsafe.types.VariantVal;
import org.jspecify.annotations.Nullable;

/**
 * Shows shredded variants. They are assembled from the vectors, with the bytes that Spark's own code would give them.
 * Spark's code reads the variants that cannot be assembled, so that its rules and errors apply to them.
 */
final class WholeVariantSource implements ColumnSource {

    private final CompactVariants assembled;
    private final StoredVariants stored;
    private final VariantRows rows;
    private final BytesColumnVector value = new BytesColumnVector(DataTypes.BinaryType);
    private final BytesColumnVector metadata = new BytesColumnVector(DataTypes.BinaryType);
    private final StructColumnVector column;

    WholeVariantSource(StoredVariants stored) {
        this.assembled = new CompactVariants(stored.group(), VariantUtil.SIZE_LIMIT, stored.unknownAsText());
        this.stored = stored;
        this.rows = new VariantRows(stored, schema -> row -> SparkShreddingUtils.assembleVariant(row, schema));
        this.column = new StructColumnVector(DataTypes.VariantType, new ColumnVector[] {value, metadata});
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
            VariantVal variant = (VariantVal) rows.value(slot);
            return new CompactVariants.Encoded(variant.getValue(), variant.getMetadata());
        });
        show(value, shown.values());
        show(metadata, shown.metadata());
        column.show(length, variants.validity());
    }

    private static void show(BytesColumnVector target, BinaryVector bytes) {
        target.showSlices(bytes.length(), bytes.bytes(), bytes.starts(), bytes.lengths(), bytes.validity());
    }
}
