package io.pq2.internal.encoding.level;

import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.internal.encoding.EncodedBytes;
import io.pq2.internal.encoding.rle.RleBitPackedEncoder;

/**
 * Encodes repetition or definition levels of nested columns as RLE, without a length prefix. {@link ValidityEncoder}
 * encodes definition levels with a maximum of 1.
 */
public final class LevelEncoder {

    private static final int CHUNK = 480;

    private final RleBitPackedEncoder runs;
    private final int[] scratch = new int[CHUNK];

    /**
     * @param out receives the levels; the caller must not add other bytes before {@link #finish}
     * @param maxLevel the maximum level
     * @throws UnsupportedFeatureException if {@code maxLevel} is above {@link LevelDecoder#MAX_LEVEL}
     */
    public LevelEncoder(EncodedBytes out, int maxLevel) {
        if (maxLevel > LevelDecoder.MAX_LEVEL) {
            throw new UnsupportedFeatureException(
                    "a column with maximum level " + maxLevel + "; the supported maximum is " + LevelDecoder.MAX_LEVEL);
        }
        runs = new RleBitPackedEncoder(out, LevelDecoder.bitWidth(maxLevel));
    }

    /** Adds {@code count} levels, beginning with {@code levels[offset]}. */
    public void write(byte[] levels, int offset, int count) {
        int done = 0;
        while (done < count) {
            int taken = Math.min(CHUNK, count - done);
            for (int i = 0; i < taken; i++) {
                scratch[i] = levels[offset + done + i];
            }
            runs.write(scratch, 0, taken);
            done += taken;
        }
    }

    /** Adds one level {@code count} times. */
    public void writeRepeated(int level, int count) {
        runs.writeRepeated(level, count);
    }

    /** Writes the remaining levels of the page. The encoder can then encode another page. */
    public void finish() {
        runs.finish();
    }
}
