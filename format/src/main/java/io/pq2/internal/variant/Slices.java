package io.pq2.internal.variant;

import io.pq2.vector.BinaryVector;
import io.pq2.vector.DictionaryVector;
import io.pq2.vector.FixedBinaryVector;
import io.pq2.vector.Vector;

/** The slots of a vector of bytes, in whichever form they are. */
public final class Slices {

    private final Vector vector;
    /** Null unless slots are entries of a dictionary. */
    private final int[] ids;

    private final byte[] bytes;
    /** Null if all values have the same width. */
    private final int[] starts;

    private final int[] lengths;
    private final int first;
    private final int width;

    private Slices(Vector vector, int[] ids, byte[] bytes, int[] starts, int[] lengths, int first, int width) {
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

    boolean isNull(int slot) {
        return vector.isNull(slot);
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
}
