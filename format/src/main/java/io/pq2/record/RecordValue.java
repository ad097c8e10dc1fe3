package io.pq2.record;

import io.pq2.exception.InvalidDataException;
import io.pq2.internal.record.CellValues;
import io.pq2.internal.record.Cells;
import io.pq2.internal.record.JavaCells;
import io.pq2.internal.record.RecordBytes;
import io.pq2.internal.record.RecordOrder;
import io.pq2.internal.record.RowCopy;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.Schema;
import io.pq2.schema.Shape;
import io.pq2.variant.Variant;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.Objects;
import java.util.StringJoiner;

/**
 * The values of one row, or of a group in it, on their own. A field that is not set is null. A record may be cleared and filled again
 * for each row; what is nested is reused with it.
 *
 * <p>Getters that return an object return null for null, the others fail with {@link InvalidDataException}. Setters fail with {@link InvalidDataException} where the field is of another type, and {@link IndexOutOfBoundsException}
 * where there is no such field. Names are those of the schema's fields, where case matters.
 */
public final class RecordValue implements Comparable<RecordValue> {

    private final Shape.Struct shape;
    private final Cells cells;
    private RowCopy rowCopy;

    /** A record without values for a row of a schema. */
    public RecordValue(Schema schema) {
        this(schema.shape());
    }

    public RecordValue(Shape.Struct shape) {
        this.shape = shape;
        this.cells = new Cells(shape.children().size());
    }

    /** What the fields are, in order. */
    public Shape.Struct shape() {
        return shape;
    }

    /** The index of a field. */
    public int indexOf(String field) {
        int index = shape.indexOf(field);
        if (index < 0) {
            throw new InvalidDataException("there is no field " + field + " in "
                    + (shape.field() == null ? "the schema" : "the group " + shape.name()));
        }
        return index;
    }

    /** Makes all fields null. */
    public void clear() {
        cells.clear(shape.children().size());
    }

    public RecordValue setNull(int field) {
        cells.setNull(field);
        return this;
    }

    public RecordValue setBoolean(int field, boolean value) {
        cells.setBoolean(field, child(field), value);
        return this;
    }

    public RecordValue setInt(int field, int value) {
        cells.setInt(field, child(field), value);
        return this;
    }

    public RecordValue setLong(int field, long value) {
        cells.setLong(field, child(field), value);
        return this;
    }

    public RecordValue setFloat(int field, float value) {
        cells.setFloat(field, child(field), value);
        return this;
    }

    public RecordValue setDouble(int field, double value) {
        cells.setDouble(field, child(field), value);
        return this;
    }

    /**
     * Sets a field of type BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY or INT96 (12 bytes).
     *
     * @param value the bytes, which must not change before the record is written; null for null
     */
    public RecordValue setBinary(int field, byte[] value) {
        cells.setBinary(field, child(field), value);
        return this;
    }

    /** Sets a field of type BYTE_ARRAY to the UTF-8 bytes of a text; null is null. */
    public RecordValue setString(int field, String value) {
        cells.setString(field, child(field), value);
        return this;
    }

    /** Sets a group with the fields metadata and value, which is what a VARIANT that is not shredded is. */
    public RecordValue setVariant(int field, Variant value) {
        cells.setVariant(field, child(field), value);
        return this;
    }

    /**
     * Sets a field to the Java value of its logical type, as {@link Row#get(int)} returns it: {@link java.math.BigDecimal} for
     * DECIMAL, {@link java.time.LocalDate} for DATE, {@link java.time.LocalTime} for TIME, {@link java.time.Instant} or {@link
     * java.time.LocalDateTime} for TIMESTAMP, {@link java.util.UUID}, {@link Interval}, String or byte[], any integer that fits. A
     * group takes a {@link Row} or a Map from field names, a list an Iterable, a map a Map or a {@link RowMap}. Nothing is rounded, but
     * FLOAT16.
     *
     * @param value null for null
     * @throws InvalidDataException if the field takes no such value
     */
    public RecordValue set(int field, Object value) {
        JavaCells.set(cells, field, child(field), value);
        return this;
    }

    /** Makes a group present, with all its fields null, and returns it to be filled. */
    public RecordValue struct(int field) {
        return cells.struct(field, child(field));
    }

    /** Makes a list, or a repeated field, present and empty, and returns it to be filled. */
    public ListValue list(int field) {
        return cells.list(field, child(field));
    }

    /** Makes a map present and empty, and returns it to be filled. */
    public MapValue map(int field) {
        return cells.map(field, child(field));
    }

    public RecordValue setNull(String field) {
        return setNull(indexOf(field));
    }

    public RecordValue setBoolean(String field, boolean value) {
        return setBoolean(indexOf(field), value);
    }

    public RecordValue setInt(String field, int value) {
        return setInt(indexOf(field), value);
    }

    public RecordValue setLong(String field, long value) {
        return setLong(indexOf(field), value);
    }

    public RecordValue setFloat(String field, float value) {
        return setFloat(indexOf(field), value);
    }

    public RecordValue setDouble(String field, double value) {
        return setDouble(indexOf(field), value);
    }

    /** See {@link #setBinary(int, byte[])}. */
    public RecordValue setBinary(String field, byte[] value) {
        return setBinary(indexOf(field), value);
    }

    /** See {@link #setString(int, String)}. */
    public RecordValue setString(String field, String value) {
        return setString(indexOf(field), value);
    }

    /** See {@link #setVariant(int, Variant)}. */
    public RecordValue setVariant(String field, Variant value) {
        return setVariant(indexOf(field), value);
    }

    /** See {@link #set(int, Object)}. */
    public RecordValue set(String field, Object value) {
        return set(indexOf(field), value);
    }

    /** See {@link #struct(int)}. */
    public RecordValue struct(String field) {
        return struct(indexOf(field));
    }

    /** See {@link #list(int)}. */
    public ListValue list(String field) {
        return list(indexOf(field));
    }

    /** See {@link #map(int)}. */
    public MapValue map(String field) {
        return map(indexOf(field));
    }

    /** Whether a field is null. */
    public boolean isNull(int field) {
        return cells.isNull(Objects.checkIndex(field, shape.children().size()));
    }

    /** The value of a BOOLEAN. */
    public boolean getBoolean(int field) {
        return CellValues.scalar(cells, field, child(field), PhysicalType.BOOLEAN) != 0;
    }

    /** The value of an INT32, whatever its logical type. */
    public int getInt(int field) {
        return (int) CellValues.scalar(cells, field, child(field), PhysicalType.INT32);
    }

    /** The value of an INT64, whatever its logical type. */
    public long getLong(int field) {
        return CellValues.scalar(cells, field, child(field), PhysicalType.INT64);
    }

    /** The value of a FLOAT. */
    public float getFloat(int field) {
        return Float.intBitsToFloat((int) CellValues.scalar(cells, field, child(field), PhysicalType.FLOAT));
    }

    /** The value of a DOUBLE. */
    public double getDouble(int field) {
        return Double.longBitsToDouble(CellValues.scalar(cells, field, child(field), PhysicalType.DOUBLE));
    }

    /** The bytes of a BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY or INT96: those of the record, which must not be changed. */
    public byte[] getBinary(int field) {
        return CellValues.bytes(cells, field, child(field));
    }

    /** The same bytes, taken as UTF-8. */
    public String getString(int field) {
        return CellValues.string(cells, field, child(field));
    }

    /** The value of a field of logical type DECIMAL, with the type's scale. */
    public BigDecimal getDecimal(int field) {
        return CellValues.decimal(cells, field, child(field));
    }

    /** A group as it is; {@link #struct(int)} makes it anew. */
    public RecordValue getStruct(int field) {
        return CellValues.nested(cells, field, child(field), Shape.Struct.class, RecordValue.class);
    }

    /** A list as it is; {@link #list(int)} makes it anew. */
    public ListValue getList(int field) {
        return CellValues.nested(cells, field, child(field), Shape.Array.class, ListValue.class);
    }

    /** A map as it is; {@link #map(int)} makes it anew. */
    public MapValue getMap(int field) {
        return CellValues.nested(cells, field, child(field), Shape.Map.class, MapValue.class);
    }

    /**
     * A field as the Java value that its logical type suggests, as of {@link Row#get(int)}, null if it is null; but a group, list or
     * map is a {@link RecordValue}, {@link ListValue} or {@link MapValue}.
     */
    public Object get(int field) {
        return CellValues.get(cells, field, child(field));
    }

    /** See {@link #isNull(int)}. */
    public boolean isNull(String field) {
        return isNull(indexOf(field));
    }

    /** See {@link #getBoolean(int)}. */
    public boolean getBoolean(String field) {
        return getBoolean(indexOf(field));
    }

    /** See {@link #getInt(int)}. */
    public int getInt(String field) {
        return getInt(indexOf(field));
    }

    /** See {@link #getLong(int)}. */
    public long getLong(String field) {
        return getLong(indexOf(field));
    }

    /** See {@link #getFloat(int)}. */
    public float getFloat(String field) {
        return getFloat(indexOf(field));
    }

    /** See {@link #getDouble(int)}. */
    public double getDouble(String field) {
        return getDouble(indexOf(field));
    }

    /** See {@link #getBinary(int)}. */
    public byte[] getBinary(String field) {
        return getBinary(indexOf(field));
    }

    /** See {@link #getString(int)}. */
    public String getString(String field) {
        return getString(indexOf(field));
    }

    /** See {@link #getDecimal(int)}. */
    public BigDecimal getDecimal(String field) {
        return getDecimal(indexOf(field));
    }

    /** See {@link #getStruct(int)}. */
    public RecordValue getStruct(String field) {
        return getStruct(indexOf(field));
    }

    /** See {@link #getList(int)}. */
    public ListValue getList(String field) {
        return getList(indexOf(field));
    }

    /** See {@link #getMap(int)}. */
    public MapValue getMap(String field) {
        return getMap(indexOf(field));
    }

    /** See {@link #get(int)}. */
    public Object get(String field) {
        return get(indexOf(field));
    }

    /**
     * Sets all fields to those of a row that have the same names, and the others to null.
     *
     * @throws InvalidDataException if a field takes no such value, see {@link #set(int, Object)}
     */
    public RecordValue copy(Row row) {
        rowCopy = RowCopy.of(rowCopy, row.shape(), shape);
        rowCopy.copy(row, cells);
        return this;
    }

    /**
     * Writes the values, for {@link #readFields} of a record of the same schema.
     *
     * @throws InvalidDataException if a map has other than as many values as keys
     */
    public void write(DataOutput out) throws IOException {
        RecordBytes.write(shape.children(), cells, out);
    }

    /**
     * Sets all fields to what {@link #write} wrote.
     *
     * @throws IOException if that is not what comes
     */
    public void readFields(DataInput in) throws IOException {
        RecordBytes.read(shape.children(), cells, in);
    }

    /**
     * The order of records of one schema: field by field, null first, each by the order of its logical type (unsigned integers, decimals
     * by value, texts and bytes without sign, INT96 by time), -0 before +0, NaN after all numbers. A list is before those that it begins,
     * and maps are lists of keys and lists of values, in the order in which they have them.
     *
     * @throws InvalidDataException if the other record is of another schema
     */
    @Override
    public int compareTo(RecordValue other) {
        if (!hasShapeOf(other)) {
            throw new InvalidDataException("records of two schemas have no order");
        }
        return RecordOrder.compare(shape.children(), cells, other.cells);
    }

    /** Whether the other one is a record of the same schema, and before and after it in no order; see {@link #compareTo}. */
    @Override
    public boolean equals(Object other) {
        return other instanceof RecordValue record
                && hasShapeOf(record)
                && RecordOrder.compare(shape.children(), cells, record.cells) == 0;
    }

    @SuppressWarnings("ReferenceEquality") // Equality is asked for where identity fails, not for each record.
    private boolean hasShapeOf(RecordValue other) {
        return shape == other.shape || shape.equals(other.shape);
    }

    /** Of the values; the same in each virtual machine. */
    @Override
    public int hashCode() {
        return RecordOrder.hash(shape.children(), cells);
    }

    /** The fields in braces, such as {@code {id: 1, names: [a, b]}}; bytes in hexadecimal digits. */
    @Override
    public String toString() {
        StringJoiner text = new StringJoiner(", ", "{", "}");
        for (int i = 0; i < shape.children().size(); i++) {
            text.add(child(i).name() + ": " + Row.text(get(i)));
        }
        return text.toString();
    }

    public Cells cells() {
        return cells;
    }

    private Shape child(int field) {
        return shape.children().get(field);
    }
}
