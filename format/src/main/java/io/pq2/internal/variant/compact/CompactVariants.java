package io.pq2.internal.variant.compact;

import io.pq2.exception.CorruptFileException;
import io.pq2.exception.ParquetException;
import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.internal.encoding.EncodedBytes;
import io.pq2.internal.variant.ShreddedPair;
import io.pq2.internal.variant.Slices;
import io.pq2.schema.Shape;
import io.pq2.vector.BinaryVector;
import io.pq2.vector.StructVector;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Assembles the shredded variants of a column, batch by batch, from its vectors. The bytes are those of Spark's
 * reconstruction: metadata has only the names that the variant uses, in the order of the columns; integers and decimals
 * have the smallest type; an object's fields are ordered by UTF-16. A variant that is missing is null. Not thread-safe.
 */
public final class CompactVariants {

    /** More names than this are forgotten at the end of a batch. */
    private static final int MAX_NAMES = 10_000;

    private final Shape.Struct shape;
    private final VariantPlace place;
    private final int maxBytes;
    private final EncodedBytes metadata = EncodedBytes.ofHeap();
    private final boolean unknownAsText;
    private Assembly assembly;

    /**
     * Creates an object without variants.
     *
     * @param shape the columns of the variant; only those that the scan reads, if it does not read all
     * @param maxBytes the limit on the size of a value and of metadata
     * @param unknownAsText whether values of types that Spark does not know, TIME and timestamps in nanoseconds, become
     *     strings in ISO 8601
     */
    public CompactVariants(Shape.Struct shape, int maxBytes, boolean unknownAsText) {
        this(shape, VariantPlace.whole(shape), maxBytes, unknownAsText);
    }

    /**
     * Creates an object without variants, which assembles parts of variants. A part that a variant lacks is null.
     *
     * @param place the place of the parts
     */
    public CompactVariants(Shape.Struct shape, VariantPlace place, int maxBytes, boolean unknownAsText) {
        this.shape = shape;
        this.place = place;
        this.maxBytes = maxBytes;
        this.unknownAsText = unknownAsText;
        this.assembly = new Assembly(unknownAsText);
    }

    /** A variant as bytes. */
    public record Encoded(byte[] value, byte[] metadata) {}

    /** Returns variants that could not be assembled. */
    @FunctionalInterface
    public interface Replacement {

        /** Returns the variant of a slot, null if it is missing, or throws an exception of the caller's choice. */
        @Nullable
        Encoded of(int slot, ParquetException reason);
    }

    /**
     * The variants of a batch, valid until the next one.
     *
     * @param values one value per slot
     * @param metadata the metadata of each slot; variants with the same names share bytes
     */
    public record Variants(BinaryVector values, BinaryVector metadata) {}

    /**
     * Assembles the variants of a batch.
     *
     * @param replacement is asked for each variant that could not be assembled
     */
    public Variants assemble(StructVector vectors, Replacement replacement) {
        if (assembly.table().size() > MAX_NAMES) {
            assembly = new Assembly(unknownAsText);
        }
        metadata.reset();
        assembly.values().reset();
        assembly.names().forgetEncoded();
        Slots slots = new Slots(vectors.length(), vectors.validity());
        Columns columns = null;
        ParquetException reason = null;
        try {
            columns = columns(vectors);
        } catch (ParquetException e) {
            reason = e;
        }
        for (int slot = 0; slot < vectors.length(); slot++) {
            slots.begin(slot, assembly.values().bytes());
            if (!vectors.isNull(slot)) {
                append(slot, columns, reason, replacement, slots);
            }
            slots.end(slot, assembly.values().bytes());
        }
        return slots.vectors(assembly.values().bytes(), metadata);
    }

    /**
     * Assembles one variant, which is not null and has the part.
     *
     * @throws ParquetException if it cannot be assembled
     */
    public Encoded assemble(StructVector vectors, int slot) {
        metadata.reset();
        assembly.values().reset();
        assembly.names().forgetEncoded();
        Slots slots = new Slots(vectors.length(), null);
        assembled(slot, columns(vectors), 0, slots);
        return new Encoded(assembly.values().bytes().toByteArray(), metadata.toByteArray());
    }

    /**
     * The bound columns of a batch.
     *
     * @param metadata absent if the scan does not read it, because it reads no encoded values
     */
    private record Columns(@Nullable Slices metadata, CompactPart part) {}

    private Columns columns(StructVector vectors) {
        Slices names = metadata(vectors);
        return new Columns(names, place.bind(vectors, names, assembly.table()));
    }

    private @Nullable Slices metadata(StructVector vectors) {
        int index = shape.indexOf("metadata");
        if (index < 0) {
            return null;
        }
        if (!ShreddedPair.isBinary(shape.children().get(index))) {
            throw new CorruptFileException("VARIANT: metadata of " + shape.name() + " is not of type BYTE_ARRAY");
        }
        return Slices.of(vectors.children().get(index));
    }

    private void append(
            int slot,
            @Nullable Columns columns,
            @Nullable ParquetException unbound,
            Replacement replacement,
            Slots slots) {
        EncodedBytes values = assembly.values().bytes();
        int start = values.size();
        ParquetException reason = unbound;
        if (columns != null) {
            try {
                assembled(slot, columns, start, slots);
                return;
            } catch (ParquetException e) {
                assembly.values().rewind(start);
                reason = e;
            }
        }
        Encoded other = replacement.of(slot, Objects.requireNonNull(reason));
        if (other == null) {
            slots.missing(slot);
            return;
        }
        values.putBytes(other.value(), 0, other.value().length);
        slots.metadata(slot, metadata.size(), other.metadata().length);
        metadata.putBytes(other.metadata(), 0, other.metadata().length);
        assembly.names().forgetEncoded();
    }

    private void assembled(int slot, Columns columns, int start, Slots slots) {
        if (columns.metadata() != null && columns.metadata().isNull(slot)) {
            throw new CorruptFileException("VARIANT: metadata is null");
        }
        assembly.begin(columns.metadata(), slot);
        if (!columns.part().append(slot, assembly)) {
            slots.missing(slot);
            return;
        }
        RowNames names = assembly.names();
        if (assembly.values().bytes().size() - start > maxBytes) {
            throw new UnsupportedFeatureException("VARIANT: a value of more than " + maxBytes + " bytes");
        }
        if (names.isEncoded()) {
            slots.repeatMetadata(slot);
            return;
        }
        if (names.byteSize() > maxBytes) {
            throw new UnsupportedFeatureException("VARIANT: metadata of more than " + maxBytes + " bytes");
        }
        int from = metadata.size();
        names.encode(metadata);
        slots.metadata(slot, from, metadata.size() - from);
    }
}
