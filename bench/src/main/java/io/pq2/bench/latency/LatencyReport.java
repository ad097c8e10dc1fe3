package io.pq2.bench.latency;

import io.pq2.bench.measure.Averages;
import io.pq2.bench.measure.ReportWriter;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/** Prints the times of small queries as a table and compares them with the target. */
public final class LatencyReport {

    private static final List<LatencySource> OURS = LatencySource.ALL.stream()
            .filter(source -> !source.equals(LatencySource.BUILT_IN))
            .toList();

    private LatencyReport() {}

    /** Prints the table, then the queries in which pq2 is slower than the built-in source. */
    public static void print(List<LatencyResult> results, PrintStream out) {
        ReportWriter report = new ReportWriter(out);
        report.heading(3, "Small queries, milliseconds");
        List<String> head = new ArrayList<>(List.of("query"));
        LatencySource.ALL.forEach(source -> head.add(source.name()));
        OURS.forEach(source -> head.add(source.name() + " / built-in"));
        report.head(1, head);
        List<String> misses = new ArrayList<>();
        for (LatencyResult result : results) {
            List<String> cells = new ArrayList<>(List.of(result.title()));
            LatencySource.ALL.forEach(source -> cells.add(ReportWriter.number(result.seconds(source) * 1e3, 1)));
            for (LatencySource source : OURS) {
                String ratio = ReportWriter.number(result.ratio(source), 2);
                cells.add(ratio);
                if (result.ratio(source) > 1) {
                    misses.add(result.title() + ": " + source.name() + " takes " + ratio
                            + " of the built-in source's time; the target is 1 or less");
                }
            }
            report.row(cells);
        }
        List<String> means = new ArrayList<>(List.of("geometric mean"));
        LatencySource.ALL.forEach(source -> means.add(""));
        OURS.forEach(source ->
                means.add(ReportWriter.number(Averages.geometricMean(results, result -> result.ratio(source)), 2)));
        report.row(means);
        report.missedTargets(misses);
    }
}
