package io.pq2.internal.write.file;

import io.pq2.internal.statistics.BinaryOrder;
import io.pq2.internal.statistics.MinMaxOrder;
import io.pq2.schema.PrimitiveField;
import io.pq2.vector.BinaryVector;
import io.pq2.vector.BooleanVector;
import io.pq2.vector.DictionaryVector;
import io.pq2.vector.DoubleVector;
import io.pq2.vector.FixedBinaryVector;
import io.pq2.vector.FloatVector;
import io.pq2.vector.IntVector;
import io.pq2.vector.LongVector;
import io.pq2.vector.Vector;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Compares single values of vectors in the order of their column. NaN is larger than all numbers; -0 and +0 are equal.
 */
final class SlotComparator {

    private final MinMaxOrder order;
    private final @Nullable BinaryOrder byteOrder;

    private SlotComparator(MinMaxOrder order) {
        this.order = order;
        this.byteOrder = byteOrder(order);
    }

    /** Returns the comparator of a column; absent when the column has no order. */
    static @Nullable SlotComparator of(PrimitiveField field) {
        MinMaxOrder order = MinMaxOrder.of(field);
        return order == MinMaxOrder.UNDEFINED ? null : new SlotComparator(order);
    }

    /** Compares two values that are not null, like {@link java.util.Comparator#compare}. */
    int compare(Vector a, int aSlot, Vector b, int bSlot) {
        if (a instanceof IntVector x && b instanceof IntVector y) {
            int flip = order == MinMaxOrder.UINT32 ? Integer.MIN_VALUE : 0;
            return Integer.compare(x.values()[aSlot] ^ flip, y.values()[bSlot] ^ flip);
        } else if (a instanceof LongVector x && b instanceof LongVector y) {
            long flip = order == MinMaxOrder.UINT64 ? Long.MIN_VALUE : 0;
            return Long.compare(x.values()[aSlot] ^ flip, y.values()[bSlot] ^ flip);
        } else if (a instanceof DoubleVector x && b instanceof DoubleVector y) {
            return Double.compare(x.values()[aSlot] + 0.0, y.values()[bSlot] + 0.0);
        } else if (a instanceof FloatVector x && b instanceof FloatVector y) {
            return Float.compare(x.values()[aSlot] + 0.0f, y.values()[bSlot] + 0.0f);
        } else if (a instanceof BooleanVector x && b instanceof BooleanVector y) {
            return Boolean.compare(x.values()[aSlot], y.values()[bSlot]);
        }
        if (byteOrder != null && a instanceof BinaryVector x && b instanceof BinaryVector y) {
            return byteOrder.compare(
                    x.bytes(), x.starts()[aSlot], x.lengths()[aSlot], y.bytes(), y.starts()[bSlot], y.lengths()[bSlot]);
        }
        return order.compare(bytes(a, aSlot), bytes(b, bSlot));
    }

    /** Returns the order of values that are compared in place, without copies; absent for other types. */
    private static @Nullable BinaryOrder byteOrder(MinMaxOrder order) {
        return switch (order) {
            case BYTES, TEXT -> BinaryOrder.UNSIGNED;
            case DECIMAL_BYTES -> BinaryOrder.TWOS_COMPLEMENT;
            default -> null;
        };
    }

    private static byte[] bytes(Vector vector, int slot) {
        if (vector instanceof BinaryVector binary) {
            int start = binary.starts()[slot];
            return Arrays.copyOfRange(binary.bytes(), start, start + binary.lengths()[slot]);
        } else if (vector instanceof FixedBinaryVector fixed) {
            int start = fixed.offset() + slot * fixed.width();
            return Arrays.copyOfRange(fixed.bytes(), start, start + fixed.width());
        }
        DictionaryVector encoded = (DictionaryVector) vector;
        return bytes(encoded.dictionary(), encoded.ids()[slot]);
    }

    /** Copies a value, which may be null, into a vector with one slot. */
    Vector slot(Vector vector, int slot) {
        long[] validity = vector.isNull(slot) ? new long[1] : null;
        if (vector instanceof IntVector ints) {
            return new IntVector(1, new int[] {ints.values()[slot]}, validity);
        } else if (vector instanceof LongVector longs) {
            return new LongVector(1, new long[] {longs.values()[slot]}, validity);
        } else if (vector instanceof DoubleVector doubles) {
            return new DoubleVector(1, new double[] {doubles.values()[slot]}, validity);
        } else if (vector instanceof FloatVector floats) {
            return new FloatVector(1, new float[] {floats.values()[slot]}, validity);
        } else if (vector instanceof BooleanVector booleans) {
            return new BooleanVector(1, new boolean[] {booleans.values()[slot]}, validity);
        }
        byte[] bytes = validity == null ? bytes(vector, slot) : new byte[0];
        return new BinaryVector(1, bytes, new int[1], new int[] {bytes.length}, validity);
    }
}
