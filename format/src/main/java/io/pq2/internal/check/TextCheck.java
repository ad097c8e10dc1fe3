package io.pq2.internal.check;

import io.pq2.internal.statistics.MinMaxOrder;
import io.pq2.schema.PrimitiveField;
import io.pq2.vector.BinaryVector;
import io.pq2.vector.DictionaryVector;
import io.pq2.vector.Vector;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Finds text that is not UTF-8. */
final class TextCheck {

    private final boolean text;
    private final CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
    private final CharBuffer decoded = CharBuffer.allocate(1024);
    /** The dictionary of the last page that has one. */
    private @Nullable Vector dictionary;
    /** By entry of {@link #dictionary}: 0 if it was not decoded, 1 if it is UTF-8, 2 if it is not. */
    private byte[] states = {};

    TextCheck(PrimitiveField field) {
        this.text = MinMaxOrder.of(field) == MinMaxOrder.TEXT;
    }

    /**
     * Returns the index of the first value of a vector without nulls that is not UTF-8; -1 if there is none. Only used
     * entries of a dictionary count.
     */
    int firstInvalid(Vector vector) {
        if (!text) {
            return -1;
        }
        if (vector instanceof DictionaryVector encoded && encoded.dictionary() instanceof BinaryVector entries) {
            // Entries that an earlier page used need not be decoded again.
            if (entries != dictionary) {
                dictionary = entries;
                states = new byte[entries.length()];
            }
            for (int i = 0; i < encoded.length(); i++) {
                int id = encoded.ids()[i];
                if (states[id] == 0) {
                    states[id] = (byte) (isValid(entries, id) ? 1 : 2);
                }
                if (states[id] == 2) {
                    return i;
                }
            }
        } else if (vector instanceof BinaryVector values) {
            for (int i = 0; i < values.length(); i++) {
                if (!isValid(values, i)) {
                    return i;
                }
            }
        }
        return -1;
    }

    private boolean isValid(BinaryVector values, int slot) {
        int start = values.starts()[slot];
        int end = start + values.lengths()[slot];
        for (int i = start; i < end; i++) {
            if (values.bytes()[i] < 0) {
                return isDecodable(ByteBuffer.wrap(values.bytes(), start, end - start));
            }
        }
        return true;
    }

    private boolean isDecodable(ByteBuffer bytes) {
        decoder.reset();
        while (true) {
            decoded.clear();
            CoderResult result = decoder.decode(bytes, decoded, true);
            if (!result.isOverflow()) {
                return result.isUnderflow();
            }
        }
    }
}
