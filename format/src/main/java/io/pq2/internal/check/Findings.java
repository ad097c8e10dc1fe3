package io.pq2.internal.check;

import io.pq2.check.Finding;
import io.pq2.check.Rule;
import io.pq2.check.Severity;
import io.pq2.exception.FileLocation;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Collects findings. After many findings of one rule, further ones are left out. */
final class Findings {

    /** The number of findings of one rule in a file, so that a damaged file with many pages gives a short report. */
    private static final int MAX_PER_RULE = 1000;

    private final List<Finding> found = new ArrayList<>();
    private final Consumer<Finding> listener;
    private final Map<Rule, Integer> counts = new EnumMap<>(Rule.class);

    Findings(Consumer<Finding> listener) {
        this.listener = listener;
    }

    void error(Rule rule, FileLocation location, String message) {
        add(Severity.ERROR, rule, location, message);
    }

    void deviation(Rule rule, FileLocation location, String message) {
        add(Severity.DEVIATION, rule, location, message);
    }

    void note(Rule rule, FileLocation location, String message) {
        add(Severity.NOTE, rule, location, message);
    }

    void add(Severity severity, Rule rule, FileLocation location, String message) {
        int count = counts.merge(rule, 1, Integer::sum);
        if (count <= MAX_PER_RULE) {
            report(new Finding(severity, rule, location, message));
        } else if (count == MAX_PER_RULE + 1) {
            report(new Finding(severity, rule, location, "there are more findings of this rule, which are left out"));
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
