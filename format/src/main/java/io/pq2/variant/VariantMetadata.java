package io.pq2.variant;

import io.pq2.exception.CorruptFileException;
import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.internal.variant.EncodedNames;

/**
 * The names of a variant's object fields, each with an id (VariantEncoding.md, "Metadata encoding"). An immutable
 * view of bytes, which must not change. Offsets are checked when a name is used. Thread-safe.
 */
public final class VariantMetadata {

    /** The metadata of variants without objects: no names. */
    public static final VariantMetadata EMPTY = of(new byte[] {1, 0, 0});

    private final EncodedNames names;

    VariantMetadata(EncodedNames names) {
        this.names = names;
    }

    /**
     * Returns the metadata in an array, which it shares.
     *
     * @throws CorruptFileException if the bytes are not metadata
     * @throws UnsupportedFeatureException if the bytes have another version of the encoding
     */
    public static VariantMetadata of(byte[] bytes) {
        return of(bytes, 0, bytes.length);
    }

    /**
     * Returns the metadata that starts at {@code offset} and ends within {@code length} bytes, see {@link
     * #of(byte[])}.
     *
     * @throws CorruptFileException if the bytes are not metadata
     * @throws UnsupportedFeatureException if the bytes have another version of the encoding
     */
    public static VariantMetadata of(byte[] bytes, int offset, int length) {
        return new VariantMetadata(EncodedNames.of(bytes, offset, length));
    }

    /** Returns the number of names. */
    public int size() {
        return names.size();
    }

    /** Whether the metadata declares its names sorted by unsigned bytes of UTF-8, and distinct. */
    public boolean isSorted() {
        return names.isSorted();
    }

    /**
     * Returns the name with an id.
     *
     * @throws CorruptFileException if there is no such id, or its offsets are invalid
     */
    public String name(int id) {
        return names.name(id);
    }

    /**
     * Returns the id of a name, or -1 if it is missing. If the name occurs more than once, any of its ids is
     * returned.
     *
     * @throws CorruptFileException if the offsets of a name are invalid
     */
    public int find(String name) {
        return names.find(name);
    }

    /** Returns the size of the metadata in bytes. */
    public int byteSize() {
        return names.byteSize();
    }

    /** Returns a copy of the bytes. */
    public byte[] toByteArray() {
        return names.toByteArray();
    }

    /** Returns the names with their checks and comparisons. */
    EncodedNames names() {
        return names;
    }

    /** Returns the names in brackets, such as {@code [a, b]}. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("[");
        for (int id = 0; id < size(); id++) {
            text.append(id == 0 ? "" : ", ").append(name(id));
        }
        return text.append(']').toString();
    }
}
