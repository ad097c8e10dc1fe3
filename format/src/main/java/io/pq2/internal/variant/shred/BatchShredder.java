package io.pq2.internal.variant.shred;

import io.pq2.schema.Shape;
import io.pq2.variant.ShreddedType;
import io.pq2.vector.Batch;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Shreds the variants in batches of rows. Not thread-safe. */
public final class BatchShredder {

    private final List<@Nullable ColumnShredder> columns = new ArrayList<>();

    /**
     * Creates a shredder.
     *
     * @param row the shape of a row before shredding
     * @param variants the options of the variants
     * @param types the type of each variant by its path. Variants without type, and untyped ones, stay
     *     unchanged
     */
    public BatchShredder(Shape.Struct row, ShreddedColumns variants, Map<String, ShreddedType> types) {
        List<String> typed = types.keySet().stream()
                .filter(path -> !(types.get(path) instanceof ShreddedType.Untyped))
                .toList();
        Builder builder = new Builder(variants, types);
        for (Shape column : row.children()) {
            columns.add(ShreddedColumns.build(column, Set.copyOf(typed), builder));
        }
    }

    /**
     * Returns a batch with shredded variants. It is valid until the next call, and as long as the given batch.
     *
     * @throws io.pq2.exception.InvalidDataException if a variant is invalid
     */
    public Batch shred(Batch batch) {
        return new Batch(batch.rowCount(), NestedShredders.shredAll(batch.columns(), columns, null, "of the row"));
    }

    /** Returns the memory of the last result, in bytes. */
    public long memoryBytes() {
        return NestedShredders.total(columns);
    }

    private record Builder(ShreddedColumns variants, Map<String, ShreddedType> types)
            implements ShreddedColumns.Builder<ColumnShredder> {

        @Override
        public ColumnShredder variant(Shape.Struct shape, String path) {
            return new VariantShredder(
                    path,
                    shape,
                    Objects.requireNonNull(types.get(path)),
                    Objects.requireNonNull(variants.options().get(path)));
        }

        @Override
        public ColumnShredder struct(String path, List<@Nullable ColumnShredder> fields) {
            return new NestedShredders.InStruct(path, fields);
        }

        @Override
        public ColumnShredder list(String path, ColumnShredder element) {
            return new NestedShredders.InList(path, element);
        }

        @Override
        public ColumnShredder map(String path, ColumnShredder value) {
            return new NestedShredders.InMap(path, value);
        }
    }
}
