package io.pq2.write;

import io.pq2.schema.Field;
import io.pq2.schema.GroupField;
import io.pq2.schema.LogicalType;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.PrimitiveField;
import io.pq2.schema.Repetition;
import io.pq2.schema.Schema;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Random schemas and rows, determined by a seed. */
public final class RandomRows {

    private final Random random;

    public RandomRows(long seed) {
        random = new Random(seed);
    }

    /** Returns a schema with groups, lists and maps up to a depth; a flat schema for depth 0. */
    public Schema schema(int depth) {
        List<Field> fields = new ArrayList<>();
        int count = 1 + random.nextInt(5);
        for (int i = 0; i < count; i++) {
            fields.add(field("f" + i, depth));
        }
        return new Schema("test", fields);
    }

    private Field field(String name, int depth) {
        Repetition repetition = random.nextInt(3) == 0 ? Repetition.REQUIRED : Repetition.OPTIONAL;
        if (depth == 0 || random.nextInt(3) == 0) {
            return depth > 0 && random.nextInt(6) == 0 ? leaf(name, Repetition.REPEATED) : leaf(name, repetition);
        }
        return switch (random.nextInt(4)) {
            case 0 -> new GroupField(name, repetition, List.of(field("a", depth - 1), field("b", depth - 1)));
            case 1 -> GroupField.list(name, repetition, notRepeated(field("element", depth - 1)));
            case 2 ->
                GroupField.map(
                        name, repetition, leaf("key", Repetition.REQUIRED), notRepeated(field("value", depth - 1)));
            default -> new GroupField(name, Repetition.REPEATED, List.of(field("a", depth - 1), leaf("b", repetition)));
        };
    }

    /** Returns a field that is not repeated, for lists and maps. */
    private static Field notRepeated(Field field) {
        if (field.repetition() != Repetition.REPEATED) {
            return field;
        } else if (field instanceof PrimitiveField leaf) {
            return new PrimitiveField(
                    leaf.name(), Repetition.OPTIONAL, leaf.physicalType(), leaf.typeLength(), leaf.logicalType(), null);
        }
        return new GroupField(field.name(), Repetition.OPTIONAL, ((GroupField) field).fields());
    }

    private PrimitiveField leaf(String name, Repetition repetition) {
        PhysicalType type = PhysicalType.values()[random.nextInt(PhysicalType.values().length)];
        int length = type == PhysicalType.FIXED_LEN_BYTE_ARRAY ? fixedLength() : 0;
        return new PrimitiveField(name, repetition, type, length, logical(type, length), null);
    }

    /** Returns a random length, often one of a logical type. */
    private int fixedLength() {
        return random.nextBoolean() ? 1 + random.nextInt(20) : new int[] {2, 12, 16}[random.nextInt(3)];
    }

    private LogicalType logical(PhysicalType type, int length) {
        return switch (type) {
            case INT32 ->
                pick(
                        null,
                        new LogicalType.IntType(8, true),
                        new LogicalType.IntType(16, false),
                        new LogicalType.IntType(32, false),
                        new LogicalType.DecimalType(5, 2),
                        new LogicalType.DateType());
            case INT64 -> pick(null, new LogicalType.IntType(64, false), new LogicalType.DecimalType(12, 2));
            case BYTE_ARRAY ->
                pick(
                        null,
                        new LogicalType.StringType(),
                        new LogicalType.DecimalType(30, 3),
                        new LogicalType.EnumType(),
                        new LogicalType.JsonType(),
                        new LogicalType.BsonType());
            case FIXED_LEN_BYTE_ARRAY ->
                length == 2
                        ? new LogicalType.Float16Type()
                        : pick(
                                null,
                                new LogicalType.DecimalType(2, 1),
                                length == 16
                                        ? new LogicalType.UuidType()
                                        : length == 12 ? new LogicalType.IntervalType() : null);
            case BOOLEAN, INT96, FLOAT, DOUBLE -> null;
        };
    }

    private LogicalType pick(LogicalType... types) {
        return types[random.nextInt(types.length)];
    }

    /** Returns rows of a schema. */
    public List<List<Object>> rows(Schema schema, int count) {
        List<Distribution> distributions = new ArrayList<>();
        schema.fields().forEach(field -> distributions.add(new Distribution()));
        List<List<Object>> rows = new ArrayList<>();
        for (int row = 0; row < count; row++) {
            List<Object> values = new ArrayList<>();
            for (int i = 0; i < distributions.size(); i++) {
                values.add(value(schema.fields().get(i), distributions.get(i)));
            }
            rows.add(values);
        }
        return rows;
    }

    /** The distribution of the values of a top-level field. */
    private final class Distribution {
        final int nullPercent = new int[] {0, 0, 2, 50, 98, 100}[random.nextInt(6)];
        final int distinct = new int[] {1, 3, 200, 1 << 30}[random.nextInt(4)];
        final boolean nans = random.nextInt(3) == 0;
        final int maxLength = new int[] {0, 4, 4, 40, 300}[random.nextInt(5)];
    }

    private Object value(Field field, Distribution distribution) {
        if (field.repetition() == Repetition.REPEATED) {
            List<Object> values = new ArrayList<>();
            for (int i = elements(distribution); i > 0; i--) {
                values.add(present(field, distribution));
            }
            return values;
        }
        boolean absent = field.repetition() == Repetition.OPTIONAL && random.nextInt(100) < distribution.nullPercent;
        return absent ? null : present(field, distribution);
    }

    private int elements(Distribution distribution) {
        return distribution.nullPercent == 100 ? 0 : random.nextInt(4);
    }

    private Object present(Field field, Distribution distribution) {
        if (field instanceof PrimitiveField leaf) {
            return leafValue(leaf, distribution);
        }
        GroupField group = (GroupField) field;
        if (group.logicalType() instanceof LogicalType.ListType) {
            Field element = ((GroupField) group.fields().get(0)).fields().get(0);
            List<Object> values = new ArrayList<>();
            for (int i = elements(distribution); i > 0; i--) {
                values.add(value(element, distribution));
            }
            return values;
        } else if (group.logicalType() instanceof LogicalType.MapType) {
            List<Field> entry = ((GroupField) group.fields().get(0)).fields();
            List<Object> values = new ArrayList<>();
            for (int i = elements(distribution); i > 0; i--) {
                values.add(Arrays.asList(value(entry.get(0), distribution), value(entry.get(1), distribution)));
            }
            return values;
        }
        List<Object> values = new ArrayList<>();
        for (Field child : group.fields()) {
            values.add(value(child, distribution));
        }
        return values;
    }

    private Object leafValue(PrimitiveField leaf, Distribution distribution) {
        int number = random.nextInt(distribution.distinct);
        return switch (leaf.physicalType()) {
            case BOOLEAN -> (number & 1) == 1;
            case INT32 -> intValue(leaf.logicalType(), number);
            case INT64 ->
                leaf.logicalType() instanceof LogicalType.DecimalType
                        ? (Object) (number * 7L - 999_999_999L)
                        : (Object) (number * 0x9E3779B97F4A7C15L);
            case FLOAT -> number % 7 == 5 ? special(number, distribution).floatValue() : (Object) (number * 1.5f);
            case DOUBLE -> number % 7 == 5 ? special(number, distribution) : (Object) (number * -2.5);
            case INT96 -> bytes(number, 12);
            case FIXED_LEN_BYTE_ARRAY ->
                leaf.logicalType() instanceof LogicalType.DecimalType
                        ? digits(number, leaf.typeLength())
                        : bytes(number, leaf.typeLength());
            case BYTE_ARRAY ->
                leaf.logicalType() instanceof LogicalType.DecimalType
                        ? bytes(number, Math.floorMod(number * 31, 13))
                        : isText(leaf.logicalType())
                                ? text(number, distribution.maxLength)
                                : bytes(number, Math.floorMod(number * 31, distribution.maxLength + 1));
        };
    }

    private static boolean isText(LogicalType type) {
        return type instanceof LogicalType.StringType
                || type instanceof LogicalType.EnumType
                || type instanceof LogicalType.JsonType;
    }

    private static Object intValue(LogicalType logical, int number) {
        if (logical instanceof LogicalType.IntType integer && integer.bitWidth() == 8) {
            return (int) (byte) number;
        } else if (logical instanceof LogicalType.IntType integer && integer.bitWidth() == 16) {
            return number & 0xFFFF;
        } else if (logical instanceof LogicalType.DecimalType) {
            return number % 100_000 * (number % 2 == 0 ? 1 : -1);
        }
        return number * 0x9E3779B1;
    }

    private static Double special(int number, Distribution distribution) {
        double[] values = {
            distribution.nans ? Double.NaN : 1.0, 0.0, -0.0, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY
        };
        return values[number / 7 % values.length];
    }

    /** Returns a decimal of two digits. */
    private static ByteBuffer digits(int number, int length) {
        byte[] bytes = new byte[length];
        Arrays.fill(bytes, (byte) (number % 2 == 0 ? 0 : -1));
        bytes[length - 1] = (byte) (number % 2 == 0 ? number % 100 : -1 - number % 99);
        return ByteBuffer.wrap(bytes);
    }

    private static ByteBuffer bytes(int number, int length) {
        byte[] bytes = new byte[length];
        new Random(number).nextBytes(bytes);
        return ByteBuffer.wrap(bytes);
    }

    private static ByteBuffer text(int number, int maxLength) {
        Random characters = new Random(number);
        StringBuilder text = new StringBuilder();
        int length = characters.nextInt(maxLength + 1);
        for (int i = 0; i < length; i++) {
            text.appendCodePoint(
                    new int[] {'a', 'z', 0xE4, 0x20AC, 0x1F600, 0x10FFFF, 0xD7FF, 0x7F}[characters.nextInt(8)]);
        }
        return ByteBuffer.wrap(text.toString().getBytes(java.nio.charset.StandardCharsets.UTF_8));
    }
}
