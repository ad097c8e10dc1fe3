package io.pq2.spark.internal.columns.leaf;

import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.spark.internal.vectors.BytesColumnVector;
import io.pq2.vector.BinaryVector;
import io.pq2.vector.DictionaryVector;
import io.pq2.vector.FixedBinaryVector;
import io.pq2.vector.Vector;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Shows well-known binary in Spark's format, which starts with the spatial reference system. Converts an entry of a
 * dictionary when a row first has it, and once: rows of a few bytes can refer to an entry of a megabyte.
 */
final class SpatialSource implements Consumer<Vector> {

    private static final int MAX_BYTES = Integer.MAX_VALUE - 16;

    private final BytesColumnVector column;
    private final UnaryOperator<byte[]> fromWkb;
    /** The converted values. */
    private byte[] bytes = {};

    private int end;
    private @Nullable Vector dictionary;
    /** By entry of {@link #dictionary}: the index of its first byte, and its length; -1 if it was not converted. */
    private int[] entryStarts = {};

    private int[] entryLengths = {};

    /** @param fromWkb converts a value */
    SpatialSource(BytesColumnVector column, UnaryOperator<byte[]> fromWkb) {
        this.column = column;
        this.fromWkb = fromWkb;
    }

    @Override
    public void accept(Vector vector) {
        DictionaryVector encoded = vector instanceof DictionaryVector ids ? ids : null;
        Vector values = encoded == null ? vector : encoded.dictionary();
        if (encoded == null || values != dictionary) {
            begin(values);
            dictionary = encoded == null ? null : values;
        }
        int[] starts = new int[vector.length()];
        int[] lengths = new int[vector.length()];
        for (int i = 0; i < starts.length; i++) {
            if (!vector.isNull(i)) {
                int slot = encoded == null ? i : encoded.ids()[i];
                if (entryLengths[slot] < 0) {
                    convert(values, slot);
                }
                starts[i] = entryStarts[slot];
                lengths[i] = entryLengths[slot];
            }
        }
        column.showSlices(starts.length, bytes, starts, lengths, vector.validity());
    }

    private void begin(Vector values) {
        bytes = new byte[0];
        end = 0;
        entryStarts = new int[values.length()];
        entryLengths = new int[values.length()];
        Arrays.fill(entryLengths, -1);
    }

    private void convert(Vector values, int slot) {
        byte[] converted = fromWkb.apply(wkb(values, slot));
        long needed = (long) end + converted.length;
        if (needed > MAX_BYTES) {
            throw new UnsupportedFeatureException(
                    "more than " + MAX_BYTES + " bytes of geometries of a column in a batch; reduce the batch size");
        }
        if (needed > bytes.length) {
            bytes = Arrays.copyOf(bytes, (int) Math.max(needed, Math.min(2L * bytes.length, MAX_BYTES)));
        }
        System.arraycopy(converted, 0, bytes, end, converted.length);
        entryStarts[slot] = end;
        entryLengths[slot] = converted.length;
        end += converted.length;
    }

    private static byte[] wkb(Vector values, int slot) {
        if (values instanceof BinaryVector slices) {
            int start = slices.starts()[slot];
            return Arrays.copyOfRange(slices.bytes(), start, start + slices.lengths()[slot]);
        }
        FixedBinaryVector fixed = (FixedBinaryVector) values;
        int start = fixed.offset() + slot * fixed.width();
        return Arrays.copyOfRange(fixed.bytes(), start, start + fixed.width());
    }
}
