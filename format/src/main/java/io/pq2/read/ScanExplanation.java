package io.pq2.read;

import io.pq2.internal.read.explain.ExplanationRecorder;
import io.pq2.internal.read.explain.ExplanationText;
import io.pq2.predicate.Predicate;
import io.pq2.schema.Column;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Explains which parts of a file a scan reads and skips, and why, by row group and by column. Give it to
 * {@link ScanBuilder#explanation}; it explains one scan, and planning another one replaces its contents.
 * {@link ScanBuilder#plan()} explains the decisions from the footer, before anything is read.
 *
 * <p>Not thread-safe: used by the thread that reads. Each method returns what is known at the time of the call.
 */
public final class ScanExplanation {

    /**
     * The number of column chunks up to which details are recorded by row group, 65,536. The row groups after these
     * have no {@link RowGroupReport#columns}; {@link #columns()} includes them.
     */
    public static final int MAX_CHUNKS = 1 << 16;

    private final ExplanationRecorder recorder;

    /** Creates an empty explanation. */
    public ScanExplanation() {
        this(new ExplanationRecorder(MAX_CHUNKS));
    }

    private ScanExplanation(ExplanationRecorder recorder) {
        this.recorder = recorder;
    }

    /**
     * Returns an empty explanation that also records which pages were requested. It needs about 50 more bytes for each
     * run of consecutive pages.
     */
    public static ScanExplanation withRequests() {
        return new ScanExplanation(new ExplanationRecorder(MAX_CHUNKS, true));
    }

    /**
     * Consecutive bytes of the pages of a column chunk.
     *
     * @param offset the offset in the file that contains the chunk
     * @param bytes the number of bytes
     */
    public record Request(long offset, long bytes) {}

    ExplanationRecorder recorder() {
        return recorder;
    }

    /** Returns the location of the scanned file; empty before a scan is planned. */
    public String file() {
        return recorder.file();
    }

    /** Returns the filter of the scan; null if it has none. */
    public @Nullable Predicate filter() {
        return recorder.filter();
    }

    /** Returns a report of each row group that the scan covers, in the order of the file. */
    public List<RowGroupReport> rowGroups() {
        return recorder.rowGroups();
    }

    /** Returns a report of each column that the scan returns or its filter needs, in the order of the file. */
    public List<ColumnReport> columns() {
        return recorder.columns();
    }

    /**
     * Returns which bytes of the pages of a column chunk were requested, in the order of the requests. A dictionary
     * page that was read for pruning can be missing.
     *
     * @param rowGroup the index of the row group in the file
     * @return empty if none were, or if the explanation was not created by {@link #withRequests}
     */
    public List<Request> requests(int rowGroup, Column column) {
        return recorder.pageRequests(rowGroup, column);
    }

    /** Returns the number of requests, without those for the footer. */
    public long requests() {
        return recorder.requests();
    }

    /** Returns the number of requested bytes, including gaps between coalesced ranges, without the footer. */
    public long bytesRead() {
        return recorder.bytesRead();
    }

    /** Returns the number of {@link #requests()} for bloom filters, page indexes and dictionaries. */
    public long pruningRequests() {
        return recorder.pruningRequests();
    }

    /** Returns the number of {@link #bytesRead()} for bloom filters, page indexes and dictionaries. */
    public long pruningBytes() {
        return recorder.pruningBytes();
    }

    /** Returns the explanation as text: a summary, then a table of row groups, then a table of columns. */
    public String text() {
        return new ExplanationText(recorder).toString();
    }

    /** Returns {@link #text()}. */
    @Override
    public String toString() {
        return text();
    }
}
