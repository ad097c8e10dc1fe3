package io.pq2.internal.read.fetch;

import io.pq2.internal.read.plan.RowGroupReadPlan;
import io.pq2.internal.read.plan.ScanContext;
import io.pq2.internal.read.prune.PruningRequests;
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
 *
 * <p>What prunes several row groups is requested together. In a file on other machines these are all row groups up to a
 * limit, so that pruning takes as many round trips as that of one row group.
 */
public final class RowGroupQueue {

    /** The number of row groups to prune together in a file on other machines. */
    private static final int REMOTE_DEPTH = 64;

    /** No further row groups are pruned together if they have requested this number of bytes. */
    private static final long REMOTE_BYTES = 4 << 20;

    private final List<RowGroupReadPlan> plans;
    /** Absent if every row matches. */
    private final @Nullable RowGroupFilter filter;

    private final ScanContext context;
    private final boolean fewRows;
    private final PruningRequests requests;
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
     * @param fewRows whether the scan may end after a few rows
     */
    public RowGroupQueue(
            List<RowGroupReadPlan> plans, @Nullable RowGroupFilter filter, ScanContext context, boolean fewRows) {
        this.plans = plans;
        this.filter = filter;
        this.context = context;
        this.fewRows = fewRows;
        this.requests = new PruningRequests(context);
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
            prune(first);
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
            inOrder &= filter == null || pruned && isDecided(fetch);
        }
        requests.send();
    }

    /**
     * Whether row groups after this one are requested too, in a scan with a filter. The rows that the filter keeps of
     * one row group decide how later ones are requested. Requests for the columns of the filter alone do not depend on
     * them, and neither do those for a row group whose rows all match.
     */
    private boolean isDecided(RowGroupFetch fetch) throws IOException {
        return context.sources().isRemote() && !fewRows && (fetch.hasDeferredColumns() || fetch.matchesAllRows());
    }

    private void begin(int count) throws IOException {
        if (ahead.size() >= count) {
            return;
        }
        int most = isPrunedRemotely() ? Math.max(count, REMOTE_DEPTH) : count;
        while (next < plans.size()
                && (ahead.size() < count || ahead.size() < most && requests.unsentBytes() < REMOTE_BYTES)) {
            ahead.add(new RowGroupFetch(plans.get(next), filter, context, requests));
            next++;
        }
        requests.send();
    }

    /** Whether pruning several row groups together saves round trips. */
    private boolean isPrunedRemotely() throws IOException {
        return filter != null && !fewRows && depth > 1 && context.sources().isRemote();
    }

    /** Prunes the next row group. In a remote file, the others follow, as far as their bytes have arrived. */
    private void prune(RowGroupFetch first) throws IOException {
        if (isPrunedRemotely()) {
            boolean pruned;
            do {
                first.awaitPruning();
                pruned = first.prune(false);
                for (RowGroupFetch fetch : ahead) {
                    fetch.prune(false);
                }
                requests.send();
            } while (!pruned);
        } else {
            first.prune(true);
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
