package io.pq2.read;

import io.pq2.predicate.SkipReason;

/** What a scan has done so far. Counted by the thread that reads; one object may count several scans one after another. */
public final class ScanMetrics {

    private long rowGroupsRead;
    private long rowGroupsMatching;
    private long rowGroupsAnswered;
    /** By the ordinal of the evidence. */
    private final long[] rowGroupsSkipped = new long[SkipReason.values().length];

    private long pagesRead;
    private long pagesPassedOver;
    private long pagesSkipped;
    private long bytesRead;
    /** By the ordinal of the evidence. */
    private final long[] bytesSkipped = new long[SkipReason.values().length];

    private long valuesDecoded;
    private long rowsRead;
    private long rowsFiltered;
    private long ioNanos;
    private long decompressNanos;
    private long decodeNanos;
    private long requests;
    private long proofRequests;
    private long proofBytes;

    /** Row groups of which at least one batch was asked for and handed out. */
    public long rowGroupsRead() {
        return rowGroupsRead;
    }

    /** Row groups of which it was proved that the filter is true for each row, so that it was not evaluated. */
    public long rowGroupsMatching() {
        return rowGroupsMatching;
    }

    /** Row groups that were not read because the footer says all of them that an aggregation wants. */
    public long rowGroupsAnswered() {
        return rowGroupsAnswered;
    }

    /** Row groups that the filter was proved not to need. */
    public long rowGroupsSkipped() {
        return sum(rowGroupsSkipped);
    }

    /** Row groups that the filter was proved not to need by that evidence; one counts for one evidence, that which settled it. */
    public long rowGroupsSkipped(SkipReason evidence) {
        return rowGroupsSkipped[evidence.ordinal()];
    }

    /** Data pages that were decoded. */
    public long pagesRead() {
        return pagesRead;
    }

    /** Data pages that were requested, and not decompressed because none of their rows is wanted. */
    public long pagesPassedOver() {
        return pagesPassedOver;
    }

    /** Data pages that were not requested because of the filter, of row groups that were read. */
    public long pagesSkipped() {
        return pagesSkipped;
    }

    /** Bytes that were requested, the gaps between ranges among them, the footer not. */
    public long bytesRead() {
        return bytesRead;
    }

    /** Bytes of wanted columns that were not requested because of the filter. */
    public long bytesSkipped() {
        return sum(bytesSkipped);
    }

    /** Bytes of wanted columns that were not requested because of that evidence. */
    public long bytesSkipped(SkipReason evidence) {
        return bytesSkipped[evidence.ordinal()];
    }

    /** Values of all columns, nulls among them. */
    public long valuesDecoded() {
        return valuesDecoded;
    }

    /** Rows in the batches that were handed out. */
    public long rowsRead() {
        return rowsRead;
    }

    /** Rows that were left out one by one, because the filter is not true for them. */
    public long rowsFiltered() {
        return rowsFiltered;
    }

    /** Nanoseconds spent requesting bytes and waiting for them. */
    public long ioNanos() {
        return ioNanos;
    }

    /** Nanoseconds spent in codecs. */
    public long decompressNanos() {
        return decompressNanos;
    }

    /** Nanoseconds spent on levels, values and structure, without the codecs. */
    public long decodeNanos() {
        return decodeNanos;
    }

    /** Requests for bytes, the footer's not among them. */
    public long requests() {
        return requests;
    }

    /** Those of {@link #requests} that were for proofs: column indexes and offset indexes, bloom filters, dictionaries. */
    public long proofRequests() {
        return proofRequests;
    }

    /** Those of {@link #bytesRead} that were for proofs. */
    public long proofBytes() {
        return proofBytes;
    }

    private static long sum(long[] byEvidence) {
        long sum = 0;
        for (long count : byEvidence) {
            sum += count;
        }
        return sum;
    }

    void countRowGroup() {
        rowGroupsRead++;
    }

    void countMatchingRowGroup() {
        rowGroupsMatching++;
    }

    void countAnsweredRowGroups(int more) {
        rowGroupsAnswered += more;
    }

    public void countSkippedRowGroup(SkipReason evidence, long bytes) {
        rowGroupsSkipped[evidence.ordinal()]++;
        bytesSkipped[evidence.ordinal()] += bytes;
    }

    /**
     * Counts row groups that the scan does not cover because they were left out before, when its split was planned.
     *
     * @param evidence what proved that the filter keeps none of their rows
     * @param bytes the bytes of their wanted column chunks
     */
    public void addSkippedRowGroups(SkipReason evidence, long rowGroups, long bytes) {
        rowGroupsSkipped[evidence.ordinal()] += rowGroups;
        bytesSkipped[evidence.ordinal()] += bytes;
    }

    public void countSkippedPages(SkipReason evidence, int pages, long bytes) {
        pagesSkipped += pages;
        bytesSkipped[evidence.ordinal()] += bytes;
    }

    /** Counts requests that {@link #countRequests} counts too. */
    public void countProofRequests(int more, long bytes) {
        proofRequests += more;
        proofBytes += bytes;
    }

    public void countRequests(int more, long bytes) {
        requests += more;
        bytesRead += bytes;
    }

    public void countIo(long nanos) {
        ioNanos += nanos;
    }

    public void countPages(int pages, int passedOver, long values, long codecNanos) {
        pagesRead += pages;
        pagesPassedOver += passedOver;
        valuesDecoded += values;
        decompressNanos += codecNanos;
        decodeNanos -= codecNanos;
    }

    void countFilteredRows(long rows) {
        rowsFiltered += rows;
    }

    void countBatch(int rows, long nanos) {
        rowsRead += rows;
        decodeNanos += nanos;
    }

    @Override
    public String toString() {
        return "row groups read " + rowGroupsRead + ", answered by the footer " + rowGroupsAnswered + ", skipped "
                + rowGroupsSkipped() + byEvidence(rowGroupsSkipped)
                + "; pages read " + pagesRead + ", passed over " + pagesPassedOver + ", skipped " + pagesSkipped
                + "; bytes read " + bytesRead + ", skipped "
                + bytesSkipped() + byEvidence(bytesSkipped) + "; requests " + requests + "; for proofs bytes "
                + proofBytes + ", requests " + proofRequests + "; values decoded " + valuesDecoded + "; rows read "
                + rowsRead + ", filtered " + rowsFiltered + "; nanoseconds of I/O " + ioNanos + ", decompression "
                + decompressNanos + ", decoding " + decodeNanos;
    }

    private static String byEvidence(long[] counts) {
        StringBuilder text = new StringBuilder();
        for (SkipReason evidence : SkipReason.values()) {
            long count = counts[evidence.ordinal()];
            if (count > 0) {
                text.append(text.length() == 0 ? " (" : ", ")
                        .append(evidence.label())
                        .append(' ')
                        .append(count);
            }
        }
        return text.length() == 0 ? "" : text.append(')').toString();
    }
}
