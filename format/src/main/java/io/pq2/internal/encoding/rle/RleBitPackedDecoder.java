package io.pq2.internal.encoding.rle;

import io.pq2.internal.encoding.bitpack.PackedInts;
import java.util.Arrays;
import java.util.Objects;

/**
 * Values of 0 to 32 bits in the RLE/bit-packing hybrid, as ints. Wider destinations and dictionary entries come from the decoders
 * that stand on this one.
 */
public final class RleBitPackedDecoder {

    private static final int SHORT_RUN = 32;

    private final HybridRuns runs;
    private final int width;

    /**
     * @param bytes where the runs lie, from {@code offset} (inclusive) to {@code limit} (exclusive), without a length before them
     * @param bitWidth bits a value
     * @throws io.pq2.exception.CorruptFileException if the width is not 0 to 32
     */
    public RleBitPackedDecoder(byte[] bytes, int offset, int limit, int bitWidth) {
        runs = new HybridRuns(bytes, offset, limit, bitWidth);
        width = bitWidth;
    }

    /**
     * Reads the next {@code count} values to {@code dst}; those of width 32 are unsigned.
     *
     * @throws io.pq2.exception.CorruptFileException if there are fewer or a run is malformed
     */
    public void read(int[] dst, int offset, int count) {
        Objects.checkFromIndexSize(offset, count, dst.length);
        int done = 0;
        while (done < count) {
            runs.require();
            int taken = Math.min(runs.left(), count - done);
            if (runs.isPacked()) {
                readPacked(dst, offset + done, taken, count - done);
            } else {
                fill(dst, offset + done, taken, count - done);
            }
            done += taken;
        }
    }

    /**
     * Unpacks {@code count} values, or some more if there is room, over which later runs are written: the length of short runs
     * is not to be foreseen, and a loop of that length costs more than values that are not needed.
     */
    private void readPacked(int[] dst, int offset, int count, int room) {
        boolean block = count <= PackedInts.BLOCK && room >= PackedInts.BLOCK;
        if (!block || !PackedInts.unpackBlock(runs.bytes(), runs.start(), runs.index(), width, dst, offset)) {
            PackedInts.unpack(runs.bytes(), runs.start(), runs.index(), width, dst, offset, count);
        }
        runs.consume(count);
    }

    /** Repeats the value {@code count} times, or some more times if there is {@code room}. */
    private void fill(int[] dst, int offset, int count, int room) {
        if (count <= SHORT_RUN && room >= SHORT_RUN) {
            Arrays.fill(dst, offset, offset + SHORT_RUN, runs.value());
        } else {
            Arrays.fill(dst, offset, offset + count, runs.value());
        }
        runs.consume(count);
    }

    /**
     * Passes over {@code count} values.
     *
     * @throws io.pq2.exception.CorruptFileException if there are fewer or a run is malformed
     */
    public void skip(int count) {
        runs.skip(count);
    }

    /**
     * How many of the next values are known to be the same, {@link #runValue}, without looking at them: what is left of a repeated
     * run, 0 if the next value is in a packed one.
     *
     * @throws io.pq2.exception.CorruptFileException if there are no more values or a run is malformed
     */
    public int runLength() {
        runs.require();
        return runs.isPacked() ? 0 : runs.left();
    }

    /** The value of the run that {@link #runLength} tells the length of, if that is not 0. */
    public int runValue() {
        return runs.value();
    }

    /** Bits a value. */
    public int width() {
        return width;
    }

    public HybridRuns runs() {
        return runs;
    }
}
