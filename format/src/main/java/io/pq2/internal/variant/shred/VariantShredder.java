package io.pq2.internal.variant.shred;

import io.pq2.exception.InvalidDataException;
import io.pq2.exception.ParquetException;
import io.pq2.internal.exception.InvalidValueException;
import io.pq2.internal.variant.EncodedValue;
import io.pq2.internal.variant.MetadataCache;
import io.pq2.internal.variant.Slices;
import io.pq2.schema.Shape;
import io.pq2.variant.ShreddedType;
import io.pq2.variant.VariantShredding;
import io.pq2.vector.StructVector;
import io.pq2.vector.Validity;
import io.pq2.vector.Vector;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Shreds the variants of one column, a batch at a time. Its results are valid until the next call. */
final class VariantShredder implements ColumnShredder {

    private final String path;
    private final int metadataIndex;
    private final int valueIndex;
    private final MetadataCache<MetadataNames> cache = new MetadataCache<>(MetadataNames::new);
    private final PairShredder pair;

    VariantShredder(String path, Shape.Struct shape, ShreddedType type, VariantShredding options) {
        this.path = path;
        metadataIndex = shape.indexOf(ShreddedFields.METADATA);
        valueIndex = shape.indexOf(ShreddedFields.VALUE);
        pair = new PairShredder(type, options.keepNumberTypes());
    }

    @Override
    public StructVector shred(Vector vector, long @Nullable [] live) {
        StructVector group = ColumnShredder.expect(StructVector.class, vector, path);
        List<Vector> children = group.children();
        if (children.size() != 2) {
            throw new InvalidDataException("column " + path + ": a variant has " + children.size() + " vectors, not 2");
        }
        Slices metadata = ColumnShredder.slices(children.get(metadataIndex), path);
        Slices value = ColumnShredder.slices(children.get(valueIndex), path);
        pair.reset();
        for (int slot = 0; slot < group.length(); slot++) {
            if (group.isNull(slot) || live != null && !Validity.isSet(live, slot)) {
                pair.appendMissing();
            } else {
                append(slot, metadata, value);
            }
        }
        List<Vector> shredded = List.of(
                children.get(metadataIndex),
                pair.value().build(),
                Objects.requireNonNull(pair.typed()).builder().build());
        return new StructVector(group.length(), shredded, group.validity());
    }

    private void append(int slot, Slices metadata, Slices value) {
        if (metadata.isNull(slot) || value.isNull(slot)) {
            throw new InvalidValueException(
                    "column " + path + ": value " + slot + " of the batch is a variant without metadata or value");
        }
        try {
            MetadataNames names = cache.get(metadata.bytes(), metadata.start(slot), metadata.length(slot));
            int start = value.start(slot);
            names.use();
            pair.append(EncodedValue.read(value.bytes(), start, start + value.length(slot)), names);
        } catch (ParquetException e) {
            throw new InvalidValueException("column " + path + ": value " + slot + " of the batch: " + e.detail(), e);
        }
    }

    @Override
    public long bytes() {
        return pair.value().bytes()
                + Objects.requireNonNull(pair.typed()).builder().bytes();
    }
}
