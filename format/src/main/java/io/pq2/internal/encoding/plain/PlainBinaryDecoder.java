package io.pq2.internal.encoding.plain;

import io.pq2.exception.CorruptFileException;
import io.pq2.internal.encoding.BinaryDecoder;
import io.pq2.internal.io.LittleEndian;
import java.util.Objects;

/** Decodes PLAIN BYTE_ARRAY: for each value 4 bytes of length, little endian, then the bytes. */
public final class PlainBinaryDecoder implements BinaryDecoder {

    private final byte[] bytes;
    private final int limit;
    private int position;

    public PlainBinaryDecoder(byte[] bytes, int offset, int limit) {
        Objects.checkFromToIndex(offset, limit, bytes.length);
        this.bytes = bytes;
        this.position = offset;
        this.limit = limit;
    }

    @Override
    public byte[] bytes() {
        return bytes;
    }

    @Override
    public void read(int[] starts, int[] lengths, int offset, int count) {
        Objects.checkFromIndexSize(offset, count, starts.length);
        Objects.checkFromIndexSize(offset, count, lengths.length);
        byte[] from = bytes;
        int room = limit - Integer.BYTES;
        int at = position;
        // The start of a value depends on the length of the previous one, so the latency of loads limits this loop and
        // the checks cost nothing.
        for (int i = offset; i < offset + count; i++) {
            if (at > room) {
                throw ended(at);
            }
            int length = LittleEndian.getInt(from, at);
            if (length < 0 || length > room - at) {
                throw badLength(length, room - at);
            }
            starts[i] = at + Integer.BYTES;
            lengths[i] = length;
            at += Integer.BYTES + length;
        }
        position = at;
    }

    @Override
    public void skip(int count) {
        int room = limit - Integer.BYTES;
        int at = position;
        for (int i = 0; i < count; i++) {
            if (at > room) {
                throw ended(at);
            }
            int length = LittleEndian.getInt(bytes, at);
            if (length < 0 || length > room - at) {
                throw badLength(length, room - at);
            }
            at += Integer.BYTES + length;
        }
        position = at;
    }

    private CorruptFileException ended(int at) {
        return new CorruptFileException(
                "PLAIN BYTE_ARRAY values: expected a length of 4 bytes, found " + (limit - at) + " bytes");
    }

    private static CorruptFileException badLength(int length, int room) {
        return new CorruptFileException("PLAIN BYTE_ARRAY values: expected a length of at most " + room + ", found "
                + Integer.toUnsignedString(length));
    }
}
