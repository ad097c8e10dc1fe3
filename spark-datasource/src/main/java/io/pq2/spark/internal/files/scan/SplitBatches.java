package io.pq2.spark.internal.files.scan;

import io.pq2.read.BatchReader;
import io.pq2.vector.Batch;
import java.io.Closeable;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The batches of one split: of one scan, or of a scan for each row group, in an order that lets a query stop early. The
 * filter of each of these scans has the bound that the rows before have led to ({@link TopRowsBound}).
 */
final class SplitBatches implements Closeable {

    /** Begins a scan of some row groups, with the present bound. */
    @FunctionalInterface
    interface Scan {
        BatchReader open(IntPredicate rowGroups) throws IOException;
    }

    private final Scan scan;
    /** The row groups that have a scan each, in their order; empty if one scan reads all. */
    private final List<Integer> rowGroups;

    private final boolean readsAhead;
    /** The number of row groups whose scans were opened. */
    private int opened;

    private BatchReader current;
    /** The scan of the row group after the current one; absent if it was not requested. */
    private @Nullable BatchReader ahead;

    /**
     * Begins the first scan.
     *
     * @param rowGroups the indexes of the row groups that have a scan each, in the order to read them; empty if one
     *     scan reads all
     * @param readsAhead whether to request a row group while the one before is read, although it may not be needed
     */
    SplitBatches(Scan scan, List<Integer> rowGroups, boolean readsAhead) throws IOException {
        this.scan = scan;
        this.rowGroups = rowGroups;
        this.readsAhead = readsAhead;
        this.current = rowGroups.isEmpty() ? scan.open(rowGroup -> true) : openNext();
    }

    private BatchReader openNext() throws IOException {
        int ordinal = rowGroups.get(opened++);
        return scan.open(rowGroup -> rowGroup == ordinal);
    }

    /** Returns the scan of the current batch, or of the first one. */
    BatchReader current() {
        return current;
    }

    /** Returns the next batch, which is valid until the next call; null if there are no more rows. */
    @Nullable
    Batch next() throws IOException {
        while (true) {
            if (readsAhead && ahead == null && opened < rowGroups.size()) {
                ahead = openNext();
                ahead.requestAhead();
            }
            Batch batch = current.next();
            if (batch != null) {
                return batch;
            }
            if (ahead == null && opened == rowGroups.size()) {
                return null;
            }
            current.close();
            current = ahead == null ? openNext() : ahead;
            ahead = null;
            if (current.plan().rowGroups().isEmpty() && opened < rowGroups.size()) {
                // The others come later in the order. Their scan excludes them at once, and counts them.
                current.close();
                Set<Integer> others = new HashSet<>(rowGroups.subList(opened, rowGroups.size()));
                opened = rowGroups.size();
                current = scan.open(others::contains);
            }
        }
    }

    @Override
    public void close() throws IOException {
        try {
            current.close();
        } finally {
            if (ahead != null) {
                ahead.close();
            }
        }
    }
}
