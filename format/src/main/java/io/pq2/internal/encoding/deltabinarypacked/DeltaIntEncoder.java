package io.pq2.internal.encoding.deltabinarypacked;

import io.pq2.internal.encoding.EncodedBytes;
import io.pq2.internal.encoding.IntEncoder;
import io.pq2.metadata.Encoding;
import java.util.Arrays;
import java.util.Objects;

/** DELTA_BINARY_PACKED INT32 in blocks of 4 miniblocks of 32 deltas. Differences wrap around. */
public final class DeltaIntEncoder implements IntEncoder {

    private final DeltaBlocks blocks;
    private final int[] deltas = new int[DeltaBlocks.SIZE];
    private int pending;
    private int count;
    private int first;
    private int last;

    public DeltaIntEncoder(EncodedBytes out) {
        blocks = new DeltaBlocks(out);
    }

    @Override
    public void write(int[] values, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, values.length);
        int at = offset;
        int end = offset + length;
        if (count == 0 && at < end) {
            first = values[at];
            last = first;
            at++;
        }
        count = Math.addExact(count, length);
        while (at < end) {
            int taken = Math.min(DeltaBlocks.SIZE - pending, end - at);
            deltas[pending] = values[at] - last;
            for (int i = 1; i < taken; i++) {
                deltas[pending + i] = values[at + i] - values[at + i - 1];
            }
            pending += taken;
            at += taken;
            last = values[at - 1];
            if (pending == DeltaBlocks.SIZE) {
                writeBlock();
            }
        }
    }

    private void writeBlock() {
        int min = deltas[0];
        for (int i = 1; i < pending; i++) {
            min = Math.min(min, deltas[i]);
        }
        for (int i = 0; i < pending; i++) {
            deltas[i] -= min;
        }
        Arrays.fill(deltas, pending, DeltaBlocks.SIZE, 0);
        blocks.write(min, deltas);
        pending = 0;
    }

    @Override
    public Encoding encoding() {
        return Encoding.DELTA_BINARY_PACKED;
    }

    @Override
    public int pendingBytes() {
        return blocks.size() + pending * Integer.BYTES;
    }

    @Override
    public void finish() {
        if (pending > 0) {
            writeBlock();
        }
        blocks.finish(count, count == 0 ? 0 : first);
        count = 0;
    }
}
