package io.pq2.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.exception.InvalidDataException;
import io.pq2.internal.predicate.filter.BatchFilter;
import io.pq2.io.MemoryInputFile;
import io.pq2.io.MemoryOutputFile;
import io.pq2.metadata.CompressionCodec;
import io.pq2.predicate.FilterSemantics;
import io.pq2.predicate.Literal;
import io.pq2.predicate.MissingColumns;
import io.pq2.predicate.Predicate;
import io.pq2.predicate.Predicate.Operator;
import io.pq2.predicate.PredicateText;
import io.pq2.record.BatchBuilder;
import io.pq2.record.ListValue;
import io.pq2.record.RecordValue;
import io.pq2.schema.Schema;
import io.pq2.schema.SchemaText;
import io.pq2.testing.Seeds;
import io.pq2.vector.Batch;
import io.pq2.write.BloomFilterOptions;
import io.pq2.write.ParquetWriter;
import io.pq2.write.WriteOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.function.LongPredicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Scans with {@link Predicate.AnyValue}, conditions on the elements of lists. */
@Tag("random")
class AnyValueTest {

    private static final Schema SCHEMA = SchemaText.parse("""
            message m {
              required int64 id;
              optional group tags (LIST) { repeated group list { optional int64 element; } }
            }""");
    private static final List<String> PATH = List.of("tags", "list", "element");
    private static final int GROUP_ROWS = 400;
    private static final int ROWS = 5 * GROUP_ROWS;

    /** The distance of values, so great that a dictionary is smaller than differences. */
    private static final long STEP = 1_000_000_007;

    private final long seed = Seeds.next();
    private final Random random = new Random(seed);
    private final List<@Nullable List<@Nullable Long>> lists = new ArrayList<>();

    /** A condition on an element, as predicate and as function. */
    private record Condition(Predicate.Leaf leaf, LongPredicate test) {}

    /**
     * Writes lists whose elements grow with the rows. Row group 3 has no elements.
     *
     * @param dictionary whether to use dictionaries. Chunks with a dictionary have no bloom filter
     */
    private byte[] write(boolean dictionary) throws IOException {
        MemoryOutputFile output = new MemoryOutputFile("lists");
        WriteOptions options = WriteOptions.builder()
                .rowGroupRows(GROUP_ROWS)
                .pageRows(50)
                .codec(CompressionCodec.UNCOMPRESSED)
                .dictionary(dictionary)
                .bloomFilter("tags.list.element", BloomFilterOptions.ON)
                .build();
        lists.clear();
        try (ParquetWriter writer = ParquetWriter.create(output, SCHEMA, options)) {
            BatchBuilder batch = new BatchBuilder(SCHEMA);
            RecordValue row = new RecordValue(SCHEMA);
            for (int i = 0; i < ROWS; i++) {
                List<@Nullable Long> list = list(i);
                lists.add(list);
                row.clear();
                row.setLong("id", i);
                if (list != null) {
                    ListValue values = row.list("tags");
                    for (Long value : list) {
                        if (value == null) {
                            values.addNull();
                        } else {
                            values.addLong(value);
                        }
                    }
                }
                batch.append(row);
            }
            writer.write(batch.build());
        }
        return output.bytes();
    }

    private @Nullable List<@Nullable Long> list(int row) {
        if (random.nextInt(10) == 0) {
            return null;
        }
        List<@Nullable Long> values = new ArrayList<>();
        for (int i = row / GROUP_ROWS == 3 ? 0 : random.nextInt(4); i > 0; i--) {
            // Even multiples, so that odd ones are absent between min and max.
            values.add(random.nextInt(8) == 0 ? null : Long.valueOf(2L * STEP * (row / 10 + random.nextInt(20))));
        }
        return values;
    }

    private Condition condition() {
        long value = STEP * (random.nextInt(2 * ROWS / 10 + 60) - 10);
        long other = value + STEP * (1 + random.nextInt(20));
        Literal literal = new Literal.IntegerLiteral(value);
        return switch (random.nextInt(6)) {
            case 0 -> new Condition(new Predicate.IsNotNull(PATH), element -> true);
            case 1 -> new Condition(new Predicate.Comparison(PATH, Operator.LT, literal), element -> element < value);
            case 2 -> new Condition(new Predicate.Comparison(PATH, Operator.GE, literal), element -> element >= value);
            case 3 ->
                new Condition(
                        new Predicate.In(PATH, List.of(literal, new Literal.IntegerLiteral(other)), false),
                        element -> element == value || element == other);
            default -> new Condition(new Predicate.Comparison(PATH, Operator.EQ, literal), element -> element == value);
        };
    }

    private List<Long> matching(LongPredicate test) {
        List<Long> rows = new ArrayList<>();
        for (int i = 0; i < lists.size(); i++) {
            List<@Nullable Long> list = lists.get(i);
            if (list != null && list.stream().filter(Objects::nonNull).anyMatch(test::test)) {
                rows.add((long) i);
            }
        }
        return rows;
    }

    private static ReadOptions.Builder noPruning() {
        return ReadOptions.builder()
                .statistics(false)
                .bloomFilters(false)
                .dictionaries(false)
                .pageIndexes(false)
                .dictionaryMinBytes(0);
    }

    private static List<Long> rows(byte[] bytes, ReadOptions options, Predicate predicate) throws IOException {
        List<Long> rows = new ArrayList<>();
        try (ParquetFile file = ParquetFile.open(new MemoryInputFile("lists", bytes), options)) {
            ScanBuilder scan =
                    file.scan().filter(predicate, FilterSemantics.of(MissingColumns.UNKNOWN), RowFiltering.ALWAYS);
            try (BatchReader reader = scan.open()) {
                for (Batch batch = reader.next(); batch != null; batch = reader.next()) {
                    for (int i = 0; i < batch.rowCount(); i++) {
                        rows.add(reader.rowIndex(i));
                    }
                }
            }
        }
        return rows;
    }

    @Test
    void noStepExcludesARowWithAMatchingElement() throws IOException {
        for (boolean dictionary : new boolean[] {true, false}) {
            byte[] bytes = write(dictionary);
            int[] excluded = new int[4];
            for (int i = 0; i < 80; i++) {
                Condition condition = condition();
                Predicate predicate = new Predicate.AnyValue(condition.leaf());
                List<Long> expected = matching(condition.test());
                List<ReadOptions> steps = List.of(
                        noPruning().statistics(true).build(),
                        noPruning().bloomFilters(true).build(),
                        noPruning().dictionaries(true).build(),
                        noPruning().pageIndexes(true).build());
                for (int step = 0; step < steps.size(); step++) {
                    List<Long> found = rows(bytes, steps.get(step), predicate);
                    assertThat(found)
                            .as("%s, step %s, seed %s", predicate, step, seed)
                            .containsAll(expected);
                    excluded[step] += found.size() < ROWS ? 1 : 0;
                }
                assertThat(rows(bytes, ReadOptions.DEFAULT, new Predicate.Not(predicate)))
                        .as("NOT %s, seed %s", predicate, seed)
                        .hasSize(ROWS);
                Predicate.Comparison first =
                        new Predicate.Comparison(List.of("id"), Operator.EQ, new Literal.IntegerLiteral(0));
                List<Long> either = new ArrayList<>(expected);
                either.add(0L);
                assertThat(rows(bytes, ReadOptions.DEFAULT, Predicate.Or.of(predicate, first)))
                        .as("%s or the first row, seed %s", predicate, seed)
                        .containsAll(either);
            }
            assertThat(excluded[0]).as("statistics").isPositive();
            assertThat(excluded[1] > 0).as("bloom filters").isEqualTo(!dictionary);
            assertThat(excluded[2] > 0).as("dictionaries").isEqualTo(dictionary);
            assertThat(excluded[3]).as("page indexes").isPositive();
        }
    }

    @Test
    void pagesWithoutAMatchingElementAreSkipped() throws IOException {
        byte[] bytes = write(false);
        long last = lists.subList(0, GROUP_ROWS).stream()
                .filter(Objects::nonNull)
                .flatMap(List::stream)
                .filter(Objects::nonNull)
                .collect(Collectors.summarizingLong(Long::longValue))
                .getMax();
        Predicate predicate = PredicateText.parse("any(tags.list.element = " + last + ")");
        List<Long> found = rows(bytes, noPruning().pageIndexes(true).build(), predicate);
        assertThat(found).as("seed %s", seed).hasSizeLessThan(400);
        assertThat(found).containsAll(matching(element -> element == last));
    }

    @Test
    void isNoConditionOnSingleRows() throws IOException {
        Predicate predicate = PredicateText.parse("any(tags.list.element = 1)");
        assertThatThrownBy(() -> BatchFilter.requireDecided(
                        predicate, SCHEMA, FilterSemantics.of(MissingColumns.UNKNOWN), "file"))
                .isInstanceOf(InvalidDataException.class)
                .hasMessage("file: the condition any(tags.list.element = 1) cannot be evaluated for single rows");
    }
}
