package io.pq2.spark.internal.files.keys;

import io.pq2.spark.internal.kernel.groups.TaskMemory;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.types.DataType;

/**
 * Collects the distinct keys of a task's rows or, if they are too many or if Spark grants no memory for them, only the
 * smallest and the largest.
 *
 * <p>Tasks send them to the driver as bytes: 1 for all keys or 0 for the two, then the keys in ascending order; or only
 * 2, if even the two are too long.
 */
public abstract sealed class KeyCollector permits NumberCollector, BytesCollector {

    /** The largest number of keys of a filter. */
    public static final int MAX_KEYS = 1_000_000;

    static final byte ALL = 1;
    static final byte ENDS = 0;
    static final byte NONE = 2;

    /**
     * The keys of all tasks may take this part of the driver's memory. They are there up to four times: as results of
     * tasks, as rows, in the broadcast of these rows, and in the filter.
     */
    private static final int PART_OF_HEAP = 16;

    /** The keys of all tasks may take this part of what Spark allows as results of a job. */
    private static final int PART_OF_RESULTS = 4;

    /**
     * Returns the bytes that each task may send to the driver.
     *
     * @param tasks the number of tasks
     * @param maxResultBytes what Spark allows as results of all of them; 0 if it does not limit them
     * @param heapBytes the memory of the driver
     */
    public static long share(int tasks, long maxResultBytes, long heapBytes) {
        long ofHeap = heapBytes / PART_OF_HEAP;
        long ofAll = maxResultBytes == 0 ? ofHeap : Math.min(ofHeap, maxResultBytes / PART_OF_RESULTS);
        return ofAll / Math.max(1, tasks);
    }

    /**
     * Returns a collector that has no keys.
     *
     * @param type the type of the keys, for which {@link RuntimeKeys#supports} is true
     * @param maxBytes the bytes that all keys may take, as they are sent
     * @param memory grants the memory for the keys
     */
    public static KeyCollector of(DataType type, long maxBytes, TaskMemory memory) {
        return KeyForm.of(type) == KeyForm.NUMBERS
                ? new NumberCollector(type, maxBytes, memory)
                : new BytesCollector(type, maxBytes, memory);
    }

    /**
     * Adds the keys of rows. Nulls match nothing.
     *
     * @param ordinal the column of the keys
     */
    public final void addAll(Iterator<InternalRow> rows, int ordinal) {
        while (rows.hasNext()) {
            InternalRow row = rows.next();
            if (!row.isNullAt(ordinal)) {
                add(row, ordinal);
            }
        }
    }

    /** Adds the key of a row, which is not null. */
    abstract void add(InternalRow row, int ordinal);

    /** Returns the keys as bytes. */
    public abstract byte[] toBytes();

    /**
     * Returns the keys of several tasks; empty if a task sent none, although it has some.
     *
     * @param collected what {@link #toBytes} returned in each task
     * @param type the type of the keys, or a wider integer type
     */
    public static Optional<RuntimeKeys> merge(List<byte[]> collected, DataType type, SQLConf conf) {
        if (collected.stream().anyMatch(bytes -> bytes[0] == NONE)) {
            return Optional.empty();
        }
        boolean isComplete = collected.stream().allMatch(bytes -> bytes[0] == ALL);
        return Optional.of(
                KeyForm.of(type) == KeyForm.NUMBERS
                        ? NumberCollector.merge(collected, isComplete, type, conf)
                        : BytesCollector.merge(collected, isComplete, type, conf));
    }
}
