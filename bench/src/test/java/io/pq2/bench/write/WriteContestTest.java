package io.pq2.bench.write;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.bench.measure.Rounds;
import io.pq2.io.LocalOutputFile;
import io.pq2.write.ParquetWriter;
import io.pq2.write.WriteOptions;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("spark")
class WriteContestTest {

    private static final int ROWS = 8_000;
    private static final double MEGA = 1e6;

    @Test
    void allEnginesWriteTheRowsOfEachTable() throws Exception {
        List<WriteResult> results = new ArrayList<>();
        try (PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream(), false, UTF_8);
                WriteContest contest = new WriteContest(engine -> true, new Rounds(1, 1), true, nowhere)) {
            for (TableRecipe table : TableRecipe.ALL) {
                results.addAll(contest.run(table, ROWS, (name, compression) -> true));
            }
        }
        assertThat(results).hasSize(TableRecipe.ALL.size() * PageCompression.values().length);
        assertThat(results).allSatisfy(result -> {
            assertThat(result.remarks()).as(result.title()).isEmpty();
            assertThat(result.costs()).as(result.title()).containsKeys("floor");
            assertThat(result.sizes()).as(result.title()).containsOnlyKeys(WriteReport.ENGINES);
            assertThat(result.peaks()).doesNotContainKey("DuckDB").containsKey("pq2");
        });
        assertThat(report(results)).contains("| lineitem | zstd 3 | 8,000 |").contains("Missed targets:");
    }

    @Test
    void generatesTheSameTableAgain() {
        for (TableRecipe recipe : TableRecipe.ALL) {
            Table first = recipe.make(500);
            Table second = recipe.make(500);
            assertThat(second.bytes()).isEqualTo(first.bytes());
            for (int i = 0; i < first.schema().fields().size(); i++) {
                for (int row = 0; row < first.rows(); row++) {
                    assertThat(Slots.same(
                                    first.batches().get(0).columns().get(i),
                                    row,
                                    second.batches().get(0).columns().get(i),
                                    row))
                            .as("%s, column %d, row %d", first.name(), i, row)
                            .isTrue();
                }
            }
        }
    }

    @Test
    void detectsADifferentValueAndMissingRows(@TempDir Path directory) throws Exception {
        Table table = table(7, "a");
        assertThat(FileCheck.difference(table, write(table, directory.resolve("same"))))
                .isNull();
        assertThat(FileCheck.difference(table, write(table(7, "b"), directory.resolve("other"))))
                .isEqualTo("a different value in row 1 of texts");
        assertThat(FileCheck.difference(table, write(table(8, "a"), directory.resolve("longer"))))
                .isEqualTo("it has more than 7 rows");
        assertThat(FileCheck.difference(table, write(table(6, "a"), directory.resolve("shorter"))))
                .isEqualTo("it has 6 rows, not 7");
    }

    private static Table table(int rows, String text) {
        TableBuilder table = new TableBuilder(
                "small",
                "message small { optional group texts (LIST) { repeated group list { optional binary element; } } }");
        for (int i = 0; i < rows; i++) {
            table.row().list(0).addNull().addString(i == 1 ? text : "x");
            table.endRow();
        }
        return table.build();
    }

    private static Path write(Table table, Path path) throws Exception {
        try (ParquetWriter writer =
                ParquetWriter.create(LocalOutputFile.of(path), table.schema(), WriteOptions.DEFAULT)) {
            writer.write(table.batches().get(0));
        }
        return path;
    }

    @Test
    void reportsMissedTargets() {
        String report = report(List.of(result("slow", 1, 1.9, 1.2), result("fast", 1, 4, 0.9)));
        assertThat(report)
                .contains("Missed targets: 3")
                .contains("- slow, zstd 3: parquet-java / pq2 1.90, wanted 2.00")
                .contains("- slow, zstd 3: size of pq2 / parquet-java 1.200, wanted 1.010")
                .contains("- geometric mean of the sizes of pq2 / parquet-java: 1.039, wanted 0.950");
    }

    private static WriteResult result(String table, double ours, double peer, double size) {
        Map<String, Cost> costs = Map.of(
                "pq2", new Cost(ours, ours, ours, 0),
                "parquet-java", new Cost(peer, peer, peer, 0));
        Map<String, Long> sizes = Map.of("pq2", (long) (size * MEGA), "parquet-java", (long) MEGA);
        return new WriteResult(table, 10, 100, PageCompression.ZSTD, costs, sizes, Map.of(), Map.of());
    }

    private static String report(List<WriteResult> results) {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        WriteReport.print(results, new PrintStream(printed, true, UTF_8));
        return printed.toString(UTF_8);
    }
}
