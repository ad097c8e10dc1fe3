package io.pq2.write;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.metadata.ColumnMetaData;
import io.pq2.metadata.RowGroup;
import io.pq2.metadata.Statistics;
import io.pq2.schema.Column;
import io.pq2.schema.LogicalType;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.PrimitiveField;
import io.pq2.schema.Repetition;
import io.pq2.schema.Schema;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Bounds and counts are those of the values. */
class WrittenStatisticsTest {

    private static final int LIMIT = 64;

    @Property(tries = 100)
    void statisticsAreThoseOfTheValues(
            @ForAll long seed,
            @ForAll @IntRange(min = 1, max = 1000) int rowCount,
            @ForAll @IntRange(min = 1, max = 400) int batchSize,
            @ForAll boolean dictionary) {
        RandomRows random = new RandomRows(seed);
        Schema schema = random.schema(0);
        List<List<Object>> rows = random.rows(schema, rowCount);
        WriteOptions options = WriteOptions.builder()
                .dictionary(dictionary)
                .pageRows(100)
                .rowGroupRows(450)
                .build();
        TestRows.Written written = TestRows.write(schema, rows, options, batchSize, new RandomVectors(seed)::rewrite);
        int from = 0;
        for (RowGroup rowGroup : written.metaData().rowGroups()) {
            int to = from + (int) rowGroup.numRows();
            for (Column column : schema.columns()) {
                List<Object> values = new ArrayList<>();
                rows.subList(from, to).forEach(row -> values.add(row.get(column.index())));
                check(column, values, rowGroup.columns().get(column.index()).metaData());
            }
            from = to;
        }
    }

    private static void check(Column column, List<Object> values, ColumnMetaData metaData) {
        Statistics statistics = metaData.statistics();
        List<Object> present =
                values.stream().filter(Objects::nonNull).collect(Collectors.toCollection(ArrayList::new));
        assertThat(statistics.nullCount()).isEqualTo(values.size() - present.size());
        assertThat(statistics.min()).isNull();
        assertThat(statistics.max()).isNull();
        boolean floating = isFloating(column.field());
        List<Object> nans =
                present.stream().filter(value -> isNan(column.field(), value)).toList();
        assertThat(statistics.nanCount()).isEqualTo(floating ? (Long) (long) nans.size() : null);
        present.removeAll(nans);
        if (present.isEmpty() || column.field().physicalType() == PhysicalType.INT96) {
            assertThat(statistics.minValue()).isNull();
            assertThat(statistics.maxValue()).isNull();
            assertThat(statistics.isMinValueExact()).isNull();
            return;
        }
        Comparator<Object> order = order(column.field());
        Object min = Collections.min(present, order);
        Object max = Collections.max(present, order);
        if (statistics.isMinValueExact()) {
            assertThat(order.compare(plain(column.field(), statistics.minValue()), min))
                    .isZero();
        } else {
            assertThat(statistics.minValue()).hasSizeLessThanOrEqualTo(LIMIT);
            assertThat(order.compare(ByteBuffer.wrap(statistics.minValue()), min))
                    .isNegative();
        }
        if (statistics.isMaxValueExact()) {
            assertThat(order.compare(plain(column.field(), statistics.maxValue()), max))
                    .isZero();
        } else {
            assertThat(statistics.maxValue()).hasSizeLessThanOrEqualTo(LIMIT + 3);
            assertThat(order.compare(ByteBuffer.wrap(statistics.maxValue()), max))
                    .isPositive();
        }
    }

    private static boolean isFloating(PrimitiveField field) {
        return field.physicalType() == PhysicalType.FLOAT
                || field.physicalType() == PhysicalType.DOUBLE
                || field.logicalType() instanceof LogicalType.Float16Type;
    }

    private static boolean isNan(PrimitiveField field, Object value) {
        return isFloating(field) && Double.isNaN(number(value));
    }

    private static double number(Object value) {
        return value instanceof ByteBuffer ? half(bytes(value)) : ((Number) value).doubleValue();
    }

    private static double half(byte[] bytes) {
        int bits = bytes[0] & 0xFF | (bytes[1] & 0xFF) << 8;
        int exponent = bits >> 10 & 31;
        int mantissa = bits & 1023;
        double magnitude = exponent == 31
                ? (mantissa == 0 ? Double.POSITIVE_INFINITY : Double.NaN)
                : exponent == 0 ? mantissa * 0x1p-24 : (1024 + mantissa) * Math.pow(2, exponent - 25);
        return (bits & 0x8000) != 0 ? -magnitude : magnitude;
    }

    private static Comparator<Object> order(PrimitiveField field) {
        boolean unsigned = field.logicalType() instanceof LogicalType.IntType type && !type.signed();
        if (isFloating(field)) {
            // Either zero may stand for the other.
            return Comparator.comparingDouble(value -> number(value) + 0.0);
        } else if (field.logicalType() instanceof LogicalType.DecimalType
                && field.physicalType().compareTo(PhysicalType.BYTE_ARRAY) >= 0) {
            return Comparator.comparing(WrittenStatisticsTest::unscaled);
        }
        return switch (field.physicalType()) {
            case BOOLEAN -> Comparator.comparing(value -> (Boolean) value);
            case INT32 ->
                unsigned
                        ? (a, b) -> Integer.compareUnsigned((int) a, (int) b)
                        : Comparator.comparing(value -> (Integer) value);
            case INT64 ->
                unsigned
                        ? (a, b) -> Long.compareUnsigned((long) a, (long) b)
                        : Comparator.comparing(value -> (Long) value);
            default -> (a, b) -> Arrays.compareUnsigned(bytes(a), bytes(b));
        };
    }

    private static byte[] bytes(Object value) {
        byte[] bytes = new byte[((ByteBuffer) value).remaining()];
        ((ByteBuffer) value).duplicate().get(bytes);
        return bytes;
    }

    private static BigInteger unscaled(Object value) {
        byte[] bytes = bytes(value);
        return bytes.length == 0 ? BigInteger.ZERO : new BigInteger(bytes);
    }

    private static Object plain(PrimitiveField field, byte[] bytes) {
        ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        return switch (field.physicalType()) {
            case BOOLEAN -> buffer.get() == 1;
            case INT32 -> buffer.getInt();
            case INT64 -> buffer.getLong();
            case FLOAT -> buffer.getFloat();
            case DOUBLE -> buffer.getDouble();
            default -> buffer;
        };
    }

    @Test
    void zerosAreWrittenAsTheOuterOnes() {
        Statistics positive = statistics(PhysicalType.DOUBLE, null, 0.0, 0.0);
        assertThat(plainDouble(positive.minValue())).isEqualTo(-0.0);
        assertThat(plainDouble(positive.maxValue())).isEqualTo(0.0);
        Statistics negative = statistics(PhysicalType.DOUBLE, null, -0.0, Double.NaN);
        assertThat(plainDouble(negative.minValue())).isEqualTo(-0.0);
        assertThat(plainDouble(negative.maxValue())).isEqualTo(0.0);
        assertThat(negative.nanCount()).isEqualTo(1);
    }

    private static Double plainDouble(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getDouble();
    }

    @Test
    void nothingButNansHasNoBounds() {
        Statistics statistics = statistics(PhysicalType.DOUBLE, null, Double.NaN, null);
        assertThat(statistics.minValue()).isNull();
        assertThat(statistics.maxValue()).isNull();
        assertThat(statistics.nanCount()).isEqualTo(1);
        assertThat(statistics.nullCount()).isEqualTo(1);
    }

    @Test
    void theEmptyStringIsABound() {
        Statistics statistics = statistics(PhysicalType.BYTE_ARRAY, new LogicalType.StringType(), text(""), null);
        assertThat(statistics.minValue()).isEmpty();
        assertThat(statistics.maxValue()).isEmpty();
        assertThat(statistics.isMaxValueExact()).isTrue();
    }

    @Test
    void boundsOfLongTextAreText() {
        String prefix = "a".repeat(63);
        Statistics statistics = statistics(
                PhysicalType.BYTE_ARRAY,
                new LogicalType.StringType(),
                text(prefix + "\u20AC\u20AC"),
                text(prefix + "\u20AC"));
        assertThat(new String(statistics.minValue(), StandardCharsets.UTF_8)).isEqualTo(prefix);
        assertThat(new String(statistics.maxValue(), StandardCharsets.UTF_8)).isEqualTo("a".repeat(62) + "b");
        assertThat(statistics.isMinValueExact()).isFalse();
        assertThat(statistics.isMaxValueExact()).isFalse();
    }

    @Test
    void aBoundThatCannotBeShortenedIsWhole() {
        byte[] greatest = new byte[100];
        Arrays.fill(greatest, (byte) 0xFF);
        Statistics statistics = statistics(PhysicalType.BYTE_ARRAY, null, ByteBuffer.wrap(greatest));
        assertThat(statistics.maxValue()).isEqualTo(greatest);
        assertThat(statistics.isMaxValueExact()).isTrue();
    }

    @Test
    void thereAreNoBoundsWithoutAnOrder() {
        for (LogicalType type :
                List.of(new LogicalType.GeometryType(null), new LogicalType.GeographyType(null, null))) {
            Statistics statistics = statistics(PhysicalType.BYTE_ARRAY, type, text("x"));
            assertThat(statistics.minValue()).isNull();
            assertThat(statistics.nullCount()).isZero();
        }
    }

    private static ByteBuffer text(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    }

    private static Statistics statistics(PhysicalType type, LogicalType logical, Object... values) {
        Schema schema = new Schema("test", List.of(new PrimitiveField("x", Repetition.OPTIONAL, type, logical)));
        List<List<Object>> rows = new ArrayList<>();
        for (Object value : values) {
            rows.add(Collections.singletonList(value));
        }
        return TestRows.write(schema, rows, WriteOptions.DEFAULT, 100)
                .metaData()
                .rowGroups()
                .get(0)
                .columns()
                .get(0)
                .metaData()
                .statistics();
    }
}
