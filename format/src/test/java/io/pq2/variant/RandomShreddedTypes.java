package io.pq2.variant;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/** Random types, many of which fit parts of given values. */
final class RandomShreddedTypes {

    private static final List<VariantType> PRIMITIVES = List.of(
            VariantType.BOOLEAN,
            VariantType.INT8,
            VariantType.INT16,
            VariantType.INT32,
            VariantType.INT64,
            VariantType.FLOAT,
            VariantType.DOUBLE,
            VariantType.DATE,
            VariantType.TIME,
            VariantType.TIMESTAMP,
            VariantType.TIMESTAMP_NTZ,
            VariantType.TIMESTAMP_NANOS,
            VariantType.TIMESTAMP_NTZ_NANOS,
            VariantType.BINARY,
            VariantType.STRING,
            VariantType.UUID);

    /** The types that some readers do not know. */
    private static final Set<VariantType> RARELY_KNOWN =
            Set.of(VariantType.TIME, VariantType.TIMESTAMP_NANOS, VariantType.TIMESTAMP_NTZ_NANOS, VariantType.UUID);

    private final Random random;
    private final List<VariantType> primitives;

    RandomShreddedTypes(long seed) {
        this(seed, PRIMITIVES);
    }

    private RandomShreddedTypes(long seed, List<VariantType> primitives) {
        this.random = new Random(seed);
        this.primitives = primitives;
    }

    /** Returns types without times, timestamps in nanoseconds and UUIDs. */
    static RandomShreddedTypes ofCommonTypes(long seed) {
        return new RandomShreddedTypes(
                seed,
                PRIMITIVES.stream().filter(type -> !RARELY_KNOWN.contains(type)).toList());
    }

    /** Returns a type that fits a variant, or parts of it. */
    ShreddedType like(Variant variant, int depth) {
        if (random.nextInt(6) == 0 || depth == 0) {
            return any(depth);
        }
        return switch (variant.type()) {
            case NULL -> any(depth);
            case OBJECT -> object(variant, depth);
            case ARRAY ->
                new ShreddedType.ArrayType(
                        variant.size() == 0
                                ? any(depth - 1)
                                : like(variant.get(random.nextInt(variant.size())), depth - 1));
            case DECIMAL4, DECIMAL8, DECIMAL16 -> decimal(variant);
            default -> new ShreddedType.PrimitiveType(variant.type());
        };
    }

    private ShreddedType object(Variant object, int depth) {
        Map<String, ShreddedType> fields = new LinkedHashMap<>();
        for (int i = 0; i < object.size(); i++) {
            if (random.nextInt(3) > 0 && fields.size() < 20) {
                fields.put(object.name(i), like(object.get(i), depth - 1));
            }
        }
        if (fields.isEmpty() || random.nextInt(3) == 0) {
            fields.put("missing" + random.nextInt(3), any(depth - 1));
        }
        return new ShreddedType.ObjectType(fields);
    }

    private static ShreddedType decimal(Variant variant) {
        BigDecimal value = variant.getDecimal();
        int precision = switch (variant.type()) {
            case DECIMAL4 -> 9;
            case DECIMAL8 -> 18;
            default -> 38;
        };
        return value.scale() > precision
                ? ShreddedType.UNTYPED
                : new ShreddedType.DecimalType(precision, value.scale());
    }

    private ShreddedType any(int depth) {
        return switch (random.nextInt(depth <= 0 ? 3 : 5)) {
            case 0 -> ShreddedType.UNTYPED;
            case 1 -> new ShreddedType.PrimitiveType(primitives.get(random.nextInt(primitives.size())));
            case 2 -> {
                int precision = 1 + random.nextInt(38);
                yield new ShreddedType.DecimalType(precision, random.nextInt(precision + 1));
            }
            case 3 -> new ShreddedType.ArrayType(any(depth - 1));
            default -> new ShreddedType.ObjectType(Map.of(random.nextBoolean() ? "a" : "\u00e9", any(depth - 1)));
        };
    }
}
