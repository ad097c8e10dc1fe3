package io.pq2.spark.internal.column;

import io.pq2.vector.DictionaryVector;
import io.pq2.vector.Vector;
import java.util.function.Consumer;

/** Turns binaries into longs; those of a dictionary once, when it is first seen. */
final class BytesToLongs implements Consumer<Vector> {

    /** Turns a whole vector into longs. */
    interface Decoding {

        /** @param longs as long as the vector at least; slots of nulls are left alone */
        void decode(Vector vector, long[] longs);
    }

    private final LongColumnVector column;
    private final Decoding decoding;
    private Vector dictionary;
    private long[] entries;

    BytesToLongs(LongColumnVector column, Decoding decoding) {
        this.column = column;
        this.decoding = decoding;
    }

    @Override
    public void accept(Vector vector) {
        long[] longs = column.scratch(vector.length());
        if (vector instanceof DictionaryVector encoded) {
            gather(encoded, longs);
        } else {
            decoding.decode(vector, longs);
        }
        column.show(vector.length(), longs, vector.validity());
    }

    private void gather(DictionaryVector encoded, long[] longs) {
        if (encoded.dictionary() != dictionary) {
            entries = new long[Math.max(1, encoded.dictionary().length())];
            decoding.decode(encoded.dictionary(), entries);
            dictionary = encoded.dictionary();
        }
        int[] ids = encoded.ids();
        for (int i = 0; i < encoded.length(); i++) {
            longs[i] = entries[ids[i]];
        }
    }
}
