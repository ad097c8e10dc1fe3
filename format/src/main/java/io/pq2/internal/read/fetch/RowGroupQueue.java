package io.pq2.internal.read.fetch;

import io.pq2.internal.read.plan.RowGroupReadPlan;
import io.pq2.internal.read.plan.ScanContext;
import io.pq2.internal.read.prune.RowGroupFilter;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The row groups that a scan reads, in the order of the file. While one row group is decoded, the queue prunes several
 * of the following row groups. It requests as many of the next ones as the memory allows; with a filter, one.
 */
public final class RowGroupQueue {

    private final List<RowGroupReadPlan> plans;
    /** Absent if every row matches. */
    private final @Nullable RowGroupFilter filter;

    private final ScanContext context;
    /** The number of row groups to prune ahead. */
    private final int depth;

    private final Deque<RowGroupFetch> ahead = new ArrayDeque<>();
    private int next;
    /** Absent before the first row group and after the last one. */
    private @Nullable RowGroupFetch current;

    /**
     * Creates the queue of one scan; requests nothing.
     *
     * @param filter the filter; absent if every row matches
     */
    public RowGroupQueue(List<RowGroupReadPlan> plans, @Nullable RowGroupFilter filter, ScanContext context) {
        this.plans = plans;
        this.filter = filter;
        this.context = context;
        this.depth =
                context.options().prefetchBytes() == 0 ? 0 : context.options().pruneAhead();
    }

    /** Returns the next row group, requested; null if there are no more. */
    public @Nullable RowGroupFetch next() throws IOException {
        current = null;
        while (true) {
            begin(Math.max(1, depth));
            RowGroupFetch first = ahead.peek();
            if (first == null) {
                return null;
            }
            first.prune(true);
            ahead.remove();
            if (!first.isEmpty()) {
                current = first;
                first.request();
                closeExternalFiles(first);
                return first;
            }
        }
    }

    /** Continues with the row groups after the current one, without waiting for bytes. */
    public void lookAhead() throws IOException {
        if (depth == 0) {
            return;
        }
        begin(depth);
        long bytes = current == null ? 0 : current.bytes();
        boolean inOrder = true;
        for (Iterator<RowGroupFetch> fetches = ahead.iterator(); fetches.hasNext(); ) {
            RowGroupFetch fetch = fetches.next();
            boolean pruned = fetch.prune(false);
            if (pruned && fetch.isEmpty()) {
                fetches.remove();
                continue;
            }
            bytes += fetch.bytes();
            inOrder &= pruned && bytes <= context.options().prefetchBytes();
            if (inOrder) {
                fetch.request();
            }
            // The rows that the filter keeps decide how the row groups after the next one are requested.
            inOrder &= filter == null;
        }
    }

    private void begin(int count) throws IOException {
        while (ahead.size() < count && next < plans.size()) {
            ahead.add(new RowGroupFetch(plans.get(next), filter, context));
            next++;
        }
    }

    /** Closes the external files that neither the current row group nor the next ones read. */
    private void closeExternalFiles(RowGroupFetch reading) throws IOException {
        Set<@Nullable String> needed = new HashSet<>(reading.externalFiles());
        ahead.forEach(fetch -> needed.addAll(fetch.externalFiles()));
        context.sources().closeExternalFilesExcept(needed);
    }

    /** Whether no request is pending. */
    public boolean isIdle() {
        return (current == null || current.isIdle()) && ahead.stream().allMatch(RowGroupFetch::isIdle);
    }
}
