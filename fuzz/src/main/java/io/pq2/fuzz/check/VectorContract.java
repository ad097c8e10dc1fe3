package io.pq2.fuzz.check;

import io.pq2.schema.Column;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.Shape;
import io.pq2.vector.Batch;
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
import io.pq2.vector.Validity;
import io.pq2.vector.Vector;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The documented properties of vectors: classes, sizes, offsets, ids, validity, and safe values in null slots. */
final class VectorContract {

    private VectorContract() {}

    /** Returns the first violation in a batch, or null. */
    static @Nullable String violation(Batch batch, Shape.Struct shape) {
        List<Shape> shapes = shape.children();
        if (batch.columns().size() != shapes.size()) {
            return batch.columns().size() + " columns, expected " + shapes.size();
        }
        for (int i = 0; i < shapes.size(); i++) {
            Vector column = batch.columns().get(i);
            String violation = column.length() == batch.rowCount() ? check(column, shapes.get(i), null) : "length";
            if (violation != null) {
                return shapes.get(i).name() + ": " + violation;
            }
        }
        return null;
    }

    /**
     * @param outer the vector of the struct whose child this is; null if there is none
     */
    private static @Nullable String check(Vector vector, Shape shape, @Nullable Vector outer) {
        long[] validity = vector.validity();
        int length = vector.length();
        if (validity != null && validity.length < Validity.words(length)) {
            return "validity of " + validity.length + " words for " + length + " slots";
        }
        for (int i = 0; i < length; i++) {
            boolean outerNull = outer != null && outer.isNull(i);
            if (outerNull && !vector.isNull(i)) {
                return "present slot " + i + " in a struct that is null";
            } else if (vector.isNull(i) && !outerNull && !shape.nullable()) {
                return "null slot " + i + " of a required field";
            }
        }
        return shape instanceof Shape.Leaf leaf ? leaf(vector, leaf.column()) : group(vector, shape);
    }

    private static @Nullable String group(Vector vector, Shape shape) {
        if (shape instanceof Shape.Struct struct && vector instanceof StructVector slots) {
            return struct(slots, struct);
        } else if (shape instanceof Shape.Array array && vector instanceof ListVector list) {
            String violation = offsets(list.offsets(), list, list.elements());
            return violation != null ? violation : check(list.elements(), array.element(), null);
        } else if (shape instanceof Shape.Map map && vector instanceof MapVector entries) {
            return map(entries, map);
        }
        return vector.getClass().getSimpleName() + " for " + shape.getClass().getSimpleName();
    }

    private static @Nullable String struct(StructVector vector, Shape.Struct shape) {
        if (vector.children().size() != shape.children().size()) {
            return vector.children().size() + " children, expected "
                    + shape.children().size();
        }
        for (int i = 0; i < vector.children().size(); i++) {
            Vector child = vector.children().get(i);
            if (child.length() != vector.length()) {
                return "a child of " + child.length() + " slots in a struct of " + vector.length();
            }
            String violation = check(child, shape.children().get(i), vector);
            if (violation != null) {
                return shape.children().get(i).name() + ": " + violation;
            }
        }
        return null;
    }

    private static @Nullable String map(MapVector vector, Shape.Map shape) {
        Vector keys = vector.keys();
        Vector values = vector.values();
        if ((keys == null) != (shape.key() == null) || (values == null) != (shape.value() == null)) {
            return "keys or values are missing";
        }
        String violation = keys == null ? null : offsets(vector.offsets(), vector, keys);
        if (violation == null && keys != null && shape.key() != null) {
            violation = check(keys, shape.key(), null);
        }
        if (violation == null && values != null) {
            violation = offsets(vector.offsets(), vector, values);
        }
        if (violation == null && values != null && shape.value() != null) {
            violation = check(values, shape.value(), null);
        }
        return violation;
    }

    private static @Nullable String offsets(int[] offsets, Vector vector, Vector elements) {
        int length = vector.length();
        if (offsets.length <= length || offsets[0] != 0) {
            return "the offsets do not begin with 0 or are too few";
        }
        for (int i = 0; i < length; i++) {
            if (offsets[i + 1] < offsets[i]) {
                return "offset " + (i + 1) + " descends";
            } else if (vector.isNull(i) && offsets[i + 1] != offsets[i]) {
                return "elements in the null slot " + i;
            }
        }
        return offsets[length] == elements.length()
                ? null
                : offsets[length] + " elements by offsets, " + elements.length() + " slots";
    }

    private static @Nullable String leaf(Vector vector, Column column) {
        PhysicalType type = column.field().physicalType();
        if (!isOfType(vector, type)) {
            return vector.getClass().getSimpleName() + " for " + type;
        } else if (vector instanceof BinaryVector binary) {
            return binary(binary);
        } else if (vector instanceof FixedBinaryVector fixed) {
            return fixed(fixed, column);
        } else if (vector instanceof DictionaryVector encoded) {
            return encoded(encoded, column);
        }
        return arrayLength(vector) < vector.length() ? "an array that is too short" : null;
    }

    private static boolean isOfType(Vector vector, PhysicalType type) {
        return switch (type) {
            case BOOLEAN -> vector instanceof BooleanVector;
            case INT32 -> vector instanceof IntVector;
            case INT64 -> vector instanceof LongVector;
            case FLOAT -> vector instanceof FloatVector;
            case DOUBLE -> vector instanceof DoubleVector;
            case BYTE_ARRAY -> vector instanceof BinaryVector || vector instanceof DictionaryVector;
            case INT96, FIXED_LEN_BYTE_ARRAY ->
                vector instanceof FixedBinaryVector || vector instanceof DictionaryVector;
        };
    }

    private static int arrayLength(Vector vector) {
        if (vector instanceof BooleanVector booleans) {
            return booleans.values().length;
        } else if (vector instanceof IntVector ints) {
            return ints.values().length;
        } else if (vector instanceof LongVector longs) {
            return longs.values().length;
        } else if (vector instanceof FloatVector floats) {
            return floats.values().length;
        }
        return ((DoubleVector) vector).values().length;
    }

    private static @Nullable String binary(BinaryVector vector) {
        int length = vector.length();
        if (vector.starts().length < length || vector.lengths().length < length) {
            return "starts or lengths are too few";
        }
        for (int i = 0; i < length; i++) {
            int start = vector.starts()[i];
            int bytes = vector.lengths()[i];
            if (start < 0 || bytes < 0 || start > vector.bytes().length - bytes) {
                return "slot " + i + " has " + bytes + " bytes from " + start + " of " + vector.bytes().length;
            } else if (bytes > 0 && vector.isNull(i)) {
                return "bytes in the null slot " + i;
            }
        }
        return null;
    }

    private static @Nullable String fixed(FixedBinaryVector vector, Column column) {
        int width = column.field().physicalType() == PhysicalType.INT96
                ? 12
                : column.field().typeLength();
        if (vector.width() != width) {
            return "width " + vector.width() + ", expected " + width;
        }
        long end = vector.offset() + (long) vector.length() * width;
        return vector.offset() < 0 || end > vector.bytes().length ? "the bytes are too few" : null;
    }

    private static @Nullable String encoded(DictionaryVector vector, Column column) {
        Vector dictionary = vector.dictionary();
        if (vector.ids().length < vector.length() || dictionary.nullCount() > 0) {
            return "ids are too few or the dictionary has nulls";
        }
        if (!(dictionary instanceof BinaryVector || dictionary instanceof FixedBinaryVector)) {
            return "a dictionary of class " + dictionary.getClass().getSimpleName();
        }
        int present = 0;
        for (int i = 0; i < vector.length(); i++) {
            int id = vector.ids()[i];
            present += vector.isNull(i) ? 0 : 1;
            if (id < 0 || id >= Math.max(1, dictionary.length()) || (vector.isNull(i) && id != 0)) {
                return "id " + id + " in slot " + i + " of " + dictionary.length() + " entries";
            }
        }
        return present > 0 && dictionary.length() == 0 ? "values of an empty dictionary" : leaf(dictionary, column);
    }
}
