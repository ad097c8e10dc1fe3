package io.pq2.internal.encoding.rle;

import io.pq2.internal.encoding.bitpack.PackedInts;
import java.util.Arrays;
import java.util.Objects;

/** Decodes values of 0 to 32 bits from the RLE/bit-packing hybrid to ints. */
public final class RleBitPackedDecoder {

    private static final int SHORT_RUN = 32;

    private final HybridRuns runs;
    private final int width;

    /**
     * @param bytes contains the runs from {@code offset} to {@code limit} (exclusive), without a length prefix
     * @param bitWidth the number of bits of a value
     * @throws io.pq2.exception.CorruptFileException if the bit width is not 0 to 32
     */
    public RleBitPackedDecoder(byte[] bytes, int offset, int limit, int bitWidth) {
        runs = new HybridRuns(bytes, offset, limit, bitWidth);
        width = bitWidth;
    }

    /**
     * Reads the next {@code count} values into {@code dst}, beginning at {@code offset}. Values of 32 bits are
     * unsigned.
     *
     * @throws io.pq2.exception.CorruptFileException if fewer values are left or a run is malformed
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
     * Unpacks {@code count} values. May store a whole block if {@code room} allows; later runs overwrite the rest.
     * Short runs have unpredictable lengths, so a loop of their exact length is slower.
     */
    private void readPacked(int[] dst, int offset, int count, int room) {
        boolean block = count <= PackedInts.BLOCK && room >= PackedInts.BLOCK;
        if (!block || !PackedInts.unpackBlock(runs.bytes(), runs.start(), runs.index(), width, dst, offset)) {
            PackedInts.unpack(runs.bytes(), runs.start(), runs.index(), width, dst, offset, count);
        }
        runs.consume(count);
    }

    /** Stores {@code count} equal values, or up to {@link #SHORT_RUN} values if {@code room} allows. */
    private void fill(int[] dst, int offset, int count, int room) {
        if (count <= SHORT_RUN && room >= SHORT_RUN) {
            Arrays.fill(dst, offset, offset + SHORT_RUN, runs.value());
        } else {
            Arrays.fill(dst, offset, offset + count, runs.value());
        }
        runs.consume(count);
    }

    /**
     * Skips {@code count} values.
     *
     * @throws io.pq2.exception.CorruptFileException if fewer values are left or a run is malformed
     */
    public void skip(int count) {
        runs.skip(count);
    }

    /**
     * Returns the number of next values that are in one run of equal values, or 0 if the next value is bit-packed.
     * {@link #runValue} returns the value.
     *
     * @throws io.pq2.exception.CorruptFileException if no value is left or a run is malformed
     */
    public int runLength() {
        runs.require();
        return runs.isPacked() ? 0 : runs.left();
    }

    /** Returns the value of the run, if {@link #runLength} is not 0. */
    public int runValue() {
        return runs.value();
    }

    /** Returns the number of bits of a value. */
    public int width() {
        return width;
    }

    /** Returns the runs, for decoders that process them themselves. */
    public HybridRuns runs() {
        return runs;
    }
}
