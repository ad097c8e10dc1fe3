package io.pq2.internal.check;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Hashes of the values of consecutive rows of a column chunk. */
final class RowFingerprints implements ChunkValues.Visitor {

    private static final long PRIME = 0x9E37_79B9_7F4A_7C15L;

    private final int from;
    private final long[] hashes;

    /**
     * Creates the fingerprints of rows without values.
     *
     * @param from the index in the row group of the first row
     * @param to the index in the row group after the last one
     */
    RowFingerprints(int from, int to) {
        this.from = from;
        this.hashes = new long[to - from];
    }

    /** Returns the index in the row group of the first row. */
    int from() {
        return from;
    }

    /** Returns the index in the row group after the last row. */
    int to() {
        return from + hashes.length;
    }

    /** Adds a value, unless it belongs to another row. */
    @Override
    public void value(int row, @Nullable Comparable<?> value) {
        int index = row - from;
        if (index >= 0 && index < hashes.length) {
            long mixed = (hashes[index] ^ Objects.hashCode(value) + 1L) * PRIME;
            hashes[index] = mixed ^ mixed >>> 32;
        }
    }

    /** Returns the index in the row group of the first row with other values; -1 if all are equal. */
    int difference(RowFingerprints other) {
        int index = Arrays.mismatch(hashes, other.hashes);
        return index < 0 ? -1 : from + index;
    }
}
