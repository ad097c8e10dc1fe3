package io.pq2.internal.encoding.deltabinarypacked;

import io.pq2.exception.CorruptFileException;
import io.pq2.internal.encoding.bitpack.PackedInts;
import io.pq2.internal.encoding.bitpack.PackedLongs;
import java.util.Objects;

/**
 * Reads the header and the miniblocks of DELTA_BINARY_PACKED. The decoders for INT32 and INT64 sum the deltas.
 *
 * <p>Consecutive miniblocks of a block with the same bit width form one run, because their bytes are contiguous.
 * Sizes from the header never determine an allocation, and a block is checked against the bytes that are left. The
 * padding of the last miniblock can have any content and can be missing.
 */
final class DeltaRuns {

    private final byte[] bytes;
    private final int limit;
    private final int count;
    private final long firstValue;
    private final int blockSize;
    private final int miniblocks;
    private final int miniblockSize;

    private int position;
    /** The number of deltas in blocks that were not opened yet. */
    private int unopened;

    private long minDelta;
    /** The number of deltas of the current block that no run contains yet. */
    private int inBlock;

    private int nextWidth;
    private int nextStart;

    private int width;
    private int start;
    private int index;
    private int left;

    /** @param bytes where the encoded values lie, from {@code offset} (inclusive) to {@code limit} (exclusive) */
    DeltaRuns(byte[] bytes, int offset, int limit) {
        Objects.checkFromToIndex(offset, limit, bytes.length);
        this.bytes = bytes;
        this.position = offset;
        this.limit = limit;
        long block = readVarint();
        long perBlock = readVarint();
        long total = readVarint();
        if (total < 0 || total > Integer.MAX_VALUE) {
            throw corrupt("expected a total value count below 2^31, found " + Long.toUnsignedString(total));
        }
        count = (int) total;
        firstValue = readZigZag();
        unopened = Math.max(0, count - 1);
        if (unopened > 0) {
            // Without deltas the sizes do not matter, and some writers leave them 0.
            checkSizes(block, perBlock);
        }
        blockSize = unopened > 0 ? (int) block : 0;
        miniblocks = unopened > 0 ? (int) perBlock : 0;
        miniblockSize = unopened > 0 ? blockSize / miniblocks : 0;
    }

    private static void checkSizes(long block, long perBlock) {
        if (block <= 0 || block > Integer.MAX_VALUE || block % 128 != 0) {
            throw corrupt("expected a block size that is a multiple of 128, found " + Long.toUnsignedString(block));
        }
        if (perBlock <= 0 || block % perBlock != 0 || block / perBlock % 32 != 0) {
            throw corrupt("expected miniblocks of a multiple of 32 values, found " + Long.toUnsignedString(perBlock)
                    + " in a block of " + block);
        }
    }

    /** Returns the number of values. */
    int count() {
        return count;
    }

    /** Returns the first value, which has no delta. */
    long firstValue() {
        return firstValue;
    }

    /** Returns the end of the encoded bytes without unpacking deltas. Call it before the first run. */
    int end() {
        int begin = position;
        int deltas = unopened;
        while (unopened > 0) {
            openBlock();
        }
        int end = position;
        position = begin;
        unopened = deltas;
        inBlock = 0;
        return end;
    }

    /**
     * Moves to the next run if the current one has ended.
     *
     * @param needed the number of deltas to read, at least 1
     * @return how many of them the current run has
     */
    int inRun(int needed) {
        if (left == 0) {
            next();
        }
        return Math.min(left, needed);
    }

    /** Returns the number to add to each unpacked delta of the run. */
    long minDelta() {
        return minDelta;
    }

    /** Returns the bit width of the run. If it is 0, all its deltas are {@link #minDelta}. */
    int width() {
        return width;
    }

    /** Skips deltas of the run. */
    void pass(int deltas) {
        index += deltas;
        left -= deltas;
    }

    /** Unpacks the low 32 bits of the next deltas of the run, without {@link #minDelta}. */
    void unpack(int[] dst, int offset, int deltas) {
        if (width <= Integer.SIZE) {
            PackedInts.unpack(bytes, start, index, width, dst, offset, deltas);
        } else {
            PackedLongs.unpackLow(bytes, start, index, width, dst, offset, deltas);
        }
        pass(deltas);
    }

    /** Unpacks the next deltas of the run, without {@link #minDelta}. */
    void unpack(long[] dst, int offset, int deltas) {
        PackedLongs.unpack(bytes, start, index, width, dst, offset, deltas);
        pass(deltas);
    }

    private void next() {
        if (inBlock == 0) {
            openBlock();
        }
        width = bytes[nextWidth];
        long run = 0;
        do {
            run += miniblockSize;
            nextWidth++;
        } while (run < inBlock && bytes[nextWidth] == width);
        start = nextStart;
        index = 0;
        left = (int) Math.min(run, inBlock);
        inBlock -= left;
        nextStart += (int) (run / 8 * width);
    }

    private void openBlock() {
        minDelta = readZigZag();
        inBlock = Math.min(unopened, blockSize);
        if (miniblocks > limit - position) {
            throw corrupt(
                    "expected " + miniblocks + " bit widths of miniblocks, found " + (limit - position) + " bytes");
        }
        nextWidth = position;
        nextStart = position + miniblocks;
        int room = limit - nextStart;
        long taken = 0;
        int last = (inBlock - 1) / miniblockSize;
        for (int i = 0; i <= last; i++) {
            int bits = bytes[nextWidth + i];
            if (bits < 0 || bits > Long.SIZE) {
                throw corrupt("expected a bit width of 0 to 64, found " + (bits & 0xFF));
            }
            long needed = i < last ? miniblockSize : inBlock - last * miniblockSize;
            if (taken + (needed * bits + 7) / 8 > room) {
                throw corrupt("expected a miniblock of " + needed + " deltas of " + bits + " bits, found "
                        + (room - taken) + " bytes");
            }
            taken += miniblockSize / 8L * bits;
        }
        position = nextStart + (int) Math.min(taken, room);
        unopened -= inBlock;
    }

    private long readZigZag() {
        long value = readVarint();
        return value >>> 1 ^ -(value & 1);
    }

    private long readVarint() {
        long value = 0;
        for (int shift = 0; shift < 70 && position < limit; shift += 7) {
            byte part = bytes[position++];
            value |= (part & 0x7FL) << shift;
            if (part >= 0) {
                return value;
            }
        }
        throw corrupt("a varint does not end within " + (position >= limit ? "the page" : "10 bytes"));
    }

    /** Returns the exception for a read of more than {@link #count} values. */
    CorruptFileException tooFew(long asked) {
        return corrupt("expected a total value count of at least " + asked + ", found " + count);
    }

    private static CorruptFileException corrupt(String detail) {
        return new CorruptFileException("DELTA_BINARY_PACKED: " + detail);
    }
}
