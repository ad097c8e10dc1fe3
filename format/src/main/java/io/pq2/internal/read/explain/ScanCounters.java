package io.pq2.internal.read.explain;

import io.pq2.internal.read.plan.ScanListener;
import io.pq2.internal.read.source.ReadPurpose;
import io.pq2.predicate.SkipReason;
import io.pq2.read.CorruptionReport;
import io.pq2.read.ScanPlan.SkippedRowGroup;
import io.pq2.schema.Column;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The totals of one or several scans. {@link io.pq2.read.ScanMetrics} documents each of them. */
public final class ScanCounters implements ScanListener {

    private long rowGroupsRead;
    private long rowGroupsMatching;
    private long rowGroupsAnswered;
    /** By ordinal of the reason. */
    private final long[] rowGroupsSkipped = new long[SkipReason.values().length];

    private long contradictions;
    private long pagesRead;
    private long pagesPassedOver;
    private long pagesSkipped;
    private long bytesRead;
    /** By ordinal of the reason. */
    private final long[] bytesSkipped = new long[SkipReason.values().length];

    private long valuesDecoded;
    private long rowsRead;
    private long rowsFiltered;
    private long corruptions;
    private long rowGroupsDamaged;
    /** The last report; reports of one row group follow each other. */
    private @Nullable CorruptionReport lastReport;

    private long filesLost;
    private long rowsLost;
    private long ioNanos;
    private long decompressNanos;
    private long decodeNanos;
    private long requests;
    private long pruningRequests;
    private long pruningBytes;

    @Override
    public void requested(ReadPurpose purpose, int count, long bytes) {
        requests += count;
        bytesRead += bytes;
        if (purpose == ReadPurpose.PRUNING) {
            pruningRequests += count;
            pruningBytes += bytes;
        }
    }

    @Override
    public void waited(long nanos) {
        ioNanos += nanos;
    }

    @Override
    public void rowGroupSkipped(SkippedRowGroup rowGroup, long[] bytesByColumn) {
        addSkippedRowGroups(rowGroup.reason(), 1, rowGroup.bytes());
    }

    /** Adds row groups that were skipped. */
    public void addSkippedRowGroups(SkipReason reason, long rowGroups, long bytes) {
        rowGroupsSkipped[reason.ordinal()] += rowGroups;
        bytesSkipped[reason.ordinal()] += bytes;
    }

    @Override
    public void contradicted(int rowGroup, Column column, String contradiction) {
        contradictions++;
    }

    /** Adds row groups that an aggregation did not read, because the footer answers it. */
    public void addAnsweredRowGroups(int rowGroups) {
        rowGroupsAnswered += rowGroups;
    }

    @Override
    public void chunkRequested(
            int rowGroup, int column, long bytes, long skipped, int pagesNotRequested, SkipReason reason) {
        pagesSkipped += pagesNotRequested;
        bytesSkipped[reason.ordinal()] += skipped;
    }

    @Override
    public void rowGroupRead(int rowGroup, boolean allRowsMatch) {
        rowGroupsRead++;
        rowGroupsMatching += allRowsMatch ? 1 : 0;
    }

    @Override
    public void pagesRead(int rowGroup, int column, int read, int passedOver, long values, long codecNanos) {
        pagesRead += read;
        pagesPassedOver += passedOver;
        valuesDecoded += values;
        decompressNanos += codecNanos;
        decodeNanos -= codecNanos;
    }

    @Override
    public void rowsDecoded(int rowGroup, int output, long filtered, long nanos) {
        rowsRead += output;
        rowsFiltered += filtered;
        decodeNanos += nanos;
    }

    @Override
    public void damaged(CorruptionReport report) {
        corruptions++;
        CorruptionReport last = lastReport;
        boolean sameRowGroup = last != null
                && last.rowGroup() == report.rowGroup()
                && last.file().equals(report.file());
        if (report.rowGroup() >= 0 && !sameRowGroup) {
            rowGroupsDamaged++;
        }
        lastReport = report;
    }

    @Override
    public void fileLost() {
        filesLost++;
    }

    @Override
    public void rowsLost(long rows) {
        rowsLost += rows;
    }

    public long corruptions() {
        return corruptions;
    }

    public long rowGroupsDamaged() {
        return rowGroupsDamaged;
    }

    public long filesLost() {
        return filesLost;
    }

    public long rowsLost() {
        return rowsLost;
    }

    public long rowGroupsRead() {
        return rowGroupsRead;
    }

    public long rowGroupsMatching() {
        return rowGroupsMatching;
    }

    public long rowGroupsAnswered() {
        return rowGroupsAnswered;
    }

    public long rowGroupsSkipped() {
        return Arrays.stream(rowGroupsSkipped).sum();
    }

    public long rowGroupsSkipped(SkipReason reason) {
        return rowGroupsSkipped[reason.ordinal()];
    }

    public long contradictions() {
        return contradictions;
    }

    public long pagesRead() {
        return pagesRead;
    }

    public long pagesPassedOver() {
        return pagesPassedOver;
    }

    public long pagesSkipped() {
        return pagesSkipped;
    }

    public long bytesRead() {
        return bytesRead;
    }

    public long bytesSkipped() {
        return Arrays.stream(bytesSkipped).sum();
    }

    public long bytesSkipped(SkipReason reason) {
        return bytesSkipped[reason.ordinal()];
    }

    public long valuesDecoded() {
        return valuesDecoded;
    }

    public long rowsRead() {
        return rowsRead;
    }

    public long rowsFiltered() {
        return rowsFiltered;
    }

    public long ioNanos() {
        return ioNanos;
    }

    public long decompressNanos() {
        return decompressNanos;
    }

    public long decodeNanos() {
        return decodeNanos;
    }

    public long requests() {
        return requests;
    }

    public long pruningRequests() {
        return pruningRequests;
    }

    public long pruningBytes() {
        return pruningBytes;
    }

    @Override
    public String toString() {
        return "row groups read " + rowGroupsRead + ", answered by the footer " + rowGroupsAnswered + ", skipped "
                + rowGroupsSkipped() + byReason(rowGroupsSkipped)
                + "; pages read " + pagesRead + ", passed over " + pagesPassedOver + ", skipped " + pagesSkipped
                + "; bytes read " + bytesRead + ", skipped "
                + bytesSkipped() + byReason(bytesSkipped) + "; requests " + requests + "; for pruning bytes "
                + pruningBytes + ", requests " + pruningRequests + "; values decoded " + valuesDecoded
                + "; rows read " + rowsRead + ", filtered " + rowsFiltered + ", lost " + rowsLost
                + "; nanoseconds of I/O " + ioNanos
                + ", decompression " + decompressNanos + ", decoding " + decodeNanos;
    }

    private static String byReason(long[] counts) {
        StringBuilder text = new StringBuilder();
        for (SkipReason reason : SkipReason.values()) {
            long count = counts[reason.ordinal()];
            if (count > 0) {
                text.append(text.length() == 0 ? " (" : ", ")
                        .append(reason.label())
                        .append(' ')
                        .append(count);
            }
        }
        return text.length() == 0 ? "" : text.append(')').toString();
    }
}
