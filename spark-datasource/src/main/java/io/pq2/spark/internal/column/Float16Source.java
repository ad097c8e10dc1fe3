package io.pq2.spark.internal.column;

import io.pq2.vector.DictionaryVector;
import io.pq2.vector.FixedBinaryVector;
import io.pq2.vector.Vector;
import java.util.function.Consumer;

/** FLOAT16 as floats. */
final class Float16Source implements Consumer<Vector> {

    static final int BYTES = 2;

    private final FloatColumnVector column;

    Float16Source(FloatColumnVector column) {
        this.column = column;
    }

    @Override
    public void accept(Vector vector) {
        float[] floats = column.scratch(vector.length());
        int[] ids = vector instanceof DictionaryVector encoded ? encoded.ids() : null;
        FixedBinaryVector halves =
                (FixedBinaryVector) (vector instanceof DictionaryVector encoded ? encoded.dictionary() : vector);
        byte[] bytes = halves.bytes();
        for (int i = 0; i < vector.length(); i++) {
            if (!vector.isNull(i)) {
                int position = halves.offset() + (ids == null ? i : ids[i]) * BYTES;
                floats[i] = toFloat(bytes[position] & 0xff | (bytes[position + 1] & 0xff) << 8);
            }
        }
        column.show(vector.length(), floats, vector.validity());
    }

    /** IEEE 754 binary16: 1 bit sign, 5 bits exponent with bias 15, 10 bits fraction. */
    static float toFloat(int half) {
        int sign = (half & 0x8000) << 16;
        int exponent = half >>> 10 & 0x1f;
        int fraction = half & 0x3ff;
        if (exponent == 0) {
            float magnitude = fraction * 0x1p-24f;
            return sign == 0 ? magnitude : -magnitude;
        }
        int wideExponent = exponent == 0x1f ? 0xff : exponent + (127 - 15);
        return Float.intBitsToFloat(sign | wideExponent << 23 | fraction << 13);
    }
}
