package io.pq2.bench.decode;

import io.pq2.bench.measure.Averages;
import io.pq2.bench.measure.ReportWriter;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Prints measurements as tables and compares them with the targets. */
public final class Report {

    private static final String OURS = Comparison.ENGINES.get(0);
    private static final List<String> PEERS = List.of("Spark", "parquet-java", "DuckDB");

    /** Engines that pq2 must not be slower than in any row. */
    private static final List<String> NEVER_SLOWER_THAN = List.of("Spark", "parquet-java");

    /** The targets of the ratios of {@link #PEERS}, in their order. */
    private static final List<Double> LINEITEM_TARGETS = List.of(2.0, 3.0, 1 / 1.2);

    private static final double NESTED_TARGET = 1.5;

    private final List<Measurement> rows;
    private final PrintStream out;
    private final ReportWriter tables;
    private final Map<String, Integer> remarkNumbers = new LinkedHashMap<>();

    private Report(List<Measurement> rows, PrintStream out) {
        this.rows = rows;
        this.out = out;
        this.tables = new ReportWriter(out);
    }

    /** Prints all tables, then the missed targets. */
    public static void print(List<Measurement> rows, PrintStream out) {
        Report report = new Report(rows, out);
        for (CaseGroup group : CaseGroup.values()) {
            report.table(group);
        }
        report.remarks();
        report.misses();
    }

    private List<Measurement> of(CaseGroup group) {
        return rows.stream().filter(row -> row.group() == group).toList();
    }

    private void table(CaseGroup group) {
        List<Measurement> members = of(group);
        if (members.isEmpty()) {
            return;
        }
        tables.heading(2, group.title());
        List<String> titles = new ArrayList<>(List.of("case", "rows", "MB", "floor"));
        titles.addAll(Comparison.ENGINES);
        PEERS.forEach(peer -> titles.add(peer + " / " + OURS));
        titles.add(OURS + " / floor");
        tables.head(1, titles);
        members.forEach(this::row);
        out.println();
        summaries(group, members);
    }

    private void row(Measurement row) {
        List<String> cells = new ArrayList<>();
        cells.add(row.name());
        cells.add(ReportWriter.count(row.rows()));
        cells.add(number(row.bytes() / 1e6));
        cells.add(number(row.floorMillis()));
        for (String engine : Comparison.ENGINES) {
            Double millis = row.millis().get(engine);
            cells.add(
                    millis == null ? remark(Objects.requireNonNull(row.remarks().get(engine))) : number(millis));
        }
        PEERS.forEach(peer -> cells.add(ratio(row.ratio(peer, OURS))));
        cells.add(ratio(row.millis().getOrDefault(OURS, Double.NaN) / row.floorMillis()));
        tables.row(cells);
    }

    /** Returns the text of a cell with a reference to a numbered note. */
    private String remark(String remark) {
        int number = remarkNumbers.computeIfAbsent(remark, key -> remarkNumbers.size() + 1);
        return remark.substring(0, remark.indexOf(':')) + " [" + number + "]";
    }

    private static String number(double value) {
        return ReportWriter.number(value, value < 10 ? 2 : 1);
    }

    private static String ratio(double value) {
        return ReportWriter.number(value, 2);
    }

    private void summaries(CaseGroup group, List<Measurement> members) {
        if (group == CaseGroup.LINEITEM) {
            Map<String, List<Measurement>> files = new LinkedHashMap<>();
            for (Measurement row : members) {
                String file = row.name().substring(0, row.name().lastIndexOf(", "));
                files.computeIfAbsent(file, key -> new ArrayList<>()).add(row);
            }
            files.forEach(this::summary);
        }
        summary("all rows", members);
    }

    private void summary(String title, List<Measurement> members) {
        List<String> means = new ArrayList<>();
        for (String peer : PEERS) {
            means.add(peer + " / " + OURS + " " + ratio(Averages.geometricMean(members, row -> row.ratio(peer, OURS))));
        }
        means.add("fastest peer / " + OURS + " " + ratio(Averages.geometricMean(members, Report::fastestPeer)));
        means.add(OURS + " / floor "
                + ratio(Averages.geometricMean(
                        members, row -> row.millis().getOrDefault(OURS, Double.NaN) / row.floorMillis())));
        out.println("- Geometric means of " + title + ": " + String.join(", ", means));
    }

    private static double fastestPeer(Measurement row) {
        return PEERS.stream()
                .mapToDouble(peer -> row.ratio(peer, OURS))
                .filter(Double::isFinite)
                .min()
                .orElse(Double.NaN);
    }

    private void remarks() {
        if (!remarkNumbers.isEmpty()) {
            out.println();
            remarkNumbers.forEach((remark, number) -> out.println("[" + number + "] " + remark + "  "));
        }
    }

    private void misses() {
        List<String> misses = new ArrayList<>();
        List<Measurement> lineitem = of(CaseGroup.LINEITEM);
        for (int i = 0; i < PEERS.size(); i++) {
            String peer = PEERS.get(i);
            double target = LINEITEM_TARGETS.get(i);
            double mean = Averages.geometricMean(lineitem, row -> row.ratio(peer, OURS));
            if (mean < target) {
                misses.add("lineitem, geometric mean of " + peer + " / " + OURS + ": " + ratio(mean) + ", wanted "
                        + ratio(target));
            }
        }
        for (Measurement row : rows) {
            for (String peer : NEVER_SLOWER_THAN) {
                if (row.ratio(peer, OURS) < 1) {
                    misses.add(row.name() + ": " + peer + " / " + OURS + " " + ratio(row.ratio(peer, OURS))
                            + ", wanted 1");
                }
            }
            if (row.group() == CaseGroup.NESTED && fastestPeer(row) < NESTED_TARGET) {
                misses.add(row.name() + ": fastest peer / " + OURS + " " + ratio(fastestPeer(row)) + ", wanted "
                        + ratio(NESTED_TARGET));
            }
            if (!row.millis().containsKey(OURS)) {
                misses.add(row.name() + ": " + row.remarks().get(OURS));
            }
        }
        tables.missedTargets(misses);
    }
}
