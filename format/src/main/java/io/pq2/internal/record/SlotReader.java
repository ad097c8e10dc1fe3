package io.pq2.internal.record;

import io.pq2.exception.FileLocation;
import io.pq2.exception.InvalidDataException;
import io.pq2.exception.ParquetException;
import io.pq2.record.Row;
import io.pq2.record.RowList;
import io.pq2.record.RowMap;
import io.pq2.schema.LogicalType;
import io.pq2.schema.Shape;
import io.pq2.variant.Variant;
import io.pq2.variant.VariantVector;
import io.pq2.vector.BinaryVector;
import io.pq2.vector.BooleanVector;
import io.pq2.vector.DictionaryVector;
import io.pq2.vector.DoubleVector;
import io.pq2.vector.FixedBinaryVector;
import io.pq2.vector.FloatVector;
import io.pq2.vector.IntVector;
import io.pq2.vector.ListVector;
import io.pq2.vector.LongVector;
import io.pq2.vector.MapVector;
import io.pq2.vector.StructVector;
import io.pq2.vector.Vector;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads single slots of vectors, checking the type that the caller expects. A {@code place} is the file that the
 * vectors are from, for messages.
 */
public final class SlotReader {

    private SlotReader() {}

    public static boolean getBoolean(Shape shape, Vector vector, int slot) {
        if (vector instanceof BooleanVector booleans) {
            checkPresent(shape, vector, slot);
            return booleans.values()[slot];
        }
        throw otherType(shape, "a BOOLEAN");
    }

    public static int getInt(Shape shape, Vector vector, int slot) {
        if (vector instanceof IntVector ints) {
            checkPresent(shape, vector, slot);
            return ints.values()[slot];
        }
        throw otherType(shape, "an INT32");
    }

    public static long getLong(Shape shape, Vector vector, int slot) {
        if (vector instanceof LongVector longs) {
            checkPresent(shape, vector, slot);
            return longs.values()[slot];
        }
        throw otherType(shape, "an INT64");
    }

    public static float getFloat(Shape shape, Vector vector, int slot) {
        if (vector instanceof FloatVector floats) {
            checkPresent(shape, vector, slot);
            return floats.values()[slot];
        }
        throw otherType(shape, "a FLOAT");
    }

    public static double getDouble(Shape shape, Vector vector, int slot) {
        if (vector instanceof DoubleVector doubles) {
            checkPresent(shape, vector, slot);
            return doubles.values()[slot];
        }
        throw otherType(shape, "a DOUBLE");
    }

    public static @Nullable ByteBuffer getSlice(Shape shape, Vector vector, int slot) {
        if (vector.isNull(slot)) {
            return null;
        }
        Vector values = vector;
        int index = slot;
        if (vector instanceof DictionaryVector encoded) {
            values = encoded.dictionary();
            index = encoded.ids()[slot];
        }
        if (values instanceof BinaryVector slices) {
            return ByteBuffer.wrap(slices.bytes(), slices.starts()[index], slices.lengths()[index]);
        }
        if (values instanceof FixedBinaryVector fixed) {
            return ByteBuffer.wrap(fixed.bytes(), fixed.offset() + index * fixed.width(), fixed.width());
        }
        throw otherType(shape, "a BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY or INT96");
    }

    public static byte @Nullable [] getBinary(Shape shape, Vector vector, int slot) {
        ByteBuffer slice = getSlice(shape, vector, slot);
        return slice == null ? null : copy(slice);
    }

    private static byte[] copy(ByteBuffer slice) {
        byte[] bytes = new byte[slice.remaining()];
        slice.get(bytes);
        return bytes;
    }

    public static @Nullable String getString(Shape shape, Vector vector, int slot) {
        ByteBuffer slice = getSlice(shape, vector, slot);
        return slice == null
                ? null
                : new String(
                        slice.array(),
                        slice.arrayOffset() + slice.position(),
                        slice.remaining(),
                        StandardCharsets.UTF_8);
    }

    public static @Nullable BigDecimal getDecimal(Shape shape, Vector vector, int slot) {
        if (!(shape instanceof Shape.Leaf leaf)
                || !(leaf.column().field().logicalType() instanceof LogicalType.DecimalType type)) {
            throw otherType(shape, "a DECIMAL");
        }
        if (vector.isNull(slot)) {
            return null;
        }
        if (vector instanceof IntVector ints) {
            return BigDecimal.valueOf(ints.values()[slot], type.scale());
        }
        if (vector instanceof LongVector longs) {
            return BigDecimal.valueOf(longs.values()[slot], type.scale());
        }
        ByteBuffer slice = Objects.requireNonNull(getSlice(shape, vector, slot), "slot is not null");
        BigInteger unscaled = slice.remaining() == 0 ? BigInteger.ZERO : new BigInteger(copy(slice));
        return new BigDecimal(unscaled, type.scale());
    }

    public static @Nullable Row getStruct(Shape shape, Vector vector, int slot, FileLocation place) {
        if (shape instanceof Shape.Struct struct && vector instanceof StructVector group) {
            return group.isNull(slot) ? null : new Row(struct, group.children(), slot, place);
        }
        throw otherType(shape, "a group");
    }

    public static @Nullable Variant getVariant(Shape shape, Vector vector, int slot, FileLocation place) {
        try {
            Variant variant = variants(shape, vector).get(slot);
            return variant == null ? null : variant.copy();
        } catch (ParquetException e) {
            throw e.locate(place);
        }
    }

    public static VariantVector variants(Shape shape, Vector vector) {
        if (shape instanceof Shape.Struct struct && vector instanceof StructVector group) {
            return VariantVector.of(struct, group);
        }
        throw otherType(shape, "a group");
    }

    public static @Nullable RowList getList(Shape shape, Vector vector, int slot, FileLocation place) {
        if (shape instanceof Shape.Array array && vector instanceof ListVector list) {
            return list.isNull(slot)
                    ? null
                    : new RowList(
                            array.element(), list.elements(), list.offsets()[slot], list.offsets()[slot + 1], place);
        }
        throw otherType(shape, "a list");
    }

    public static @Nullable RowMap getMap(Shape shape, Vector vector, int slot, FileLocation place) {
        if (shape instanceof Shape.Map map && vector instanceof MapVector entries) {
            return entries.isNull(slot)
                    ? null
                    : new RowMap(map, entries, entries.offsets()[slot], entries.offsets()[slot + 1], place);
        }
        throw otherType(shape, "a map");
    }

    private static void checkPresent(Shape shape, Vector vector, int slot) {
        if (vector.isNull(slot)) {
            throw new InvalidDataException("field " + shape.name() + " is null");
        }
    }

    private static InvalidDataException otherType(Shape shape, String expected) {
        return new InvalidDataException("field " + shape.name() + " is not " + expected + " but " + describe(shape));
    }

    private static String describe(Shape shape) {
        if (shape instanceof Shape.Leaf leaf) {
            LogicalType logical = leaf.column().field().logicalType();
            return leaf.column().field().physicalType() + (logical == null ? "" : " of logical type " + logical);
        }
        if (shape instanceof Shape.Struct) {
            return "a group";
        }
        return shape instanceof Shape.Array ? "a list" : "a map";
    }
}
