package io.pq2.internal.inspect.layout;

import io.pq2.predicate.Predicate;
import io.pq2.predicate.SkipReason;
import io.pq2.read.RowGroupReport;

/** What a scan did with a row group, in words. */
final class Outcome {

    private static final int MAX_CONDITION_LENGTH = 200;

    private Outcome() {}

    static String text(RowGroupReport report) {
        return switch (report.status()) {
            case SKIPPED -> "skipped" + decision(report);
            case MATCHED -> "read, all rows match" + decision(report);
            case NOT_REACHED -> "not reached";
            case READ ->
                report.rowsSkipped() > 0
                        ? "read, " + report.rowsSkipped() + " rows skipped by " + SkipReason.COLUMN_INDEX.label()
                        : "read";
        };
    }

    private static String decision(RowGroupReport report) {
        SkipReason reason = report.reason();
        Predicate condition = report.condition();
        String text = reason == null ? "" : " by " + reason.label();
        return condition == null ? text : text + " (" + shortened(condition.toString()) + ")";
    }

    private static String shortened(String text) {
        if (text.length() <= MAX_CONDITION_LENGTH) {
            return text;
        }
        boolean pair = Character.isHighSurrogate(text.charAt(MAX_CONDITION_LENGTH - 1));
        return text.substring(0, pair ? MAX_CONDITION_LENGTH - 1 : MAX_CONDITION_LENGTH) + "...";
    }
}
