package io.pq2.internal.variant;

import io.pq2.vector.BinaryVector;
import io.pq2.vector.DictionaryVector;
import io.pq2.vector.FixedBinaryVector;
import io.pq2.vector.Vector;
import org.jspecify.annotations.Nullable;

/** The slots of a vector of bytes: variable-length, fixed-length or dictionary-encoded. */
public final class Slices {

    private final Vector vector;
    /** Absent unless the vector is dictionary-encoded. */
    private final int @Nullable [] ids;

    private final byte[] bytes;
    /** Absent when all values have the same width. */
    private final int @Nullable [] starts;

    private final int @Nullable [] lengths;
    private final int first;
    private final int width;

    private Slices(
            Vector vector,
            int @Nullable [] ids,
            byte[] bytes,
            int @Nullable [] starts,
            int @Nullable [] lengths,
            int first,
            int width) {
        this.vector = vector;
        this.ids = ids;
        this.bytes = bytes;
        this.starts = starts;
        this.lengths = lengths;
        this.first = first;
        this.width = width;
    }

    public static Slices of(Vector vector) {
        Vector values = vector instanceof DictionaryVector encoded ? encoded.dictionary() : vector;
        int[] ids = vector instanceof DictionaryVector encoded ? encoded.ids() : null;
        if (values instanceof BinaryVector binary) {
            return new Slices(vector, ids, binary.bytes(), binary.starts(), binary.lengths(), 0, 0);
        }
        FixedBinaryVector fixed = (FixedBinaryVector) values;
        return new Slices(vector, ids, fixed.bytes(), null, null, fixed.offset(), fixed.width());
    }

    Vector vector() {
        return vector;
    }

    public boolean isNull(int slot) {
        return vector.isNull(slot);
    }

    /** Returns the dictionary; absent unless the vector is dictionary-encoded. */
    @Nullable
    Vector dictionary() {
        return vector instanceof DictionaryVector encoded ? encoded.dictionary() : null;
    }

    /** Returns the index of a slot's entry in the dictionary. */
    int id(int slot) {
        return ((DictionaryVector) vector).ids()[slot];
    }

    public byte[] bytes() {
        return bytes;
    }

    public int start(int slot) {
        int index = ids == null ? slot : ids[slot];
        return starts == null ? first + index * width : starts[index];
    }

    public int length(int slot) {
        return lengths == null ? width : lengths[ids == null ? slot : ids[slot]];
    }

    /**
     * Returns the encoded value in a slot that is not null.
     *
     * @throws io.pq2.exception.CorruptFileException if it exceeds its bytes
     */
    public EncodedValue value(int slot) {
        int start = start(slot);
        return EncodedValue.read(bytes, start, start + length(slot));
    }
}
