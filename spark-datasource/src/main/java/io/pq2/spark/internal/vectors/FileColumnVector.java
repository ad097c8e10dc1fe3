package io.pq2.spark.internal.vectors;

import io.pq2.spark.internal.versions.VersionColumnVector;
import io.pq2.vector.Validity;
import java.util.Arrays;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarArray;
import org.apache.spark.sql.vectorized.ColumnarMap;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.NullUnmarked;

/**
 * A Spark column over a vector of the engine, which is replaced for each batch. Getters of other types than the
 * column's type throw {@link UnsupportedOperationException}.
 */
@NullUnmarked // Scala's parser of Java sources rejects annotations of array types
public abstract sealed class FileColumnVector extends VersionColumnVector
        permits BooleanColumnVector,
                IntColumnVector,
                LongColumnVector,
                FloatColumnVector,
                DoubleColumnVector,
                BytesColumnVector,
                WideDecimalColumnVector,
                StructColumnVector,
                OffsetColumnVector,
                NullColumnVector {

    private static final long[] NO_BITS = {};

    private int length;
    private long[] validity;
    private long[] absent = NO_BITS;

    FileColumnVector(DataType type) {
        super(type);
    }

    /**
     * Sets the number of slots and their validity.
     *
     * @param newValidity the bitmap of present slots; absent if all are present
     */
    final void rebind(int newLength, long[] newValidity) {
        length = newLength;
        validity = newValidity;
    }

    /** Makes all {@code newLength} slots null. The column's value arrays must be long enough to be read at any slot. */
    final void rebindAbsent(int newLength) {
        int words = Validity.words(newLength);
        if (absent.length < words) {
            absent = new long[words];
        }
        rebind(newLength, absent);
    }

    /** Sets the number of slots, and their validity to that of some slots of another column. */
    final void rebind(FileColumnVector other, int[] slots, int newLength) {
        long[] present = null;
        if (other.validity != null) {
            present = new long[Validity.words(newLength)];
            for (int i = 0; i < newLength; i++) {
                present[i >>> 6] |= other.isNullAt(slots[i]) ? 0 : 1L << i;
            }
        }
        rebind(newLength, present);
    }

    /** Returns some slots; see {@link SelectedColumnVector#of(ColumnVector, int[], int)}. */
    ColumnVector selected(int[] slots, int count) {
        return SelectedColumnVector.of(this, slots);
    }

    /** Shows {@code newLength} nulls. */
    public abstract void showNulls(int newLength);

    /**
     * Shows the same value in {@code newLength} slots.
     *
     * @param value the value in Spark's internal form
     */
    public abstract void showConstant(Object value, int newLength);

    /** Returns the number of slots. */
    final int length() {
        return length;
    }

    @Override
    public final boolean isNullAt(int rowId) {
        long[] words = validity;
        return words != null && (words[rowId >>> 6] >>> rowId & 1) == 0;
    }

    /** Whether there may be nulls. True for a column with a validity bitmap even if all its bits are set. */
    @Override
    public final boolean hasNull() {
        return validity != null;
    }

    /** Sets for the first slots of a column that {@link #hasNull} whether they are null. */
    public final void copyNulls(boolean[] nulls, int count) {
        for (int i = 0; i < count; i += Long.SIZE) {
            long present = validity[i >>> 6];
            int end = Math.min(count, i + Long.SIZE);
            if (present == -1) {
                Arrays.fill(nulls, i, end, false);
                continue;
            }
            for (int slot = i; slot < end; slot++) {
                nulls[slot] = (present >>> slot & 1) == 0;
            }
        }
    }

    @Override
    public final int numNulls() {
        return validity == null ? 0 : length - Validity.count(validity, 0, length);
    }

    /** Does nothing: the column is reused for the next batch. */
    @Override
    public final void closeIfFreeable() {}

    /** Does nothing: the column owns no memory outside of the heap. */
    @Override
    public final void close() {}

    @Override
    public boolean getBoolean(int rowId) {
        throw wrongGetter("boolean");
    }

    @Override
    public byte getByte(int rowId) {
        throw wrongGetter("byte");
    }

    @Override
    public short getShort(int rowId) {
        throw wrongGetter("short");
    }

    @Override
    public int getInt(int rowId) {
        throw wrongGetter("int");
    }

    @Override
    public long getLong(int rowId) {
        throw wrongGetter("long");
    }

    @Override
    public float getFloat(int rowId) {
        throw wrongGetter("float");
    }

    @Override
    public double getDouble(int rowId) {
        throw wrongGetter("double");
    }

    @Override
    public ColumnarArray getArray(int rowId) {
        throw wrongGetter("array");
    }

    @Override
    public ColumnarMap getMap(int rowId) {
        throw wrongGetter("map");
    }

    @Override
    public Decimal getDecimal(int rowId, int precision, int scale) {
        throw wrongGetter("decimal");
    }

    @Override
    public UTF8String getUTF8String(int rowId) {
        throw wrongGetter("string");
    }

    @Override
    public byte[] getBinary(int rowId) {
        throw wrongGetter("binary");
    }

    @Override
    public ColumnVector getChild(int ordinal) {
        throw wrongGetter("child");
    }

    private UnsupportedOperationException wrongGetter(String requested) {
        return new UnsupportedOperationException(
                "a column of type " + dataType().catalogString() + " has no " + requested + " values");
    }
}
