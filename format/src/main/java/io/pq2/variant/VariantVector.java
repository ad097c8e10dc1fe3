package io.pq2.variant;

import io.pq2.exception.CorruptFileException;
import io.pq2.exception.FileLocation;
import io.pq2.exception.InvalidDataException;
import io.pq2.exception.ParquetException;
import io.pq2.internal.encoding.EncodedBytes;
import io.pq2.internal.variant.EncodedValue;
import io.pq2.internal.variant.ShreddedPair;
import io.pq2.internal.variant.Slices;
import io.pq2.internal.variant.ValueWriter;
import io.pq2.internal.variant.VariantShapes;
import io.pq2.schema.Column;
import io.pq2.schema.Shape;
import io.pq2.vector.BinaryVector;
import io.pq2.vector.StructVector;
import io.pq2.vector.Vector;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The variants of a batch. Shredded variants are reconstructed (VariantShredding.md, "Reconstructing a Shredded
 * Variant"). It is a view of the vectors of a struct with the columns metadata, value and optionally typed_value, and
 * valid as long as they are. Used by one thread at a time.
 *
 * <p>Methods throw {@link CorruptFileException} where the specification requires it: value and typed_value are both
 * present and not both objects, a shredded field is also in value, a name is missing in the metadata, or typed_value
 * has a type that is not allowed. A missing value that is not a field of an object is read as null.
 */
public final class VariantVector {

    private static final String METADATA = "metadata";

    private final StructVector group;
    private final Vector metadataVector;
    private final Slices metadata;
    private final ShreddedPair pair;
    private final Column place;
    private final ValueWriter writer = new ValueWriter();
    private @Nullable VariantMetadata current;

    private VariantVector(StructVector group, Vector metadataVector, ShreddedPair pair, Column place) {
        this.group = group;
        this.metadataVector = metadataVector;
        this.metadata = Slices.of(metadataVector);
        this.pair = pair;
        this.place = place;
    }

    /**
     * Returns the variants of a vector.
     *
     * @param shape the struct with all of its columns; it need not be annotated with VARIANT
     * @throws InvalidDataException if the projection omits columns of the struct
     * @throws CorruptFileException if the struct is not a variant
     */
    public static VariantVector of(Shape.Struct shape, StructVector vector) {
        if (!VariantShapes.isWhole(shape)) {
            throw new InvalidDataException(
                    "variant " + shape.name() + " was read without some of its columns; all of them are needed");
        }
        int metadata = shape.indexOf(METADATA);
        if (metadata < 0 || !ShreddedPair.isBinary(shape.children().get(metadata))) {
            throw new CorruptFileException(
                    "VARIANT: group " + shape.name() + " has no column metadata of type BYTE_ARRAY");
        }
        Column place = ((Shape.Leaf) shape.children().get(metadata)).column();
        try {
            ShreddedPair pair = ShreddedPair.of(shape, vector);
            return new VariantVector(vector, vector.children().get(metadata), pair, place);
        } catch (ParquetException e) {
            throw e.locate(location(place));
        }
    }

    private static FileLocation location(Column place) {
        List<String> path = place.path();
        return FileLocation.column(String.join(".", path.subList(0, path.size() - 1)));
    }

    /** Returns the number of slots. */
    public int length() {
        return group.length();
    }

    /** Whether a slot has no variant. This differs from a variant whose value is null. */
    public boolean isNull(int slot) {
        return group.isNull(slot);
    }

    /**
     * Returns the variant of a slot; absent when the slot is null. An unshredded variant shares the bytes of the
     * vectors: use {@link Variant#copy} to keep it longer than them.
     */
    public @Nullable Variant get(int slot) {
        if (group.isNull(slot)) {
            return null;
        }
        try {
            VariantMetadata names = metadata(slot);
            if (pair.isUnshredded()) {
                EncodedValue value = pair.value(slot);
                if (value != null) {
                    return new Variant(names, value);
                }
            }
            writer.reset();
            append(slot, names);
            byte[] bytes = writer.bytes().toByteArray();
            return Variant.of(names, bytes, 0, bytes.length);
        } catch (ParquetException e) {
            throw e.locate(location(place));
        }
    }

    /**
     * Returns all variants in unshredded form, as a struct of metadata and value. Unshredded variants are returned
     * unchanged and unchecked.
     */
    public StructVector unshredded() {
        Vector values = pair.isUnshredded() ? pair.valueVector() : assembled();
        return new StructVector(group.length(), List.of(metadataVector, values), group.validity());
    }

    private Vector assembled() {
        int[] starts = new int[group.length()];
        int[] lengths = new int[group.length()];
        writer.reset();
        EncodedBytes out = writer.bytes();
        for (int slot = 0; slot < starts.length; slot++) {
            starts[slot] = out.size();
            if (!group.isNull(slot)) {
                try {
                    append(slot, metadata(slot));
                } catch (ParquetException e) {
                    throw e.locate(location(place));
                }
            }
            lengths[slot] = out.size() - starts[slot];
        }
        return new BinaryVector(starts.length, out.toByteArray(), starts, lengths, group.validity());
    }

    private void append(int slot, VariantMetadata names) {
        if (!pair.append(slot, names.names(), writer)) {
            writer.putNull();
        }
    }

    /** Returns the metadata of a slot. Consecutive variants with equal metadata share one object. */
    private VariantMetadata metadata(int slot) {
        int start = metadata.start(slot);
        int length = metadata.length(slot);
        if (current == null || !current.names().hasBytes(metadata.bytes(), start, start + length)) {
            current = VariantMetadata.of(metadata.bytes(), start, length);
        }
        return current;
    }
}
