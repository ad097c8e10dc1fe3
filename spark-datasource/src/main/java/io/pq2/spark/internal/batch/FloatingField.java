package io.pq2.spark.internal.batch;

import org.apache.spark.sql.catalyst.expressions.codegen.UnsafeRowWriter;

/**
 * Writes floating-point numbers to fields.
 *
 * @param isFloat whether the fields are FLOAT rather than DOUBLE
 */
record FloatingField(boolean isFloat) {

    /** Returns bits that are equal for numbers of the same group: for all NaN, and for both zeros. */
    static long bits(double value) {
        return value == 0 ? 0 : Double.doubleToLongBits(value);
    }

    /** Writes the number with some bits. */
    void write(UnsafeRowWriter writer, int field, long bits) {
        double value = Double.longBitsToDouble(bits);
        if (isFloat) {
            writer.write(field, (float) value);
        } else {
            writer.write(field, value);
        }
    }
}
