package io.pq2.bench.select;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.predicate.Predicate;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("spark")
class SelectReportTest {

    private static SelectResult result(String title, double v2, double builtIn, double bytes, double ofPeer) {
        Map<String, SelectCost> costs = new LinkedHashMap<>();
        costs.put("pq2 V2", new SelectCost(v2, v2, bytes));
        costs.put("built-in", new SelectCost(builtIn, builtIn, 2 * ofPeer));
        costs.put("DuckDB", new SelectCost(1, 1, ofPeer));
        SelectQuery query = new SelectQuery(title, List.of(), new Predicate.AlwaysTrue());
        return new SelectResult(
                new TableFiles("t", "some files", Path.of("t")), query, 1000, costs, Map.of("pq2", "no rows"));
    }

    private static String report(SelectResult... results) {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        SelectReport.print(List.of(results), new PrintStream(printed, true, UTF_8));
        return printed.toString(UTF_8);
    }

    @Test
    void printsTimesBytesAndRatios() {
        assertThat(report(result("first", 1, 4, 3e6, 5e6), result("second", 1, 9, 1e6, 1e6)))
                .contains("| some files | first | 1,000 | 1,000.0 | - | 4,000.0 | 4.00 | - |")
                .contains("| geometric mean |  |  |  |  |  | 6.00 |")
                .contains("| some files | first | 1,000 | 3.000 | - | 10.000 | - | 5.000 | - |");
    }

    @Test
    void reportsMissedTargets() {
        assertThat(report(result("slow", 2, 1, 3e6, 5e6), result("greedy", 1, 4, 6e6, 5e6)))
                .contains("geometric mean of built-in / pq2 V2: 1.41, target 3.00")
                .contains("some files, slow: built-in / pq2 V2 0.50, target 1.00")
                .contains("some files, greedy: pq2 V2 reads 6.000 MB, a peer 5.000")
                .contains("some files, slow: pq2 finds no rows")
                .doesNotContain("slow: pq2 V2 reads")
                .doesNotContain("greedy: built-in / pq2 V2 4");
    }
}
