package io.pq2.bench.encrypt;

import io.pq2.bench.encrypt.EncryptionResult.Operation;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** Prints results as tables and compares them with the targets. */
public final class EncryptionReport {

    private static final String PQ2 = "pq2";
    private static final String PARQUET_JAVA = "parquet-java";
    private static final List<String> WRITERS = List.of(PQ2, PARQUET_JAVA);
    private static final double MEGA = 1e6;
    /** The minimum share of the unencrypted throughput that an encrypted scan must reach. */
    private static final double MIN_KEPT = 0.75;

    private static final double LEAST_RATIO = 3;

    private final List<EncryptionResult> results;
    private final PrintStream out;

    private EncryptionReport(List<EncryptionResult> results, PrintStream out) {
        this.results = results;
        this.out = out;
    }

    /** Prints all tables, then the missed targets. */
    public static void print(List<EncryptionResult> results, PrintStream out) {
        EncryptionReport report = new EncryptionReport(results, out);
        ToDoubleFunction<EncryptionResult> seconds = result -> result.cost().seconds();
        ToDoubleFunction<EncryptionResult> cpuSeconds = result -> result.cost().threadSeconds();
        report.scans("Scans, milliseconds", seconds);
        report.scans("Scans, milliseconds of CPU time of the thread that reads", cpuSeconds);
        report.writes("Writes, milliseconds", seconds);
        report.writes("Writes, milliseconds of CPU time of the thread that writes", cpuSeconds);
        report.misses(seconds);
    }

    private EncryptionResult of(String engine, Operation operation, String writer, Protection protection) {
        return results.stream()
                .filter(result -> result.engine().equals(engine)
                        && result.operation() == operation
                        && result.writer().equals(writer)
                        && result.protection() == protection)
                .findFirst()
                .orElseThrow();
    }

    /** Returns the share of its unencrypted throughput that an engine keeps. */
    private double kept(
            String engine,
            Operation operation,
            String writer,
            Protection protection,
            ToDoubleFunction<EncryptionResult> number) {
        return number.applyAsDouble(of(engine, operation, writer, Protection.NONE))
                / number.applyAsDouble(of(engine, operation, writer, protection));
    }

    private void scans(String title, ToDoubleFunction<EncryptionResult> number) {
        head(
                title,
                "file of",
                "encryption",
                "MB",
                PQ2,
                PARQUET_JAVA,
                "parquet-java / pq2",
                "pq2 keeps",
                "parquet-java keeps");
        for (String writer : WRITERS) {
            for (Protection protection : Protection.values()) {
                EncryptionResult ours = of(PQ2, Operation.SCAN, writer, protection);
                EncryptionResult theirs = of(PARQUET_JAVA, Operation.SCAN, writer, protection);
                row(
                        writer,
                        protection.title(),
                        number(ours.bytes() / MEGA, 1),
                        number(1e3 * number.applyAsDouble(ours), 1),
                        number(1e3 * number.applyAsDouble(theirs), 1),
                        number(number.applyAsDouble(theirs) / number.applyAsDouble(ours), 2),
                        share(kept(PQ2, Operation.SCAN, writer, protection, number)),
                        share(kept(PARQUET_JAVA, Operation.SCAN, writer, protection, number)));
            }
        }
    }

    private void writes(String title, ToDoubleFunction<EncryptionResult> number) {
        head(
                title,
                "encryption",
                "MB by pq2",
                "MB by parquet-java",
                PQ2,
                PARQUET_JAVA,
                "parquet-java / pq2",
                "pq2 keeps",
                "parquet-java keeps");
        for (Protection protection : Protection.values()) {
            EncryptionResult ours = of(PQ2, Operation.WRITE, PQ2, protection);
            EncryptionResult theirs = of(PARQUET_JAVA, Operation.WRITE, PARQUET_JAVA, protection);
            row(
                    protection.title(),
                    number(ours.bytes() / MEGA, 2),
                    number(theirs.bytes() / MEGA, 2),
                    number(1e3 * number.applyAsDouble(ours), 1),
                    number(1e3 * number.applyAsDouble(theirs), 1),
                    number(number.applyAsDouble(theirs) / number.applyAsDouble(ours), 2),
                    share(kept(PQ2, Operation.WRITE, PQ2, protection, number)),
                    share(kept(PARQUET_JAVA, Operation.WRITE, PARQUET_JAVA, protection, number)));
        }
    }

    private void head(String title, String... titles) {
        out.printf("%n### %s%n%n", title);
        row(titles);
        out.println("|" + "---|".repeat(titles.length));
    }

    private void row(String... cells) {
        out.println("| " + String.join(" | ", cells) + " |");
    }

    private static String number(double value, int digits) {
        return String.format(Locale.ROOT, "%,." + digits + "f", value);
    }

    private static String share(double value) {
        return String.format(Locale.ROOT, "%.0f %%", 100 * value);
    }

    /** Reports missed targets. Targets exist for files of pq2 with GCM. */
    private void misses(ToDoubleFunction<EncryptionResult> number) {
        out.printf("%n### Missed targets%n%n");
        boolean any = false;
        for (Protection protection : List.of(Protection.GCM_128, Protection.GCM_256)) {
            double kept = kept(PQ2, Operation.SCAN, PQ2, protection, number);
            if (kept < MIN_KEPT) {
                out.printf("- %s: pq2's scan keeps %s of its throughput%n", protection.title(), share(kept));
                any = true;
            }
            double ratio = number.applyAsDouble(of(PARQUET_JAVA, Operation.SCAN, PARQUET_JAVA, protection))
                    / number.applyAsDouble(of(PQ2, Operation.SCAN, PQ2, protection));
            if (ratio < LEAST_RATIO) {
                out.printf(
                        "- %s: a scan by parquet-java takes %s times as long as by pq2, each on its own file%n",
                        protection.title(), number(ratio, 2));
                any = true;
            }
        }
        if (!any) {
            out.println("None.");
        }
    }
}
