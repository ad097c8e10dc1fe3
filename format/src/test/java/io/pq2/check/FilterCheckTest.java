package io.pq2.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.exception.CorruptFileException;
import io.pq2.exception.InvalidDataException;
import io.pq2.io.MemoryInputFile;
import io.pq2.metadata.ColumnMetaDataBuilder;
import io.pq2.metadata.Statistics;
import io.pq2.predicate.SkipReason;
import io.pq2.read.ReadOptions;
import io.pq2.read.TestFooters;
import io.pq2.schema.SchemaText;
import io.pq2.write.BloomFilterOptions;
import io.pq2.write.TestRows;
import io.pq2.write.WriteOptions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Tests of the check of filters. {@link io.pq2.read.LyingStatisticsTest} has a file for each known fault of statistics;
 * the check must find it.
 */
class FilterCheckTest {

    private static final String SCHEMA = """
            message m {
              required int32 i;
              optional int64 t (TIME(MICROS,true));
              optional double d;
              optional binary s (STRING);
              optional fixed_len_byte_array(12) v (INTERVAL);
              optional int96 old;
              optional group g { optional binary n (DECIMAL(9,2)); }
              optional group l (LIST) { repeated group list { optional binary element (STRING); } }
              optional group m (MAP) {
                repeated group key_value { required binary key (STRING); optional int32 value; }
              }
            }
            """;

    private static byte[] file() {
        List<List<Object>> rows = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            boolean isNull = i % 7 == 0;
            double number = i % 11 == 0 ? Double.NaN : i % 13 == 0 ? -0.0 : i;
            List<Object> elements = i % 5 == 0 ? null : i % 3 == 0 ? List.of() : Arrays.asList(text("a" + i), null);
            List<Object> entries = List.of(List.of(text("k" + i % 4), i), Arrays.asList(text("all"), null));
            rows.add(Arrays.asList(
                    i / 3,
                    isNull ? null : (long) i,
                    isNull ? null : number,
                    isNull ? null : text("text " + i / 10 + "ä"),
                    isNull ? null : ByteBuffer.wrap(new byte[12]),
                    isNull ? null : ByteBuffer.wrap(new byte[] {0, 0, 0, 0, 0, 0, 0, (byte) i, 0, 0, 0, 0}),
                    isNull ? null : Arrays.asList(i % 4 == 0 ? null : ByteBuffer.wrap(new byte[] {(byte) i})),
                    elements,
                    entries));
        }
        WriteOptions options = WriteOptions.builder()
                .pageRows(20)
                .rowGroupRows(150)
                .bloomFilter("i", BloomFilterOptions.ON)
                .bloomFilter("s", BloomFilterOptions.ON.withEvenWithDictionary(true))
                .build();
        return TestRows.write(SchemaText.parse(SCHEMA), rows, options, 150).bytes();
    }

    private static ByteBuffer text(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    }

    private static byte[] int32(int value) {
        return new byte[] {(byte) value, (byte) (value >> 8), 0, 0};
    }

    @Test
    void trueFilesGiveRightAnswers() throws IOException {
        FilterCheckResult result = FilterCheck.run(new MemoryInputFile("true", file()), 7);

        assertThat(result.wrongAnswers()).isEmpty();
        assertThat(result.notTested()).isEmpty();
        // Two row groups of ten columns, each with at least the tests for null.
        assertThat(result.questions()).isGreaterThan(500);
        assertThat(FilterCheck.run(new MemoryInputFile("true", file()), 7)).isEqualTo(result);
    }

    @Test
    void wrongAnswersNameTheirReason() throws IOException {
        byte[] lying = TestFooters.change(
                file(),
                chunk -> chunk.metadata().pathInSchema().equals(List.of("i"))
                        ? chunk.withMetadata(ColumnMetaDataBuilder.of(chunk.metadata())
                                .statistics(
                                        new Statistics(null, null, 0L, null, int32(20), int32(10), null, null, null))
                                .build())
                        : chunk);

        FilterCheckResult result = FilterCheck.run(new MemoryInputFile("lying", lying), 7);

        // The values of the first row group are 0 to 49, those of the second one 50 to 99.
        assertThat(result.wrongAnswers()).hasSize(2).allSatisfy(answer -> {
            assertThat(answer.location().column()).isEqualTo("i");
            assertThat(answer.step()).isEqualTo(SkipReason.STATISTICS);
            assertThat(answer.createdBy()).startsWith("pq2 version");
            assertThat(answer.questions()).isGreaterThan(5);
        });
        WrongAnswer first = result.wrongAnswers().get(0);
        assertThat(first.location().rowGroup()).isZero();
        // The max is above the stated one, so that its rows are lost.
        assertThat(first.lostRows()).isGreaterThanOrEqualTo(3);
        assertThat(first.question()).startsWith("i ");
        assertThat(first.message()).startsWith("finds ");
    }

    @Test
    void lostRowsAreCounted() throws IOException {
        List<List<Object>> rows = List.of(List.of(1), List.of(2), List.of(2), List.of(3));
        byte[] file = TestRows.write(
                        SchemaText.parse("message m { required int32 i; }"),
                        rows,
                        WriteOptions.builder().pageIndexes(false).build(),
                        4)
                .bytes();
        byte[] lying = TestFooters.change(
                file,
                chunk -> chunk.withMetadata(ColumnMetaDataBuilder.of(chunk.metadata())
                        // Not exact, so that no aggregate is answered by them.
                        .statistics(new Statistics(null, null, 0L, null, int32(7), int32(5), false, false, null))
                        .build()));

        FilterCheckResult result = FilterCheck.run(new MemoryInputFile("lying", lying), 1);

        assertThat(result.wrongAnswers()).singleElement().satisfies(answer -> {
            // The values are 1 to 3.
            assertThat(answer.question()).isIn("i IN (1, 3, 2)", "i <= 3");
            assertThat(answer.lostRows()).isEqualTo(4);
            assertThat(answer.message()).isEqualTo("finds 0 of 4 rows; the first lost one is row 0 of the row group");
        });
    }

    @Test
    void wrongAggregatesAreFound() throws IOException {
        byte[] file = TestRows.write(
                        SchemaText.parse("message m { required int32 i; }"),
                        List.of(List.of(1), List.of(2)),
                        WriteOptions.builder().pageIndexes(false).build(),
                        2)
                .bytes();
        byte[] lying = TestFooters.change(
                file,
                chunk -> chunk.withMetadata(ColumnMetaDataBuilder.of(chunk.metadata())
                        .statistics(new Statistics(null, null, 0L, null, int32(3), int32(0), true, true, null))
                        .build()));

        FilterCheckResult result = FilterCheck.run(new MemoryInputFile("lying", lying), 1);

        // Filters only read more than necessary.
        assertThat(result.wrongAnswers()).singleElement().satisfies(answer -> {
            assertThat(answer.questions()).isEqualTo(2);
            assertThat(answer.question()).isEqualTo("MIN(i)");
            assertThat(answer.message()).isEqualTo("is 0 instead of 1");
            assertThat(answer.lostRows()).isZero();
        });
    }

    @Test
    void damagedChunksAreNotTested() throws IOException {
        byte[] damaged = file();
        damaged[60] ^= 1;

        FilterCheckResult result = FilterCheck.run(new MemoryInputFile("damaged", damaged), 7);

        assertThat(result.wrongAnswers()).isEmpty();
        assertThat(result.notTested()).singleElement().satisfies(finding -> {
            assertThat(finding.rule()).isEqualTo(Rule.NOT_CHECKED);
            assertThat(finding.location().column()).isEqualTo("i");
            assertThat(finding.location().rowGroup()).isZero();
            assertThat(finding.message()).contains("crc");
        });
    }

    @Test
    void requiresAFooterAndANumberOfValues() {
        MemoryInputFile empty = new MemoryInputFile("empty", new byte[0]);
        assertThatThrownBy(() -> FilterCheck.run(empty, 1)).isInstanceOf(CorruptFileException.class);
        assertThatThrownBy(() -> FilterCheck.run(empty, ReadOptions.DEFAULT, null, 1, -1))
                .isInstanceOf(InvalidDataException.class)
                .hasMessageContaining("-1 values");
    }
}
