package io.pq2.spark.internal.vectors;

import io.pq2.spark.internal.versions.VersionColumnVector;
import org.apache.spark.sql.execution.vectorized.ConstantColumnVector;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarArray;
import org.apache.spark.sql.vectorized.ColumnarMap;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.NullUnmarked;

/** Some slots of another column, in any order and any number of times. */
@NullUnmarked // Scala's parser of Java sources rejects annotations of array types
public final class SelectedColumnVector extends VersionColumnVector {

    private final ColumnVector column;
    private final int[] slots;

    private SelectedColumnVector(ColumnVector column, int[] slots) {
        super(column.dataType());
        this.column = column;
        this.slots = slots;
    }

    /**
     * Returns some slots of a column, valid until the column or {@code slots} change. A constant column is returned
     * itself. Columns of numbers and of entries of a dictionary are of the same class.
     *
     * @param slots for each row, the slot of {@code column} that has its value
     * @param count the number of rows
     */
    public static ColumnVector of(ColumnVector column, int[] slots, int count) {
        return column instanceof FileColumnVector ofFile ? ofFile.selected(slots, count) : of(column, slots);
    }

    static ColumnVector of(ColumnVector column, int[] slots) {
        return column instanceof ConstantColumnVector ? column : new SelectedColumnVector(column, slots);
    }

    @Override
    public boolean isNullAt(int rowId) {
        return column.isNullAt(slots[rowId]);
    }

    /** Whether there may be nulls: whether the other column has any. */
    @Override
    public boolean hasNull() {
        return column.hasNull();
    }

    /** Returns the number of nulls of the other column. */
    @Override
    public int numNulls() {
        return column.numNulls();
    }

    /** Does nothing: the other column belongs to somebody else. */
    @Override
    public void close() {}

    @Override
    public boolean getBoolean(int rowId) {
        return column.getBoolean(slots[rowId]);
    }

    @Override
    public byte getByte(int rowId) {
        return column.getByte(slots[rowId]);
    }

    @Override
    public short getShort(int rowId) {
        return column.getShort(slots[rowId]);
    }

    @Override
    public int getInt(int rowId) {
        return column.getInt(slots[rowId]);
    }

    @Override
    public long getLong(int rowId) {
        return column.getLong(slots[rowId]);
    }

    @Override
    public float getFloat(int rowId) {
        return column.getFloat(slots[rowId]);
    }

    @Override
    public double getDouble(int rowId) {
        return column.getDouble(slots[rowId]);
    }

    @Override
    public ColumnarArray getArray(int rowId) {
        return column.getArray(slots[rowId]);
    }

    @Override
    public ColumnarMap getMap(int rowId) {
        return column.getMap(slots[rowId]);
    }

    @Override
    public Decimal getDecimal(int rowId, int precision, int scale) {
        return column.getDecimal(slots[rowId], precision, scale);
    }

    @Override
    public UTF8String getUTF8String(int rowId) {
        return column.getUTF8String(slots[rowId]);
    }

    @Override
    public byte[] getBinary(int rowId) {
        return column.getBinary(slots[rowId]);
    }

    /** Returns the elements of all arrays or maps, or the same slots of a field of structs. */
    @Override
    public ColumnVector getChild(int ordinal) {
        ColumnVector child = column.getChild(ordinal);
        boolean hasElements = dataType() instanceof ArrayType || dataType() instanceof MapType;
        return hasElements ? child : of(child, slots);
    }
}
