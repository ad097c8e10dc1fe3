package io.pq2.spark.internal.scan;

import java.util.PriorityQueue;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.DataType;

/**
 * Drops the rows of a task that cannot be among the first ones of a query, and tells the scan up to which value rows
 * can be. Not thread-safe.
 */
public final class FirstRows {

    /** The most values that a task remembers. */
    private static final int MAX_ROWS = 100_000;

    private final TopRowsOrder order;
    private final int ordinal;
    private final int rows;
    private final boolean dropsEqual;
    private final TopRowsBound bound;
    /** The first values so far, with the last of them at the head. */
    private final PriorityQueue<Object> first;

    /**
     * Creates the state of a task.
     *
     * @param ordinal the position of the column in the rows
     * @param decides whether the query orders by this column alone, so that the first rows with equal values suffice
     */
    public FirstRows(TopRows top, int ordinal, boolean decides) {
        this.order = new TopRowsOrder(top.type(), top.descending(), top.nullsFirst());
        this.ordinal = ordinal;
        this.rows = top.rows();
        this.dropsEqual = decides;
        this.bound = TopRowsBound.of(top);
        this.first = new PriorityQueue<>(order.reversed());
    }

    /** Whether the first rows of a query in the order of a column can be found. */
    public static boolean supports(DataType type, int rows) {
        return rows > 0 && rows <= MAX_ROWS && TopRowsOrder.supports(type);
    }

    /** Whether a row may be among the first. */
    public boolean keeps(InternalRow row) {
        Object value = order.value(row, ordinal);
        if (bound.excludes(value, order)) {
            return false;
        }
        boolean full = first.size() == rows;
        int comparison = full ? order.compare(value, first.element()) : -1;
        if (comparison >= 0) {
            return comparison == 0 && !dropsEqual;
        }
        if (full) {
            first.remove();
        }
        first.add(TopRowsOrder.kept(value));
        if (first.size() == rows) {
            bound.tighten(first.element(), order);
        }
        return true;
    }
}
