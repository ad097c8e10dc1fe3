package io.pq2.write;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.schema.LogicalType;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.PrimitiveField;
import io.pq2.schema.Repetition;
import io.pq2.schema.Schema;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.apache.parquet.filter2.compat.FilterCompat;
import org.apache.parquet.filter2.predicate.FilterApi;
import org.apache.parquet.filter2.predicate.FilterPredicate;
import org.apache.parquet.filter2.predicate.Operators;
import org.apache.parquet.io.api.Binary;

/**
 * Checks that parquet-java finds the same rows with and without pruning by statistics, column indexes, dictionaries and
 * bloom filters.
 */
class ParquetJavaPruningTest {

    private static final Schema SCHEMA = new Schema(
            "test",
            List.of(
                    leaf("i", PhysicalType.INT32, null),
                    leaf("u", PhysicalType.INT64, new LogicalType.IntType(64, false)),
                    leaf("f", PhysicalType.FLOAT, null),
                    leaf("d", PhysicalType.DOUBLE, null),
                    leaf("s", PhysicalType.BYTE_ARRAY, new LogicalType.StringType()),
                    leaf("n", PhysicalType.BYTE_ARRAY, new LogicalType.DecimalType(9, 2)),
                    new PrimitiveField(
                            "x",
                            Repetition.OPTIONAL,
                            PhysicalType.FIXED_LEN_BYTE_ARRAY,
                            4,
                            new LogicalType.DecimalType(9, 2),
                            null),
                    leaf("b", PhysicalType.INT32, new LogicalType.IntType(8, false)),
                    new PrimitiveField(
                            "h",
                            Repetition.OPTIONAL,
                            PhysicalType.FIXED_LEN_BYTE_ARRAY,
                            2,
                            new LogicalType.Float16Type(),
                            null)));

    private static final double[] DOUBLES = {
        Double.NEGATIVE_INFINITY, -2.5, -0.0, 0.0, 1.0, 1e300, Double.POSITIVE_INFINITY, Double.NaN
    };

    private static PrimitiveField leaf(String name, PhysicalType type, LogicalType logical) {
        return new PrimitiveField(name, Repetition.OPTIONAL, type, logical);
    }

    @Property(tries = 60)
    void pruningKeepsAllMatchingRows(
            @ForAll long seed, @ForAll @IntRange(min = 1, max = 500) int rowCount, @ForAll boolean totalOrder) {
        Random random = new Random(seed);
        WriteOptions options = WriteOptions.builder()
                .pageRows(1 + random.nextInt(40))
                .rowGroupRows(1 + random.nextInt(200))
                .dictionary(random.nextBoolean())
                .statisticsBoundBytes(1 + random.nextInt(20))
                .columnIndexBoundBytes(1 + random.nextInt(20))
                .totalOrder(totalOrder)
                .bloomFilter(random.nextBoolean() ? BloomFilterOptions.ON : BloomFilterOptions.OFF)
                .build();
        List<List<Object>> rows = rows(random, rowCount);
        byte[] file = TestRows.write(SCHEMA, rows, options, 100).bytes();
        for (int i = 0; i < 10; i++) {
            FilterPredicate filter = filter(random);
            assertThat(ParquetJavaRows.read(file, SCHEMA, FilterCompat.get(filter), true))
                    .as(filter.toString())
                    .isEqualTo(ParquetJavaRows.read(file, SCHEMA, FilterCompat.get(filter), false));
        }
    }

    private static List<List<Object>> rows(Random random, int count) {
        int nulls = new int[] {0, 10, 90}[random.nextInt(3)];
        int nans = random.nextInt(2);
        List<List<Object>> rows = new ArrayList<>();
        for (int row = 0; row < count; row++) {
            List<Object> values = new ArrayList<>(List.of(
                    random.nextInt(100) - 50,
                    random.nextInt(4) == 0 ? -random.nextLong(100) : random.nextLong(100),
                    (float) DOUBLES[random.nextInt(DOUBLES.length - nans)],
                    DOUBLES[random.nextInt(DOUBLES.length - nans)],
                    ByteBuffer.wrap(text(random)),
                    ByteBuffer.wrap(decimal(random, true)),
                    ByteBuffer.wrap(decimal(random, false)),
                    random.nextInt(256),
                    ByteBuffer.wrap(float16(random, nans == 0))));
            values.replaceAll(value -> random.nextInt(100) < nulls ? null : value);
            rows.add(values);
        }
        int sorted = random.nextInt(SCHEMA.columns().size());
        Comparator<Object> order =
                ReferenceOrder.order(SCHEMA.columns().get(sorted).field());
        rows.sort(Comparator.comparing(
                row -> row.get(sorted), Comparator.nullsFirst(random.nextBoolean() ? order : order.reversed())));
        return rows;
    }

    private static byte[] text(Random random) {
        String[] parts = {"", "a", "b", "long long long long text", "\u00E4", "\u20AC", "\uD83D\uDE00", "\uFFFF"};
        return (parts[random.nextInt(parts.length)] + parts[random.nextInt(parts.length)])
                .getBytes(StandardCharsets.UTF_8);
    }

    /** Returns a small number with the minimum number of bytes or with four bytes. */
    private static byte[] decimal(Random random, boolean shortest) {
        BigInteger unscaled = BigInteger.valueOf(random.nextInt(600) - 300);
        return shortest
                ? unscaled.toByteArray()
                : ByteBuffer.allocate(4).putInt(unscaled.intValue()).array();
    }

    private static byte[] float16(Random random, boolean nan) {
        int[] bits = {0xFC00, 0xC100, 0x8000, 0x0000, 0x0001, 0x3C00, 0x7C00, 0x7E00};
        int chosen = bits[random.nextInt(nan ? bits.length : bits.length - 1)];
        return new byte[] {(byte) chosen, (byte) (chosen >> 8)};
    }

    private static FilterPredicate filter(Random random) {
        double number = DOUBLES[random.nextInt(DOUBLES.length)];
        FilterPredicate one = switch (random.nextInt(9)) {
            case 0 -> compare(random, FilterApi.intColumn("i"), random.nextInt(120) - 60);
            case 1 -> compare(random, FilterApi.longColumn("u"), random.nextLong(120) - 20);
            case 2 -> compare(random, FilterApi.floatColumn("f"), (float) number);
            case 3 -> compare(random, FilterApi.doubleColumn("d"), number);
            case 4 -> compare(random, FilterApi.binaryColumn("n"), Binary.fromConstantByteArray(decimal(random, true)));
            case 5 ->
                compare(random, FilterApi.binaryColumn("x"), Binary.fromConstantByteArray(decimal(random, false)));
            case 6 -> compare(random, FilterApi.intColumn("b"), random.nextInt(256));
            case 7 -> compare(random, FilterApi.binaryColumn("h"), Binary.fromConstantByteArray(float16(random, true)));
            default -> compare(random, FilterApi.binaryColumn("s"), Binary.fromConstantByteArray(text(random)));
        };
        return switch (random.nextInt(6)) {
            case 0 -> FilterApi.and(one, filter(random));
            case 1 -> FilterApi.or(one, filter(random));
            case 2 -> FilterApi.not(one);
            default -> one;
        };
    }

    private static <T extends Comparable<T>, C extends Operators.Column<T> & Operators.SupportsLtGt>
            FilterPredicate compare(Random random, C column, T value) {
        return switch (random.nextInt(7)) {
            case 0 -> FilterApi.eq(column, value);
            case 1 -> FilterApi.notEq(column, value);
            case 2 -> FilterApi.lt(column, value);
            case 3 -> FilterApi.ltEq(column, value);
            case 4 -> FilterApi.gt(column, value);
            case 5 -> FilterApi.gtEq(column, value);
            default -> FilterApi.eq(column, null);
        };
    }
}
