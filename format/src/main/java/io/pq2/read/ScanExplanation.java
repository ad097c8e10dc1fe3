package io.pq2.read;

import io.pq2.internal.read.explain.ColumnTally;
import io.pq2.internal.read.explain.ExplanationText;
import io.pq2.internal.read.explain.RowGroupTally;
import io.pq2.predicate.Predicate;
import io.pq2.predicate.SkipReason;
import io.pq2.read.RowGroupReport.Outcome;
import io.pq2.read.ScanPlan.ChunkPlan;
import io.pq2.read.ScanPlan.RowGroupPlan;
import io.pq2.read.ScanPlan.SkippedRowGroup;
import io.pq2.schema.Column;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a scan reads and leaves out, and why: by row group and by column. Collected by the thread that reads, for one scan; another
 * one that it is given to begins it anew. What is asked of it is a copy of what is known by then.
 */
public final class ScanExplanation {

    /** Of how many column chunks at most it is kept what became of each; of the others only the sums by column. */
    public static final int MAX_CHUNKS = 1 << 16;

    private String file = "";
    private Predicate filter;
    private List<Column> columns = List.of();
    private ColumnTally[] totals = new ColumnTally[0];
    private int chunksKept;
    private final Map<Integer, RowGroupTally> rowGroups = new TreeMap<>();

    /** Where the scan's own counts begin, if it was opened. */
    private Spent before = Spent.NOTHING;

    private Spent after = Spent.NOTHING;
    /** Null before the scan is opened and after it is closed. */
    private ScanMetrics metrics;

    /** Requests and bytes. */
    private record Spent(long requests, long bytes, long proofRequests, long proofBytes) {

        static final Spent NOTHING = new Spent(0, 0, 0, 0);

        static Spent of(ScanMetrics metrics) {
            return new Spent(metrics.requests(), metrics.bytesRead(), metrics.proofRequests(), metrics.proofBytes());
        }
    }

    /** The location of the file, empty before a scan was planned. */
    public String file() {
        return file;
    }

    /** The condition on the rows, null for all. */
    public Predicate filter() {
        return filter;
    }

    /** What became of each row group that the scan covers, in the order of the file. */
    public List<RowGroupReport> rowGroups() {
        List<RowGroupReport> reports = new ArrayList<>(rowGroups.size());
        rowGroups.forEach((ordinal, tally) -> reports.add(tally.report(ordinal, columns)));
        return reports;
    }

    /** What was read of each column and what was not, in the order of the file: those that are wanted or that the filter looks at. */
    public List<ColumnReport> columns() {
        return ColumnTally.reports(totals, columns);
    }

    /** Requests that the scan made, the footer's not among them. */
    public long requests() {
        return spent().requests() - before.requests();
    }

    /** Bytes that were requested, the gaps between ranges among them, the footer not. */
    public long bytesRead() {
        return spent().bytes() - before.bytes();
    }

    /** Those of {@link #requests} that were for proofs: column indexes and offset indexes, bloom filters, dictionaries. */
    public long proofRequests() {
        return spent().proofRequests() - before.proofRequests();
    }

    /** Those of {@link #bytesRead} that were for proofs. */
    public long proofBytes() {
        return spent().proofBytes() - before.proofBytes();
    }

    /** The same for people: what came of the scan, then its row groups, then its columns. */
    public String text() {
        return new ExplanationText(this).toString();
    }

    /** What {@link #text} is. */
    @Override
    public String toString() {
        return text();
    }

    private Spent spent() {
        return metrics == null ? after : Spent.of(metrics);
    }

    // What a scan calls, in this order for each row group.

    /** A scan is planned. */
    public void begin(String location, Predicate condition, List<Column> read) {
        file = location;
        filter = condition;
        columns = List.copyOf(read);
        totals = ColumnTally.some(read.size());
        chunksKept = 0;
        rowGroups.clear();
        metrics = null;
        before = Spent.NOTHING;
        after = Spent.NOTHING;
    }

    /** A row group is planned to be read. */
    public void planned(RowGroupPlan plan) {
        rowGroups.put(plan.ordinal(), new RowGroupTally(plan.rowCount(), plan.bytes(), chunks()));
    }

    /** The filter keeps none of a row group's rows; whether that was known when it was planned or found out later. */
    public void skipped(SkippedRowGroup skipped, long[] bytesByColumn) {
        RowGroupTally tally = rowGroups.computeIfAbsent(
                skipped.ordinal(), ordinal -> new RowGroupTally(skipped.rowCount(), skipped.bytes(), chunks()));
        tally.settle(Outcome.SKIPPED, skipped.evidence(), skipped.because());
        for (int i = 0; i < totals.length; i++) {
            totals[i].skip(skipped.evidence(), bytesByColumn[i], 0);
            if (tally.chunks != null) {
                tally.chunks[i].skip(skipped.evidence(), bytesByColumn[i], 0);
            }
        }
    }

    /** The same for a row group that was planned to be read. */
    public void skipped(RowGroupPlan plan, SkipReason evidence, Predicate because) {
        long[] bytes = new long[columns.size()];
        for (ChunkPlan chunk : plan.chunks()) {
            bytes[columns.indexOf(chunk.column())] = chunk.length();
        }
        skipped(new SkippedRowGroup(plan.ordinal(), plan.rowGroupRows(), plan.bytes(), evidence, because), bytes);
    }

    /** The filter is true for each row of a row group that is planned to be read. */
    public void matched(int ordinal, SkipReason evidence, Predicate because) {
        rowGroups.get(ordinal).settle(Outcome.MATCHED, evidence, because);
    }

    /** Something was asked about a row group, and proved nothing about it or its pages. */
    public void futile(int ordinal, SkipReason evidence) {
        rowGroups.get(ordinal).futile.add(evidence);
    }

    /** So many rows of a row group that is read are not, for their pages need not be. */
    public void rowsSkipped(int ordinal, long rows) {
        rowGroups.get(ordinal).rowsSkipped += rows;
    }

    /**
     * What of a column chunk is requested, and what is not.
     *
     * @param column the index among the plan's columns
     * @param evidence why not; may be null if nothing is skipped
     */
    public void requested(
            int ordinal, int column, long bytes, long bytesSkipped, int pagesSkipped, SkipReason evidence) {
        for (ColumnTally tally : tallies(ordinal, column)) {
            tally.requested += bytes;
            tally.skip(evidence, bytesSkipped, pagesSkipped);
        }
    }

    /** A row group's first rows are asked for. */
    public void reached(int ordinal) {
        rowGroups.get(ordinal).reached = true;
    }

    /** Pages of a column chunk were decoded, others passed over. */
    public void pages(int ordinal, int column, int read, int passedOver) {
        for (ColumnTally tally : tallies(ordinal, column)) {
            tally.pagesRead += read;
            tally.pagesPassedOver += passedOver;
        }
    }

    /** Rows of a row group were looked at: some come out, the others were left out one by one. */
    public void rows(int ordinal, long read, long filtered) {
        RowGroupTally tally = rowGroups.get(ordinal);
        tally.rowsRead += read;
        tally.rowsFiltered += filtered;
    }

    /** The scan is opened. */
    public void opened(ScanMetrics counters) {
        metrics = counters;
        before = Spent.of(counters);
    }

    /** Nothing more comes. */
    void closed() {
        after = spent();
        metrics = null;
    }

    private List<ColumnTally> tallies(int ordinal, int column) {
        RowGroupTally tally = rowGroups.get(ordinal);
        return tally.chunks == null ? List.of(totals[column]) : List.of(totals[column], tally.chunks[column]);
    }

    /** A tally a column, null if there are too many already. */
    private ColumnTally[] chunks() {
        if (chunksKept + columns.size() > MAX_CHUNKS) {
            chunksKept = MAX_CHUNKS;
            return null;
        }
        chunksKept += columns.size();
        return ColumnTally.some(columns.size());
    }
}
