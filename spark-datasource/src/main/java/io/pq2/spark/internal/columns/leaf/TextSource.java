package io.pq2.spark.internal.columns.leaf;

import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.spark.internal.vectors.BytesColumnVector;
import io.pq2.vector.BinaryVector;
import io.pq2.vector.DictionaryVector;
import io.pq2.vector.Vector;
import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Shows values as strings. Formats the entries of a dictionary once, when it first sees the dictionary. */
final class TextSource implements Consumer<Vector> {

    /** The most bytes to reserve for the texts of a vector before their lengths are known. */
    private static final int FIRST_BYTES = 1 << 20;

    private static final int MAX_BYTES = Integer.MAX_VALUE - 16;

    /** Formats the values of a vector. */
    interface Format {

        /**
         * Returns the text of a value in ASCII.
         *
         * @param vector a vector that is not dictionary-encoded
         * @param slot a slot that is not null
         */
        byte[] text(Vector vector, int slot);
    }

    private final BytesColumnVector column;
    private final Format format;
    private @Nullable Vector dictionary;
    private @Nullable BinaryVector entries;

    TextSource(BytesColumnVector column, Format format) {
        this.column = column;
        this.format = format;
    }

    @Override
    public void accept(Vector vector) {
        if (!(vector instanceof DictionaryVector encoded)) {
            BytesSources.show(column, texts(vector));
            return;
        }
        BinaryVector texts = entries;
        if (texts == null || encoded.dictionary() != dictionary) {
            texts = texts(encoded.dictionary());
            entries = texts;
            dictionary = encoded.dictionary();
        }
        column.showEntries(encoded.length(), encoded.ids(), texts, encoded.validity());
    }

    private BinaryVector texts(Vector vector) {
        int length = vector.length();
        int[] starts = new int[length];
        int[] lengths = new int[length];
        byte[] bytes = {};
        int end = 0;
        for (int i = 0; i < length; i++) {
            if (!vector.isNull(i)) {
                byte[] value = format.text(vector, i);
                if (bytes.length - end < value.length) {
                    bytes = Arrays.copyOf(bytes, capacity(bytes.length, (long) end + value.length, length));
                }
                System.arraycopy(value, 0, bytes, end, value.length);
                starts[i] = end;
                lengths[i] = value.length;
                end += value.length;
            }
        }
        return new BinaryVector(length, bytes, starts, lengths, vector.validity());
    }

    /** @param needed the bytes of the first texts; those of one text if there is no capacity yet */
    private static int capacity(int before, long needed, int texts) {
        if (needed > MAX_BYTES) {
            throw new UnsupportedFeatureException(
                    "more than " + MAX_BYTES + " bytes of text of a column in a batch; reduce the batch size");
        }
        long roomy = before == 0 ? Math.min(needed * texts, FIRST_BYTES) : 2L * before;
        return (int) Math.max(needed, Math.min(roomy, MAX_BYTES));
    }
}
