package io.pq2.internal.encoding.level;

import io.pq2.exception.CorruptFileException;
import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.internal.encoding.bitpack.PackedBits;
import io.pq2.internal.encoding.rle.HybridRuns;
import io.pq2.internal.io.LittleEndian;
import java.util.Arrays;
import java.util.Objects;

/**
 * Decodes repetition or definition levels of nested columns to one byte for each level. {@link ValidityDecoder} decodes
 * definition levels with a maximum of 1.
 */
public final class LevelDecoder {

    /** The largest maximum level that this class supports. */
    public static final int MAX_LEVEL = 127;

    private static final int SHORT_RUN = 4 * Long.BYTES;
    /** The most bit-packed levels that are unpacked at once to count them. */
    private static final int WINDOW = 4096;

    private static final long EVERY_BYTE = 0x0101010101010101L;
    private static final long EVERY_SIGN = 0x8080808080808080L;

    private final HybridRuns runs;
    private final int maxLevel;
    private final boolean exact;
    private final PackedLevels packed;

    private LevelDecoder(HybridRuns runs, int maxLevel) {
        this.runs = runs;
        this.maxLevel = maxLevel;
        this.exact = Integer.bitCount(maxLevel + 1) == 1;
        this.packed = new PackedLevels(Math.max(1, bitWidth(maxLevel)));
    }

    /** Returns the number of bits of a level, which is 0 for a maximum level of 0. */
    public static int bitWidth(int maxLevel) {
        return Integer.SIZE - Integer.numberOfLeadingZeros(maxLevel);
    }

    /**
     * Creates a decoder for levels in encoding RLE, without a length prefix. If {@code maxLevel} is 0, no bytes are
     * read and the number of levels is unlimited.
     *
     * @param bytes contains the levels from {@code offset} to {@code limit} (exclusive)
     * @throws UnsupportedFeatureException if {@code maxLevel} is above {@link #MAX_LEVEL}
     */
    public static LevelDecoder rle(byte[] bytes, int offset, int limit, int maxLevel) {
        check(maxLevel);
        return new LevelDecoder(new HybridRuns(bytes, offset, limit, bitWidth(maxLevel)), maxLevel);
    }

    /**
     * Creates a decoder for levels in the deprecated encoding BIT_PACKED.
     *
     * @param bytes contains the levels from {@code offset} to {@code limit} (exclusive)
     * @throws UnsupportedFeatureException if {@code maxLevel} is above {@link #MAX_LEVEL}
     */
    public static LevelDecoder bitPacked(byte[] bytes, int offset, int limit, int maxLevel) {
        check(maxLevel);
        byte[] run = BitPackedLevels.toHybridRun(bytes, offset, limit, bitWidth(maxLevel));
        return new LevelDecoder(
                new HybridRuns(run, 0, run.length - BitPackedLevels.SLACK, bitWidth(maxLevel)), maxLevel);
    }

    private static void check(int maxLevel) {
        if (maxLevel > MAX_LEVEL) {
            throw new UnsupportedFeatureException(
                    "a column with maximum level " + maxLevel + "; the supported maximum is " + MAX_LEVEL);
        }
    }

    /**
     * Reads the next {@code count} levels into {@code dst}, beginning at {@code offset}.
     *
     * @throws CorruptFileException if fewer levels are left, a level is above the maximum, or a run is malformed
     */
    public void read(byte[] dst, int offset, int count) {
        Objects.checkFromIndexSize(offset, count, dst.length);
        int done = 0;
        while (done < count) {
            runs.require();
            int taken = Math.min(runs.left(), count - done);
            if (runs.isPacked()) {
                packed.unpack(runs.bytes(), runs.start(), runs.index(), dst, offset + done, taken);
            } else {
                fill(dst, offset + done, taken, count - done);
            }
            runs.consume(taken);
            done += taken;
        }
        if (!exact) {
            checkLevels(dst, offset, count);
        }
    }

    /**
     * Stores {@code count} equal levels. May store up to {@link #SHORT_RUN} levels if {@code room} allows; later runs
     * overwrite the rest. Short runs have unpredictable lengths, so a loop of their exact length is slower.
     */
    private void fill(byte[] dst, int offset, int count, int room) {
        if (count <= SHORT_RUN && room >= SHORT_RUN) {
            long levels = EVERY_BYTE * runs.value();
            LittleEndian.putLong(dst, offset, levels);
            LittleEndian.putLong(dst, offset + 8, levels);
            LittleEndian.putLong(dst, offset + 16, levels);
            LittleEndian.putLong(dst, offset + 24, levels);
        } else {
            Arrays.fill(dst, offset, offset + count, (byte) runs.value());
        }
    }

    /**
     * Skips {@code count} levels without comparing them with the maximum level.
     *
     * @throws CorruptFileException if fewer levels are left or a run is malformed
     */
    public void skip(int count) {
        runs.skip(count);
    }

    /**
     * Skips {@code count} levels without comparing them with the maximum level.
     *
     * @return how many of them are 0
     * @throws CorruptFileException if fewer levels are left or a run is malformed
     */
    public int skipAndCountZeros(int count) {
        byte[] window = {};
        int zeros = 0;
        for (int done = 0; done < count; ) {
            runs.require();
            int taken = Math.min(runs.left(), count - done);
            if (!runs.isPacked()) {
                zeros += runs.value() == 0 ? taken : 0;
            } else if (maxLevel == 1) {
                zeros += taken - PackedBits.count(runs.bytes(), runs.start(), runs.index(), taken);
            } else {
                taken = Math.min(taken, WINDOW);
                window = window.length == 0 ? new byte[WINDOW] : window;
                packed.unpack(runs.bytes(), runs.start(), runs.index(), window, 0, taken);
                for (int i = 0; i < taken; i++) {
                    zeros += window[i] == 0 ? 1 : 0;
                }
            }
            runs.consume(taken);
            done += taken;
        }
        return zeros;
    }

    /**
     * Returns the number of next levels that are in one run of equal levels, or 0 if the next level is bit-packed.
     * {@link #runLevel} returns the level.
     *
     * @throws CorruptFileException if no level is left, the level is above the maximum, or a run is malformed
     */
    public int runLength() {
        runs.require();
        if (runs.isPacked()) {
            return 0;
        }
        checkLevel(runs.value());
        return runs.left();
    }

    /** Returns the level of the run, if {@link #runLength} is not 0. */
    public int runLevel() {
        return runs.value();
    }

    /** Whether the runs up to now take all bytes, and the bytes do not end inside the current run. */
    public boolean fillsBytes() {
        return runs.fillsBytes();
    }

    private void checkLevel(int level) {
        if (level > maxLevel) {
            throw tooHigh(level);
        }
    }

    /** Checks eight levels at once: adding 127 minus the maximum level sets the sign bit of each larger level. */
    private void checkLevels(byte[] levels, int offset, int count) {
        long room = EVERY_BYTE * (MAX_LEVEL - maxLevel);
        long signs = 0;
        int end = offset + count;
        int i = offset;
        for (; i <= end - Long.BYTES; i += Long.BYTES) {
            signs |= LittleEndian.getLong(levels, i) + room;
        }
        for (; i < end; i++) {
            signs |= levels[i] + (room & 0xFF);
        }
        if ((signs & EVERY_SIGN) != 0) {
            for (int k = offset; k < end; k++) {
                checkLevel(levels[k]);
            }
        }
    }

    private CorruptFileException tooHigh(int level) {
        return new CorruptFileException("levels: expected at most " + maxLevel + ", found " + level);
    }
}
