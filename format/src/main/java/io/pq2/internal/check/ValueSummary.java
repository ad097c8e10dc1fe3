package io.pq2.internal.check;

import io.pq2.internal.statistics.BinaryMinMax;
import io.pq2.internal.statistics.BinaryOrder;
import io.pq2.internal.statistics.BooleanMinMax;
import io.pq2.internal.statistics.DoubleMinMax;
import io.pq2.internal.statistics.Float16MinMax;
import io.pq2.internal.statistics.FloatMinMax;
import io.pq2.internal.statistics.IntMinMax;
import io.pq2.internal.statistics.LongMinMax;
import io.pq2.internal.statistics.MinMax;
import io.pq2.internal.statistics.MinMaxOrder;
import io.pq2.internal.vector.Float16;
import io.pq2.schema.LogicalType;
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
import org.jspecify.annotations.Nullable;

/** The true min, max, number of NaNs and size of values. */
final class ValueSummary {

    private final PrimitiveField field;
    private final @Nullable MinMax minMax;
    private long nans;
    private long bytes;
    private boolean empty = true;

    ValueSummary(PrimitiveField field, MinMaxOrder order) {
        this.field = field;
        this.minMax = minMax(order);
    }

    private static @Nullable MinMax minMax(MinMaxOrder order) {
        return switch (order) {
            case BOOLEAN -> new BooleanMinMax();
            case INT32, UINT32 -> new IntMinMax(order == MinMaxOrder.UINT32);
            case INT64, UINT64 -> new LongMinMax(order == MinMaxOrder.UINT64);
            case FLOAT, FLOAT_TOTAL -> new FloatMinMax(order.isTotal());
            case DOUBLE, DOUBLE_TOTAL -> new DoubleMinMax(order.isTotal());
            case FLOAT16, FLOAT16_TOTAL -> new Float16MinMax(order.isTotal());
            case BYTES, TEXT -> new BinaryMinMax(BinaryOrder.UNSIGNED);
            case DECIMAL_BYTES -> new BinaryMinMax(BinaryOrder.TWOS_COMPLEMENT);
            case UNDEFINED -> null;
        };
    }

    /** Adds the values of a vector without nulls. */
    void add(Vector vector) {
        empty &= vector.length() == 0;
        if (vector instanceof DictionaryVector encoded) {
            // A page that is shorter than its dictionary takes no memory for the whole dictionary.
            boolean[] seen = encoded.length() < encoded.dictionary().length()
                    ? null
                    : new boolean[encoded.dictionary().length()];
            for (int i = 0; i < encoded.length(); i++) {
                int id = encoded.ids()[i];
                nans += isNan(encoded.dictionary(), id) ? 1 : 0;
                bytes += length(encoded.dictionary(), id);
                if (seen == null || !seen[id]) {
                    if (seen != null) {
                        seen[id] = true;
                    }
                    update(encoded.dictionary(), id, id + 1);
                }
            }
            return;
        }
        for (int i = 0; i < vector.length(); i++) {
            nans += isNan(vector, i) ? 1 : 0;
            bytes += length(vector, i);
        }
        update(vector, 0, vector.length());
    }

    private static int length(Vector vector, int slot) {
        return vector instanceof BinaryVector binary ? binary.lengths()[slot] : 0;
    }

    private boolean isNan(Vector vector, int slot) {
        if (vector instanceof FloatVector floats) {
            return Float.isNaN(floats.values()[slot]);
        } else if (vector instanceof DoubleVector doubles) {
            return Double.isNaN(doubles.values()[slot]);
        }
        return field.logicalType() instanceof LogicalType.Float16Type
                && vector instanceof FixedBinaryVector fixed
                && fixed.width() == Float16.BYTES
                && Float16.isNan(Float16.bits(fixed.bytes(), fixed.offset() + slot * Float16.BYTES));
    }

    private void update(Vector vector, int from, int to) {
        if (minMax instanceof BooleanMinMax booleans) {
            booleans.update(((BooleanVector) vector).values(), from, to);
        } else if (minMax instanceof IntMinMax ints) {
            ints.update(((IntVector) vector).values(), from, to);
        } else if (minMax instanceof LongMinMax longs) {
            longs.update(((LongVector) vector).values(), from, to);
        } else if (minMax instanceof FloatMinMax floats) {
            floats.update(((FloatVector) vector).values(), from, to);
        } else if (minMax instanceof DoubleMinMax doubles) {
            doubles.update(((DoubleVector) vector).values(), from, to);
        } else if (minMax instanceof Float16MinMax halves) {
            FixedBinaryVector fixed = (FixedBinaryVector) vector;
            halves.update(fixed.bytes(), fixed.offset() + from * fixed.width(), to - from);
        } else if (minMax instanceof BinaryMinMax binary) {
            if (vector instanceof BinaryVector slices) {
                binary.update(slices.bytes(), slices.starts(), slices.lengths(), from, to);
            } else {
                FixedBinaryVector fixed = (FixedBinaryVector) vector;
                binary.update(fixed.bytes(), fixed.offset() + from * fixed.width(), fixed.width(), to - from);
            }
        }
    }

    /** Whether there are no values. */
    boolean isEmpty() {
        return empty;
    }

    /** Returns the number of NaNs. */
    long nans() {
        return nans;
    }

    /** Returns the length of all BYTE_ARRAYs without length prefixes. */
    long bytes() {
        return bytes;
    }

    /** Returns the memory of the min and max of byte arrays, in bytes. */
    long memoryBytes() {
        return minMax instanceof BinaryMinMax && !minMax.isEmpty()
                ? (long) minMax.min().length + minMax.max().length
                : 0;
    }

    /** Returns the min in the PLAIN encoding; null if no value has an order. */
    byte @Nullable [] min() {
        return minMax == null || minMax.isEmpty() ? null : minMax.min();
    }

    /** Returns the max in the PLAIN encoding; null if no value has an order. */
    byte @Nullable [] max() {
        return minMax == null || minMax.isEmpty() ? null : minMax.max();
    }
}
