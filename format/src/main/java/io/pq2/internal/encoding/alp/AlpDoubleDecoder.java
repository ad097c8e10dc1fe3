package io.pq2.internal.encoding.alp;

import io.pq2.internal.encoding.DoubleDecoder;
import io.pq2.internal.encoding.bitpack.PackedInts;
import io.pq2.internal.encoding.bitpack.PackedLongs;
import io.pq2.internal.io.LittleEndian;
import java.util.Objects;

/**
 * ALP DOUBLE, vector by vector: one that is read whole goes to where it is wanted, one that is read in part is kept, and one that is
 * skipped is not looked at.
 */
public final class AlpDoubleDecoder implements DoubleDecoder {

    private final AlpPage page;
    private final byte[] bytes;
    private int[] ints = new int[0];
    private long[] longs = new long[0];
    private double[] kept = new double[0];
    private int keptVector = -1;

    public AlpDoubleDecoder(byte[] bytes, int offset, int limit) {
        this.bytes = bytes;
        page = new AlpPage(bytes, offset, limit, Double.BYTES, AlpPowers.MAX_DOUBLE_EXPONENT);
    }

    @Override
    public void read(double[] dst, int offset, int count) {
        Objects.checkFromIndexSize(offset, count, dst.length);
        int from = page.take(count);
        int done = 0;
        while (done < count) {
            int vector = page.vectorOf(from + done);
            int length = page.lengthOf(vector);
            int within = from + done - page.firstOf(vector);
            int n = Math.min(length - within, count - done);
            if (n == length) {
                decode(vector, length, dst, offset + done);
            } else {
                keep(vector, length);
                System.arraycopy(kept, within, dst, offset + done, n);
            }
            done += n;
        }
    }

    @Override
    public void skip(int count) {
        page.take(count);
    }

    private void keep(int vector, int length) {
        if (vector != keptVector) {
            if (kept.length < length) {
                kept = new double[page.vectorSize()];
            }
            keptVector = -1;
            decode(vector, length, kept, 0);
            keptVector = vector;
        }
    }

    private void decode(int vector, int length, double[] dst, int offset) {
        page.open(vector);
        long frame = LittleEndian.getLong(bytes, page.frameStart());
        double power = AlpPowers.doublePower(page.factor());
        double fraction = AlpPowers.doubleFraction(page.exponent());
        int width = page.bitWidth();
        if (width <= Integer.SIZE) {
            if (ints.length < length) {
                ints = new int[page.vectorSize()];
            }
            PackedInts.unpack(bytes, page.packedStart(), 0, width, ints, 0, length);
            for (int i = 0; i < length; i++) {
                dst[offset + i] = (double) (frame + (ints[i] & 0xFFFFFFFFL)) * power * fraction;
            }
        } else {
            if (longs.length < length) {
                longs = new long[page.vectorSize()];
            }
            PackedLongs.unpack(bytes, page.packedStart(), 0, width, longs, 0, length);
            for (int i = 0; i < length; i++) {
                dst[offset + i] = (double) (frame + longs[i]) * power * fraction;
            }
        }
        int positions = page.positionsStart(length);
        int values = page.exceptionsStart(length);
        for (int i = 0; i < page.exceptions(); i++) {
            dst[offset + page.position(positions, i, length)] =
                    Double.longBitsToDouble(LittleEndian.getLong(bytes, values + i * Double.BYTES));
        }
    }
}
