package io.pq2.encoding;

import java.util.Arrays;
import java.util.Objects;

/**
 * Values of 0 to 32 bits in the RLE/bit-packing hybrid, as ints. Wider destinations and dictionary entries come from the decoders
 * that stand on this one.
 */
public final class RleBitPackedDecoder {

    private final HybridRuns runs;
    private final int width;

    /**
     * @param bytes where the runs lie, from {@code offset} (inclusive) to {@code limit} (exclusive), without a length before them
     * @param bitWidth bits a value
     * @throws io.pq2.CorruptFileException if the width is not 0 to 32
     */
    public RleBitPackedDecoder(byte[] bytes, int offset, int limit, int bitWidth) {
        runs = new HybridRuns(bytes, offset, limit, bitWidth);
        width = bitWidth;
    }

    /**
     * Reads the next {@code count} values to {@code dst}; those of width 32 are unsigned.
     *
     * @throws io.pq2.CorruptFileException if there are fewer or a run is malformed
     */
    public void read(int[] dst, int offset, int count) {
        Objects.checkFromIndexSize(offset, count, dst.length);
        int done = 0;
        while (done < count) {
            runs.require();
            int taken = Math.min(runs.left(), count - done);
            if (runs.isPacked()) {
                readPacked(dst, offset + done, taken);
            } else {
                fill(dst, offset + done, taken);
            }
            done += taken;
        }
    }

    private void readPacked(int[] dst, int offset, int count) {
        PackedInts.unpack(runs.bytes(), runs.start(), runs.index(), width, dst, offset, count);
        runs.consume(count);
    }

    private void fill(int[] dst, int offset, int count) {
        Arrays.fill(dst, offset, offset + count, runs.value());
        runs.consume(count);
    }

    /**
     * Passes over {@code count} values.
     *
     * @throws io.pq2.CorruptFileException if there are fewer or a run is malformed
     */
    public void skip(int count) {
        runs.skip(count);
    }

    /**
     * How many of the next values are known to be the same, {@link #runValue}, without looking at them: what is left of a repeated
     * run, 0 if the next value is in a packed one.
     *
     * @throws io.pq2.CorruptFileException if there are no more values or a run is malformed
     */
    public int runLength() {
        runs.require();
        return runs.isPacked() ? 0 : runs.left();
    }

    /** The value of the run that {@link #runLength} tells the length of, if that is not 0. */
    public int runValue() {
        return runs.value();
    }

    HybridRuns runs() {
        return runs;
    }
}
