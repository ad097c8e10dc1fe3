package io.pq2.internal.read.fetch;

import io.pq2.internal.read.plan.ScanContext;
import io.pq2.internal.read.prune.PageIndexPruning;
import io.pq2.read.ScanPlan.RowGroupPlan;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;

/**
 * The row groups of a scan in the order of the file, without those of which nothing is needed. While one is decoded the next ones are
 * on their way: what is proved about several of them, and the chunks of one.
 */
public final class RowGroupQueue {

    private final List<RowGroupPlan> plans;
    /** Null without a filter. */
    private final PageIndexPruning filter;

    private final ScanContext context;
    private final int depth;
    private final Deque<RowGroupFetch> ahead = new ArrayDeque<>();
    private int next;
    private RowGroupFetch current;

    public RowGroupQueue(List<RowGroupPlan> plans, PageIndexPruning filter, ScanContext context) {
        this.plans = plans;
        this.filter = filter;
        this.context = context;
        this.depth =
                context.options().prefetchBytes() == 0 ? 0 : context.options().proofsAhead();
    }

    /** The next row group of which something is needed, its chunks requested; null if there is none. */
    public RowGroupFetch next() throws IOException {
        current = null;
        while (current == null) {
            begin(Math.max(1, depth));
            RowGroupFetch first = ahead.peek();
            if (first == null) {
                return null;
            }
            first.advance(true);
            ahead.remove();
            current = first.isEmpty() ? null : first;
        }
        if (!current.isRequested()) {
            current.request();
        }
        closeSiblings();
        return current;
    }

    /** Goes on with the row groups behind the current one, without waiting for anything. */
    public void lookAhead() throws IOException {
        if (depth == 0) {
            return;
        }
        begin(depth);
        boolean inOrder = true;
        for (Iterator<RowGroupFetch> fetches = ahead.iterator(); fetches.hasNext(); ) {
            RowGroupFetch fetch = fetches.next();
            boolean known = fetch.advance(false);
            if (known && fetch.isEmpty()) {
                fetches.remove();
                continue;
            }
            boolean fits = current.bytes() + fetch.bytes() <= context.options().prefetchBytes();
            if (known && inOrder && fits && !fetch.isRequested()) {
                fetch.request();
            }
            inOrder = false;
        }
    }

    private void begin(int count) throws IOException {
        while (ahead.size() < count && next < plans.size()) {
            ahead.add(new RowGroupFetch(plans.get(next), filter, context));
            next++;
        }
    }

    /** Closes the files that hold nothing of the current row group and those that are on their way. */
    private void closeSiblings() throws IOException {
        Set<String> wanted = new HashSet<>(current.siblings());
        ahead.forEach(fetch -> wanted.addAll(fetch.siblings()));
        context.sources().closeSiblingsBut(wanted);
    }

    /** Whether nothing is under way any more. */
    public boolean isQuiet() {
        return (current == null || current.isQuiet()) && ahead.stream().allMatch(RowGroupFetch::isQuiet);
    }
}
