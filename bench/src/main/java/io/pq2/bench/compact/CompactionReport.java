package io.pq2.bench.compact;

import io.pq2.bench.measure.ReportWriter;
import java.io.PrintStream;
import java.util.List;

/** Prints results as tables. */
public final class CompactionReport {

    private static final double MEGA = 1e6;
    /** The time that {@code pq2 schema} may take. */
    private static final double SCHEMA_SECONDS = 0.5;

    private CompactionReport() {}

    /** Prints the costs of compactions. */
    public static void compactions(List<CompactionContest.Result> results, PrintStream out) {
        ReportWriter report = new ReportWriter(out);
        report.heading(3, "Compaction");
        report.head(
                2,
                "engine",
                "codec",
                "seconds",
                "peak MB",
                "read calls",
                "MB read",
                "MB written",
                "files",
                "MB of files",
                "row groups");
        for (CompactionContest.Result result : results) {
            ProcessCost cost = result.cost();
            report.row(
                    result.engine().title() + (result.sameRows() ? "" : " WRONG ROWS"),
                    result.engine().codec(),
                    ReportWriter.number(cost.seconds(), 1),
                    ReportWriter.number(cost.peakBytes() / MEGA, 0),
                    ReportWriter.count(cost.reads()),
                    ReportWriter.number(cost.readBytes() / MEGA, 0),
                    ReportWriter.number(cost.writtenBytes() / MEGA, 0),
                    ReportWriter.count(result.files()),
                    ReportWriter.number(result.bytes() / MEGA, 0),
                    ReportWriter.count(result.rowGroups()));
        }
    }

    /** Prints the costs of commands. */
    public static void commands(List<CommandContest.Result> results, PrintStream out) {
        ReportWriter report = new ReportWriter(out);
        report.heading(3, "Commands");
        report.head(1, "pq2 …", "seconds", "peak MB", "DuckDB, seconds");
        for (CommandContest.Result result : results) {
            report.row(
                    "`" + result.command() + "`" + (result.sameAnswer() ? "" : " WRONG ANSWER"),
                    ReportWriter.number(result.seconds(), 2),
                    ReportWriter.number(result.peakBytes() / MEGA, 0),
                    ReportWriter.number(result.duckDbSeconds(), 2));
        }
        report.missedTargets(results.stream()
                .filter(result -> result.command().startsWith("schema") && result.seconds() > SCHEMA_SECONDS)
                .map(result -> "schema takes more than " + SCHEMA_SECONDS + " s")
                .toList());
    }
}
