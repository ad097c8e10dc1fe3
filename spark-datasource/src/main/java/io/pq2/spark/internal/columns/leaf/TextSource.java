package io.pq2.spark.internal.columns.leaf;

import io.pq2.spark.internal.vectors.BytesColumnVector;
import io.pq2.vector.BinaryVector;
import io.pq2.vector.DictionaryVector;
import io.pq2.vector.Vector;
import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Shows values as strings. Formats the entries of a dictionary once, when it first sees the dictionary. */
final class TextSource implements Consumer<Vector> {

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
            BinaryVector text = texts(vector);
            column.showSlices(text.length(), text.bytes(), text.starts(), text.lengths(), text.validity());
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
                byte[] text = format.text(vector, i);
                if (bytes.length - end < text.length) {
                    bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, Math.multiplyExact(length, text.length)));
                }
                System.arraycopy(text, 0, bytes, end, text.length);
                starts[i] = end;
                lengths[i] = text.length;
                end += text.length;
            }
        }
        return new BinaryVector(length, bytes, starts, lengths, vector.validity());
    }
}
