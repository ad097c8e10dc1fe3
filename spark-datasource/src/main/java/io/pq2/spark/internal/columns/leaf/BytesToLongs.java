package io.pq2.spark.internal.columns.leaf;

import io.pq2.spark.internal.vectors.LongColumnVector;
import io.pq2.vector.DictionaryVector;
import io.pq2.vector.Vector;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Converts binaries to longs. Converts the entries of a dictionary once, when it first sees the dictionary. */
final class BytesToLongs implements Consumer<Vector> {

    /** Converts a vector to longs. */
    interface Decoding {

        /**
         * Converts the values of a vector.
         *
         * @param longs receives the values; at least as long as the vector. Slots of nulls stay unchanged
         */
        void decode(Vector vector, long[] longs);
    }

    private final LongColumnVector column;
    private final Decoding decoding;
    private @Nullable Vector dictionary;
    private long[] entries = {};

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
