package io.pq2.internal.read.explain;

import io.pq2.internal.read.explain.TextTable.Side;
import io.pq2.predicate.Predicate;
import io.pq2.predicate.SkipReason;
import io.pq2.read.ColumnReport;
import io.pq2.read.RowGroupReport;
import io.pq2.read.RowGroupReport.Outcome;
import io.pq2.read.ScanExplanation;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.StringJoiner;

/**
 * An explanation for people. Row groups next to each other of which the same became are one line; of many lines of row groups or
 * columns the last ones are summed up.
 */
public final class ExplanationText {

    private static final int MOST_LINES = 40;
    private static final int LONGEST_CONDITION = 200;
    private static final String UNITS = "KMGTPE";

    private final ScanExplanation explanation;
    private final List<RowGroupReport> rowGroups;
    private final List<ColumnReport> columns;

    public ExplanationText(ScanExplanation explanation) {
        this.explanation = explanation;
        this.rowGroups = explanation.rowGroups();
        this.columns = explanation.columns();
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(explanation.file()).append('\n');
        summary().appendTo(text);
        if (!rowGroups.isEmpty()) {
            rowGroupTable().appendTo(text.append('\n'));
        }
        if (!columns.isEmpty()) {
            columnTable().appendTo(text.append('\n'));
        }
        return text.toString();
    }

    private TextTable summary() {
        TextTable table = new TextTable(Side.LEFT, Side.LEFT);
        table.add("filter", explanation.filter() == null ? "none" : condition(explanation.filter()));
        table.add("row groups", rowGroupSummary());
        table.add("rows", rowSummary());
        table.add("pages", pageSummary());
        table.add("bytes", byteSummary());
        return table;
    }

    private String rowGroupSummary() {
        Parts parts = new Parts(
                count(read(Outcome.READ) + read(Outcome.MATCHED)) + " of " + count(rowGroups.size()) + " read");
        for (SkipReason evidence : SkipReason.values()) {
            long skipped = rowGroups.stream()
                    .filter(group -> group.outcome() == Outcome.SKIPPED && group.evidence() == evidence)
                    .count();
            parts.add(skipped, " skipped by " + evidence.label());
        }
        parts.add(read(Outcome.NOT_REACHED), " not reached");
        return parts.toString();
    }

    private long read(Outcome outcome) {
        return rowGroups.stream().filter(group -> group.outcome() == outcome).count();
    }

    private String rowSummary() {
        long all = 0;
        long skipped = 0;
        long ruledOut = 0;
        long filtered = 0;
        long read = 0;
        for (RowGroupReport group : rowGroups) {
            all += group.rows();
            skipped += group.outcome() == Outcome.SKIPPED ? group.rows() : 0;
            ruledOut += group.rowsSkipped();
            filtered += group.rowsFiltered();
            read += group.rowsRead();
        }
        Parts parts = new Parts(count(read) + " of " + count(all) + " come out");
        parts.add(skipped, " skipped with their row groups");
        parts.add(ruledOut, " with their pages");
        parts.add(filtered, " filtered one by one");
        return parts.toString();
    }

    private String pageSummary() {
        Parts parts = new Parts(
                count(columns.stream().mapToLong(ColumnReport::pagesRead).sum()) + " read");
        parts.add(columns.stream().mapToLong(ColumnReport::pagesPassedOver).sum(), " passed over");
        parts.add(
                columns.stream().mapToLong(ColumnReport::pagesSkipped).sum(), " skipped in row groups that were read");
        return parts.toString();
    }

    private String byteSummary() {
        long skipped = columns.stream().mapToLong(ColumnReport::allBytesSkipped).sum();
        String text = bytes(explanation.bytesRead()) + " read in " + of(explanation.requests(), "request");
        if (explanation.proofRequests() > 0) {
            text += ", of them " + bytes(explanation.proofBytes()) + " in " + of(explanation.proofRequests(), "request")
                    + " for proofs";
        }
        return skipped > 0 ? text + "; " + bytes(skipped) + " skipped" : text;
    }

    private TextTable rowGroupTable() {
        TextTable table = new TextTable(Side.LEFT, Side.RIGHT, Side.RIGHT, Side.LEFT);
        List<Run> runs = runs();
        boolean tooMany = runs.size() > MOST_LINES;
        List<Run> shown = tooMany ? runs.subList(0, MOST_LINES - 1) : runs;
        for (Run run : shown) {
            table.add(run.name(), of(run.rows, "row"), bytes(run.bytes), run.what());
        }
        if (tooMany) {
            List<Run> rest = runs.subList(shown.size(), runs.size());
            table.add(
                    count(rest.stream().mapToLong(run -> run.count).sum()) + " more",
                    of(rest.stream().mapToLong(run -> run.rows).sum(), "row"),
                    bytes(rest.stream().mapToLong(run -> run.bytes).sum()));
        }
        return table;
    }

    private List<Run> runs() {
        List<Run> runs = new ArrayList<>();
        for (RowGroupReport group : rowGroups) {
            Run last = runs.isEmpty() ? null : runs.get(runs.size() - 1);
            if (last == null || !last.takes(group)) {
                runs.add(new Run(group));
            } else {
                last.add(group);
            }
        }
        return runs;
    }

    /** Row groups next to each other of which the same became. */
    private static final class Run {

        private final RowGroupReport first;
        private int count;
        private long rows;
        private long bytes;
        private long rowsSkipped;
        private long rowsFiltered;

        Run(RowGroupReport first) {
            this.first = first;
            add(first);
        }

        boolean takes(RowGroupReport group) {
            return group.ordinal() == first.ordinal() + count
                    && group.outcome() == first.outcome()
                    && group.evidence() == first.evidence()
                    && Objects.equals(group.because(), first.because())
                    && (group.outcome() == Outcome.NOT_REACHED || group.futile().equals(first.futile()));
        }

        void add(RowGroupReport group) {
            count++;
            rows += group.rows();
            bytes += group.bytes();
            rowsSkipped += group.rowsSkipped();
            rowsFiltered += group.rowsFiltered();
        }

        String name() {
            return count == 1
                    ? "row group " + first.ordinal()
                    : "row groups " + first.ordinal() + "-" + (first.ordinal() + count - 1);
        }

        String what() {
            return switch (first.outcome()) {
                case SKIPPED -> "skipped by " + first.evidence().label() + " (" + condition(first.because()) + ")";
                case MATCHED ->
                    "read; all rows match by " + first.evidence().label() + " (" + condition(first.because()) + ")";
                case NOT_REACHED -> "not reached";
                case READ -> read();
            };
        }

        private String read() {
            Parts parts = new Parts("read");
            parts.add(rowsSkipped, " rows skipped by " + SkipReason.COLUMN_INDEX.label());
            parts.add(rowsFiltered, " rows filtered one by one");
            StringJoiner futile = new StringJoiner(", ", "; nothing proved by ", "").setEmptyValue("");
            for (SkipReason evidence : SkipReason.values()) {
                if (first.futile().contains(evidence)) {
                    futile.add(evidence.label());
                }
            }
            return parts + futile.toString();
        }
    }

    private TextTable columnTable() {
        TextTable table =
                new TextTable(Side.LEFT, Side.RIGHT, Side.RIGHT, Side.RIGHT, Side.RIGHT, Side.RIGHT, Side.LEFT);
        table.add("column", "bytes read", "skipped", "pages read", "passed over", "skipped", "by");
        boolean tooMany = columns.size() > MOST_LINES;
        List<ColumnReport> shown = tooMany ? columns.subList(0, MOST_LINES - 1) : columns;
        for (ColumnReport column : shown) {
            addColumn(table, column.column().dottedPath(), column);
        }
        if (tooMany) {
            List<ColumnReport> rest = columns.subList(shown.size(), columns.size());
            addColumn(table, count(rest.size()) + " more", sum(rest));
        }
        return table;
    }

    private static void addColumn(TextTable table, String name, ColumnReport column) {
        Parts reasons = new Parts("");
        column.bytesSkipped().forEach((evidence, skipped) -> reasons.add(evidence.label() + " " + bytes(skipped)));
        table.add(
                name,
                bytes(column.bytesRequested()),
                bytes(column.allBytesSkipped()),
                count(column.pagesRead()),
                count(column.pagesPassedOver()),
                count(column.pagesSkipped()),
                reasons.toString());
    }

    /** What became of several columns together, as that of the first one. */
    private static ColumnReport sum(List<ColumnReport> columns) {
        Map<SkipReason, Long> skipped = new EnumMap<>(SkipReason.class);
        columns.forEach(column ->
                column.bytesSkipped().forEach((evidence, bytes) -> skipped.merge(evidence, bytes, Long::sum)));
        return new ColumnReport(
                columns.get(0).column(),
                columns.stream().mapToLong(ColumnReport::bytesRequested).sum(),
                skipped,
                columns.stream().mapToLong(ColumnReport::pagesRead).sum(),
                columns.stream().mapToLong(ColumnReport::pagesPassedOver).sum(),
                columns.stream().mapToLong(ColumnReport::pagesSkipped).sum());
    }

    private static String condition(Predicate predicate) {
        String text = predicate.toString();
        if (text.length() <= LONGEST_CONDITION) {
            return text;
        }
        int end = Character.isHighSurrogate(text.charAt(LONGEST_CONDITION - 1))
                ? LONGEST_CONDITION - 1
                : LONGEST_CONDITION;
        return text.substring(0, end) + "...";
    }

    private static String count(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    private static String of(long number, String thing) {
        return count(number) + " " + thing + (number == 1 ? "" : "s");
    }

    private static String bytes(long number) {
        if (number < 1024) {
            return number + " B";
        }
        double scaled = number;
        int unit = -1;
        while (scaled >= 1024 && unit < UNITS.length() - 1) {
            scaled /= 1024;
            unit++;
        }
        return String.format(Locale.ROOT, "%.1f %siB", scaled, UNITS.charAt(unit));
    }

    /** Words with commas between them. */
    private static final class Parts {

        private final StringBuilder text;

        Parts(String first) {
            text = new StringBuilder(first);
        }

        void add(String part) {
            text.append(text.length() == 0 ? "" : ", ").append(part);
        }

        /** Adds a number and what is behind it, unless it is 0. */
        void add(long number, String what) {
            if (number > 0) {
                add(count(number) + what);
            }
        }

        @Override
        public String toString() {
            return text.toString();
        }
    }
}
