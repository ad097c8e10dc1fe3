package io.pq2.spark.internal.operators;

import io.pq2.spark.internal.versions.VersionColumnVector;
import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarArray;
import org.apache.spark.sql.vectorized.ColumnarMap;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.NullUnmarked;

/** A field of rows, in any order and any number of times. */
@NullUnmarked // Scala's parser of Java sources rejects annotations of array types
final class RowColumnVector extends VersionColumnVector {

    private final int ordinal;
    private final List<InternalRow> rows;
    private final int[] selected;

    /**
     * Creates a column that is valid until {@code rows} or {@code selected} change.
     *
     * @param rows the rows; null instead of a row makes its slots null
     * @param selected for each slot, the index of its row
     */
    RowColumnVector(DataType type, int ordinal, List<InternalRow> rows, int[] selected) {
        super(type);
        this.ordinal = ordinal;
        this.rows = rows;
        this.selected = selected;
    }

    @Override
    public boolean isNullAt(int rowId) {
        InternalRow row = rows.get(selected[rowId]);
        return row == null || row.isNullAt(ordinal);
    }

    /** Returns true: the rows were not searched for nulls. */
    @Override
    public boolean hasNull() {
        return true;
    }

    /** Returns the least number of nulls. */
    @Override
    public int numNulls() {
        return 0;
    }

    /** Does nothing: the rows belong to somebody else. */
    @Override
    public void close() {}

    @Override
    public boolean getBoolean(int rowId) {
        return rows.get(selected[rowId]).getBoolean(ordinal);
    }

    @Override
    public byte getByte(int rowId) {
        return rows.get(selected[rowId]).getByte(ordinal);
    }

    @Override
    public short getShort(int rowId) {
        return rows.get(selected[rowId]).getShort(ordinal);
    }

    @Override
    public int getInt(int rowId) {
        return rows.get(selected[rowId]).getInt(ordinal);
    }

    @Override
    public long getLong(int rowId) {
        return rows.get(selected[rowId]).getLong(ordinal);
    }

    @Override
    public float getFloat(int rowId) {
        return rows.get(selected[rowId]).getFloat(ordinal);
    }

    @Override
    public double getDouble(int rowId) {
        return rows.get(selected[rowId]).getDouble(ordinal);
    }

    @Override
    public ColumnarArray getArray(int rowId) {
        throw new UnsupportedOperationException(
                "a column of type " + dataType().catalogString() + " has no array values");
    }

    @Override
    public ColumnarMap getMap(int rowId) {
        throw new UnsupportedOperationException(
                "a column of type " + dataType().catalogString() + " has no map values");
    }

    @Override
    public Decimal getDecimal(int rowId, int precision, int scale) {
        return isNullAt(rowId) ? null : rows.get(selected[rowId]).getDecimal(ordinal, precision, scale);
    }

    @Override
    public UTF8String getUTF8String(int rowId) {
        return isNullAt(rowId) ? null : rows.get(selected[rowId]).getUTF8String(ordinal);
    }

    @Override
    public byte[] getBinary(int rowId) {
        return isNullAt(rowId) ? null : rows.get(selected[rowId]).getBinary(ordinal);
    }

    @Override
    public ColumnVector getChild(int childOrdinal) {
        throw new UnsupportedOperationException(
                "a column of type " + dataType().catalogString() + " has no child values");
    }
}
