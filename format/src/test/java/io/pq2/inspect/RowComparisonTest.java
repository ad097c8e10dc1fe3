package io.pq2.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.inspect.RowComparison.Result;
import io.pq2.inspect.RowComparison.Side;
import io.pq2.inspect.RowComparison.Source;
import io.pq2.io.MemoryInputFile;
import io.pq2.io.MemoryOutputFile;
import io.pq2.metadata.CompressionCodec;
import io.pq2.read.ParquetFile;
import io.pq2.record.MapValue;
import io.pq2.record.RecordValue;
import io.pq2.record.RecordWriter;
import io.pq2.schema.Schema;
import io.pq2.write.DataPageVersion;
import io.pq2.write.RandomRows;
import io.pq2.write.TestRows;
import io.pq2.write.WriteOptions;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.ObjIntConsumer;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class RowComparisonTest {

    private static ParquetFile open(byte[] bytes) throws IOException {
        return ParquetFile.open(new MemoryInputFile("memory", bytes));
    }

    private static ParquetFile file(String schema, int rows, ObjIntConsumer<RecordValue> values) throws IOException {
        MemoryOutputFile file = new MemoryOutputFile("memory");
        try (RecordWriter writer = RecordWriter.create(file, schema, WriteOptions.DEFAULT)) {
            for (int i = 0; i < rows; i++) {
                RecordValue row = writer.record();
                values.accept(row, i);
                writer.write(row);
            }
        }
        return open(file.bytes());
    }

    private static ParquetFile numbers(int... numbers) throws IOException {
        return file("message m { required int32 id; }", numbers.length, (row, i) -> row.setInt("id", numbers[i]));
    }

    private static Source rows(ParquetFile... files) {
        List<String> fields = files[0].schema().shape().children().stream()
                .map(shape -> shape.name())
                .toList();
        return RowComparison.rowsOf(List.of(files), fields);
    }

    private static Result compare(Source left, Source right, boolean inOrder) throws IOException {
        return new RowComparison(left, right, inOrder).run(Long.MAX_VALUE, side -> {});
    }

    private static boolean areEqual(ParquetFile left, ParquetFile right) throws IOException {
        return compare(rows(left), rows(right), false).isEqual();
    }

    private static WriteOptions options(Random random) {
        return WriteOptions.builder()
                .dataPageVersion(DataPageVersion.values()[random.nextInt(2)])
                .codec(random.nextBoolean() ? CompressionCodec.ZSTD : CompressionCodec.UNCOMPRESSED)
                .dictionary(random.nextBoolean())
                .rowGroupRows(1 + random.nextInt(100))
                .pageRows(1 + random.nextInt(60))
                .build();
    }

    @Property(tries = 60)
    void orderAndLayoutDoNotMatterAndOneRowDoes(@ForAll long seed) throws IOException {
        Random random = new Random(seed);
        RandomRows randomRows = new RandomRows(seed);
        Schema schema = randomRows.schema(random.nextInt(4));
        List<List<Object>> rows = randomRows.rows(schema, 1 + random.nextInt(200));
        ParquetFile left =
                open(TestRows.write(schema, rows, options(random), 97).bytes());
        List<List<Object>> shuffled = new ArrayList<>(rows);
        Collections.shuffle(shuffled, random);
        ParquetFile right =
                open(TestRows.write(schema, shuffled, options(random), 31).bytes());
        assertThat(areEqual(left, right)).isTrue();
        ParquetFile same =
                open(TestRows.write(schema, rows, options(random), 31).bytes());
        assertThat(compare(rows(left), rows(same), true).isEqual()).isTrue();
        List<List<Object>> fewer = shuffled.subList(1, shuffled.size());
        ParquetFile cut =
                open(TestRows.write(schema, fewer, options(random), 31).bytes());
        assertThat(compare(rows(left), rows(cut), false)).isEqualTo(new Result(rows.size(), fewer.size(), 1, 0, true));
    }

    @Test
    void theRowsOfEachSideAreFoundWithLittleMemory() throws IOException {
        ParquetFile left = numbers(IntStream.range(0, 3000).toArray());
        int[] changed = IntStream.range(0, 3000)
                .map(i -> i % 97 == 0 ? 10_000 + i % 2 : i)
                .toArray();
        ParquetFile right = numbers(changed);
        for (int maxHashes : new int[] {1, 10, 1 << 20}) {
            List<Long> found = new ArrayList<>();
            RecordingSource recorded = new RecordingSource(rows(left));
            Result result = new RowComparison(recorded, rows(right), false, maxHashes).run(Long.MAX_VALUE, side -> {
                if (side == Side.LEFT) {
                    found.add(recorded.row);
                }
            });
            assertThat(result).isEqualTo(new Result(3000, 3000, 31, 31, true));
            assertThat(found)
                    .containsExactlyInAnyOrderElementsOf(
                            IntStream.range(0, 31).mapToObj(i -> 97L * i).toList());
        }
    }

    /** Knows which row is visited. */
    private static final class RecordingSource implements Source {

        private final Source source;
        private long row;

        RecordingSource(Source source) {
            this.source = source;
        }

        @Override
        public void visit(RowFingerprint fingerprint, RowComparison.Visitor visitor) throws IOException {
            row = -1;
            source.visit(fingerprint, () -> {
                row++;
                return visitor.row();
            });
        }
    }

    @Test
    void rowsThatOccurMoreOftenDiffer() throws IOException {
        assertThat(compare(rows(numbers(1, 1, 1, 2)), rows(numbers(2, 1, 2)), false))
                .isEqualTo(new Result(4, 3, 2, 1, true));
        assertThat(compare(rows(numbers(1), numbers(2)), rows(numbers(2, 1)), false)
                        .isEqual())
                .isTrue();
        assertThat(compare(rows(numbers(1), numbers(2)), rows(numbers(2, 1)), true))
                .isEqualTo(new Result(2, 2, 2, 2, true));
        assertThat(compare(rows(numbers()), rows(numbers()), true)).isEqualTo(new Result(0, 0, 0, 0, true));
    }

    @Test
    void aLimitEndsTheSearch() throws IOException {
        Source left = rows(numbers(IntStream.range(0, 100).toArray()));
        Source right = rows(numbers(1));
        Result none = new RowComparison(left, right, false).run(0, side -> {
            throw new AssertionError("no row was asked for");
        });
        assertThat(none).isEqualTo(new Result(100, 1, 0, 0, false));
        assertThat(none.isEqual()).isFalse();
        int[] shown = {0};
        Result some = new RowComparison(left, right, false, 10).run(5, side -> shown[0]++);
        assertThat(shown[0]).isEqualTo(5);
        assertThat(some.complete()).isFalse();
        assertThat(some.onlyLeft()).isBetween(5L, 98L);
    }

    @Test
    void equalValuesOfOtherTypesAreEqual() throws IOException {
        assertThat(areEqual(
                        numbers(7, -1),
                        file("message m { optional int64 id; }", 2, (row, i) -> row.setLong("id", i == 0 ? 7 : -1))))
                .isTrue();
        assertThat(areEqual(
                        file(
                                "message m { optional int32 d (DECIMAL(9,2)); }",
                                1,
                                (row, i) -> row.set("d", new BigDecimal("1.50"))),
                        file(
                                "message m { optional binary d (DECIMAL(20,4)); }",
                                1,
                                (row, i) -> row.set("d", new BigDecimal("1.5000")))))
                .isTrue();
        Instant instant = Instant.parse("2024-02-29T12:00:00.123Z");
        assertThat(areEqual(
                        file(
                                "message m { optional int64 t (TIMESTAMP(MILLIS,true)); }",
                                1,
                                (row, i) -> row.set("t", instant)),
                        file(
                                "message m { optional int64 t (TIMESTAMP(NANOS,true)); }",
                                1,
                                (row, i) -> row.set("t", instant))))
                .isTrue();
        assertThat(areEqual(
                        file("message m { optional float f; }", 1, (row, i) -> row.setFloat("f", 0.5f)),
                        file("message m { optional double f; }", 1, (row, i) -> row.setDouble("f", 0.5))))
                .isTrue();
    }

    @Test
    void similarValuesDiffer() throws IOException {
        String text = "message m { optional binary a (STRING); optional binary b (STRING); }";
        assertThat(areEqual(
                        file(text, 1, (row, i) -> row.setString("a", "x")),
                        file(text, 1, (row, i) -> row.setString("b", "x"))))
                .isFalse();
        assertThat(areEqual(
                        file(text, 1, (row, i) -> row.setString("a", "xy").setString("b", "")),
                        file(text, 1, (row, i) -> row.setString("a", "x").setString("b", "y"))))
                .isFalse();
        String number = "message m { required double f; }";
        assertThat(areEqual(
                        file(number, 1, (row, i) -> row.setDouble("f", 0.0)),
                        file(number, 1, (row, i) -> row.setDouble("f", -0.0))))
                .isFalse();
        assertThat(areEqual(
                        file(number, 1, (row, i) -> row.setDouble("f", Double.NaN)),
                        file(number, 1, (row, i) -> row.setDouble("f", Double.longBitsToDouble(0x7FF8000000000001L)))))
                .isTrue();
    }

    @Test
    void mapsWithTheSameEntriesAreEqual() throws IOException {
        String schema = """
                message m { optional group map (MAP) { repeated group key_value {
                  required binary key (STRING); optional int32 value; } } }
                """;
        ParquetFile left = file(schema, 1, (row, i) -> put(row.map("map"), "a", "b"));
        ParquetFile right = file(schema, 1, (row, i) -> put(row.map("map"), "b", "a"));
        ParquetFile other = file(schema, 1, (row, i) -> put(row.map("map"), "b", "c"));
        assertThat(areEqual(left, right)).isTrue();
        assertThat(areEqual(left, other)).isFalse();
    }

    private static void put(MapValue map, String... keys) {
        for (String key : keys) {
            map.keys().add(key);
            map.values().add((int) key.charAt(0));
        }
    }
}
