package io.pq2.internal.encoding.level;

import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.internal.encoding.EncodedBytes;
import io.pq2.internal.encoding.rle.RleBitPackedEncoder;

/**
 * Writes repetition or definition levels of nested columns in encoding RLE, without a length before them. For definition levels with
 * a maximum of 1 see {@link ValidityEncoder}.
 */
public final class LevelEncoder {

    private static final int CHUNK = 480;

    private final RleBitPackedEncoder runs;
    private final int[] scratch = new int[CHUNK];

    /**
     * @param out where the levels go; nothing else may be added to it until {@link #finish}
     * @param maxLevel no level is above it
     * @throws UnsupportedFeatureException if {@code maxLevel} is above {@link LevelDecoder#MAX_LEVEL}
     */
    public LevelEncoder(EncodedBytes out, int maxLevel) {
        if (maxLevel > LevelDecoder.MAX_LEVEL) {
            throw new UnsupportedFeatureException(
                    "a column nested " + maxLevel + " levels deep (at most " + LevelDecoder.MAX_LEVEL + ")");
        }
        runs = new RleBitPackedEncoder(out, LevelDecoder.bitWidth(maxLevel));
    }

    /** Adds {@code count} levels. */
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

    /** Writes what is left. The encoder is then ready for another page. */
    public void finish() {
        runs.finish();
    }
}
