package io.pq2.spark.internal.files.scan;

import io.pq2.read.BatchReader;
import io.pq2.schema.Shape;
import io.pq2.vector.Batch;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Reads the row groups of a split in an order that lets a query stop early: each by a scan of its own, whose filter has
 * the bound that the rows before have led to ({@link TopRowsBound}).
 */
final class OrderedRowGroups implements SplitBatches {

    /** Begins a scan of some row groups, with the present bound. */
    @FunctionalInterface
    interface Opening {
        BatchReader open(IntPredicate rowGroups) throws IOException;
    }

    private final List<Integer> rowGroups;
    private final Opening opening;
    private final boolean readsAhead;
    /** The number of row groups whose scans were opened. */
    private int opened;

    private BatchReader current;
    /** The scan of the row group after the current one; absent if it was not requested. */
    private @Nullable BatchReader ahead;

    /**
     * Begins the scan of the first row group.
     *
     * @param rowGroups the indexes of the row groups, at least one, in the order to read them
     * @param readsAhead whether to request a row group while the one before is read, although it may not be needed
     */
    OrderedRowGroups(List<Integer> rowGroups, Opening opening, boolean readsAhead) throws IOException {
        this.rowGroups = rowGroups;
        this.opening = opening;
        this.readsAhead = readsAhead;
        this.current = open();
    }

    private BatchReader open() throws IOException {
        int ordinal = rowGroups.get(opened++);
        return opening.open(index -> index == ordinal);
    }

    @Override
    public Shape.Struct shape() {
        return current.shape();
    }

    @Override
    public @Nullable Batch next() throws IOException {
        while (true) {
            if (readsAhead && ahead == null && opened < rowGroups.size()) {
                ahead = open();
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
            current = ahead == null ? open() : ahead;
            ahead = null;
            if (current.plan().rowGroups().isEmpty() && opened < rowGroups.size()) {
                // The others come later in the order. Their scan excludes them at once, and counts them.
                current.close();
                Set<Integer> others = new HashSet<>(rowGroups.subList(opened, rowGroups.size()));
                opened = rowGroups.size();
                current = opening.open(others::contains);
            }
        }
    }

    @Override
    public long rowIndex(int row) {
        return current.rowIndex(row);
    }

    @Override
    public long storedBytes() {
        return SplitBatches.bytes(current);
    }

    @Override
    public void requestAhead() throws IOException {
        current.requestAhead();
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
