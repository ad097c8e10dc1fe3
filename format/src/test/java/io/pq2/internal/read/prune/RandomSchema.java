package io.pq2.internal.read.prune;

import io.pq2.schema.EdgeInterpolation;
import io.pq2.schema.Field;
import io.pq2.schema.GroupField;
import io.pq2.schema.LogicalType;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.PrimitiveField;
import io.pq2.schema.Repetition;
import io.pq2.schema.Schema;
import io.pq2.schema.TimeUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Random schemas with columns of all types, some of them in groups, lists and maps. */
public final class RandomSchema {

    /** A physical type with a logical type. */
    private record Type(PhysicalType physical, int length, LogicalType logical) {}

    private static final int MAX_DEPTH = 2;

    private static final List<Type> TYPES = types();

    private final Random random;

    public RandomSchema(Random random) {
        this.random = random;
    }

    private static List<Type> types() {
        List<Type> types = new ArrayList<>();
        add(types, PhysicalType.BOOLEAN, 0, (LogicalType) null);
        add(
                types,
                PhysicalType.INT32,
                0,
                null,
                new LogicalType.IntType(8, true),
                new LogicalType.IntType(16, true),
                new LogicalType.IntType(32, true),
                new LogicalType.IntType(8, false),
                new LogicalType.IntType(16, false),
                new LogicalType.IntType(32, false),
                new LogicalType.DecimalType(9, 2),
                new LogicalType.DecimalType(4, 4),
                new LogicalType.DateType(),
                new LogicalType.TimeType(TimeUnit.MILLIS, true));
        add(
                types,
                PhysicalType.INT64,
                0,
                null,
                new LogicalType.IntType(64, true),
                new LogicalType.IntType(64, false),
                new LogicalType.DecimalType(18, 4),
                new LogicalType.DecimalType(5, 0),
                new LogicalType.TimeType(TimeUnit.MICROS, true),
                new LogicalType.TimeType(TimeUnit.NANOS, false));
        for (TimeUnit unit : TimeUnit.values()) {
            add(
                    types,
                    PhysicalType.INT64,
                    0,
                    new LogicalType.TimestampType(unit, true),
                    new LogicalType.TimestampType(unit, false));
        }
        add(types, PhysicalType.INT96, 0, (LogicalType) null);
        add(types, PhysicalType.FLOAT, 0, (LogicalType) null);
        add(types, PhysicalType.DOUBLE, 0, (LogicalType) null);
        add(types, PhysicalType.DOUBLE, 0, (LogicalType) null);
        add(
                types,
                PhysicalType.BYTE_ARRAY,
                0,
                null,
                new LogicalType.StringType(),
                new LogicalType.StringType(),
                new LogicalType.EnumType(),
                new LogicalType.JsonType(),
                new LogicalType.BsonType(),
                new LogicalType.DecimalType(30, 3),
                new LogicalType.GeometryType(null),
                new LogicalType.GeographyType(null, EdgeInterpolation.SPHERICAL));
        add(types, PhysicalType.FIXED_LEN_BYTE_ARRAY, 5, null, new LogicalType.DecimalType(11, 1));
        add(types, PhysicalType.FIXED_LEN_BYTE_ARRAY, 2, new LogicalType.Float16Type());
        add(
                types,
                PhysicalType.FIXED_LEN_BYTE_ARRAY,
                16,
                new LogicalType.UuidType(),
                new LogicalType.DecimalType(38, 6));
        add(types, PhysicalType.FIXED_LEN_BYTE_ARRAY, 12, new LogicalType.IntervalType());
        add(types, PhysicalType.FIXED_LEN_BYTE_ARRAY, 20, new LogicalType.DecimalType(45, 2));
        return types;
    }

    private static void add(List<Type> types, PhysicalType physical, int length, LogicalType... logical) {
        for (LogicalType type : logical) {
            types.add(new Type(physical, length, type));
        }
    }

    /** Returns a schema of one to six fields. */
    public Schema schema() {
        List<Field> fields = new ArrayList<>();
        for (int i = 1 + random.nextInt(6); i > 0; i--) {
            fields.add(field("f" + i, MAX_DEPTH));
        }
        return new Schema("table", fields);
    }

    private Field field(String name, int depth) {
        Repetition repetition = random.nextInt(4) == 0 ? Repetition.REQUIRED : Repetition.OPTIONAL;
        return switch (depth == 0 ? 0 : random.nextInt(20)) {
            case 1, 2, 3, 4 -> {
                List<Field> fields = new ArrayList<>();
                for (int i = 1 + random.nextInt(3); i > 0; i--) {
                    fields.add(field("g" + i, depth - 1));
                }
                yield new GroupField(name, repetition, fields);
            }
            case 5 -> GroupField.list(name, repetition, field("element", depth - 1));
            case 6 -> GroupField.map(name, repetition, leaf("key", Repetition.REQUIRED), field("value", depth - 1));
            case 7 -> leaf(name, depth == MAX_DEPTH ? Repetition.REPEATED : repetition);
            default -> leaf(name, repetition);
        };
    }

    private PrimitiveField leaf(String name, Repetition repetition) {
        Type type = TYPES.get(random.nextInt(TYPES.size()));
        return new PrimitiveField(name, repetition, type.physical(), type.length(), type.logical(), null);
    }
}
