package io.pq2.internal.encoding.level;

import io.pq2.internal.encoding.bitpack.PackedBits;
import io.pq2.internal.encoding.rle.HybridRuns;
import io.pq2.vector.Validity;
import java.util.Objects;

/**
 * Decodes the definition levels of a column with maximum level 1 to validity bitmaps. Bit-packed levels are copied as
 * bits, and a run of equal levels fills bits. A caller that calls {@link #takePresent} first needs no bitmap for a
 * batch without nulls:
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

    /**
     * Creates a decoder for levels in encoding RLE from {@code offset} to {@code limit} (exclusive), without a length
     * prefix.
     */
    public static ValidityDecoder rle(byte[] bytes, int offset, int limit) {
        return new ValidityDecoder(new HybridRuns(bytes, offset, limit, 1));
    }

    /** Creates a decoder for levels in the deprecated encoding BIT_PACKED. */
    public static ValidityDecoder bitPacked(byte[] bytes, int offset, int limit) {
        byte[] run = BitPackedLevels.toHybridRun(bytes, offset, limit, 1);
        return new ValidityDecoder(new HybridRuns(run, 0, run.length - BitPackedLevels.SLACK, 1));
    }

    /**
     * Reads the levels of the next {@code count} slots into the bits of {@code words}, beginning at {@code bitOffset}.
     * Other bits do not change.
     *
     * @return the number of present slots
     * @throws io.pq2.exception.CorruptFileException if fewer levels are left or a run is malformed
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
     * Skips the levels of the next {@code count} slots.
     *
     * @return the number of present slots
     * @throws io.pq2.exception.CorruptFileException if fewer levels are left or a run is malformed
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
     * Consumes the next slots up to {@code max} while they are in runs of present slots.
     *
     * @return the number of consumed slots; 0 if the next slot is null or in a bit-packed run
     * @throws io.pq2.exception.CorruptFileException if fewer than {@code max} levels are left or a run is malformed
     */
    public int takePresent(int max) {
        return take(max, 1);
    }

    /**
     * Consumes the next slots up to {@code max} while they are in runs of nulls.
     *
     * @return the number of consumed slots; 0 if the next slot is present or in a bit-packed run
     * @throws io.pq2.exception.CorruptFileException if fewer than {@code max} levels are left or a run is malformed
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
