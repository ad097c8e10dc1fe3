package io.pq2.internal.encoding.alp;

import io.pq2.internal.encoding.FloatDecoder;
import io.pq2.internal.encoding.bitpack.PackedInts;
import io.pq2.internal.io.LittleEndian;
import java.util.Objects;

/**
 * ALP FLOAT, vector by vector: one that is read whole goes to where it is wanted, one that is read in part is kept, and one that is
 * skipped is not looked at.
 */
public final class AlpFloatDecoder implements FloatDecoder {

    private final AlpPage page;
    private final byte[] bytes;
    private int[] ints = new int[0];
    private float[] kept = new float[0];
    private int keptVector = -1;

    public AlpFloatDecoder(byte[] bytes, int offset, int limit) {
        this.bytes = bytes;
        page = new AlpPage(bytes, offset, limit, Float.BYTES, AlpPowers.MAX_FLOAT_EXPONENT);
    }

    @Override
    public void read(float[] dst, int offset, int count) {
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
                kept = new float[page.vectorSize()];
            }
            keptVector = -1;
            decode(vector, length, kept, 0);
            keptVector = vector;
        }
    }

    private void decode(int vector, int length, float[] dst, int offset) {
        page.open(vector);
        int frame = LittleEndian.getInt(bytes, page.frameStart());
        float power = AlpPowers.floatPower(page.factor());
        float fraction = AlpPowers.floatFraction(page.exponent());
        if (ints.length < length) {
            ints = new int[page.vectorSize()];
        }
        PackedInts.unpack(bytes, page.packedStart(), 0, page.bitWidth(), ints, 0, length);
        for (int i = 0; i < length; i++) {
            dst[offset + i] = (float) (frame + ints[i]) * power * fraction;
        }
        int positions = page.positionsStart(length);
        int values = page.exceptionsStart(length);
        for (int i = 0; i < page.exceptions(); i++) {
            dst[offset + page.position(positions, i, length)] =
                    Float.intBitsToFloat(LittleEndian.getInt(bytes, values + i * Float.BYTES));
        }
    }
}
