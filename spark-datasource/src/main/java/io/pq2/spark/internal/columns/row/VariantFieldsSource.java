package io.pq2.spark.internal.columns.row;

import io.pq2.spark.internal.columns.leaf.ColumnSource;
import io.pq2.spark.internal.vectors.LateErrors;
import io.pq2.spark.internal.vectors.StructColumnVector;
import io.pq2.vector.StructVector;
import io.pq2.vector.Vector;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.jspecify.annotations.Nullable;

/**
 * Shows fields of variants as structs. A field is extracted from a batch when it is used for the first time, because a
 * query may filter by one field and need the others of few batches.
 */
final class VariantFieldsSource implements ColumnSource {

    private final StoredVariants stored;
    private final List<ColumnSource> fields;
    private final StructColumnVector column;
    private final @Nullable LateErrors lateErrors;
    /** Whether each field shows the current batch. */
    private final boolean[] isShown;

    private @Nullable StructVector batch;
    private int length;

    /**
     * Creates a source.
     *
     * @param fields one source for each field, which read the vectors of the variants
     * @param type the type of the structs
     * @param lateErrors absent if all fields are extracted when a batch is shown
     */
    VariantFieldsSource(
            StoredVariants stored, List<ColumnSource> fields, StructType type, @Nullable LateErrors lateErrors) {
        this.stored = stored;
        this.fields = List.copyOf(fields);
        this.column = new StructColumnVector(
                type, fields.stream().map(ColumnSource::column).toArray(ColumnVector[]::new));
        this.lateErrors = lateErrors;
        this.isShown = new boolean[fields.size()];
    }

    @Override
    public ColumnVector column() {
        return column;
    }

    @Override
    public void show(@Nullable Vector vector, int newLength) {
        StructVector variants = (StructVector) Objects.requireNonNull(vector);
        stored.show(variants);
        if (lateErrors != null) {
            batch = variants;
            length = newLength;
            Arrays.fill(isShown, false);
            column.show(newLength, variants.validity(), this::showField);
            return;
        }
        for (ColumnSource field : fields) {
            field.show(variants, newLength);
        }
        column.show(newLength, variants.validity());
    }

    private void showField(int ordinal) {
        if (!isShown[ordinal]) {
            try {
                fields.get(ordinal).show(batch, length);
            } catch (RuntimeException e) {
                throw Objects.requireNonNull(lateErrors).raise(e);
            }
            isShown[ordinal] = true;
        }
    }
}
