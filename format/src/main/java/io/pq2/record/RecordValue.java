package io.pq2.record;

import io.pq2.exception.InvalidDataException;
import io.pq2.exception.ParquetException;
import io.pq2.internal.record.CellValues;
import io.pq2.internal.record.Cells;
import io.pq2.internal.record.JavaCells;
import io.pq2.internal.record.RecordBytes;
import io.pq2.internal.record.RecordOrder;
import io.pq2.internal.record.RecordStorage;
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
import org.jspecify.annotations.Nullable;

/**
 * A mutable record: the values of one row, or of a struct in a row, independent of batches. Fields that are not set
 * are null. A record can be cleared and filled again for each row; its nested values are then reused.
 *
 * <p>Fields are named by their index in {@link #shape()} or by their name, which is case-sensitive. For a null
 * field, getters of objects return null, and getters of primitives throw {@link InvalidDataException}. Getters and
 * setters throw {@link InvalidDataException} if the field has another type or does not exist by name, and {@link
 * IndexOutOfBoundsException} if it does not exist by index.
 */
public final class RecordValue implements Comparable<RecordValue> {

    static {
        RecordStorage.registerRecords(record -> record.cells);
    }

    private final Shape.Struct shape;
    private final Cells cells;
    private @Nullable RowCopy rowCopy;

    /** Creates an empty record for a row of a schema. */
    public RecordValue(Schema schema) {
        this(schema.shape());
    }

    /** Creates an empty record for a struct. */
    public RecordValue(Shape.Struct shape) {
        this.shape = shape;
        this.cells = new Cells(shape.children().size());
    }

    /** Returns the fields in order. */
    public Shape.Struct shape() {
        return shape;
    }

    /**
     * Returns the index of a field.
     *
     * @throws InvalidDataException if there is no such field
     */
    public int indexOf(String field) {
        int index = shape.indexOf(field);
        if (index < 0) {
            throw new InvalidDataException("there is no field " + field + " in "
                    + (shape.field() == null ? "the schema" : "the struct " + shape.name()));
        }
        return index;
    }

    /** Sets all fields to null. */
    public void clear() {
        cells.clear(shape.children().size());
    }

    /**
     * Sets a field to null.
     *
     * @throws IndexOutOfBoundsException if there is no such field
     */
    public RecordValue setNull(int field) {
        cells.setNull(field);
        return this;
    }

    /**
     * Sets a field of physical type BOOLEAN.
     *
     * @throws InvalidDataException if the field has another type
     * @throws IndexOutOfBoundsException if there is no such field
     */
    public RecordValue setBoolean(int field, boolean value) {
        cells.setBoolean(field, child(field), value);
        return this;
    }

    /**
     * Sets a field of physical type INT32.
     *
     * @throws InvalidDataException if the field has another type
     * @throws IndexOutOfBoundsException if there is no such field
     */
    public RecordValue setInt(int field, int value) {
        cells.setInt(field, child(field), value);
        return this;
    }

    /**
     * Sets a field of physical type INT64.
     *
     * @throws InvalidDataException if the field has another type
     * @throws IndexOutOfBoundsException if there is no such field
     */
    public RecordValue setLong(int field, long value) {
        cells.setLong(field, child(field), value);
        return this;
    }

    /**
     * Sets a field of physical type FLOAT.
     *
     * @throws InvalidDataException if the field has another type
     * @throws IndexOutOfBoundsException if there is no such field
     */
    public RecordValue setFloat(int field, float value) {
        cells.setFloat(field, child(field), value);
        return this;
    }

    /**
     * Sets a field of physical type DOUBLE.
     *
     * @throws InvalidDataException if the field has another type
     * @throws IndexOutOfBoundsException if there is no such field
     */
    public RecordValue setDouble(int field, double value) {
        cells.setDouble(field, child(field), value);
        return this;
    }

    /**
     * Sets a field of physical type BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY or INT96 (12 bytes).
     *
     * @param value the bytes, which the record shares: they must not change before the record is written. Absent for
     *     null
     * @throws InvalidDataException if the field has another type
     * @throws IndexOutOfBoundsException if there is no such field
     */
    public RecordValue setBinary(int field, byte @Nullable [] value) {
        cells.setBinary(field, child(field), value);
        return this;
    }

    /**
     * Sets a field of physical type BYTE_ARRAY to the UTF-8 bytes of a text.
     *
     * @param value the text; absent for null
     * @throws InvalidDataException if the field has another type
     * @throws IndexOutOfBoundsException if there is no such field
     */
    public RecordValue setString(int field, @Nullable String value) {
        cells.setString(field, child(field), value);
        return this;
    }

    /**
     * Sets an unshredded VARIANT: a struct with exactly the fields metadata and value.
     *
     * @throws InvalidDataException if the field has another type
     * @throws IndexOutOfBoundsException if there is no such field
     */
    public RecordValue setVariant(int field, Variant value) {
        cells.setVariant(field, child(field), value);
        return this;
    }

    /**
     * Sets a field to the Java value of its logical type, as {@link Row#get(int)} returns it: {@link
     * java.math.BigDecimal} for DECIMAL, {@link java.time.LocalDate} for DATE, {@link java.time.LocalTime} for TIME,
     * {@link java.time.Instant} or {@link java.time.LocalDateTime} for TIMESTAMP, {@link java.util.UUID}, {@link
     * Interval}, String, byte[], or an integer within the range of the field. A struct accepts a {@link Row} or a Map
     * with field names as keys, a list an Iterable, and a map a Map or {@link RowMap}. Only FLOAT16 is rounded.
     *
     * @param value the value; absent for null
     * @throws InvalidDataException if the field does not accept the value
     * @throws IndexOutOfBoundsException if there is no such field
     */
    public RecordValue set(int field, @Nullable Object value) {
        JavaCells.set(cells, field, child(field), value);
        return this;
    }

    /**
     * Sets a struct to one whose fields are all null, and returns it for filling.
     *
     * @throws InvalidDataException if the field has another type
     * @throws IndexOutOfBoundsException if there is no such field
     */
    public RecordValue struct(int field) {
        return cells.struct(field, child(field));
    }

    /**
     * Sets a list or repeated field to an empty list, and returns it for filling.
     *
     * @throws InvalidDataException if the field has another type
     * @throws IndexOutOfBoundsException if there is no such field
     */
    public ListValue list(int field) {
        return cells.list(field, child(field));
    }

    /**
     * Sets a map to an empty map, and returns it for filling.
     *
     * @throws InvalidDataException if the field has another type
     * @throws IndexOutOfBoundsException if there is no such field
     */
    public MapValue map(int field) {
        return cells.map(field, child(field));
    }

    /**
     * Sets a field to null.
     *
     * @throws InvalidDataException if there is no such field
     */
    public RecordValue setNull(String field) {
        return setNull(indexOf(field));
    }

    /**
     * Sets a field of physical type BOOLEAN.
     *
     * @throws InvalidDataException if there is no such field, or the field has another type
     */
    public RecordValue setBoolean(String field, boolean value) {
        return setBoolean(indexOf(field), value);
    }

    /**
     * Sets a field of physical type INT32.
     *
     * @throws InvalidDataException if there is no such field, or the field has another type
     */
    public RecordValue setInt(String field, int value) {
        return setInt(indexOf(field), value);
    }

    /**
     * Sets a field of physical type INT64.
     *
     * @throws InvalidDataException if there is no such field, or the field has another type
     */
    public RecordValue setLong(String field, long value) {
        return setLong(indexOf(field), value);
    }

    /**
     * Sets a field of physical type FLOAT.
     *
     * @throws InvalidDataException if there is no such field, or the field has another type
     */
    public RecordValue setFloat(String field, float value) {
        return setFloat(indexOf(field), value);
    }

    /**
     * Sets a field of physical type DOUBLE.
     *
     * @throws InvalidDataException if there is no such field, or the field has another type
     */
    public RecordValue setDouble(String field, double value) {
        return setDouble(indexOf(field), value);
    }

    /**
     * See {@link #setBinary(int, byte[])}.
     *
     * @throws InvalidDataException if there is no such field, or the field has another type
     */
    public RecordValue setBinary(String field, byte @Nullable [] value) {
        return setBinary(indexOf(field), value);
    }

    /**
     * See {@link #setString(int, String)}.
     *
     * @throws InvalidDataException if there is no such field, or the field has another type
     */
    public RecordValue setString(String field, @Nullable String value) {
        return setString(indexOf(field), value);
    }

    /**
     * See {@link #setVariant(int, Variant)}.
     *
     * @throws InvalidDataException if there is no such field, or the field has another type
     */
    public RecordValue setVariant(String field, Variant value) {
        return setVariant(indexOf(field), value);
    }

    /**
     * See {@link #set(int, Object)}.
     *
     * @throws InvalidDataException if there is no such field, or the field does not accept the value
     */
    public RecordValue set(String field, @Nullable Object value) {
        return set(indexOf(field), value);
    }

    /**
     * See {@link #struct(int)}.
     *
     * @throws InvalidDataException if there is no such field, or the field has another type
     */
    public RecordValue struct(String field) {
        return struct(indexOf(field));
    }

    /**
     * See {@link #list(int)}.
     *
     * @throws InvalidDataException if there is no such field, or the field has another type
     */
    public ListValue list(String field) {
        return list(indexOf(field));
    }

    /**
     * See {@link #map(int)}.
     *
     * @throws InvalidDataException if there is no such field, or the field has another type
     */
    public MapValue map(String field) {
        return map(indexOf(field));
    }

    /**
     * Whether a field is null.
     *
     * @throws IndexOutOfBoundsException if there is no such field
     */
    public boolean isNull(int field) {
        return cells.isNull(Objects.checkIndex(field, shape.children().size()));
    }

    /**
     * Returns the value of a field of physical type BOOLEAN.
     *
     * @throws InvalidDataException if the field has another type or is null
     * @throws IndexOutOfBoundsException if there is no such field
     */
    public boolean getBoolean(int field) {
        return CellValues.scalar(cells, field, child(field), PhysicalType.BOOLEAN) != 0;
    }

    /**
     * Returns the value of a field of physical type INT32, of any logical type.
     *
     * @throws InvalidDataException if the field has another type or is null
     * @throws IndexOutOfBoundsException if there is no such field
     */
    public int getInt(int field) {
        return (int) CellValues.scalar(cells, field, child(field), PhysicalType.INT32);
    }

    /**
     * Returns the value of a field of physical type INT64, of any logical type.
     *
     * @throws InvalidDataException if the field has another type or is null
     * @throws IndexOutOfBoundsException if there is no such field
     */
    public long getLong(int field) {
        return CellValues.scalar(cells, field, child(field), PhysicalType.INT64);
    }

    /**
     * Returns the value of a field of physical type FLOAT.
     *
     * @throws InvalidDataException if the field has another type or is null
     * @throws IndexOutOfBoundsException if there is no such field
     */
    public float getFloat(int field) {
        return Float.intBitsToFloat((int) CellValues.scalar(cells, field, child(field), PhysicalType.FLOAT));
    }

    /**
     * Returns the value of a field of physical type DOUBLE.
     *
     * @throws InvalidDataException if the field has another type or is null
     * @throws IndexOutOfBoundsException if there is no such field
     */
    public double getDouble(int field) {
        return Double.longBitsToDouble(CellValues.scalar(cells, field, child(field), PhysicalType.DOUBLE));
    }

    /**
     * Returns the bytes of a field of physical type BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY or INT96. The record shares
     * them: the caller must not change them.
     *
     * @throws InvalidDataException if the field has another type
     * @throws IndexOutOfBoundsException if there is no such field
     */
    public byte @Nullable [] getBinary(int field) {
        return CellValues.bytes(cells, field, child(field));
    }

    /**
     * Returns the bytes of a field of physical type BYTE_ARRAY or FIXED_LEN_BYTE_ARRAY, decoded as UTF-8.
     *
     * @throws InvalidDataException if the field has another type
     * @throws IndexOutOfBoundsException if there is no such field
     */
    public @Nullable String getString(int field) {
        return CellValues.string(cells, field, child(field));
    }

    /**
     * Returns the value of a DECIMAL field, with the scale of its type.
     *
     * @throws InvalidDataException if the field has another type
     * @throws IndexOutOfBoundsException if there is no such field
     */
    public @Nullable BigDecimal getDecimal(int field) {
        return CellValues.decimal(cells, field, child(field));
    }

    /**
     * Returns the current struct of a field; {@link #struct(int)} replaces it.
     *
     * @throws InvalidDataException if the field has another type
     * @throws IndexOutOfBoundsException if there is no such field
     */
    public @Nullable RecordValue getStruct(int field) {
        return CellValues.nested(cells, field, child(field), Shape.Struct.class, RecordValue.class);
    }

    /**
     * Returns the current list of a field; {@link #list(int)} replaces it.
     *
     * @throws InvalidDataException if the field has another type
     * @throws IndexOutOfBoundsException if there is no such field
     */
    public @Nullable ListValue getList(int field) {
        return CellValues.nested(cells, field, child(field), Shape.Array.class, ListValue.class);
    }

    /**
     * Returns the current map of a field; {@link #map(int)} replaces it.
     *
     * @throws InvalidDataException if the field has another type
     * @throws IndexOutOfBoundsException if there is no such field
     */
    public @Nullable MapValue getMap(int field) {
        return CellValues.nested(cells, field, child(field), Shape.Map.class, MapValue.class);
    }

    /**
     * Returns the Java value of a field's logical type as {@link Row#get(int)} does, except that structs, lists and
     * maps are {@link RecordValue}, {@link ListValue} and {@link MapValue}.
     * @throws IndexOutOfBoundsException if there is no such field
     */
    public @Nullable Object get(int field) {
        return CellValues.get(cells, field, child(field));
    }

    /**
     * See {@link #isNull(int)}.
     *
     * @throws InvalidDataException if there is no such field
     */
    public boolean isNull(String field) {
        return isNull(indexOf(field));
    }

    /**
     * See {@link #getBoolean(int)}.
     *
     * @throws InvalidDataException if there is no such field, or the field has another type or is null
     */
    public boolean getBoolean(String field) {
        return getBoolean(indexOf(field));
    }

    /**
     * See {@link #getInt(int)}.
     *
     * @throws InvalidDataException if there is no such field, or the field has another type or is null
     */
    public int getInt(String field) {
        return getInt(indexOf(field));
    }

    /**
     * See {@link #getLong(int)}.
     *
     * @throws InvalidDataException if there is no such field, or the field has another type or is null
     */
    public long getLong(String field) {
        return getLong(indexOf(field));
    }

    /**
     * See {@link #getFloat(int)}.
     *
     * @throws InvalidDataException if there is no such field, or the field has another type or is null
     */
    public float getFloat(String field) {
        return getFloat(indexOf(field));
    }

    /**
     * See {@link #getDouble(int)}.
     *
     * @throws InvalidDataException if there is no such field, or the field has another type or is null
     */
    public double getDouble(String field) {
        return getDouble(indexOf(field));
    }

    /**
     * See {@link #getBinary(int)}.
     *
     * @throws InvalidDataException if there is no such field, or the field has another type
     */
    public byte @Nullable [] getBinary(String field) {
        return getBinary(indexOf(field));
    }

    /**
     * See {@link #getString(int)}.
     *
     * @throws InvalidDataException if there is no such field, or the field has another type
     */
    public @Nullable String getString(String field) {
        return getString(indexOf(field));
    }

    /**
     * See {@link #getDecimal(int)}.
     *
     * @throws InvalidDataException if there is no such field, or the field has another type
     */
    public @Nullable BigDecimal getDecimal(String field) {
        return getDecimal(indexOf(field));
    }

    /**
     * See {@link #getStruct(int)}.
     *
     * @throws InvalidDataException if there is no such field, or the field has another type
     */
    public @Nullable RecordValue getStruct(String field) {
        return getStruct(indexOf(field));
    }

    /**
     * See {@link #getList(int)}.
     *
     * @throws InvalidDataException if there is no such field, or the field has another type
     */
    public @Nullable ListValue getList(String field) {
        return getList(indexOf(field));
    }

    /**
     * See {@link #getMap(int)}.
     *
     * @throws InvalidDataException if there is no such field, or the field has another type
     */
    public @Nullable MapValue getMap(String field) {
        return getMap(indexOf(field));
    }

    /**
     * See {@link #get(int)}.
     *
     * @throws InvalidDataException if there is no such field
     */
    public @Nullable Object get(String field) {
        return get(indexOf(field));
    }

    /**
     * Sets each field to the field of a row with the same name, and the other fields to null.
     *
     * @throws InvalidDataException if a field does not accept the value, see {@link #set(int, Object)}
     */
    public RecordValue copy(Row row) {
        rowCopy = RowCopy.of(rowCopy, row.shape(), shape);
        try {
            rowCopy.copy(row, cells);
        } catch (ParquetException e) {
            throw row.located(e);
        }
        return this;
    }

    /**
     * Writes the values in a private format for {@link #readFields} of a record of the same schema.
     *
     * @throws InvalidDataException if a map has different numbers of keys and values
     * @throws IOException if the output fails
     */
    public void write(DataOutput out) throws IOException {
        RecordBytes.write(shape.children(), cells, out);
    }

    /**
     * Sets all fields to the values that {@link #write} wrote.
     *
     * @throws IOException if the input does not have such values
     */
    public void readFields(DataInput in) throws IOException {
        RecordBytes.read(shape.children(), cells, in);
    }

    /**
     * Compares records of one schema field by field. Null comes first, then values in the order of their logical
     * type: unsigned integers, decimals by value, text and bytes as unsigned bytes, INT96 by time, -0 before +0, and
     * NaN after all numbers. A list precedes the lists that start with it. Maps compare like the list of their keys,
     * then like the list of their values.
     *
     * @throws InvalidDataException if the other record has another schema
     */
    @Override
    public int compareTo(RecordValue other) {
        if (!hasShapeOf(other)) {
            throw new InvalidDataException("records of different schemas cannot be compared");
        }
        return RecordOrder.compare(shape.children(), cells, other.cells);
    }

    /** Whether the other object is a record of the same schema with equal values, see {@link #compareTo}. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof RecordValue record
                && hasShapeOf(record)
                && RecordOrder.compare(shape.children(), cells, record.cells) == 0;
    }

    @SuppressWarnings("ReferenceEquality") // identity avoids a deep comparison per record
    private boolean hasShapeOf(RecordValue other) {
        return shape == other.shape || shape.equals(other.shape);
    }

    /** Returns a hash of the values, which is the same in every virtual machine. */
    @Override
    public int hashCode() {
        return RecordOrder.hash(shape.children(), cells);
    }

    /** Returns the fields in braces, such as {@code {id: 1, names: [a, b]}}; bytes appear as hexadecimal digits. */
    @Override
    public String toString() {
        StringJoiner text = new StringJoiner(", ", "{", "}");
        for (int i = 0; i < shape.children().size(); i++) {
            text.add(child(i).name() + ": " + Row.text(get(i)));
        }
        return text.toString();
    }

    private Shape child(int field) {
        return shape.children().get(field);
    }
}
