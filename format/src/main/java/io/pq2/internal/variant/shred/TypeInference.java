package io.pq2.internal.variant.shred;

import io.pq2.exception.InvalidDataException;
import io.pq2.exception.ParquetException;
import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.internal.variant.EncodedValue;
import io.pq2.internal.variant.MetadataCache;
import io.pq2.internal.variant.Slices;
import io.pq2.schema.Shape;
import io.pq2.variant.ShreddedType;
import io.pq2.variant.VariantShredding;
import io.pq2.vector.Batch;
import io.pq2.vector.ListVector;
import io.pq2.vector.MapVector;
import io.pq2.vector.StructVector;
import io.pq2.vector.Vector;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Infers the types of variants from the first rows of a file. */
public final class TypeInference {

    /** The levels of a schema that readers accept, with some to spare. */
    private static final int MAX_LEVELS = 190;

    /** A field is shredded if at least one of so many variants has it. */
    private static final int RARITY = 10;

    private final ShreddedColumns variants;
    private final Map<String, ObservedColumn> observed = new LinkedHashMap<>();
    private final List<@Nullable Visitor> columns = new ArrayList<>();

    /**
     * Creates an inference.
     *
     * @param row the shape of a row
     * @param variants the variants and their options
     */
    public TypeInference(Shape.Struct row, ShreddedColumns variants) {
        this.variants = variants;
        Set<String> inferred = new HashSet<>();
        variants.options().forEach((path, options) -> {
            if (options.inferred()) {
                inferred.add(path);
            }
        });
        for (Shape column : row.children()) {
            columns.add(ShreddedColumns.build(column, inferred, new VisitorBuilder()));
        }
    }

    /**
     * Adds the first rows of a batch.
     *
     * @throws InvalidDataException if a variant is invalid
     */
    public void add(Batch batch, int rows) {
        for (int i = 0; i < columns.size(); i++) {
            Visitor column = columns.get(i);
            if (column != null) {
                column.visit(batch.columns().get(i), 0, rows);
            }
        }
    }

    /** Returns the types of all variants by path, in the order of the schema. */
    public Map<String, ShreddedType> types() {
        Map<String, ShreddedType> types = new LinkedHashMap<>();
        Map<VariantShredding, ColumnBudget> budgets = new HashMap<>();
        variants.options().forEach((path, options) -> {
            ObservedColumn column = observed.get(path);
            if (column == null) {
                types.put(path, options.type());
            } else {
                ColumnBudget budget = budgets.computeIfAbsent(options, shared -> new ColumnBudget(shared.maxColumns()));
                int least = (column.values.count() + RARITY - 1) / RARITY;
                types.put(path, column.values.type(least, budget, MAX_LEVELS - column.levels));
            }
        });
        return types;
    }

    /** Visits the variants in slots {@code from} (inclusive) to {@code to} (exclusive) of a vector. */
    private interface Visitor {
        void visit(@Nullable Vector vector, int from, int to);
    }

    private static final class ObservedColumn implements Visitor {

        private final String path;
        private final int metadataIndex;
        private final int valueIndex;
        private final int maxDepth;
        private final int levels;
        private final MetadataCache<MetadataNames> cache = new MetadataCache<>(MetadataNames::new);
        private final ObservedValues values;

        ObservedColumn(String path, Shape.Struct shape, VariantShredding options) {
            this.path = path;
            metadataIndex = shape.indexOf(ShreddedFields.METADATA);
            valueIndex = shape.indexOf(ShreddedFields.VALUE);
            maxDepth = options.maxDepth();
            levels = ((Shape.Leaf) shape.children().get(0)).column().path().size();
            values = new ObservedValues(options, new ObservedValues.Paths());
        }

        @Override
        public void visit(@Nullable Vector vector, int from, int to) {
            StructVector group = ColumnShredder.expect(StructVector.class, vector, path);
            Slices metadata = ColumnShredder.slices(group.children().get(metadataIndex), path);
            Slices value = ColumnShredder.slices(group.children().get(valueIndex), path);
            for (int slot = from; slot < to; slot++) {
                if (!group.isNull(slot) && !metadata.isNull(slot) && !value.isNull(slot)) {
                    add(slot, metadata, value);
                }
            }
        }

        private void add(int slot, Slices metadata, Slices value) {
            try {
                MetadataNames names = cache.get(metadata.bytes(), metadata.start(slot), metadata.length(slot));
                names.use();
                int start = value.start(slot);
                values.add(EncodedValue.read(value.bytes(), start, start + value.length(slot)), names, maxDepth);
            } catch (UnsupportedFeatureException e) {
                // A type that this version does not know. The column can be written, but not shredded.
                values.giveUp();
            } catch (ParquetException e) {
                throw new InvalidDataException(
                        "column " + path + ": value " + slot + " of the batch: " + e.detail(), e);
            }
        }
    }

    private final class VisitorBuilder implements ShreddedColumns.Builder<Visitor> {

        @Override
        public Visitor variant(Shape.Struct shape, String path) {
            ObservedColumn column = new ObservedColumn(
                    path, shape, Objects.requireNonNull(variants.options().get(path)));
            observed.put(path, column);
            return column;
        }

        @Override
        public Visitor struct(String path, List<@Nullable Visitor> fields) {
            return (vector, from, to) -> {
                StructVector struct = ColumnShredder.expect(StructVector.class, vector, path);
                for (int slot = from; slot < to; slot++) {
                    if (!struct.isNull(slot)) {
                        visitFields(struct, fields, slot);
                    }
                }
            };
        }

        private void visitFields(StructVector struct, List<@Nullable Visitor> fields, int slot) {
            for (int i = 0; i < fields.size(); i++) {
                Visitor field = fields.get(i);
                if (field != null) {
                    field.visit(struct.children().get(i), slot, slot + 1);
                }
            }
        }

        @Override
        public Visitor list(String path, Visitor element) {
            return (vector, from, to) -> {
                ListVector list = ColumnShredder.expect(ListVector.class, vector, path);
                for (int slot = from; slot < to; slot++) {
                    if (!list.isNull(slot)) {
                        element.visit(list.elements(), list.offsets()[slot], list.offsets()[slot + 1]);
                    }
                }
            };
        }

        @Override
        public Visitor map(String path, Visitor value) {
            return (vector, from, to) -> {
                MapVector map = ColumnShredder.expect(MapVector.class, vector, path);
                for (int slot = from; slot < to; slot++) {
                    if (!map.isNull(slot)) {
                        value.visit(map.values(), map.offsets()[slot], map.offsets()[slot + 1]);
                    }
                }
            };
        }
    }
}
