package io.pq2.cli.internal.convert.arrow;

import io.pq2.exception.CorruptFileException;
import io.pq2.exception.UnsupportedFeatureException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.arrow.flatbuf.Date;
import org.apache.arrow.flatbuf.DateUnit;
import org.apache.arrow.flatbuf.Decimal;
import org.apache.arrow.flatbuf.DictionaryEncoding;
import org.apache.arrow.flatbuf.Duration;
import org.apache.arrow.flatbuf.Endianness;
import org.apache.arrow.flatbuf.Field;
import org.apache.arrow.flatbuf.FixedSizeBinary;
import org.apache.arrow.flatbuf.FixedSizeList;
import org.apache.arrow.flatbuf.FloatingPoint;
import org.apache.arrow.flatbuf.Int;
import org.apache.arrow.flatbuf.Interval;
import org.apache.arrow.flatbuf.KeyValue;
import org.apache.arrow.flatbuf.Precision;
import org.apache.arrow.flatbuf.Schema;
import org.apache.arrow.flatbuf.Time;
import org.apache.arrow.flatbuf.Timestamp;
import org.apache.arrow.flatbuf.Type;
import org.jspecify.annotations.Nullable;

/** Reads the schema of an Arrow file. */
final class ArrowSchemaReader {

    private static final int MAX_DEPTH = 64;
    /** Fields of a flatbuffer can have the same children, so that a few bytes describe any number of them. */
    private static final int MAX_FIELDS = 100_000;

    private static final int MAX_DECIMAL_DIGITS = 76;
    private static final int DEFAULT_DECIMAL_BITS = 128;

    private int fields;

    /**
     * Returns the columns.
     *
     * @throws CorruptFileException if the schema is malformed
     * @throws UnsupportedFeatureException if it has a type that Parquet does not have
     */
    static List<ArrowField> read(Schema schema) {
        if (schema.endianness() != Endianness.Little) {
            throw new UnsupportedFeatureException("big-endian values; write the file on a little-endian machine");
        }
        ArrowSchemaReader reader = new ArrowSchemaReader();
        List<ArrowField> columns = new ArrayList<>();
        for (int i = 0; i < schema.fieldsLength(); i++) {
            columns.add(reader.field(schema.fields(i), "", 0));
        }
        return columns;
    }

    private ArrowField field(Field field, String parent, int depth) {
        if (depth > MAX_DEPTH || ++fields > MAX_FIELDS) {
            throw new UnsupportedFeatureException(
                    "the schema has more than " + MAX_DEPTH + " levels or " + MAX_FIELDS + " fields");
        }
        String name = Objects.requireNonNullElse(field.name(), "");
        String path = parent.isEmpty() ? name : parent + "." + name;
        List<ArrowField> children = new ArrayList<>();
        for (int i = 0; i < field.childrenLength(); i++) {
            children.add(field(field.children(i), path, depth + 1));
        }
        ArrowType type = type(field, path);
        checkChildren(type, children, path);
        return new ArrowField(name, field.nullable(), type, extension(field), children, dictionary(field, path));
    }

    private static String extension(Field field) {
        for (int i = 0; i < field.customMetadataLength(); i++) {
            KeyValue entry = field.customMetadata(i);
            if (ArrowField.EXTENSION_NAME.equals(entry.key())) {
                return Objects.requireNonNullElse(entry.value(), "");
            }
        }
        return "";
    }

    private static ArrowField.@Nullable Dictionary dictionary(Field field, String path) {
        DictionaryEncoding encoding = field.dictionary();
        if (encoding == null) {
            return null;
        }
        Int type = encoding.indexType();
        // Without a type, indexes are signed integers of 32 bits (Schema.fbs, DictionaryEncoding).
        return new ArrowField.Dictionary(
                encoding.id(),
                type == null ? new ArrowType.Int(Integer.SIZE, true) : integer(type.bitWidth(), type.isSigned(), path));
    }

    private static ArrowType type(Field field, String path) {
        return switch (field.typeType()) {
            case Type.Null -> new ArrowType.Null();
            case Type.Int -> {
                Int type = of(field, new Int(), path);
                yield integer(type.bitWidth(), type.isSigned(), path);
            }
            case Type.FloatingPoint ->
                floating(of(field, new FloatingPoint(), path).precision(), path);
            case Type.Binary -> new ArrowType.Binary(ArrowType.Layout.OFFSETS, false);
            case Type.LargeBinary -> new ArrowType.Binary(ArrowType.Layout.LARGE_OFFSETS, false);
            case Type.BinaryView -> new ArrowType.Binary(ArrowType.Layout.VIEW, false);
            case Type.Utf8 -> new ArrowType.Binary(ArrowType.Layout.OFFSETS, true);
            case Type.LargeUtf8 -> new ArrowType.Binary(ArrowType.Layout.LARGE_OFFSETS, true);
            case Type.Utf8View -> new ArrowType.Binary(ArrowType.Layout.VIEW, true);
            case Type.Bool -> new ArrowType.Bool();
            case Type.Decimal -> decimal(of(field, new Decimal(), path), path);
            case Type.FixedSizeBinary -> {
                int width = of(field, new FixedSizeBinary(), path).byteWidth();
                check(width >= 1, path, "FixedSizeBinary has the width " + width + "; Parquet needs at least 1");
                yield new ArrowType.FixedBinary(width);
            }
            case Type.Struct_ -> new ArrowType.Struct();
            case Type.List -> new ArrowType.List(ArrowType.Layout.OFFSETS);
            case Type.LargeList -> new ArrowType.List(ArrowType.Layout.LARGE_OFFSETS);
            case Type.ListView -> new ArrowType.List(ArrowType.Layout.VIEW);
            case Type.LargeListView -> new ArrowType.List(ArrowType.Layout.LARGE_VIEW);
            case Type.FixedSizeList -> {
                int size = of(field, new FixedSizeList(), path).listSize();
                check(size >= 0, path, "FixedSizeList has the size " + size);
                yield new ArrowType.FixedList(size);
            }
            case Type.Map -> new ArrowType.Map();
            default -> time(field, path);
        };
    }

    private static ArrowType time(Field field, String path) {
        return switch (field.typeType()) {
            case Type.Date -> new ArrowType.Date(of(field, new Date(), path).unit() == DateUnit.MILLISECOND);
            case Type.Time -> {
                Time type = of(field, new Time(), path);
                ArrowUnit unit = ArrowUnit.of(type.unit());
                int bits = unit.nanos() < ArrowUnit.MILLISECOND.nanos() ? Long.SIZE : Integer.SIZE;
                check(type.bitWidth() == bits, path, "Time has " + type.bitWidth() + " bits, expected " + bits);
                yield new ArrowType.Time(unit, bits);
            }
            case Type.Timestamp -> {
                Timestamp type = of(field, new Timestamp(), path);
                String zone = type.timezone();
                yield new ArrowType.Timestamp(ArrowUnit.of(type.unit()), zone != null && !zone.isEmpty());
            }
            case Type.Duration ->
                new ArrowType.Duration(
                        ArrowUnit.of(of(field, new Duration(), path).unit()));
            case Type.Interval -> {
                int unit = of(field, new Interval(), path).unit();
                check(unit >= 0 && unit <= 2, path, "Interval has the unit " + unit);
                yield new ArrowType.Interval(unit);
            }
            default -> {
                byte number = field.typeType();
                String name = number >= 0 && number < Type.names.length ? Type.names[number] : "number " + number;
                throw new UnsupportedFeatureException(
                        "column " + path + " has the Arrow type " + name + ", which Parquet does not have; cast it");
            }
        };
    }

    private static <T extends com.google.flatbuffers.Table> T of(Field field, T type, String path) {
        check(field.type(type) != null, path, "the type is missing");
        return type;
    }

    private static ArrowType.Int integer(int bits, boolean signed, String path) {
        check(bits == 8 || bits == 16 || bits == 32 || bits == 64, path, "Int has " + bits + " bits");
        return new ArrowType.Int(bits, signed);
    }

    private static ArrowType floating(short precision, String path) {
        return switch (precision) {
            case Precision.HALF -> new ArrowType.Floating(Short.SIZE);
            case Precision.SINGLE -> new ArrowType.Floating(Float.SIZE);
            case Precision.DOUBLE -> new ArrowType.Floating(Double.SIZE);
            default -> throw corrupt(path, "FloatingPoint has the precision " + precision);
        };
    }

    private static ArrowType decimal(Decimal type, String path) {
        int bits = type.bitWidth() == 0 ? DEFAULT_DECIMAL_BITS : type.bitWidth();
        check(bits == 32 || bits == 64 || bits == 128 || bits == 256, path, "Decimal has " + bits + " bits");
        check(
                type.precision() >= 1 && type.precision() <= MAX_DECIMAL_DIGITS,
                path,
                "Decimal has the precision " + type.precision());
        if (type.scale() < 0 || type.scale() > type.precision()) {
            throw new UnsupportedFeatureException("column " + path + " is Decimal(" + type.precision() + ", "
                    + type.scale() + "), and Parquet has scales from 0 to the precision only; cast it");
        }
        return new ArrowType.Decimal(bits, type.precision(), type.scale());
    }

    private static void checkChildren(ArrowType type, List<ArrowField> children, String path) {
        int count = children.size();
        if (type instanceof ArrowType.Struct) {
            if (count == 0) {
                throw new UnsupportedFeatureException(
                        "column " + path + " is a struct without fields, which Parquet does not have; leave it out");
            }
        } else if (type instanceof ArrowType.Map) {
            check(
                    count == 1
                            && children.get(0).type() instanceof ArrowType.Struct
                            && children.get(0).dictionary() == null
                            && children.get(0).children().size() == 2,
                    path,
                    "Map needs one child, a struct of key and value");
        } else {
            boolean list = type instanceof ArrowType.List || type instanceof ArrowType.FixedList;
            check(count == (list ? 1 : 0), path, "the type has " + count + " children");
        }
    }

    private static void check(boolean valid, String path, String message) {
        if (!valid) {
            throw corrupt(path, message);
        }
    }

    private static CorruptFileException corrupt(String path, String message) {
        return new CorruptFileException("Arrow schema, column " + path + ": " + message);
    }
}
