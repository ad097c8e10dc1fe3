package io.pq2.internal.encoding.deltalengthbytearray;

import io.pq2.exception.CorruptFileException;
import io.pq2.internal.encoding.BinaryDecoder;
import io.pq2.internal.encoding.deltabinarypacked.DeltaIntDecoder;
import java.util.Objects;

/**
 * Decodes DELTA_LENGTH_BYTE_ARRAY: all lengths as DELTA_BINARY_PACKED, then the bytes of the values, back to back.
 * Returns slices of the page; the start of a value is the sum of the previous lengths.
 */
public final class DeltaLengthBinaryDecoder implements BinaryDecoder {

    private static final int CHUNK = 512;

    private final byte[] bytes;
    private final int limit;
    private final DeltaIntDecoder lengths;
    /** The number of skipped values whose lengths were not read yet. */
    private int skipped;

    private int position;
    private int[] scratch = {};

    public DeltaLengthBinaryDecoder(byte[] bytes, int offset, int limit) {
        this.bytes = bytes;
        this.limit = limit;
        this.lengths = new DeltaIntDecoder(bytes, offset, limit);
        this.position = lengths.end();
    }

    @Override
    public byte[] bytes() {
        return bytes;
    }

    @Override
    public void read(int[] starts, int[] valueLengths, int offset, int count) {
        Objects.checkFromIndexSize(offset, count, starts.length);
        readSkipped();
        lengths.read(valueLengths, offset, count);
        long at = position;
        int signs = 0;
        for (int i = offset; i < offset + count; i++) {
            int length = valueLengths[i];
            signs |= length;
            starts[i] = (int) at;
            at += length;
        }
        moveTo(at, signs);
    }

    @Override
    public void skip(int count) {
        lengths.require(count + (long) skipped);
        skipped += count;
    }

    private void readSkipped() {
        if (skipped > 0 && scratch.length == 0) {
            scratch = new int[CHUNK];
        }
        while (skipped > 0) {
            int taken = Math.min(skipped, CHUNK);
            lengths.read(scratch, 0, taken);
            long at = position;
            int signs = 0;
            for (int i = 0; i < taken; i++) {
                signs |= scratch[i];
                at += scratch[i];
            }
            moveTo(at, signs);
            skipped -= taken;
        }
    }

    /** @param signs negative if a length is negative */
    private void moveTo(long at, int signs) {
        if (signs < 0) {
            throw new CorruptFileException(
                    "DELTA_LENGTH_BYTE_ARRAY: expected lengths of 0 or more, found a negative one");
        }
        if (at > limit) {
            throw new CorruptFileException("DELTA_LENGTH_BYTE_ARRAY: the lengths of the values add up to "
                    + (at - position) + " bytes, found " + (limit - position));
        }
        position = (int) at;
    }
}
