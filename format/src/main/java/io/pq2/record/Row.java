package io.pq2.record;

import io.pq2.exception.InvalidDataException;
import io.pq2.internal.record.JavaValues;
import io.pq2.internal.record.SlotReader;
import io.pq2.schema.Shape;
import io.pq2.variant.Variant;
import io.pq2.variant.VariantVector;
import io.pq2.vector.Vector;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * A row of a batch, or a group in one: a view, which holds what its vectors hold and is valid as long as they are. Bytes, texts,
 * decimals and what {@link #get} makes of values are copies; groups, lists and maps are views too.
 *
 * <p>Fields are named by their index in {@link #shape()} or by their name, where case matters. Getters fail with {@link
 * InvalidDataException} where the field has another type or there is no such name, with {@link IndexOutOfBoundsException} where
 * there is no such index. Of a null, those that return an object return null; those that return a primitive fail.
 */
public final class Row {

    private final Shape.Struct shape;
    private final List<Vector> vectors;
    /** The variants of the fields that were asked for, which take some time to be bound; null before the first one. */
    private VariantVector[] variants;

    private int slot;

    /**
     * @param shape what the fields are
     * @param vectors one for each field
     * @param slot which slot of the vectors
     */
    public Row(Shape.Struct shape, List<Vector> vectors, int slot) {
        this.shape = shape;
        this.vectors = vectors;
        this.slot = slot;
    }

    void moveTo(int newSlot) {
        slot = newSlot;
    }

    /** What the fields are, in order. */
    public Shape.Struct shape() {
        return shape;
    }

    /** The index of a field. */
    public int indexOf(String field) {
        int index = shape.indexOf(field);
        if (index < 0) {
            throw new InvalidDataException("there is no field " + field + " among "
                    + shape.children().stream().map(Shape::name).toList());
        }
        return index;
    }

    /** Whether a field is null. */
    public boolean isNull(int field) {
        return vectors.get(field).isNull(slot);
    }

    public boolean getBoolean(int field) {
        return SlotReader.getBoolean(child(field), vectors.get(field), slot);
    }

    /** The value of an INT32, whatever its logical type. */
    public int getInt(int field) {
        return SlotReader.getInt(child(field), vectors.get(field), slot);
    }

    /** The value of an INT64, whatever its logical type. */
    public long getLong(int field) {
        return SlotReader.getLong(child(field), vectors.get(field), slot);
    }

    public float getFloat(int field) {
        return SlotReader.getFloat(child(field), vectors.get(field), slot);
    }

    public double getDouble(int field) {
        return SlotReader.getDouble(child(field), vectors.get(field), slot);
    }

    /** The bytes of a BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY or INT96, in a new array. */
    public byte[] getBinary(int field) {
        return SlotReader.getBinary(child(field), vectors.get(field), slot);
    }

    /** The same bytes where they are: a view that must not be written to. */
    public ByteBuffer getSlice(int field) {
        return SlotReader.getSlice(child(field), vectors.get(field), slot);
    }

    /** The same bytes, taken as UTF-8. */
    public String getString(int field) {
        return SlotReader.getString(child(field), vectors.get(field), slot);
    }

    /** The value of a field of logical type DECIMAL, with the type's scale. */
    public BigDecimal getDecimal(int field) {
        return SlotReader.getDecimal(child(field), vectors.get(field), slot);
    }

    /** A group. */
    public Row getStruct(int field) {
        return SlotReader.getStruct(child(field), vectors.get(field), slot);
    }

    /** A variant, shredded or not: a group with the columns metadata, value and perhaps typed_value, of which none was left out. */
    public Variant getVariant(int field) {
        if (variants == null) {
            variants = new VariantVector[vectors.size()];
        }
        if (variants[field] == null) {
            variants[field] = SlotReader.variants(child(field), vectors.get(field));
        }
        Variant variant = variants[field].get(slot);
        return variant == null ? null : variant.copy();
    }

    /** A list, or a repeated field. */
    public RowList getList(int field) {
        return SlotReader.getList(child(field), vectors.get(field), slot);
    }

    /** A map. */
    public RowMap getMap(int field) {
        return SlotReader.getMap(child(field), vectors.get(field), slot);
    }

    /**
     * A field as the Java value that its logical type suggests, null if it is null: {@code Boolean}, {@code Integer} (INT32 and
     * unsigned integers of up to 16 bits), {@code Long} (INT64 and unsigned integers of 32 bits), {@code BigInteger} (unsigned
     * integers of 64 bits), {@code Float} (FLOAT16 too), {@code Double}, {@code BigDecimal}, {@code String} (STRING, ENUM, JSON),
     * {@code LocalDate}, {@code LocalTime}, {@code Instant} (TIMESTAMP adjusted to UTC, INT96), {@code LocalDateTime} (other
     * TIMESTAMPs), {@code UUID}, {@link Interval}, {@code byte[]} (all other bytes), {@link Variant} (VARIANT, shredded
     * or not, if all its columns were read), {@link Row}, {@link RowList}, {@link RowMap}.
     *
     * @throws io.pq2.exception.CorruptFileException if a value is outside the range of its logical type
     */
    public Object get(int field) {
        return JavaValues.isVariant(child(field))
                ? getVariant(field)
                : JavaValues.get(child(field), vectors.get(field), slot);
    }

    /** See {@link #isNull(int)}. */
    public boolean isNull(String field) {
        return isNull(indexOf(field));
    }

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

    public float getFloat(String field) {
        return getFloat(indexOf(field));
    }

    public double getDouble(String field) {
        return getDouble(indexOf(field));
    }

    /** See {@link #getBinary(int)}. */
    public byte[] getBinary(String field) {
        return getBinary(indexOf(field));
    }

    /** See {@link #getSlice(int)}. */
    public ByteBuffer getSlice(String field) {
        return getSlice(indexOf(field));
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
    public Row getStruct(String field) {
        return getStruct(indexOf(field));
    }

    /** See {@link #getVariant(int)}. */
    public Variant getVariant(String field) {
        return getVariant(indexOf(field));
    }

    /** See {@link #getList(int)}. */
    public RowList getList(String field) {
        return getList(indexOf(field));
    }

    /** See {@link #getMap(int)}. */
    public RowMap getMap(String field) {
        return getMap(indexOf(field));
    }

    /** See {@link #get(int)}. */
    public Object get(String field) {
        return get(indexOf(field));
    }

    public Vector vector(int field) {
        return vectors.get(field);
    }

    public int slot() {
        return slot;
    }

    private Shape child(int field) {
        return shape.children().get(field);
    }

    /** The fields in braces, such as {@code {id: 1, names: [a, b]}}; bytes in hexadecimal digits. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("{");
        for (int i = 0; i < vectors.size(); i++) {
            text.append(i == 0 ? "" : ", ").append(child(i).name()).append(": ").append(text(get(i)));
        }
        return text.append('}').toString();
    }

    static String text(Object value) {
        return value instanceof byte[] bytes ? java.util.HexFormat.of().formatHex(bytes) : String.valueOf(value);
    }
}
