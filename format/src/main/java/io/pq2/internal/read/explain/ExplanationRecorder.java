package io.pq2.internal.read.explain;

import io.pq2.internal.read.plan.RowGroupReadPlan;
import io.pq2.internal.read.plan.ScanListener;
import io.pq2.internal.read.source.ReadPurpose;
import io.pq2.predicate.Predicate;
import io.pq2.predicate.SkipReason;
import io.pq2.read.ColumnReport;
import io.pq2.read.RowGroupReport;
import io.pq2.read.ScanExplanation;
import io.pq2.read.ScanPlan.SkippedRowGroup;
import io.pq2.schema.Column;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Records which parts of a file a scan reads and skips, and why. Planning another scan starts a new record. */
public final class ExplanationRecorder implements ScanListener {

    private static final int MAX_CONTRADICTIONS = 20;

    private final int maxChunks;
    private final Map<Integer, RowGroupTally> rowGroups = new TreeMap<>();

    private String file = "";
    private @Nullable Predicate filter;
    private List<Column> columns = List.of();
    private List<ColumnTally> totals = List.of();
    /** What contradicts what in column chunks of the filter, at most {@link #MAX_CONTRADICTIONS}. */
    private final List<String> contradictions = new ArrayList<>();

    private int recordedChunks;
    private long requests;
    private long bytesRead;
    private long pruningRequests;
    private long pruningBytes;
    /** By row group and column: the requested byte ranges; absent if they are not recorded. */
    private final @Nullable Map<ChunkId, List<ScanExplanation.Request>> pageRequests;

    private record ChunkId(int rowGroup, int column) {}

    /**
     * Creates an empty record.
     *
     * @param maxChunks the number of column chunks up to which details are recorded; further row groups have only
     *     totals
     */
    public ExplanationRecorder(int maxChunks) {
        this(maxChunks, false);
    }

    /**
     * Creates an empty record.
     *
     * @param requests whether the requested byte ranges of pages are recorded too
     */
    public ExplanationRecorder(int maxChunks, boolean requests) {
        this.maxChunks = maxChunks;
        this.pageRequests = requests ? new HashMap<>() : null;
    }

    @Override
    public void planning(String location, @Nullable Predicate condition, List<Column> planned) {
        file = location;
        filter = condition;
        columns = List.copyOf(planned);
        totals = ColumnTally.list(planned.size());
        rowGroups.clear();
        contradictions.clear();
        recordedChunks = 0;
        requests = 0;
        bytesRead = 0;
        pruningRequests = 0;
        pruningBytes = 0;
        if (pageRequests != null) {
            pageRequests.clear();
        }
    }

    @Override
    public void pagesRequested(int rowGroup, Column column, long offset, long bytes) {
        if (pageRequests != null) {
            pageRequests
                    .computeIfAbsent(new ChunkId(rowGroup, column.index()), id -> new ArrayList<>())
                    .add(new ScanExplanation.Request(offset, bytes));
        }
    }

    /** Returns the byte ranges of pages of a column chunk that were requested; empty if they are not recorded. */
    public List<ScanExplanation.Request> pageRequests(int rowGroup, Column column) {
        return pageRequests == null
                ? List.of()
                : List.copyOf(pageRequests.getOrDefault(new ChunkId(rowGroup, column.index()), List.of()));
    }

    @Override
    public void rowGroupPlanned(RowGroupReadPlan plan) {
        rowGroups.put(plan.ordinal(), new RowGroupTally(plan.rowCount(), plan.bytes(), newChunks()));
    }

    @Override
    public void rowGroupSkipped(SkippedRowGroup skipped, long[] bytesByColumn) {
        RowGroupTally tally = rowGroups.computeIfAbsent(
                skipped.ordinal(), ordinal -> new RowGroupTally(skipped.rowCount(), skipped.bytes(), newChunks()));
        tally.decide(RowGroupReport.Status.SKIPPED, skipped.reason(), skipped.condition());
        for (int i = 0; i < totals.size(); i++) {
            for (ColumnTally column : tallies(tally, i)) {
                column.skip(skipped.reason(), bytesByColumn[i], 0);
            }
        }
    }

    @Override
    public void allRowsMatch(int rowGroup, SkipReason reason, @Nullable Predicate condition) {
        tally(rowGroup).decide(RowGroupReport.Status.MATCHED, reason, condition);
    }

    @Override
    public void contradicted(int rowGroup, Column column, String contradiction) {
        if (contradictions.size() < MAX_CONTRADICTIONS) {
            contradictions.add("row group " + rowGroup + ", column " + column.dottedPath() + ": " + contradiction);
        }
    }

    @Override
    public void nothingExcluded(int rowGroup, SkipReason reason) {
        tally(rowGroup).inconclusive.add(reason);
    }

    @Override
    public void rowsPruned(int rowGroup, long rows) {
        tally(rowGroup).rowsSkipped += rows;
    }

    @Override
    public void chunkRequested(
            int rowGroup, int column, long bytes, long bytesSkipped, int pagesSkipped, SkipReason reason) {
        for (ColumnTally tally : tallies(tally(rowGroup), column)) {
            tally.requested += bytes;
            tally.skip(reason, bytesSkipped, pagesSkipped);
        }
    }

    @Override
    public void rowGroupRead(int rowGroup, boolean allRowsMatch) {
        tally(rowGroup).reached = true;
    }

    @Override
    public void pagesRead(int rowGroup, int column, int read, int passedOver, long values, long decompressNanos) {
        for (ColumnTally tally : tallies(tally(rowGroup), column)) {
            tally.pagesRead += read;
            tally.pagesPassedOver += passedOver;
        }
    }

    @Override
    public void rowsDecoded(int rowGroup, int output, long filtered, long nanos) {
        RowGroupTally tally = tally(rowGroup);
        tally.rowsRead += output;
        tally.rowsFiltered += filtered;
    }

    @Override
    public void requested(ReadPurpose purpose, int count, long bytes) {
        requests += count;
        bytesRead += bytes;
        if (purpose == ReadPurpose.PRUNING) {
            pruningRequests += count;
            pruningBytes += bytes;
        }
    }

    private RowGroupTally tally(int rowGroup) {
        return Objects.requireNonNull(rowGroups.get(rowGroup));
    }

    private List<ColumnTally> tallies(RowGroupTally rowGroup, int column) {
        return rowGroup.chunks.isEmpty()
                ? List.of(totals.get(column))
                : List.of(totals.get(column), rowGroup.chunks.get(column));
    }

    /** Returns a tally for each column; none if there are too many already. */
    private List<ColumnTally> newChunks() {
        if (recordedChunks + columns.size() > maxChunks) {
            recordedChunks = maxChunks;
            return List.of();
        }
        recordedChunks += columns.size();
        return ColumnTally.list(columns.size());
    }

    /** Returns the location of the scanned file; empty before a scan is planned. */
    public String file() {
        return file;
    }

    /** Returns the filter of the scan; null if every row matches. */
    public @Nullable Predicate filter() {
        return filter;
    }

    /** Returns a report of each row group that the scan covers, in the order of the file. */
    public List<RowGroupReport> rowGroups() {
        List<RowGroupReport> reports = new ArrayList<>(rowGroups.size());
        rowGroups.forEach((ordinal, tally) -> reports.add(tally.report(ordinal, columns)));
        return reports;
    }

    /** Returns a report of each column of the plan, in the order of the file. */
    public List<ColumnReport> columns() {
        return ColumnTally.reports(totals, columns);
    }

    /**
     * Returns what contradicts what in the statistics of column chunks that the filter needs. None of it was believed.
     */
    public List<String> contradictions() {
        return List.copyOf(contradictions);
    }

    /** Returns the number of requests. */
    public long requests() {
        return requests;
    }

    /** Returns the number of requested bytes. */
    public long bytesRead() {
        return bytesRead;
    }

    /** Returns the number of requests for pruning. */
    public long pruningRequests() {
        return pruningRequests;
    }

    /** Returns the number of bytes requested for pruning. */
    public long pruningBytes() {
        return pruningBytes;
    }
}
