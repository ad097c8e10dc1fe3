package io.pq2.internal.encoding.rle;

import java.io.ByteArrayOutputStream;
import java.util.Random;

/** Writes the RLE/bit-packing hybrid bit by bit according to Encodings.md, in the runs that the test chooses. */
public final class HybridBytes {

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final int width;

    public HybridBytes(int width) {
        this.width = width;
    }

    public HybridBytes repeated(int value, int count) {
        varint((long) count << 1);
        for (int i = 0; i < (width + 7) / 8; i++) {
            out.write(value >>> 8 * i);
        }
        return this;
    }

    /** Appends a bit-packed run, padded with zeros to a multiple of 8 values. */
    public HybridBytes packed(int[] values, int from, int to) {
        int groups = (to - from + 7) / 8;
        varint((long) groups << 1 | 1);
        byte[] body = new byte[groups * width];
        for (int i = from; i < to; i++) {
            for (int bit = 0; bit < width; bit++) {
                int position = (i - from) * width + bit;
                body[position / 8] |= (byte) ((values[i] >>> bit & 1) << position % 8);
            }
        }
        out.writeBytes(body);
        return this;
    }

    private void varint(long value) {
        long rest = value;
        while (rest >= 0x80) {
            out.write((int) (rest & 0x7F | 0x80));
            rest >>>= 7;
        }
        out.write((int) rest);
    }

    public byte[] toBytes() {
        return out.toByteArray();
    }

    /**
     * Returns {@code count} values of {@code width} bits in runs of random kinds and lengths for {@link #ofRandomRuns}.
     */
    public static int[] randomRuns(Random random, int count, int width) {
        int[] values = new int[count];
        int mask = width == 32 ? -1 : (1 << width) - 1;
        int i = 0;
        while (i < count) {
            int end = Math.min(count, i + 8 * (1 + random.nextInt(random.nextBoolean() ? 3 : 70)));
            if (random.nextBoolean()) {
                int value = random.nextInt() & mask;
                while (i < end) {
                    values[i++] = value;
                }
            } else {
                while (i < end) {
                    values[i++] = random.nextInt() & mask;
                }
            }
        }
        return values;
    }

    public static byte[] ofRandomRuns(Random random, int[] values, int width) {
        HybridBytes bytes = new HybridBytes(width);
        int i = 0;
        while (i < values.length) {
            int same = i;
            while (same < values.length && values[same] == values[i]) {
                same++;
            }
            if (same - i > 4 && random.nextInt(8) != 0) {
                bytes.repeated(values[i], same - i);
                i = same;
            } else {
                int end = Math.min(values.length, i + 8 * (1 + random.nextInt(random.nextBoolean() ? 3 : 70)));
                bytes.packed(values, i, end);
                i = end;
            }
        }
        return bytes.toBytes();
    }
}
