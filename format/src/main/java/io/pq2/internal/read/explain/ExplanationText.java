package io.pq2.internal.read.explain;

import io.pq2.internal.exception.DisplayText;
import io.pq2.internal.exception.NumberText;
import io.pq2.internal.read.explain.TextTable.Side;
import io.pq2.predicate.Predicate;
import io.pq2.predicate.SkipReason;
import io.pq2.read.ColumnReport;
import io.pq2.read.RowGroupReport;
import io.pq2.read.RowGroupReport.Status;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.StringJoiner;

/**
 * Formats an explanation as text: a summary, a table of row groups and a table of columns. Consecutive row groups with
 * the same result share a line. Long tables end with a line that sums up the rest.
 */
public final class ExplanationText {

    private static final int MAX_LINES = 40;
    private static final int MAX_CONDITION_LENGTH = 200;

    private final ExplanationRecorder explanation;
    private final List<RowGroupReport> rowGroups;
    private final List<ColumnReport> columns;

    /** Creates the text of the events so far. */
    public ExplanationText(ExplanationRecorder explanation) {
        this.explanation = explanation;
        this.rowGroups = explanation.rowGroups();
        this.columns = explanation.columns();
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(DisplayText.message(explanation.file())).append('\n');
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
        new ExplanationSums(explanation).addTo(table);
        explanation.contradictions().forEach(text -> table.add("not believed", DisplayText.message(text)));
        return table;
    }

    private TextTable rowGroupTable() {
        TextTable table = new TextTable(Side.LEFT, Side.RIGHT, Side.RIGHT, Side.LEFT);
        List<Run> runs = runs();
        boolean tooMany = runs.size() > MAX_LINES;
        List<Run> shown = tooMany ? runs.subList(0, MAX_LINES - 1) : runs;
        for (Run run : shown) {
            table.add(run.name(), NumberText.of(run.rows, "row"), NumberText.bytes(run.bytes), run.result());
        }
        if (tooMany) {
            List<Run> rest = runs.subList(shown.size(), runs.size());
            table.add(
                    NumberText.count(rest.stream().mapToLong(run -> run.count).sum()) + " more",
                    NumberText.of(rest.stream().mapToLong(run -> run.rows).sum(), "row"),
                    NumberText.bytes(rest.stream().mapToLong(run -> run.bytes).sum()));
        }
        return table;
    }

    private List<Run> runs() {
        List<Run> runs = new ArrayList<>();
        for (RowGroupReport group : rowGroups) {
            Run last = runs.isEmpty() ? null : runs.get(runs.size() - 1);
            if (last == null || !last.matches(group)) {
                runs.add(new Run(group));
            } else {
                last.add(group);
            }
        }
        return runs;
    }

    /** Consecutive row groups with the same result. */
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

        boolean matches(RowGroupReport group) {
            return group.ordinal() == first.ordinal() + count
                    && group.status() == first.status()
                    && group.reason() == first.reason()
                    && Objects.equals(group.condition(), first.condition())
                    && (group.status() == Status.NOT_REACHED
                            || group.inconclusive().equals(first.inconclusive()));
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

        String result() {
            return switch (first.status()) {
                case SKIPPED -> "skipped by " + decision();
                case MATCHED -> "read; all rows match by " + decision();
                case NOT_REACHED -> "not reached";
                case READ -> read();
            };
        }

        /** Returns the reason and the condition of row groups that were decided as a whole. */
        private String decision() {
            SkipReason reason = Objects.requireNonNull(first.reason());
            return reason.label() + " (" + condition(Objects.requireNonNull(first.condition())) + ")";
        }

        private String read() {
            Phrases parts = new Phrases("read");
            parts.add(rowsSkipped, " rows skipped by " + SkipReason.COLUMN_INDEX.label());
            parts.add(rowsFiltered, " rows filtered individually");
            StringJoiner inconclusive = new StringJoiner(", ", "; nothing excluded by ", "").setEmptyValue("");
            for (SkipReason reason : SkipReason.values()) {
                if (first.inconclusive().contains(reason)) {
                    inconclusive.add(reason.label());
                }
            }
            return parts + inconclusive.toString();
        }
    }

    private TextTable columnTable() {
        TextTable table =
                new TextTable(Side.LEFT, Side.RIGHT, Side.RIGHT, Side.RIGHT, Side.RIGHT, Side.RIGHT, Side.LEFT);
        table.add("column", "bytes read", "skipped", "pages read", "passed over", "skipped", "by");
        boolean tooMany = columns.size() > MAX_LINES;
        List<ColumnReport> shown = tooMany ? columns.subList(0, MAX_LINES - 1) : columns;
        for (ColumnReport column : shown) {
            addColumn(table, DisplayText.name(column.column().dottedPath()), column);
        }
        if (tooMany) {
            List<ColumnReport> rest = columns.subList(shown.size(), columns.size());
            addColumn(table, NumberText.count(rest.size()) + " more", sum(rest));
        }
        return table;
    }

    private static void addColumn(TextTable table, String name, ColumnReport column) {
        Phrases reasons = new Phrases("");
        column.bytesSkipped()
                .forEach((reason, skipped) -> reasons.add(reason.label() + " " + NumberText.bytes(skipped)));
        table.add(
                name,
                NumberText.bytes(column.bytesRequested()),
                NumberText.bytes(column.allBytesSkipped()),
                NumberText.count(column.pagesRead()),
                NumberText.count(column.pagesPassedOver()),
                NumberText.count(column.pagesSkipped()),
                reasons.toString());
    }

    /** Adds up the reports of several columns. The result names the first of them. */
    private static ColumnReport sum(List<ColumnReport> columns) {
        Map<SkipReason, Long> skipped = new EnumMap<>(SkipReason.class);
        columns.forEach(
                column -> column.bytesSkipped().forEach((reason, bytes) -> skipped.merge(reason, bytes, Long::sum)));
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
        if (text.length() <= MAX_CONDITION_LENGTH) {
            return text;
        }
        int end = Character.isHighSurrogate(text.charAt(MAX_CONDITION_LENGTH - 1))
                ? MAX_CONDITION_LENGTH - 1
                : MAX_CONDITION_LENGTH;
        return text.substring(0, end) + "...";
    }
}
