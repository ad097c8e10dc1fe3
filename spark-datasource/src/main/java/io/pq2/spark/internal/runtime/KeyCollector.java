package io.pq2.spark.internal.runtime;

import java.util.Iterator;
import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.types.DataType;

/**
 * Collects the distinct keys of a task's rows or, if they are too many, only the smallest and the largest.
 *
 * <p>Tasks send them to the driver as bytes: 1 for all keys or 0 for the two, then the keys in ascending order.
 */
public abstract sealed class KeyCollector permits NumberCollector, BytesCollector {

    /** The largest number of keys of a filter. */
    public static final int MAX_KEYS = 1_000_000;

    static final byte ALL = 1;
    static final byte ENDS = 0;

    /**
     * Returns a collector that has no keys.
     *
     * @param type the type of the keys, for which {@link RuntimeKeys#supports} is true
     */
    public static KeyCollector of(DataType type) {
        return KeyForm.of(type) == KeyForm.NUMBERS ? new NumberCollector(type) : new BytesCollector(type);
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
     * Returns the keys of several tasks.
     *
     * @param collected what {@link #toBytes} returned in each task
     * @param type the type of the keys, or a wider integer type
     */
    public static RuntimeKeys merge(List<byte[]> collected, DataType type, SQLConf conf) {
        boolean isComplete = collected.stream().allMatch(bytes -> bytes[0] == ALL);
        return KeyForm.of(type) == KeyForm.NUMBERS
                ? NumberCollector.merge(collected, isComplete, type, conf)
                : BytesCollector.merge(collected, isComplete, type, conf);
    }
}
