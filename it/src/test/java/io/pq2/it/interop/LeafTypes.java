package io.pq2.it.interop;

import static io.pq2.schema.PhysicalType.BOOLEAN;
import static io.pq2.schema.PhysicalType.BYTE_ARRAY;
import static io.pq2.schema.PhysicalType.DOUBLE;
import static io.pq2.schema.PhysicalType.FIXED_LEN_BYTE_ARRAY;
import static io.pq2.schema.PhysicalType.FLOAT;
import static io.pq2.schema.PhysicalType.INT32;
import static io.pq2.schema.PhysicalType.INT64;
import static io.pq2.schema.PhysicalType.INT96;

import io.pq2.internal.schema.Int96;
import io.pq2.schema.LogicalType;
import io.pq2.schema.LogicalType.DecimalType;
import io.pq2.schema.LogicalType.IntType;
import io.pq2.schema.LogicalType.TimeType;
import io.pq2.schema.LogicalType.TimestampType;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.TimeUnit;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoField;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Lists every physical type with every logical type that it supports.
 *
 * <p>The values stay in ranges that the Java types of all readers can represent: dates and timestamps between the years
 * 1 and 9999, timestamps in nanoseconds between 1677 and 2262, INT96 and TIME in nanoseconds at whole microseconds,
 * parts of intervals below 2^31.
 */
final class LeafTypes {

    /** The type of the second field of structs, next to the tested one. */
    static final LeafType INDEX = of(INT32, null);

    /** The type of map keys. */
    static final LeafType KEY = of(BYTE_ARRAY, new LogicalType.StringType());

    private static final long JULIAN_DAY_OF_EPOCH = 2_440_588;
    private static final long NANOS_PER_DAY = 86_400_000_000_000L;

    private static final List<LeafType> ALL = make();

    private LeafTypes() {}

    /** Returns all types, always the same objects. */
    static List<LeafType> all() {
        return ALL;
    }

    private static List<LeafType> make() {
        List<LeafType> types = new ArrayList<>();
        types.add(of(BOOLEAN, null, true, false, false, true, true, true, false));
        addInts(types);
        addLongs(types);
        types.add(of(INT96, null, int96s()));
        types.add(of(FLOAT, null, floats()));
        types.add(of(DOUBLE, null, doubles()));
        addBinaries(types);
        addFixed(types);
        types.add(of(INT32, new LogicalType.UnknownType()));
        return List.copyOf(types);
    }

    private static LeafType of(PhysicalType type, LogicalType logicalType, Object... values) {
        return new LeafType(type, 0, logicalType, List.of(values));
    }

    private static LeafType fixed(int length, LogicalType logicalType, Object... values) {
        return new LeafType(FIXED_LEN_BYTE_ARRAY, length, logicalType, List.of(values));
    }

    private static void addInts(List<LeafType> types) {
        types.add(of(INT32, null, 0, Integer.MIN_VALUE, Integer.MAX_VALUE, -1, 1, 42, 1 << 20, -65_536));
        types.add(of(INT32, new IntType(8, true), 0, -128, 127, -1, 1, 42));
        types.add(of(INT32, new IntType(16, true), 0, -32_768, 32_767, -1, 1, 4242));
        types.add(of(INT32, new IntType(32, true), 0, Integer.MIN_VALUE, Integer.MAX_VALUE, -1, 1, 42));
        types.add(of(INT32, new IntType(8, false), 0, 255, 128, 127, 1, 42));
        types.add(of(INT32, new IntType(16, false), 0, 65_535, 32_768, 32_767, 1, 42));
        types.add(of(INT32, new IntType(32, false), 0, -1, Integer.MIN_VALUE, Integer.MAX_VALUE, 1, 42));
        types.add(of(INT32, new LogicalType.DateType(), dates()));
        types.add(of(INT32, new TimeType(TimeUnit.MILLIS, true), 0, 86_399_999, 1, 43_200_000, 12_345_678));
        types.add(of(INT32, new TimeType(TimeUnit.MILLIS, false), 0, 86_399_999, 1, 43_200_000, 12_345_678));
        types.add(of(INT32, new DecimalType(9, 2), 0, 999_999_999, -999_999_999, -1, 1, 12_345));
        types.add(of(INT32, new DecimalType(4, 4), 0, 9999, -9999, -1, 1, 1234));
    }

    private static void addLongs(List<LeafType> types) {
        types.add(of(INT64, null, 0L, Long.MIN_VALUE, Long.MAX_VALUE, -1L, 1L, 42L, 1L << 40, -(1L << 33)));
        types.add(of(INT64, new IntType(64, true), 0L, Long.MIN_VALUE, Long.MAX_VALUE, -1L, 1L, 42L));
        types.add(of(INT64, new IntType(64, false), 0L, -1L, Long.MIN_VALUE, Long.MAX_VALUE, 1L, 42L));
        for (boolean utc : new boolean[] {true, false}) {
            types.add(of(INT64, new TimeType(TimeUnit.MICROS, utc), 0L, 86_399_999_999L, 1L, 43_200_000_000L));
            types.add(
                    of(INT64, new TimeType(TimeUnit.NANOS, utc), 0L, 86_399_999_999_000L, 1000L, 43_200_000_000_000L));
        }
        for (boolean utc : new boolean[] {true, false}) {
            types.add(of(INT64, new TimestampType(TimeUnit.MILLIS, utc), timestamps(1000, 1, 9999)));
            types.add(of(INT64, new TimestampType(TimeUnit.MICROS, utc), timestamps(1_000_000, 1, 9999)));
            types.add(of(INT64, new TimestampType(TimeUnit.NANOS, utc), timestamps(1_000_000_000, 1678, 2261)));
        }
        long most = 999_999_999_999_999_999L;
        types.add(of(INT64, new DecimalType(18, 4), 0L, most, -most, -1L, 1L, 123_456_789_012L));
    }

    private static void addBinaries(List<LeafType> types) {
        byte[] all = new byte[256];
        IntStream.range(0, all.length).forEach(i -> all[i] = (byte) i);
        types.add(of(BYTE_ARRAY, null, new byte[0], all, new byte[] {0}, new byte[] {-1}, new byte[300], utf8("abc")));
        types.add(of(
                BYTE_ARRAY,
                KEY.logicalType(),
                texts("", "a", "ab", "abc", "\0", "grüße", "日本語", "🦆", "'\"\\", "x".repeat(300))));
        types.add(of(BYTE_ARRAY, new LogicalType.EnumType(), texts("RED", "GREEN", "BLUE", "")));
        types.add(of(
                BYTE_ARRAY, new LogicalType.JsonType(), texts("{}", "[]", "{\"a\": [1, null, \"ü\"]}", "null", "1e3")));
        byte[] document = {12, 0, 0, 0, 16, 'a', 0, 1, 0, 0, 0, 0};
        types.add(of(BYTE_ARRAY, new LogicalType.BsonType(), document, new byte[] {5, 0, 0, 0, 0}));
        types.add(of(
                BYTE_ARRAY,
                new DecimalType(19, 3),
                unscaled("0", "9".repeat(19), "-" + "9".repeat(19), "-1", "1", "256")));
        types.add(of(
                BYTE_ARRAY,
                new DecimalType(38, 10),
                unscaled("0", "9".repeat(38), "-" + "9".repeat(38), "-1", "1", "256")));
        types.add(of(BYTE_ARRAY, new LogicalType.GeometryType(null), point(0, 0), point(-1.5, 1e9), point(30, 10)));
        types.add(
                of(BYTE_ARRAY, new LogicalType.GeographyType(null, null), point(0, 0), point(-180, 90), point(30, 10)));
    }

    private static void addFixed(List<LeafType> types) {
        types.add(fixed(5, null, new byte[5], utf8("abcde"), new byte[] {-1, -1, -1, -1, -1}, utf8("abcdf")));
        types.add(fixed(3, new DecimalType(6, 2), widened(3, "0", "999999", "-999999", "-1", "1", "256")));
        types.add(fixed(9, new DecimalType(20, 5), widened(9, "0", "9".repeat(20), "-" + "9".repeat(20), "-1", "1")));
        types.add(
                fixed(16, new DecimalType(38, 38), widened(16, "0", "9".repeat(38), "-" + "9".repeat(38), "-1", "1")));
        byte[] uuid = new byte[16];
        IntStream.range(0, uuid.length).forEach(i -> uuid[i] = (byte) (i * 17));
        byte[] last = new byte[16];
        Arrays.fill(last, (byte) -1);
        types.add(fixed(16, new LogicalType.UuidType(), new byte[16], last, uuid));
        types.add(fixed(
                12,
                new LogicalType.IntervalType(),
                interval(0, 0, 0),
                interval(1, 2, 3),
                interval(14, 40, 86_400_001)));
        types.add(fixed(
                2,
                new LogicalType.Float16Type(),
                half(0),
                half(0x8000),
                half(0x3c00),
                half(0xc000),
                half(0x7bff),
                half(1),
                half(0x7c00),
                half(0xfc00),
                half(0x7e00)));
    }

    private static Object[] dates() {
        return Stream.of(
                        "1970-01-01",
                        "0001-01-01",
                        "9999-12-31",
                        "1582-10-04",
                        "1582-10-15",
                        "1969-12-31",
                        "2024-02-29")
                .map(date -> (int) LocalDate.parse(date).toEpochDay())
                .toArray();
    }

    private static Object[] timestamps(long perSecond, int firstYear, int lastYear) {
        long nanosPerUnit = 1_000_000_000 / perSecond;
        return Stream.of(
                        LocalDateTime.of(1970, 1, 1, 0, 0),
                        LocalDateTime.of(firstYear, 1, 1, 0, 0),
                        LocalDateTime.of(lastYear, 12, 31, 23, 59, 59, 999_999_999),
                        LocalDateTime.of(1969, 12, 31, 23, 59, 59, 999_999_999),
                        LocalDateTime.of(2024, 3, 31, 2, 30, 0, 123_456_789))
                .map(time -> time.toEpochSecond(ZoneOffset.UTC) * perSecond
                        + time.get(ChronoField.NANO_OF_SECOND) / nanosPerUnit)
                .toArray();
    }

    private static Object[] int96s() {
        return Stream.of(timestamps(1_000_000, 1678, 2261))
                .map(micros -> {
                    long nanos = (long) micros * 1000;
                    return ByteBuffer.allocate(Int96.WIDTH)
                            .order(ByteOrder.LITTLE_ENDIAN)
                            .putLong(Math.floorMod(nanos, NANOS_PER_DAY))
                            .putInt((int) (Math.floorDiv(nanos, NANOS_PER_DAY) + JULIAN_DAY_OF_EPOCH))
                            .array();
                })
                .toArray();
    }

    private static Object[] floats() {
        return new Object[] {
            0f,
            -0f,
            1f,
            -1.5f,
            Float.NaN,
            Float.POSITIVE_INFINITY,
            Float.NEGATIVE_INFINITY,
            Float.MIN_VALUE,
            -Float.MAX_VALUE,
            0.1f
        };
    }

    private static Object[] doubles() {
        return new Object[] {
            0d,
            -0d,
            1d,
            -1.5,
            Double.NaN,
            Double.POSITIVE_INFINITY,
            Double.NEGATIVE_INFINITY,
            Double.MIN_VALUE,
            -Double.MAX_VALUE,
            0.1
        };
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static Object[] texts(String... texts) {
        return Stream.of(texts).map(LeafTypes::utf8).toArray();
    }

    private static Object[] unscaled(String... numbers) {
        return Stream.of(numbers)
                .map(number -> new BigInteger(number).toByteArray())
                .toArray();
    }

    private static Object[] widened(int length, String... numbers) {
        return Stream.of(numbers)
                .map(number -> {
                    byte[] shortest = new BigInteger(number).toByteArray();
                    byte[] bytes = new byte[length];
                    Arrays.fill(bytes, (byte) (shortest[0] >> 7));
                    System.arraycopy(shortest, 0, bytes, length - shortest.length, shortest.length);
                    return bytes;
                })
                .toArray();
    }

    /** Returns a point as little-endian well-known binary. */
    private static byte[] point(double x, double y) {
        return ByteBuffer.allocate(21)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put((byte) 1)
                .putInt(1)
                .putDouble(x)
                .putDouble(y)
                .array();
    }

    private static byte[] interval(int months, int days, int millis) {
        return ByteBuffer.allocate(12)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(months)
                .putInt(days)
                .putInt(millis)
                .array();
    }

    private static byte[] half(int bits) {
        return new byte[] {(byte) bits, (byte) (bits >> 8)};
    }
}
