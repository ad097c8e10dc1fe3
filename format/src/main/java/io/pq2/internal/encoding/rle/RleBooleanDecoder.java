package io.pq2.internal.encoding.rle;

import io.pq2.exception.CorruptFileException;
import io.pq2.internal.encoding.BooleanDecoder;
import io.pq2.internal.encoding.bitpack.PackedBits;
import io.pq2.internal.io.LittleEndian;
import java.util.Arrays;
import java.util.Objects;

/** Decodes RLE BOOLEAN: 4 bytes of length, little endian, then the RLE/bit-packing hybrid with bit width 1. */
public final class RleBooleanDecoder implements BooleanDecoder {

    private final HybridRuns runs;

    public RleBooleanDecoder(byte[] bytes, int offset, int limit) {
        Objects.checkFromToIndex(offset, limit, bytes.length);
        if (limit - offset < Integer.BYTES) {
            // A page without values can have no bytes.
            runs = new HybridRuns(bytes, limit, limit, 1);
            return;
        }
        int length = LittleEndian.getInt(bytes, offset);
        int start = offset + Integer.BYTES;
        if (length < 0 || length > limit - start) {
            throw new CorruptFileException("RLE BOOLEAN values: expected a length of at most " + (limit - start)
                    + " bytes, found " + Integer.toUnsignedString(length));
        }
        runs = new HybridRuns(bytes, start, start + length, 1);
    }

    @Override
    public void read(boolean[] dst, int offset, int count) {
        Objects.checkFromIndexSize(offset, count, dst.length);
        int done = 0;
        while (done < count) {
            runs.require();
            int taken = Math.min(runs.left(), count - done);
            if (runs.isPacked()) {
                PackedBits.expand(runs.bytes(), runs.start(), runs.index(), dst, offset + done, taken);
            } else {
                Arrays.fill(dst, offset + done, offset + done + taken, runs.value() != 0);
            }
            runs.consume(taken);
            done += taken;
        }
    }

    @Override
    public void skip(int count) {
        runs.skip(count);
    }
}
