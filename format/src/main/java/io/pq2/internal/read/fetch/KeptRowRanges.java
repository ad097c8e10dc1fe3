package io.pq2.internal.read.fetch;

import io.pq2.internal.predicate.prune.RowRanges;
import io.pq2.internal.read.prune.PageRuns;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Joins the rows that a filter keeps to the fewest ranges that can each be read at once: a range is in one page run of
 * every column chunk. Together the ranges contain all kept rows.
 */
final class KeptRowRanges {

    private final RowRanges within;
    private final List<PageRuns> chunks = new ArrayList<>();

    /**
     * Creates the ranges of one row group.
     *
     * @param within the rows that the scan reads; no range crosses a gap between them
     * @param chunks the requested pages of each chunk; absent for a chunk that is requested whole
     */
    KeptRowRanges(RowRanges within, List<@Nullable PageRuns> chunks) {
        this.within = within;
        for (PageRuns runs : chunks) {
            if (runs != null) {
                this.chunks.add(runs);
            }
        }
    }

    /**
     * Returns the joined ranges.
     *
     * @param kept the kept rows; each of their ranges is in one page run of every chunk
     */
    RowRanges join(RowRanges kept) {
        RowRanges.Builder joined = new RowRanges.Builder();
        int[] runs = new int[chunks.size()];
        int first = 0;
        for (int i = 1; i <= kept.size(); i++) {
            if (i == kept.size() || !isReadable(kept.to(i - 1) - 1, kept.from(i), runs)) {
                joined.add(kept.from(first), kept.to(i - 1));
                first = i;
            }
        }
        return joined.build();
    }

    /**
     * Whether all rows from one row to a later one were requested.
     *
     * @param runs by chunk: a page run at or before that of {@code row}; afterwards the page run of {@code next}
     */
    private boolean isReadable(long row, long next, int[] runs) {
        boolean readable = within.firstEndingAfter(row) == within.firstEndingAfter(next);
        for (int i = 0; i < runs.length; i++) {
            int run = runOf(i, row, runs[i]);
            runs[i] = runOf(i, next, run);
            readable &= run == runs[i];
        }
        return readable;
    }

    private int runOf(int chunk, long row, int from) {
        int run = from;
        while (chunks.get(chunk).runs().get(run).endRow() <= row) {
            run++;
        }
        return run;
    }
}
