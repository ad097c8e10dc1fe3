package io.pq2.read;

import io.pq2.internal.read.explain.ScanCounters;
import io.pq2.predicate.SkipReason;

/**
 * Counts the work of scans: row groups, pages, rows, bytes, requests and time. Give it to {@link ScanBuilder#metrics};
 * several scans can add to one object, one after another. Counting starts with the scan; opening the file and reading
 * its footer are not counted.
 *
 * <p>Not thread-safe: used by the thread that reads.
 */
public final class ScanMetrics {

    private final ScanCounters counters = new ScanCounters();

    ScanCounters counters() {
        return counters;
    }

    /** Returns the number of row groups that reading has begun of. */
    public long rowGroupsRead() {
        return counters.rowGroupsRead();
    }

    /**
     * Returns the number of row groups whose rows all match the filter, so that it was not evaluated for single rows.
     */
    public long rowGroupsMatching() {
        return counters.rowGroupsMatching();
    }

    /** Returns the number of row groups that an aggregation did not read, because the footer answers it. */
    public long rowGroupsAnswered() {
        return counters.rowGroupsAnswered();
    }

    /** Returns the number of row groups that were skipped, because no row in them matches the filter. */
    public long rowGroupsSkipped() {
        return counters.rowGroupsSkipped();
    }

    /**
     * Returns the number of row groups that were skipped for a reason. A row group is counted for one reason: the one
     * that decided last.
     */
    public long rowGroupsSkipped(SkipReason reason) {
        return counters.rowGroupsSkipped(reason);
    }

    /**
     * Returns the number of column chunks of the filter whose statistics contradict each other, or their dictionary, so
     * that none of them was believed.
     */
    public long contradictions() {
        return counters.contradictions();
    }

    /** Returns the number of data pages that were decoded. */
    public long pagesRead() {
        return counters.pagesRead();
    }

    /**
     * Returns the number of data pages that were requested but not decompressed, because none of their rows is needed.
     */
    public long pagesPassedOver() {
        return counters.pagesPassedOver();
    }

    /**
     * Returns the number of data pages that were not requested because of the filter. Pages of skipped row groups are
     * not counted, because their number is unknown.
     */
    public long pagesSkipped() {
        return counters.pagesSkipped();
    }

    /** Returns the number of requested bytes, including gaps between coalesced ranges, without the footer. */
    public long bytesRead() {
        return counters.bytesRead();
    }

    /** Returns the number of bytes of the scan's column chunks that were not requested because of the filter. */
    public long bytesSkipped() {
        return counters.bytesSkipped();
    }

    /** Returns the number of bytes of the scan's column chunks that were not requested for a reason. */
    public long bytesSkipped(SkipReason reason) {
        return counters.bytesSkipped(reason);
    }

    /** Returns the number of values in the decoded pages of all columns, including nulls. */
    public long valuesDecoded() {
        return counters.valuesDecoded();
    }

    /** Returns the number of rows in the returned batches. */
    public long rowsRead() {
        return counters.rowsRead();
    }

    /** Returns the number of rows that the filter removed individually. */
    public long rowsFiltered() {
        return counters.rowsFiltered();
    }

    /**
     * Returns the number of rows that were not returned because they are damaged in at least one of the scan's columns.
     * Each row is counted once. Rows are counted before the filter, because it is unknown whether they match.
     */
    public long rowsLost() {
        return counters.rowsLost();
    }

    /**
     * Returns the number of files that were not read because they are damaged: those of {@link #addLostFile}, and with
     * {@link OnCorruption#SKIP_FILE} the files with damage in the scan's columns.
     */
    public long filesLost() {
        return counters.filesLost();
    }

    /** Returns the number of row groups with damage that a {@link CorruptionReport} names. */
    public long rowGroupsDamaged() {
        return counters.rowGroupsDamaged();
    }

    /** Returns the number of {@link CorruptionReport}s. */
    public long corruptions() {
        return counters.corruptions();
    }

    /** Returns the time spent on requesting bytes and waiting for them, in nanoseconds. */
    public long ioNanos() {
        return counters.ioNanos();
    }

    /** Returns the time spent on decompression, in nanoseconds. */
    public long decompressNanos() {
        return counters.decompressNanos();
    }

    /** Returns the time spent on decoding pages and evaluating the filter, without decompression, in nanoseconds. */
    public long decodeNanos() {
        return counters.decodeNanos();
    }

    /** Returns the number of requests, without those for the footer. */
    public long requests() {
        return counters.requests();
    }

    /** Returns the number of {@link #requests()} for bloom filters, page indexes and dictionaries. */
    public long pruningRequests() {
        return counters.pruningRequests();
    }

    /** Returns the number of {@link #bytesRead()} for bloom filters, page indexes and dictionaries. */
    public long pruningBytes() {
        return counters.pruningBytes();
    }

    /**
     * Adds row groups that are not part of a scan because they were skipped earlier, when splits were planned.
     *
     * @param reason the pruning step that excluded them
     * @param rowGroups the number of row groups
     * @param bytes the number of bytes of their column chunks that the scan would have read
     */
    public void addSkippedRowGroups(SkipReason reason, long rowGroups, long bytes) {
        counters.addSkippedRowGroups(reason, rowGroups, bytes);
    }

    /**
     * Counts a file that cannot be scanned because its footer is damaged.
     *
     * @param report {@link CorruptionReport#ofFile}
     */
    public void addLostFile(CorruptionReport report) {
        counters.damaged(report);
        counters.fileLost();
    }

    /** Returns all counts in one line. */
    @Override
    public String toString() {
        return counters.toString();
    }
}
