package io.pq2.spark.internal.column;

import io.pq2.vector.StructVector;
import io.pq2.vector.Vector;
import java.util.List;
import java.util.Objects;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.jspecify.annotations.Nullable;

/** Shows fields of variants as structs. */
final class VariantFieldsSource implements ColumnSource {

    private final StoredVariants stored;
    private final List<ColumnSource> fields;
    private final StructColumnVector column;

    /**
     * Creates a source.
     *
     * @param fields one source for each field, which read the vectors of the variants
     * @param type the type of the structs
     */
    VariantFieldsSource(StoredVariants stored, List<ColumnSource> fields, StructType type) {
        this.stored = stored;
        this.fields = List.copyOf(fields);
        this.column = new StructColumnVector(
                type, fields.stream().map(ColumnSource::column).toArray(ColumnVector[]::new));
    }

    @Override
    public ColumnVector column() {
        return column;
    }

    @Override
    public void show(@Nullable Vector vector, int length) {
        StructVector variants = (StructVector) Objects.requireNonNull(vector);
        stored.show(variants);
        for (ColumnSource field : fields) {
            field.show(variants, length);
        }
        column.show(length, variants.validity());
    }
}
