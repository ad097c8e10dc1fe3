package io.pq2.internal.encoding.deltabinarypacked;

import io.pq2.internal.encoding.EncodedBytes;
import java.util.Random;

/**
 * Writes DELTA_BINARY_PACKED value by value according to Encodings.md, with blocks and miniblocks of any size.
 *
 * <p>An untidy page also has features that readers must tolerate: arbitrary padding bits, arbitrary bit widths of
 * unused miniblocks, and bit widths above the minimum.
 */
public final class DeltaBytes {

    private final Random random;
    private final int bits;
    private final int blockSize;
    private final int miniblocks;
    private final boolean untidy;

    /**
     * @param bits the width of the physical type, 32 or 64
     * @param untidy whether pages have arbitrary padding and bit widths
     */
    public DeltaBytes(Random random, int bits, int blockSize, int miniblocks, boolean untidy) {
        this.random = random;
        this.bits = bits;
        this.blockSize = blockSize;
        this.miniblocks = miniblocks;
        this.untidy = untidy;
    }

    /** Returns a writer with random block and miniblock sizes. */
    public static DeltaBytes random(Random random, int bits) {
        int miniblocks = 1 << random.nextInt(4);
        int blockSize =
                128 * miniblocks * (1 + random.nextInt(3)) / (random.nextBoolean() ? 1 : Math.min(4, miniblocks));
        return new DeltaBytes(random, bits, blockSize, miniblocks, random.nextBoolean());
    }

    public byte[] encode(long[] values) {
        EncodedBytes out = new EncodedBytes();
        out.putVarint(blockSize);
        out.putVarint(miniblocks);
        out.putVarint(values.length);
        long first = values.length == 0 ? 0 : values[0];
        out.putVarint(first << 1 ^ first >> 63);
        for (int from = 1; from < values.length; from += blockSize) {
            block(out, values, from, Math.min(values.length, from + blockSize));
        }
        return out.toByteArray();
    }

    private void block(EncodedBytes out, long[] values, int from, int to) {
        long[] deltas = new long[to - from];
        long min = Long.MAX_VALUE;
        for (int i = 0; i < deltas.length; i++) {
            deltas[i] = cut(values[from + i] - values[from + i - 1]);
            min = Math.min(min, deltas[i]);
        }
        out.putVarint(min << 1 ^ min >> 63);
        int size = blockSize / miniblocks;
        int widths = out.reserve(miniblocks);
        out.advance(miniblocks);
        for (int i = 0; i < miniblocks; i++) {
            if (i * size >= deltas.length) {
                out.array()[widths + i] = (byte) (untidy ? random.nextInt() : 0);
                continue;
            }
            long used = 0;
            for (int k = i * size; k < Math.min(deltas.length, (i + 1) * size); k++) {
                used |= relative(deltas[k], min);
            }
            int width = Long.SIZE - Long.numberOfLeadingZeros(used);
            if (untidy && random.nextInt(4) == 0) {
                width += random.nextInt(Long.SIZE - width + 1);
            }
            out.array()[widths + i] = (byte) width;
            byte[] body = new byte[size / 8 * width];
            if (untidy) {
                random.nextBytes(body);
            }
            for (int k = i * size; k < Math.min(deltas.length, (i + 1) * size); k++) {
                for (int bit = 0; bit < width; bit++) {
                    int at = (k - i * size) * width + bit;
                    body[at / 8] &= (byte) ~(1 << at % 8);
                    body[at / 8] |= (byte) ((relative(deltas[k], min) >>> bit & 1) << at % 8);
                }
            }
            out.putBytes(body, 0, body.length);
        }
    }

    private long relative(long delta, long min) {
        long difference = delta - min;
        return bits == Integer.SIZE ? difference & 0xFFFFFFFFL : difference;
    }

    private long cut(long value) {
        return bits == Integer.SIZE ? (int) value : value;
    }

    /** Returns values in runs whose deltas need few, many or no bits. */
    static long[] values(Random random, int count, int bits) {
        long[] values = new long[count];
        int shift = Long.SIZE - bits;
        long value = random.nextLong() >> shift;
        int i = 0;
        while (i < count) {
            int end = Math.min(count, i + 1 + random.nextInt(random.nextBoolean() ? 40 : 400));
            long step = random.nextInt(3) == 0 ? 0 : random.nextLong() >> random.nextInt(Long.SIZE);
            int width = random.nextInt(3) == 0 ? 0 : random.nextInt(bits + 1);
            boolean extreme = random.nextInt(8) == 0;
            for (; i < end; i++) {
                value += step + (width == 0 ? 0 : random.nextLong() >>> -width);
                if (extreme) {
                    value = random.nextBoolean() ? Long.MAX_VALUE >> shift : Long.MIN_VALUE >> shift;
                }
                value = value << shift >> shift;
                values[i] = value;
            }
        }
        return values;
    }
}
