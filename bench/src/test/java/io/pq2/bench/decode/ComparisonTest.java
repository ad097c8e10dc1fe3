package io.pq2.bench.decode;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.bench.measure.Rounds;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("spark")
class ComparisonTest {

    private static final int VALUES = 300;

    @Test
    void allEnginesReadTheSameValues() throws Exception {
        List<FileRecipe> files = new ArrayList<>(MatrixFiles.flat(VALUES));
        files.addAll(MatrixFiles.nested(VALUES));
        List<Measurement> rows = new ArrayList<>();
        try (PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream(), false, UTF_8);
                Comparison comparison = new Comparison(new Rounds(0, 1), 0, nowhere)) {
            for (FileRecipe file : files) {
                rows.addAll(comparison.run(file.only(title -> !title.endsWith(" 0 % null"))));
            }
            assertThat(comparison.isPq2Correct()).isTrue();
        }
        assertThat(rows).extracting(Measurement::group).contains(CaseGroup.FLAT, CaseGroup.CODEC, CaseGroup.NESTED);
        assertThat(rows).allSatisfy(row -> {
            assertThat(row.remarks().values())
                    .as(row.name())
                    .allSatisfy(remark -> assertThat(remark).startsWith("unsupported"));
            assertThat(row.millis()).containsKey("parquet-java");
        });
    }

    @Test
    void reportsRowsThatMissTheirTarget() throws Exception {
        String report = report(List.of(
                row(CaseGroup.FLAT, "slow", 2, 1, 3, 3),
                row(CaseGroup.FLAT, "fast", 1, 2, 3, 0.5),
                row(CaseGroup.NESTED, "nested", 1, 2, 3, 1.4)));
        assertThat(report)
                .contains("Missed targets: 2")
                .contains("- slow: Spark / pq2 0.50, wanted 1")
                .contains("- nested: fastest peer / pq2 1.40, wanted 1.50");
    }

    @Test
    void comparesTheGeometricMeansOfLineitemWithTheirTargets() throws Exception {
        String report = report(List.of(
                row(CaseGroup.LINEITEM, "file, a", 1, 1.6, 4, 2), row(CaseGroup.LINEITEM, "file, b", 1, 2, 4, 0.5)));
        assertThat(report)
                .contains("Geometric means of file: Spark / pq2 1.79")
                .contains("Missed targets: 1")
                .contains("- lineitem, geometric mean of Spark / pq2: 1.79, wanted 2.00");
    }

    private static Measurement row(
            CaseGroup group, String name, double ours, double spark, double parquetJava, double duckDb) {
        Map<String, Double> millis = Map.of(
                "pq2", ours, "pq2 for Spark", ours, "Spark", spark, "parquet-java", parquetJava, "DuckDB", duckDb);
        return new Measurement(group, name, 10, 1000, 0.5, millis, Map.of());
    }

    private static String report(List<Measurement> rows) {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        Report.print(rows, new PrintStream(printed, true, UTF_8));
        return printed.toString(UTF_8);
    }
}
