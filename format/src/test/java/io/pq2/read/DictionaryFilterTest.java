package io.pq2.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.pq2.io.LocalInputFile;
import io.pq2.metadata.Encoding;
import io.pq2.predicate.MissingColumns;
import io.pq2.predicate.Predicate;
import io.pq2.predicate.PredicateText;
import io.pq2.predicate.ValuePredicate;
import io.pq2.vector.Batch;
import io.pq2.vector.DictionaryVector;
import io.pq2.write.VectorRows;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.apache.parquet.example.data.Group;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Filters on numbers in dictionaries: each entry is tested once, and the returned rows have values, not ids. */
class DictionaryFilterTest {

    private static final int ROWS = 20_000;
    /** The first row whose value is not in the dictionary: from the next page on, values are plain. */
    private static final int FIRST_DISTINCT = 12_345;

    @TempDir
    Path directory;

    private Path path;

    @BeforeEach
    void write() throws IOException {
        path = ParquetJavaFile.write(
                directory.resolve("numbers.parquet"),
                "message m { optional int32 i; optional int64 l; optional float f; optional double d;"
                        + " required int32 row; required int64 few; }",
                ROWS,
                builder -> builder.withDictionaryPageSize(512).withPageRowCountLimit(700),
                DictionaryFilterTest::fill);
    }

    private static void fill(Group group, int row) {
        if (isPresent(row)) {
            int value = value(row);
            group.append("i", value).append("l", (long) value);
            group.append("f", (float) value).append("d", (double) value);
        }
        group.append("row", row).append("few", row % 7L);
    }

    private static boolean isPresent(int row) {
        return row % 5 != 0;
    }

    private static int value(int row) {
        return row < FIRST_DISTINCT ? row / 3 % 11 : row % 4 == 0 ? 3 : row;
    }

    @ParameterizedTest
    @ValueSource(strings = {"i", "l", "f", "d"})
    void returnsValues(String column) throws IOException {
        for (int batchSize : new int[] {7, 1024, 5000}) {
            check(column, column + " BETWEEN 2 AND 4", batchSize, row -> value(row) >= 2 && value(row) <= 4);
            check(
                    column,
                    column + " BETWEEN 2 AND 4 AND row >= 4000 AND row < 19000",
                    batchSize,
                    row -> value(row) >= 2 && value(row) <= 4 && row >= 4000 && row < 19_000);
            check(column, column + " >= 1", batchSize, row -> value(row) >= 1);
            check(column, column + " IS NULL OR " + column + " = 3", batchSize, row -> value(row) == 3);
        }
    }

    private void check(String column, String condition, int batchSize, IntPredicate ofPresent) throws IOException {
        boolean nulls = condition.contains("NULL");
        IntPredicate matches = row -> isPresent(row) ? ofPresent.test(row) : nulls;
        int[] expected = IntStream.range(0, ROWS).filter(matches).toArray();
        assertThat(rows(column, condition, batchSize, RowFiltering.ALWAYS)).isEqualTo(expected);
        int[] more = rows(column, condition, batchSize, RowFiltering.ADAPTIVE);
        assertThat(IntStream.of(more).filter(matches).toArray()).isEqualTo(expected);
    }

    /** Returns the numbers of the rows that a scan returns, after a comparison of their values. */
    private int[] rows(String column, String condition, int batchSize, RowFiltering filtering) throws IOException {
        Predicate predicate = PredicateText.parse(condition);
        IntStream.Builder numbers = IntStream.builder();
        try (ParquetFile file = ParquetFile.open(new LocalInputFile(path))) {
            assertThat(file.metadata()
                            .rowGroups()
                            .get(0)
                            .columns()
                            .get(0)
                            .metadata()
                            .encodings())
                    .contains(Encoding.PLAIN, Encoding.PLAIN_DICTIONARY);
            try (BatchReader reader = file.scan()
                    .columns(column, "row")
                    .filter(predicate, filtering)
                    .batchSize(batchSize)
                    .open()) {
                for (Batch batch = reader.next(); batch != null; batch = reader.next()) {
                    assertThat(batch.columns()).noneMatch(DictionaryVector.class::isInstance);
                    for (List<Object> row : VectorRows.rows(batch)) {
                        int number = (int) row.get(1);
                        Number value = (Number) row.get(0);
                        if (value == null ? isPresent(number) : value.intValue() != value(number)) {
                            fail("row %d has the value %s", number, value);
                        }
                        numbers.add(number);
                    }
                }
            }
        }
        return numbers.build().toArray();
    }

    @Test
    void testsEachEntryOnce() throws IOException {
        AtomicInteger tests = new AtomicInteger();
        ValuePredicate isTwo = value -> {
            tests.incrementAndGet();
            return value.toString().equals("2");
        };
        ReadOptions options =
                ReadOptions.builder().dictionaryMinBytes(Integer.MAX_VALUE).build();
        long rows = 0;
        try (ParquetFile file = ParquetFile.open(new LocalInputFile(path), options);
                BatchReader reader = file.scan()
                        .columns("row")
                        .filter(new Predicate.Custom(List.of("few"), isTwo), MissingColumns.ARE_NULL)
                        .open()) {
            for (Batch batch = reader.next(); batch != null; batch = reader.next()) {
                rows += batch.rowCount();
            }
        }
        assertThat(rows).isEqualTo(ROWS / 7);
        assertThat(tests).hasValue(7);
    }
}
