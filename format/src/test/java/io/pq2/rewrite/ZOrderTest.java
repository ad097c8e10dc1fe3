package io.pq2.rewrite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.exception.InvalidDataException;
import io.pq2.inspect.RowComparison;
import io.pq2.io.MemoryInputFile;
import io.pq2.metadata.RowGroup;
import io.pq2.predicate.PredicateText;
import io.pq2.read.BatchReader;
import io.pq2.read.ColumnReport;
import io.pq2.read.ParquetFile;
import io.pq2.read.RowGroupReport.Status;
import io.pq2.read.ScanExplanation;
import io.pq2.read.TestFooters;
import io.pq2.schema.SchemaText;
import io.pq2.write.SortedBy;
import io.pq2.write.TestRows;
import io.pq2.write.VectorRows;
import io.pq2.write.WriteOptions;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.function.LongFunction;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Rewrites files in Z-order: filters on any of its columns read few pages, and the rows stay the same. */
class ZOrderTest {

    private static final int ROWS = 20_000;
    private static final int PAGE_ROWS = 50;
    private static final int ROW_GROUP_ROWS = 2_000;

    private static final WriteOptions LAYOUT = WriteOptions.builder()
            .pageRows(PAGE_ROWS)
            .rowGroupRows(ROW_GROUP_ROWS)
            .dictionary(false)
            .build();

    /**
     * A type of column.
     *
     * @param declaration the type in the text of a schema
     * @param value returns the value of a number from 0 to ROWS, increasing with it
     * @param literal returns the value as the text of a filter
     */
    private record Type(String declaration, LongFunction<Object> value, LongFunction<String> literal) {

        @Override
        public String toString() {
            return declaration;
        }
    }

    /** Returns most of the numbers crowded near 0, and a few that are large. */
    private static long skewed(long number) {
        return number * number / ROWS * number;
    }

    private static ByteBuffer text(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Returns a string with a long common prefix. */
    private static String word(long number) {
        return "https://example.org/a/long/common/prefix/" + String.format("%06d", number);
    }

    private static ByteBuffer bigEndian(long number, int width) {
        byte[] bytes = BigInteger.valueOf(number).toByteArray();
        byte[] padded = new byte[width];
        Arrays.fill(padded, (byte) (number < 0 ? -1 : 0));
        System.arraycopy(bytes, 0, padded, width - bytes.length, bytes.length);
        return ByteBuffer.wrap(padded);
    }

    private static String hex(ByteBuffer bytes) {
        return "X'"
                + HexFormat.of().formatHex(bytes.array(), bytes.arrayOffset(), bytes.arrayOffset() + bytes.remaining())
                + "'";
    }

    private static String decimal(long unscaled, int scale) {
        return "DECIMAL '" + BigDecimal.valueOf(unscaled, scale).toPlainString() + "'";
    }

    private static final List<Type> TYPES = List.of(
            new Type("int32 %s", n -> (int) (n - ROWS / 2), n -> "" + (n - ROWS / 2)),
            new Type(
                    "int32 %s (INTEGER(32,false))",
                    n -> (int) (Integer.MAX_VALUE - ROWS / 2 + n), n -> "" + (Integer.MAX_VALUE - ROWS / 2 + n)),
            new Type("int64 %s", ZOrderTest::skewed, n -> "" + skewed(n)),
            new Type("float %s", n -> (float) n - 0.5f, n -> "FLOAT '" + (n - 0.5f) + "'"),
            new Type("double %s", n -> Math.exp(n / 200.0), n -> "DOUBLE '" + Math.exp(n / 200.0) + "'"),
            new Type("int32 %s (DECIMAL(9,2))", n -> (int) n, n -> decimal(n, 2)),
            new Type(
                    "fixed_len_byte_array(9) %s (DECIMAL(20,3))",
                    n -> bigEndian(skewed(n) - 1_000, 9), n -> decimal(skewed(n) - 1_000, 3)),
            new Type(
                    "binary %s (DECIMAL(20,3))",
                    n -> bigEndian(n - 1_000, 2 + (int) n % 3), n -> decimal(n - 1_000, 3)),
            new Type("int32 %s (DATE)", n -> (int) n, n -> "DATE '" + LocalDate.ofEpochDay(n) + "'"),
            new Type(
                    "int64 %s (TIMESTAMP(MICROS,true))",
                    n -> 1_000_000 * skewed(n), n -> "TIMESTAMP '" + Instant.ofEpochSecond(skewed(n)) + "'"),
            new Type("binary %s (STRING)", n -> text(word(n)), n -> "'" + word(n) + "'"),
            new Type("binary %s", n -> bigEndian(skewed(n), 7), n -> hex(bigEndian(skewed(n), 7))),
            new Type("fixed_len_byte_array(5) %s", n -> bigEndian(n, 5), n -> hex(bigEndian(n, 5))));

    @Provide
    Arbitrary<Type> types() {
        return Arbitraries.of(TYPES);
    }

    /** Returns rows whose values are in no order, and some of them null. */
    private static List<List<Object>> rows(List<Type> types, Random random) {
        List<List<Object>> rows = new ArrayList<>();
        for (int i = 0; i < ROWS; i++) {
            List<Object> row = new ArrayList<>();
            for (Type type : types) {
                row.add(random.nextInt(50) == 0 ? null : type.value().apply(random.nextInt(ROWS)));
            }
            row.add((long) i);
            rows.add(row);
        }
        return rows;
    }

    private static byte[] write(List<Type> types, List<List<Object>> rows) {
        StringBuilder schema = new StringBuilder("message m { ");
        for (int i = 0; i < types.size(); i++) {
            schema.append("optional ")
                    .append(types.get(i).declaration().formatted(name(i)))
                    .append("; ");
        }
        schema.append("required int64 id; }");
        return TestRows.write(SchemaText.parse(schema.toString()), rows, LAYOUT, 1_000)
                .bytes();
    }

    private static String name(int column) {
        return "" + (char) ('a' + column);
    }

    private static RewriteOptions.Builder options() {
        return RewriteOptions.builder().writeOptions(LAYOUT);
    }

    private static byte[] zOrdered(byte[] file, String... columns) throws IOException {
        return Rewritten.rewrite(options().zOrderedBy(List.of(columns)).build(), file);
    }

    private static void checkSameRows(byte[] expected, byte[] found) throws IOException {
        try (ParquetFile left = ParquetFile.open(new MemoryInputFile("left", expected));
                ParquetFile right = ParquetFile.open(new MemoryInputFile("right", found))) {
            List<String> fields = left.schema().shape().children().stream()
                    .map(shape -> shape.name())
                    .toList();
            RowComparison comparison = new RowComparison(
                    RowComparison.rowsOf(List.of(left), fields), RowComparison.rowsOf(List.of(right), fields), false);
            assertThat(comparison.run(1, side -> {}).isEqual()).isTrue();
        }
    }

    /** What a filter reads of a file: pages of all columns, row groups, and the rows that it returns. */
    private record Reading(long pages, long rowGroups, long rows) {

        static Reading of(byte[] file, String filter) throws IOException {
            ScanExplanation explanation = new ScanExplanation();
            long rows = 0;
            try (ParquetFile opened = ParquetFile.open(new MemoryInputFile("file", file));
                    BatchReader batches = opened.scan()
                            .filter(PredicateText.parse(filter))
                            .explanation(explanation)
                            .open()) {
                for (var batch = batches.next(); batch != null; batch = batches.next()) {
                    rows += batch.rowCount();
                }
            }
            return new Reading(
                    explanation.columns().stream()
                            .mapToLong(ColumnReport::pagesRead)
                            .sum(),
                    explanation.rowGroups().stream()
                            .filter(rowGroup -> rowGroup.status() != Status.SKIPPED)
                            .count(),
                    rows);
        }
    }

    @Property(tries = 25)
    void boxesOfTwoColumnsReadFarFewerPagesThanInOtherOrders(
            @ForAll("types") Type first, @ForAll("types") Type second, @ForAll long seed) throws IOException {
        Random random = new Random(seed);
        List<Type> types = List.of(first, second);
        byte[] unsorted = write(types, rows(types, random));
        byte[] sorted = Rewritten.rewrite(
                options().sortedBy(List.of(SortedBy.ascending("a"))).build(), unsorted);
        byte[] zOrdered = zOrdered(unsorted, "a", "b");
        checkSameRows(unsorted, zOrdered);

        String a = between("a", first, random.nextInt(ROWS * 7 / 8), ROWS / 8);
        String b = between("b", second, random.nextInt(ROWS * 7 / 8), ROWS / 8);
        Reading box = Reading.of(zOrdered, a + " AND " + b);
        Reading unsortedBox = Reading.of(unsorted, a + " AND " + b);
        Reading sortedBox = Reading.of(sorted, a + " AND " + b);
        assertThat(box.rows()).isEqualTo(unsortedBox.rows()).isEqualTo(sortedBox.rows());
        assertThat(box.rowGroups()).isLessThan(unsortedBox.rowGroups());
        assertThat(box.pages()).isLessThan(unsortedBox.pages() / 6).isLessThan(sortedBox.pages() * 3 / 4);

        // Each column alone: the order by a is useless for b.
        assertThat(Reading.of(zOrdered, b).pages())
                .isLessThan(Reading.of(sorted, b).pages() * 3 / 4);
        assertThat(Reading.of(zOrdered, a).pages())
                .isLessThan(Reading.of(unsorted, a).pages() * 3 / 4);
    }

    private static String between(String column, Type type, int from, int width) {
        return column + " >= " + type.literal().apply(from) + " AND " + column + " < "
                + type.literal().apply(from + width);
    }

    @Example
    void threeColumnsAreInterleavedAsTwo() throws IOException {
        List<Type> types = List.of(TYPES.get(0), TYPES.get(2), TYPES.get(10));
        byte[] unsorted = write(types, rows(types, new Random(3)));
        byte[] zOrdered = zOrdered(unsorted, "a", "b", "c");
        checkSameRows(unsorted, zOrdered);
        for (int i = 0; i < types.size(); i++) {
            String condition = between(name(i), types.get(i), ROWS / 8, ROWS / 8);
            assertThat(Reading.of(zOrdered, condition).pages())
                    .as(condition)
                    .isLessThan(Reading.of(unsorted, condition).pages() * 2 / 3);
        }
    }

    @Example
    void booleansOfWhichFewAreTrueShareTheirPages() throws IOException {
        Type rarelyTrue = new Type("boolean %s", n -> n < ROWS / 50, n -> "" + (n < ROWS / 50));
        List<Type> types = List.of(TYPES.get(2), rarelyTrue);
        byte[] unsorted = write(types, rows(types, new Random(4)));
        byte[] zOrdered = zOrdered(unsorted, "a", "b");
        checkSameRows(unsorted, zOrdered);
        assertThat(Reading.of(zOrdered, "b = TRUE").pages())
                .isLessThan(Reading.of(unsorted, "b = TRUE").pages() / 4);
        String a = between("a", types.get(0), ROWS / 3, ROWS / 8);
        assertThat(Reading.of(zOrdered, a).pages())
                .isLessThan(Reading.of(unsorted, a).pages() / 3);
    }

    @Example
    void nullsAreTogether() throws IOException {
        List<Type> types = List.of(TYPES.get(0), TYPES.get(1));
        byte[] unsorted = write(types, rows(types, new Random(5)));
        byte[] zOrdered = zOrdered(unsorted, "a", "b");
        for (String column : List.of("a", "b")) {
            assertThat(Reading.of(zOrdered, column + " IS NULL").pages())
                    .isLessThan(Reading.of(unsorted, column + " IS NULL").pages() / 3);
        }
    }

    @Example
    void theSmallestQuarterOfBothColumnsComesFirst() throws IOException {
        int[] numbers = {-5, 0, 1, 1_000_000};
        List<List<Object>> rows = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            // The values of both columns are crowded; only their ranks are regular.
            rows.add(List.of(numbers[i % 4], numbers[i / 4], (long) i));
        }
        List<Type> integers = List.of(TYPES.get(0), TYPES.get(0));
        byte[] zOrdered = zOrdered(write(integers, rows), "a", "b");
        assertThat(VectorRows.read(zOrdered, 100).stream().map(row -> row.get(2)))
                .containsExactly(0L, 4L, 1L, 5L, 8L, 12L, 9L, 13L, 2L, 6L, 3L, 7L, 10L, 14L, 11L, 15L);
    }

    @Example
    void partsThatExceedTheMemoryAreOrderedOnTheirOwn() throws IOException {
        List<Type> types = List.of(TYPES.get(0), TYPES.get(2));
        byte[] unsorted = write(types, rows(types, new Random(6)));
        byte[] zOrdered = Rewritten.rewrite(
                options().zOrderedBy(List.of("a", "b")).sortBytes(100_000).build(), unsorted);
        checkSameRows(unsorted, zOrdered);
        String filter = between("a", types.get(0), ROWS / 3, ROWS / 8);
        assertThat(Reading.of(zOrdered, filter).pages())
                .isLessThan(Reading.of(unsorted, filter).pages());
    }

    @Example
    void noOrderIsDeclaredAndAnEmptyFileStaysEmpty() throws IOException {
        List<Type> types = List.of(TYPES.get(0), TYPES.get(1));
        byte[] sorted = Rewritten.rewrite(
                options().sortedBy(List.of(SortedBy.ascending("a"))).build(), write(types, rows(types, new Random(7))));
        assertThat(TestFooters.read(sorted).rowGroups().get(0).sortingColumns()).isNotNull();
        assertThat(TestFooters.read(zOrdered(sorted, "a", "b")).rowGroups())
                .hasSize(ROWS / ROW_GROUP_ROWS)
                .extracting(RowGroup::sortingColumns)
                .containsOnlyNulls();
        assertThat(TestFooters.read(zOrdered(write(types, List.of()), "a", "b")).numRows())
                .isZero();
    }

    @Example
    void wrongOrdersAreRefused() {
        RewriteOptions.Builder builder = RewriteOptions.builder();
        assertThatThrownBy(() -> builder.zOrderedBy(List.of("a")))
                .isInstanceOf(InvalidDataException.class)
                .hasMessageContaining("2 to 8 columns");
        assertThatThrownBy(() -> builder.zOrderedBy(
                        Stream.iterate(0, i -> i + 1).limit(9).map(i -> "c" + i).toList()))
                .hasMessageContaining("9 columns");
        assertThatThrownBy(() -> builder.zOrderedBy(List.of("a", "b", "a"))).hasMessageContaining("twice");
        assertThatThrownBy(() -> builder.zOrderedBy(List.of("a", "b"))
                        .sortedBy(List.of(SortedBy.ascending("a")))
                        .build())
                .isInstanceOf(InvalidDataException.class)
                .hasMessageContaining("Z-order");
        byte[] file = write(List.of(TYPES.get(0)), List.of());
        assertThatThrownBy(() -> zOrdered(file, "a", "other"))
                .isInstanceOf(InvalidDataException.class)
                .hasMessageContaining("other")
                .hasMessageContaining("does not exist");
        RewriteOptions verified = RewriteOptions.builder()
                .zOrderedBy(List.of("a", "id"))
                .verify(Verification.FULL)
                .build();
        assertThatThrownBy(() -> Rewritten.rewrite(verified, file)).hasMessageContaining("in their order");
    }
}
