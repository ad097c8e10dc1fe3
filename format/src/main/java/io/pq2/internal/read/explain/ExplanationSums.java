package io.pq2.internal.read.explain;

import io.pq2.internal.exception.NumberText;
import io.pq2.predicate.SkipReason;
import io.pq2.read.ColumnReport;
import io.pq2.read.RowGroupReport;
import io.pq2.read.RowGroupReport.Status;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The sums of one or several explanations, and the lines of text that state them. */
public final class ExplanationSums {

    private final Map<SkipReason, Long> skippedGroups = new EnumMap<>(SkipReason.class);
    private long groups;
    private long groupsRead;
    private long groupsNotReached;
    private long rows;
    private long rowsInSkippedGroups;
    private long rowsSkipped;
    private long rowsFiltered;
    private long rowsReturned;
    private long pagesRead;
    private long pagesPassedOver;
    private long pagesSkipped;
    private long bytesSkipped;
    private long bytesRead;
    private long requests;
    private long pruningBytes;
    private long pruningRequests;

    /** Creates the sums of no explanation. */
    public ExplanationSums() {}

    /** Creates the sums of an explanation. */
    ExplanationSums(ExplanationRecorder explanation) {
        add(explanation);
    }

    /** Adds an explanation and returns the number of its row groups that were read, or would be read. */
    public long add(ExplanationRecorder explanation) {
        List<RowGroupReport> reports = explanation.rowGroups();
        reports.forEach(this::add);
        explanation.columns().forEach(this::add);
        bytesRead += explanation.bytesRead();
        requests += explanation.requests();
        pruningBytes += explanation.pruningBytes();
        pruningRequests += explanation.pruningRequests();
        return reports.stream()
                .filter(group -> group.status() != Status.SKIPPED)
                .count();
    }

    private void add(RowGroupReport group) {
        groups++;
        switch (group.status()) {
            case READ, MATCHED -> groupsRead++;
            case NOT_REACHED -> groupsNotReached++;
            case SKIPPED -> {
                rowsInSkippedGroups += group.rows();
                if (group.reason() != null) {
                    skippedGroups.merge(group.reason(), 1L, Long::sum);
                }
            }
        }
        rows += group.rows();
        rowsSkipped += group.rowsSkipped();
        rowsFiltered += group.rowsFiltered();
        rowsReturned += group.rowsRead();
    }

    private void add(ColumnReport column) {
        pagesRead += column.pagesRead();
        pagesPassedOver += column.pagesPassedOver();
        pagesSkipped += column.pagesSkipped();
        bytesSkipped += column.allBytesSkipped();
    }

    /** Adds the lines about row groups, rows, pages and bytes. */
    public void addTo(TextTable table) {
        table.add("row groups", rowGroupText());
        table.add("rows", rowText());
        table.add("pages", pageText());
        table.add("bytes", byteText());
    }

    private String rowGroupText() {
        Phrases phrases = new Phrases(NumberText.count(groupsRead) + " of " + NumberText.count(groups) + " read");
        skippedGroups.forEach((reason, count) -> phrases.add(count, " skipped by " + reason.label()));
        phrases.add(groupsNotReached, " not reached");
        return phrases.toString();
    }

    private String rowText() {
        Phrases phrases = new Phrases(NumberText.count(rowsReturned) + " of " + NumberText.count(rows) + " returned");
        phrases.add(rowsInSkippedGroups, " skipped with their row groups");
        phrases.add(rowsSkipped, " skipped with their pages");
        phrases.add(rowsFiltered, " filtered individually");
        return phrases.toString();
    }

    private String pageText() {
        Phrases phrases = new Phrases(NumberText.count(pagesRead) + " read");
        phrases.add(pagesPassedOver, " passed over");
        phrases.add(pagesSkipped, " skipped in row groups that were read");
        return phrases.toString();
    }

    private String byteText() {
        String text = NumberText.bytes(bytesRead) + " read in " + NumberText.of(requests, "request");
        if (pruningRequests > 0) {
            text += ", including " + NumberText.bytes(pruningBytes) + " in " + NumberText.of(pruningRequests, "request")
                    + " for pruning";
        }
        return bytesSkipped > 0 ? text + "; " + NumberText.bytes(bytesSkipped) + " skipped" : text;
    }

    /** Returns the number of bytes that were requested, without those for footers. */
    public long bytesRead() {
        return bytesRead;
    }

    /** Returns the number of bytes of needed column chunks that were not requested. */
    public long bytesSkipped() {
        return bytesSkipped;
    }

    /** Returns the number of rows that were returned. */
    public long rowsReturned() {
        return rowsReturned;
    }
}
