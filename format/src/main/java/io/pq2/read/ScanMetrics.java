package io.pq2.read;

/** What a scan has done so far. Counted by the thread that reads; one object may count several scans one after another. */
public final class ScanMetrics {

    private long rowGroupsRead;
    private long rowGroupsSkipped;
    private long pagesRead;
    private long pagesSkipped;
    private long bytesRead;
    private long bytesSkipped;
    private long valuesDecoded;
    private long rowsRead;
    private long rowsFiltered;
    private long ioNanos;
    private long decompressNanos;
    private long decodeNanos;
    private long requests;

    /** Row groups of which at least one batch was asked for and handed out. */
    public long rowGroupsRead() {
        return rowGroupsRead;
    }

    /** Row groups that the filter was proved not to need. */
    public long rowGroupsSkipped() {
        return rowGroupsSkipped;
    }

    /** Data pages that were decoded. */
    public long pagesRead() {
        return pagesRead;
    }

    /** Data pages that the filter was proved not to need. */
    public long pagesSkipped() {
        return pagesSkipped;
    }

    /** Bytes that were requested, the gaps between ranges among them, the footer not. */
    public long bytesRead() {
        return bytesRead;
    }

    /** Bytes of wanted columns that were not requested because of the filter. */
    public long bytesSkipped() {
        return bytesSkipped;
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

    void countRowGroup() {
        rowGroupsRead++;
    }

    void countSkippedRowGroup(long bytes) {
        rowGroupsSkipped++;
        bytesSkipped += bytes;
    }

    void countSkippedPages(int pages, long bytes) {
        pagesSkipped += pages;
        bytesSkipped += bytes;
    }

    void countRequests(int more, long bytes) {
        requests += more;
        bytesRead += bytes;
    }

    void countIo(long nanos) {
        ioNanos += nanos;
    }

    void countPages(int pages, long values, long codecNanos) {
        pagesRead += pages;
        valuesDecoded += values;
        decompressNanos += codecNanos;
        decodeNanos -= codecNanos;
    }

    void countFilteredRows(int rows) {
        rowsFiltered += rows;
    }

    void countBatch(int rows, long nanos) {
        rowsRead += rows;
        decodeNanos += nanos;
    }

    @Override
    public String toString() {
        return "row groups read " + rowGroupsRead + ", skipped " + rowGroupsSkipped + "; pages read " + pagesRead
                + ", skipped " + pagesSkipped + "; bytes read " + bytesRead + ", skipped " + bytesSkipped
                + "; requests "
                + requests + "; values decoded " + valuesDecoded + "; rows read " + rowsRead + ", filtered "
                + rowsFiltered
                + "; nanoseconds of I/O "
                + ioNanos + ", decompression " + decompressNanos + ", decoding " + decodeNanos;
    }
}
