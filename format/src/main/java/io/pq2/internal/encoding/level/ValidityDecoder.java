package io.pq2.internal.encoding.level;

import io.pq2.internal.encoding.bitpack.PackedBits;
import io.pq2.internal.encoding.rle.HybridRuns;
import io.pq2.vector.Validity;
import java.util.Objects;

/**
 * Definition levels of a column whose maximum level is 1, as bitmaps of presence. Packed levels already are bits and are moved as
 * such; a run of one level is one fill, or nothing at all if the caller asks {@link #takePresent} first:
 *
 * <pre>{@code
 * int present = levels.takePresent(count);
 * if (present < count) {
 *     Validity.fill(words, 0, present, true);
 *     present += levels.read(words, present, count - present);
 * }
 * }</pre>
 */
public final class ValidityDecoder {

    private final HybridRuns runs;

    private ValidityDecoder(HybridRuns runs) {
        this.runs = runs;
    }

    /** Levels in encoding RLE, from {@code offset} (inclusive) to {@code limit} (exclusive), without a length before them. */
    public static ValidityDecoder rle(byte[] bytes, int offset, int limit) {
        return new ValidityDecoder(new HybridRuns(bytes, offset, limit, 1));
    }

    /** Levels in the deprecated encoding BIT_PACKED. */
    public static ValidityDecoder bitPacked(byte[] bytes, int offset, int limit) {
        byte[] run = BitPackedLevels.toHybridRun(bytes, offset, limit, 1);
        return new ValidityDecoder(new HybridRuns(run, 0, run.length - BitPackedLevels.SLACK, 1));
    }

    /**
     * Reads the levels of the next {@code count} slots into the bits from {@code bitOffset} on; other bits stay as they are.
     *
     * @return how many of the slots are present
     * @throws io.pq2.exception.CorruptFileException if there are fewer levels or a run is malformed
     */
    public int read(long[] words, int bitOffset, int count) {
        Objects.checkFromIndexSize((long) bitOffset, count, (long) words.length << 6);
        int done = 0;
        int present = 0;
        while (done < count) {
            runs.require();
            int taken = Math.min(runs.left(), count - done);
            if (runs.isPacked()) {
                present += PackedBits.copy(runs.bytes(), runs.start(), runs.index(), words, bitOffset + done, taken);
            } else {
                Validity.fill(words, bitOffset + done, bitOffset + done + taken, runs.value() != 0);
                present += runs.value() * taken;
            }
            runs.consume(taken);
            done += taken;
        }
        return present;
    }

    /**
     * Passes over the levels of the next {@code count} slots.
     *
     * @return how many of the slots are present
     * @throws io.pq2.exception.CorruptFileException if there are fewer levels or a run is malformed
     */
    public int skip(int count) {
        int done = 0;
        int present = 0;
        while (done < count) {
            runs.require();
            int taken = Math.min(runs.left(), count - done);
            present += runs.isPacked()
                    ? PackedBits.count(runs.bytes(), runs.start(), runs.index(), taken)
                    : runs.value() * taken;
            runs.consume(taken);
            done += taken;
        }
        return present;
    }

    /**
     * Passes over the levels of as many next slots as runs say are present, at most {@code max}, without looking at single levels.
     *
     * @return how many slots, 0 if the next one is null or in a packed run
     * @throws io.pq2.exception.CorruptFileException if there are fewer than {@code max} levels or a run is malformed
     */
    public int takePresent(int max) {
        return take(max, 1);
    }

    /**
     * Passes over the levels of as many next slots as runs say are null, at most {@code max}, without looking at single levels.
     *
     * @return how many slots, 0 if the next one is present or in a packed run
     * @throws io.pq2.exception.CorruptFileException if there are fewer than {@code max} levels or a run is malformed
     */
    public int takeNull(int max) {
        return take(max, 0);
    }

    private int take(int max, int level) {
        int done = 0;
        while (done < max) {
            runs.require();
            if (runs.isPacked() || runs.value() != level) {
                return done;
            }
            int taken = Math.min(runs.left(), max - done);
            runs.consume(taken);
            done += taken;
        }
        return done;
    }
}
