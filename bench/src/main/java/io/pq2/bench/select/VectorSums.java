package io.pq2.bench.select;

import io.pq2.vector.BinaryVector;
import io.pq2.vector.DictionaryVector;
import io.pq2.vector.IntVector;
import io.pq2.vector.LongVector;
import io.pq2.vector.Vector;
import java.util.Arrays;

/** Sums the values of pq2's vectors. */
final class VectorSums {

    private final boolean hashed;
    private final long[] sums;
    private final long[] hashes;
    private long rows;

    /**
     * Creates sums.
     *
     * @param hashed whether to sum the hashes of texts too
     */
    VectorSums(int columns, boolean hashed) {
        this.hashed = hashed;
        sums = new long[columns];
        hashes = new long[columns];
    }

    long rows() {
        return rows;
    }

    void addRows(int count) {
        rows += count;
    }

    /** Adds values of a column. */
    void add(int column, Vector vector) {
        long sum = 0;
        for (int i = 0; i < vector.length(); i++) {
            if (vector.isNull(i)) {
                continue;
            }
            if (vector instanceof LongVector longs) {
                sum += longs.values()[i];
            } else if (vector instanceof IntVector ints) {
                sum += ints.values()[i];
            } else if (vector instanceof BinaryVector texts) {
                sum += text(column, texts, i);
            } else if (vector instanceof DictionaryVector entries) {
                sum += text(column, (BinaryVector) entries.dictionary(), entries.ids()[i]);
            } else {
                throw new IllegalStateException(
                        "values in a " + vector.getClass().getSimpleName());
            }
        }
        sums[column] += sum;
    }

    private int text(int column, BinaryVector texts, int index) {
        int length = texts.lengths()[index];
        if (hashed) {
            hashes[column] += Digest.hash(texts.bytes(), texts.starts()[index], length);
        }
        return length;
    }

    Digest digest() {
        return new Digest(
                rows,
                Arrays.stream(sums).boxed().toList(),
                Arrays.stream(hashes).boxed().toList());
    }
}
