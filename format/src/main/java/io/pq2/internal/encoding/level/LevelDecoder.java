package io.pq2.internal.encoding.level;

import io.pq2.exception.CorruptFileException;
import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.internal.encoding.rle.HybridRuns;
import io.pq2.internal.io.LittleEndian;
import java.util.Arrays;
import java.util.Objects;

/**
 * Repetition or definition levels of nested columns, one byte a level. For definition levels with a maximum of 1 see {@link
 * ValidityDecoder}.
 */
public final class LevelDecoder {

    /** The highest maximum level that this class reads. */
    public static final int MAX_LEVEL = 127;

    private static final int SHORT_RUN = 4 * Long.BYTES;
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

    /** The bits that a level takes: enough for {@code maxLevel}, 0 for 0. */
    public static int bitWidth(int maxLevel) {
        return Integer.SIZE - Integer.numberOfLeadingZeros(maxLevel);
    }

    /**
     * Levels in encoding RLE, from {@code offset} (inclusive) to {@code limit} (exclusive), without a length before them. If {@code
     * maxLevel} is 0 there are no bytes, and as many levels as one asks for.
     *
     * @throws UnsupportedFeatureException if {@code maxLevel} is above {@link #MAX_LEVEL}
     */
    public static LevelDecoder rle(byte[] bytes, int offset, int limit, int maxLevel) {
        check(maxLevel);
        return new LevelDecoder(new HybridRuns(bytes, offset, limit, bitWidth(maxLevel)), maxLevel);
    }

    /**
     * Levels in the deprecated encoding BIT_PACKED.
     *
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
                    "a column nested " + maxLevel + " levels deep (at most " + MAX_LEVEL + ")");
        }
    }

    /**
     * Reads the next {@code count} levels to {@code dst}.
     *
     * @throws CorruptFileException if there are fewer, one is above the maximum level or a run is malformed
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
     * Repeats the level {@code count} times, or some more times if there is {@code room}, over which later runs are written: the
     * length of short runs is not to be foreseen, and a loop of that length costs more than a few levels too many.
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

    /** Passes over {@code count} levels; they are not held against the maximum level. */
    public void skip(int count) {
        runs.skip(count);
    }

    /**
     * How many of the next levels are known to be the same, {@link #runLevel}, without looking at them; 0 if the next level is in a
     * packed run.
     *
     * @throws CorruptFileException if there are no more levels, the level is above the maximum or a run is malformed
     */
    public int runLength() {
        runs.require();
        if (runs.isPacked()) {
            return 0;
        }
        checkLevel(runs.value());
        return runs.left();
    }

    /** The level of the run that {@link #runLength} tells the length of, if that is not 0. */
    public int runLevel() {
        return runs.value();
    }

    private void checkLevel(int level) {
        if (level > maxLevel) {
            throw tooHigh(level);
        }
    }

    /** Eight levels at a time: what must be added to the highest level to reach 127 carries a higher one into the sign. */
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
