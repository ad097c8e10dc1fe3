package io.pq2.record;

import io.pq2.InvalidDataException;
import io.pq2.schema.Schema;
import io.pq2.schema.Shape;
import io.pq2.variant.Variant;

/**
 * The values of one row, or of a group in it, on their way to a writer. A field that is not set is null. A record may be
 * cleared and filled again for each row; what is nested is reused with it.
 *
 * <p>Setters fail with {@link InvalidDataException} where the field is of another type, and {@link IndexOutOfBoundsException}
 * where there is no such field. Names are those of the schema's fields, where case matters.
 */
public final class RecordValue {

    private final Shape.Struct shape;
    private final Cells cells;

    /** A record without values for a row of a schema. */
    public RecordValue(Schema schema) {
        this(schema.shape());
    }

    RecordValue(Shape.Struct shape) {
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
    public RecordValue group(int field) {
        return cells.group(field, child(field));
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

    /** See {@link #group(int)}. */
    public RecordValue group(String field) {
        return group(indexOf(field));
    }

    /** See {@link #list(int)}. */
    public ListValue list(String field) {
        return list(indexOf(field));
    }

    /** See {@link #map(int)}. */
    public MapValue map(String field) {
        return map(indexOf(field));
    }

    Cells cells() {
        return cells;
    }

    private Shape child(int field) {
        return shape.children().get(field);
    }
}
