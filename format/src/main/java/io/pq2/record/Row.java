package io.pq2.record;

import io.pq2.exception.FileLocation;
import io.pq2.exception.InvalidDataException;
import io.pq2.exception.ParquetException;
import io.pq2.internal.record.JavaValues;
import io.pq2.internal.record.SlotReader;
import io.pq2.schema.Shape;
import io.pq2.variant.Variant;
import io.pq2.variant.VariantVector;
import io.pq2.vector.Vector;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A row of a batch, or a struct in one: a view of the batch's vectors, valid as long as the batch. Bytes, text,
 * decimals and the objects of {@link #get} are copies; structs, lists and maps are views as well.
 *
 * <p>Fields are named by their index in {@link #shape()} or by their name, which is case-sensitive. For a null
 * field, getters of objects return null, and getters of primitives throw {@link InvalidDataException}. Getters throw
 * {@link InvalidDataException} if the field has another type or does not exist by name, and {@link
 * IndexOutOfBoundsException} if it does not exist by index.
 */
public final class Row {

    private final Shape.Struct shape;
    private final List<Vector> vectors;
    /**
     * The variants of the VARIANT fields that were read, because binding a vector is expensive; absent before the
     * first.
     */
    private @Nullable VariantVector @Nullable [] variants;

    private final FileLocation place;
    private int slot;

    /**
     * Creates a view of one slot of vectors.
     *
     * @param shape the fields
     * @param vectors one vector per field
     * @param slot the index of the slot
     */
    public Row(Shape.Struct shape, List<Vector> vectors, int slot) {
        this(shape, vectors, slot, FileLocation.UNKNOWN);
    }

    /**
     * Creates a view of one slot of vectors.
     *
     * @param shape the fields
     * @param vectors one vector per field
     * @param slot the index of the slot
     * @param place the file that the vectors are from, which messages name
     */
    public Row(Shape.Struct shape, List<Vector> vectors, int slot, FileLocation place) {
        this.shape = shape;
        this.vectors = vectors;
        this.slot = slot;
        this.place = place;
    }

    void moveTo(int newSlot) {
        slot = newSlot;
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
            throw new InvalidDataException("there is no field " + field + " among "
                    + shape.children().stream().map(Shape::name).toList());
        }
        return index;
    }

    /**
     * Whether a field is null.
     *
     * @throws IndexOutOfBoundsException if there is no such field
     */
    public boolean isNull(int field) {
        return vectors.get(field).isNull(slot);
    }

    /**
     * Returns the value of a field of physical type BOOLEAN.
     *
     * @throws InvalidDataException if the field has another type or is null
     * @throws IndexOutOfBoundsException if there is no such field
     */
    public boolean getBoolean(int field) {
        return SlotReader.getBoolean(child(field), vectors.get(field), slot);
    }

    /**
     * Returns the value of a field of physical type INT32, of any logical type.
     *
     * @throws InvalidDataException if the field has another type or is null
     * @throws IndexOutOfBoundsException if there is no such field
     */
    public int getInt(int field) {
        return SlotReader.getInt(child(field), vectors.get(field), slot);
    }

    /**
     * Returns the value of a field of physical type INT64, of any logical type.
     *
     * @throws InvalidDataException if the field has another type or is null
     * @throws IndexOutOfBoundsException if there is no such field
     */
    public long getLong(int field) {
        return SlotReader.getLong(child(field), vectors.get(field), slot);
    }

    /**
     * Returns the value of a field of physical type FLOAT.
     *
     * @throws InvalidDataException if the field has another type or is null
     * @throws IndexOutOfBoundsException if there is no such field
     */
    public float getFloat(int field) {
        return SlotReader.getFloat(child(field), vectors.get(field), slot);
    }

    /**
     * Returns the value of a field of physical type DOUBLE.
     *
     * @throws InvalidDataException if the field has another type or is null
     * @throws IndexOutOfBoundsException if there is no such field
     */
    public double getDouble(int field) {
        return SlotReader.getDouble(child(field), vectors.get(field), slot);
    }

    /**
     * Returns a copy of the bytes of a field of physical type BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY or INT96.
     *
     * @throws InvalidDataException if the field has another type
     * @throws IndexOutOfBoundsException if there is no such field
     */
    public byte @Nullable [] getBinary(int field) {
        return SlotReader.getBinary(child(field), vectors.get(field), slot);
    }

    /**
     * Returns a view of the bytes of a field of physical type BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY or INT96. The caller
     * must not write to it.
     *
     * @throws InvalidDataException if the field has another type
     * @throws IndexOutOfBoundsException if there is no such field
     */
    public @Nullable ByteBuffer getSlice(int field) {
        return SlotReader.getSlice(child(field), vectors.get(field), slot);
    }

    /**
     * Returns the bytes of a field of physical type BYTE_ARRAY or FIXED_LEN_BYTE_ARRAY, decoded as UTF-8.
     *
     * @throws InvalidDataException if the field has another type
     * @throws IndexOutOfBoundsException if there is no such field
     */
    public @Nullable String getString(int field) {
        return SlotReader.getString(child(field), vectors.get(field), slot);
    }

    /**
     * Returns the value of a DECIMAL field, with the scale of its type.
     *
     * @throws InvalidDataException if the field has another type
     * @throws IndexOutOfBoundsException if there is no such field
     */
    public @Nullable BigDecimal getDecimal(int field) {
        return SlotReader.getDecimal(child(field), vectors.get(field), slot);
    }

    /**
     * Returns a view of a struct.
     *
     * @throws InvalidDataException if the field has another type
     * @throws IndexOutOfBoundsException if there is no such field
     */
    public @Nullable Row getStruct(int field) {
        return SlotReader.getStruct(child(field), vectors.get(field), slot, place);
    }

    /**
     * Returns a copy of a variant, shredded or not. The field is a struct with metadata, value and optionally
     * typed_value, all of whose columns were read.
     *
     * @throws InvalidDataException if the field has another type
     * @throws IndexOutOfBoundsException if there is no such field
     */
    public @Nullable Variant getVariant(int field) {
        if (variants == null) {
            variants = new VariantVector[vectors.size()];
        }
        try {
            if (variants[field] == null) {
                variants[field] = SlotReader.variants(child(field), vectors.get(field));
            }
            Variant variant = variants[field].get(slot);
            return variant == null ? null : variant.copy();
        } catch (ParquetException e) {
            throw located(e);
        }
    }

    /**
     * Returns a view of a list or repeated field.
     *
     * @throws InvalidDataException if the field has another type
     * @throws IndexOutOfBoundsException if there is no such field
     */
    public @Nullable RowList getList(int field) {
        return SlotReader.getList(child(field), vectors.get(field), slot, place);
    }

    /**
     * Returns a view of a map.
     *
     * @throws InvalidDataException if the field has another type
     * @throws IndexOutOfBoundsException if there is no such field
     */
    public @Nullable RowMap getMap(int field) {
        return SlotReader.getMap(child(field), vectors.get(field), slot, place);
    }

    /**
     * Returns the Java value of a field's logical type:
     *
     * <ul>
     *   <li>{@code Boolean}, {@code Float} (also for FLOAT16) and {@code Double}
     *   <li>{@code Integer} for INT32 and unsigned integers of up to 16 bits, {@code Long} for INT64 and unsigned
     *       integers of 32 bits, {@code BigInteger} for unsigned integers of 64 bits
     *   <li>{@code BigDecimal} for DECIMAL
     *   <li>{@code String} for STRING, ENUM and JSON
     *   <li>{@code LocalDate}, {@code LocalTime}, {@code Instant} for INT96 and TIMESTAMP adjusted to UTC, {@code
     *       LocalDateTime} for other TIMESTAMPs
     *   <li>{@code UUID}, {@link Interval}, and {@code byte[]} for all other bytes
     *   <li>{@link Variant} for VARIANT, shredded or not, if all of its columns were read
     *   <li>{@link Row}, {@link RowList} and {@link RowMap} for structs, lists and maps.
     * </ul>
     *
     * @return absent for null
     * @throws io.pq2.exception.CorruptFileException if a value is outside the range of its logical type
     * @throws IndexOutOfBoundsException if there is no such field
     */
    public @Nullable Object get(int field) {
        return JavaValues.isVariant(child(field))
                ? getVariant(field)
                : JavaValues.get(child(field), vectors.get(field), slot, place);
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
     * See {@link #getSlice(int)}.
     *
     * @throws InvalidDataException if there is no such field, or the field has another type
     */
    public @Nullable ByteBuffer getSlice(String field) {
        return getSlice(indexOf(field));
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
    public @Nullable Row getStruct(String field) {
        return getStruct(indexOf(field));
    }

    /**
     * See {@link #getVariant(int)}.
     *
     * @throws InvalidDataException if there is no such field, or the field has another type
     */
    public @Nullable Variant getVariant(String field) {
        return getVariant(indexOf(field));
    }

    /**
     * See {@link #getList(int)}.
     *
     * @throws InvalidDataException if there is no such field, or the field has another type
     */
    public @Nullable RowList getList(String field) {
        return getList(indexOf(field));
    }

    /**
     * See {@link #getMap(int)}.
     *
     * @throws InvalidDataException if there is no such field, or the field has another type
     */
    public @Nullable RowMap getMap(String field) {
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

    /** Returns the vector of a field. */
    public Vector vector(int field) {
        return vectors.get(field);
    }

    /** Returns the index of the row's slot in its vectors. */
    public int slot() {
        return slot;
    }

    private Shape child(int field) {
        return shape.children().get(field);
    }

    /** Returns the fields in braces, such as {@code {id: 1, names: [a, b]}}; bytes appear as hexadecimal digits. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("{");
        for (int i = 0; i < vectors.size(); i++) {
            text.append(i == 0 ? "" : ", ").append(child(i).name()).append(": ");
            try {
                text.append(text(get(i)));
            } catch (ParquetException e) {
                throw located(e);
            }
        }
        return text.append('}').toString();
    }

    /** Adds the file to an exception, and returns it. */
    ParquetException located(ParquetException exception) {
        return exception.locate(place);
    }

    static String text(@Nullable Object value) {
        return value instanceof byte[] bytes ? java.util.HexFormat.of().formatHex(bytes) : String.valueOf(value);
    }
}
