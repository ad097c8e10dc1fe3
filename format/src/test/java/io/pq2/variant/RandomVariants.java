package io.pq2.variant;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;

/** Random Java values of all types of variants, and their conversion to variants and back. */
final class RandomVariants {

    /** The kinds of values whose types some readers do not know: times, timestamps in nanoseconds, UUIDs. */
    private static final Set<Integer> RARELY_KNOWN = Set.of(10, 12, 14, 16);

    private final Random random;
    private final Set<Integer> excluded;

    RandomVariants(long seed) {
        this(seed, Set.of());
    }

    private RandomVariants(long seed, Set<Integer> excluded) {
        this.random = new Random(seed);
        this.excluded = excluded;
    }

    /** Returns values without times, timestamps in nanoseconds and UUIDs. */
    static RandomVariants ofCommonTypes(long seed) {
        return new RandomVariants(seed, RARELY_KNOWN);
    }

    /** Returns a tree of lists, sorted maps and values. */
    Object value(int depth) {
        int kind = random.nextInt(depth == 0 ? 18 : 24);
        while (excluded.contains(kind)) {
            kind = random.nextInt(18);
        }
        if (kind >= 21) {
            Map<String, Object> object = new TreeMap<>(RandomVariants::compareUtf8);
            for (int i = size(); i > 0; i--) {
                object.put(text(), value(depth - 1));
            }
            return object;
        } else if (kind >= 18) {
            List<Object> array = new ArrayList<>();
            for (int i = size(); i > 0; i--) {
                array.add(value(depth - 1));
            }
            return array;
        }
        return scalar(kind);
    }

    /** Returns a random size. Sizes above 255 need a larger header. */
    private int size() {
        return random.nextInt(40) == 0 ? 200 + random.nextInt(200) : random.nextInt(5);
    }

    private static int compareUtf8(String a, String b) {
        return java.util.Arrays.compareUnsigned(
                a.getBytes(java.nio.charset.StandardCharsets.UTF_8),
                b.getBytes(java.nio.charset.StandardCharsets.UTF_8));
    }

    private String text() {
        String letter = List.of("a", "b", "long ".repeat(1 + random.nextInt(30)), "é", "\uFFFD", "\uD83D\uDC22", "\"\n")
                .get(random.nextInt(7));
        return letter + (random.nextBoolean() ? "" : random.nextInt(500));
    }

    private Object scalar(int kind) {
        Instant micros = Instant.ofEpochSecond(random.nextInt(), random.nextInt(1_000_000) * 1000L);
        Instant nanos = Instant.ofEpochSecond(random.nextInt(), random.nextInt(1_000_000) * 1000L + 1);
        return switch (kind) {
            case 0 -> "";
            case 1 -> random.nextBoolean();
            case 2 -> (byte) random.nextInt();
            case 3 -> (short) random.nextInt();
            case 4 -> random.nextInt();
            case 5 -> random.nextLong();
            case 6 -> random.nextFloat();
            case 7 -> random.nextGaussian();
            case 8 -> new BigDecimal(new BigInteger(1 + random.nextInt(126), random), random.nextInt(39)).negate();
            case 9 -> LocalDate.ofEpochDay(random.nextInt());
            case 10 -> LocalTime.ofNanoOfDay(random.nextLong(86_400_000_000L) * 1000);
            case 11 -> micros;
            case 12 -> nanos;
            case 13 -> LocalDateTime.ofInstant(micros, ZoneOffset.UTC);
            case 14 -> LocalDateTime.ofInstant(nanos, ZoneOffset.UTC);
            case 15 -> text().getBytes(java.nio.charset.StandardCharsets.UTF_8);
            case 16 -> new UUID(random.nextLong(), random.nextLong());
            default -> text();
        };
    }

    /** Appends a tree. Empty strings become null. */
    static void append(Object value, VariantBuilder builder) {
        if (value instanceof Map<?, ?> object) {
            builder.startObject();
            // The reverse of the order in an object.
            List<String> names = new ArrayList<>();
            object.keySet().forEach(name -> names.add(0, (String) name));
            for (String name : names) {
                builder.name(name);
                append(object.get(name), builder);
            }
            builder.endObject();
        } else if (value instanceof List<?> array) {
            builder.startArray();
            array.forEach(element -> append(element, builder));
            builder.endArray();
        } else {
            appendScalar(value, builder);
        }
    }

    private static void appendScalar(Object value, VariantBuilder builder) {
        if (value instanceof Boolean bool) {
            builder.appendBoolean(bool);
        } else if (value instanceof Byte number) {
            builder.appendInt8(number);
        } else if (value instanceof Short number) {
            builder.appendInt16(number);
        } else if (value instanceof Integer number) {
            builder.appendInt32(number);
        } else if (value instanceof Long number) {
            builder.appendInt64(number);
        } else if (value instanceof Float number) {
            builder.appendFloat(number);
        } else if (value instanceof Double number) {
            builder.appendDouble(number);
        } else if (value instanceof BigDecimal number) {
            builder.appendDecimal(number);
        } else if (value instanceof LocalDate date) {
            builder.appendDate(date);
        } else if (value instanceof LocalTime time) {
            builder.appendTime(time);
        } else if (value instanceof Instant instant) {
            if (instant.equals(instant.truncatedTo(ChronoUnit.MICROS))) {
                builder.appendTimestamp(instant);
            } else {
                builder.appendTimestampNanos(instant);
            }
        } else if (value instanceof LocalDateTime local) {
            if (local.toLocalTime().toNanoOfDay() % 1000 == 0) {
                builder.appendTimestampNtz(local);
            } else {
                builder.appendTimestampNtzNanos(local);
            }
        } else if (value instanceof byte[] binary) {
            builder.appendBinary(binary);
        } else if (value instanceof UUID uuid) {
            builder.appendUuid(uuid);
        } else if (((String) value).isEmpty()) {
            builder.appendNull();
        } else {
            builder.appendString((String) value);
        }
    }

    /** Returns the content of a variant as a tree. */
    static Object read(Variant variant) {
        return switch (variant.type()) {
            case NULL -> "";
            case BOOLEAN -> variant.getBoolean();
            case INT8 -> (byte) variant.getLong();
            case INT16 -> (short) variant.getLong();
            case INT32 -> (int) variant.getLong();
            case INT64 -> variant.getLong();
            case FLOAT -> variant.getFloat();
            case DOUBLE -> variant.getDouble();
            case DECIMAL4, DECIMAL8, DECIMAL16 -> variant.getDecimal();
            case DATE -> variant.getDate();
            case TIME -> variant.getTime();
            case TIMESTAMP, TIMESTAMP_NANOS -> variant.getInstant();
            case TIMESTAMP_NTZ, TIMESTAMP_NTZ_NANOS -> variant.getLocalDateTime();
            case BINARY -> variant.getBinary();
            case UUID -> variant.getUuid();
            case STRING -> variant.getString();
            case ARRAY -> {
                List<Object> array = new ArrayList<>();
                for (int i = 0; i < variant.size(); i++) {
                    array.add(read(variant.get(i)));
                }
                yield array;
            }
            case OBJECT -> {
                Map<String, Object> object = new TreeMap<>(RandomVariants::compareUtf8);
                for (int i = 0; i < variant.size(); i++) {
                    object.put(variant.name(i), read(variant.get(i)));
                }
                yield object;
            }
        };
    }
}
