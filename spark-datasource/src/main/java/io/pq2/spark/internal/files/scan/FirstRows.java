package io.pq2.spark.internal.files.scan;

import io.pq2.spark.internal.kernel.groups.TaskMemory;
import io.pq2.spark.internal.kernel.values.LongField;
import java.util.PriorityQueue;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.Nullable;

/**
 * Drops the rows of a task that cannot be among the first ones of a query, and tells the scan up to which value rows
 * can be. Forgets the values, and keeps all rows up to the last known bound, if Spark grants no memory for them. Not
 * thread-safe.
 */
public final class FirstRows {

    /** The most values that a task remembers. */
    private static final int MAX_ROWS = 100_000;

    /** The estimated memory of a value in addition to its bytes: its objects, and the reference to it. */
    private static final int VALUE_BYTES = 64;

    /** Memory is reserved in steps of this size. */
    private static final long RESERVED_BYTES = 1 << 20;

    private final TopRowsOrder order;
    private final int ordinal;
    private final int rows;
    private final boolean dropsEqual;
    private final TopRowsBound bound;
    /** Reads the values as longs; absent if they do not fit. */
    private final @Nullable LongField numbers;
    /** A bound as a long. */
    private @Nullable Object boundOfNumber;

    private long number;
    private final TaskMemory memory;
    /** The first values so far, with the last of them at the head. */
    private final PriorityQueue<Object> first;

    /** The estimated memory of the values, and what is reserved for it. */
    private long bytes;

    private long reserved;
    private boolean hasForgotten;

    /**
     * Creates the state of a task.
     *
     * @param ordinal the position of the column in the rows
     * @param decides whether the query orders by this column alone, so that the first rows with equal values suffice
     * @param memory grants the memory for the values
     */
    public FirstRows(TopRows top, int ordinal, boolean decides, TaskMemory memory) {
        this.order = new TopRowsOrder(top.type(), top.descending(), top.nullsFirst());
        this.ordinal = ordinal;
        this.rows = top.rows();
        this.dropsEqual = decides;
        this.bound = TopRowsBound.of(top);
        boolean fits = !(top.type() instanceof StringType)
                && !(top.type() instanceof DecimalType decimal && decimal.precision() > Decimal.MAX_LONG_DIGITS());
        this.numbers = fits ? new LongField(top.type()) : null;
        this.memory = memory;
        this.first = new PriorityQueue<>(order.reversed());
    }

    /** Whether the first rows of a query in the order of a column can be found. */
    public static boolean supports(DataType type, int rows) {
        return rows > 0 && rows <= MAX_ROWS && TopRowsOrder.supports(type);
    }

    /** Whether a row may be among the first. */
    public boolean keeps(InternalRow row) {
        if (isExcludedAsNumber(row)) {
            return false;
        }
        Object value = order.value(row, ordinal);
        if (bound.excludes(value, order)) {
            return false;
        }
        if (hasForgotten) {
            return true;
        }
        boolean full = first.size() == rows;
        int comparison = full ? order.compare(value, first.element()) : -1;
        if (comparison >= 0) {
            return comparison == 0 && !dropsEqual;
        }
        if (full) {
            bytes -= bytes(first.remove());
        }
        first.add(TopRowsOrder.kept(value));
        bytes += bytes(value);
        if (first.size() == rows) {
            bound.tighten(first.element(), order);
        }
        if (bytes > reserved) {
            reserve();
        }
        return true;
    }

    /** Whether a row comes after the bound. Most rows do, so this creates no objects. May be false for such a row. */
    private boolean isExcludedAsNumber(InternalRow row) {
        Object last = bound.value();
        if (numbers == null || last == null || last == TopRowsOrder.NULL || row.isNullAt(ordinal)) {
            return false;
        }
        if (last != boundOfNumber) {
            number = numbers.readOrdered(new GenericInternalRow(new Object[] {last}), 0);
            boundOfNumber = last;
        }
        long ofRow = numbers.readOrdered(row, ordinal);
        return order.descending() ? ofRow < number : ofRow > number;
    }

    private static long bytes(Object value) {
        return VALUE_BYTES + (value instanceof UTF8String text ? text.numBytes() : 0L);
    }

    private void reserve() {
        reserved = bytes + RESERVED_BYTES;
        if (!memory.reserve(reserved)) {
            hasForgotten = true;
            first.clear();
            memory.release();
        }
    }
}
