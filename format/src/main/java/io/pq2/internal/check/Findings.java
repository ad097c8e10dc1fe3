package io.pq2.internal.check;

import io.pq2.check.Finding;
import io.pq2.check.KnownFault;
import io.pq2.check.Rule;
import io.pq2.check.Severity;
import io.pq2.exception.FileLocation;
import io.pq2.internal.writer.FaultyWriters;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Collects findings. After many findings of one severity and rule, further ones are left out. */
final class Findings {

    /**
     * The number of findings of one severity and rule in a file, so that a damaged file with many pages gives a short
     * report. An error is never left out because of many other findings.
     */
    private static final int MAX_PER_RULE = 1000;

    private final List<Finding> found = new ArrayList<>();
    private final Consumer<Finding> listener;
    private final Map<Severity, Map<Rule, Integer>> counts = new EnumMap<>(Severity.class);

    Findings(Consumer<Finding> listener) {
        this.listener = listener;
    }

    void error(Rule rule, FileLocation location, String message) {
        add(Severity.ERROR, rule, location, message, null);
    }

    void deviation(Rule rule, FileLocation location, String message) {
        add(Severity.DEVIATION, rule, location, message, null);
    }

    void note(Rule rule, FileLocation location, String message) {
        add(Severity.NOTE, rule, location, message, null);
    }

    /**
     * Adds what changes answers or breaks readers: a known fault of the writer, if one explains it, otherwise an error.
     *
     * @param row the row of the fault in the table; null if none is known
     */
    void wrong(FaultyWriters.@Nullable Row row, Rule rule, FileLocation location, String message) {
        wrong(row, Severity.ERROR, rule, location, message);
    }

    /** Adds a known fault of the writer, if one explains the finding, otherwise a finding of another severity. */
    void wrong(FaultyWriters.@Nullable Row row, Severity otherwise, Rule rule, FileLocation location, String message) {
        if (row == null) {
            add(otherwise, rule, location, message, null);
        } else {
            add(Severity.FAULT, rule, location, message, fault(row));
        }
    }

    private static KnownFault fault(FaultyWriters.Row row) {
        String application = row.application().isEmpty() ? "files without created_by" : row.application();
        String versions = row.versions();
        return new KnownFault(
                row.fault().name(),
                row.fault().text(),
                versions.equals("all") ? application : application + " " + versions,
                row.until() == null ? null : row.until().toString(),
                row.reportText(),
                row.fault().consequence());
    }

    private void add(Severity severity, Rule rule, FileLocation location, String message, @Nullable KnownFault fault) {
        int count = counts.computeIfAbsent(severity, key -> new EnumMap<>(Rule.class))
                .merge(rule, 1, Integer::sum);
        if (count <= MAX_PER_RULE) {
            report(new Finding(severity, rule, location, message, fault));
        } else if (count == MAX_PER_RULE + 1) {
            String more = "there are more findings of this rule, which are left out";
            report(new Finding(severity, rule, location, more, fault));
        }
    }

    private void report(Finding finding) {
        found.add(finding);
        listener.accept(finding);
    }

    /** Whether an error was found. */
    boolean hasErrors() {
        return found.stream().anyMatch(finding -> finding.severity() == Severity.ERROR);
    }

    List<Finding> all() {
        return List.copyOf(found);
    }
}
