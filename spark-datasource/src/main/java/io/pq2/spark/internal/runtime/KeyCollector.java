package io.pq2.spark.internal.runtime;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.stream.LongStream;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.ByteType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.IntegerType;
import org.apache.spark.sql.types.LongType;
import org.apache.spark.sql.types.ShortType;

/**
 * Collects the distinct integers of a task's rows or, if they are more than {@value #MAX_KEYS}, only the smallest and
 * the largest.
 *
 * <p>Tasks send them to the driver as bytes: 1 for all integers or 0 for the two, then the integers in ascending order,
 * in little-endian order of bytes.
 */
public final class KeyCollector {

    /** The largest number of keys of a filter. */
    public static final int MAX_KEYS = 1_000_000;

    private static final byte ALL = 1;
    private static final byte ENDS = 0;

    private long[] keys = new long[1024];
    private int count;
    private boolean isComplete = true;

    /** Whether keys of a type can be collected. */
    public static boolean supports(DataType type) {
        return type instanceof ByteType
                || type instanceof ShortType
                || type instanceof IntegerType
                || type instanceof LongType;
    }

    /**
     * Adds the keys of rows. Nulls match nothing.
     *
     * @param ordinal the column of the keys
     * @param type its type, for which {@link #supports} is true
     */
    public void addAll(Iterator<InternalRow> rows, int ordinal, DataType type) {
        while (rows.hasNext()) {
            InternalRow row = rows.next();
            if (row.isNullAt(ordinal)) {
                continue;
            }
            if (type instanceof LongType) {
                add(row.getLong(ordinal));
            } else if (type instanceof IntegerType) {
                add(row.getInt(ordinal));
            } else {
                add(type instanceof ShortType ? row.getShort(ordinal) : row.getByte(ordinal));
            }
        }
    }

    void add(long key) {
        if (count == keys.length) {
            makeSpace();
        }
        keys[count++] = key;
    }

    private void makeSpace() {
        count = sortDistinct(keys, count);
        if (count > MAX_KEYS) {
            isComplete = false;
        }
        if (!isComplete) {
            keys[1] = keys[count - 1];
            count = 2;
        } else if (count > keys.length / 2) {
            keys = Arrays.copyOf(keys, 2 * keys.length);
        }
    }

    /** Returns the keys as bytes. */
    public byte[] toBytes() {
        count = sortDistinct(keys, count);
        boolean all = isComplete && count <= MAX_KEYS;
        long[] sent = all || count == 0 ? Arrays.copyOf(keys, count) : new long[] {keys[0], keys[count - 1]};
        ByteBuffer bytes = ByteBuffer.allocate(1 + sent.length * Long.BYTES).order(LITTLE_ENDIAN);
        bytes.put(all ? ALL : ENDS).asLongBuffer().put(sent);
        return bytes.array();
    }

    /**
     * Returns the keys of several tasks.
     *
     * @param collected what {@link #toBytes} returned in each task
     * @param type the type of the keys
     */
    public static RuntimeKeys merge(List<byte[]> collected, DataType type) {
        long[] all = collected.stream().flatMapToLong(KeyCollector::keys).toArray();
        int count = sortDistinct(all, all.length);
        boolean isComplete = count <= MAX_KEYS && collected.stream().allMatch(bytes -> bytes[0] == ALL);
        return isComplete
                ? RuntimeKeys.ofDistinct(Arrays.copyOf(all, count), type)
                : RuntimeKeys.range(all[0], all[count - 1], type);
    }

    private static LongStream keys(byte[] bytes) {
        LongBuffer keys = ByteBuffer.wrap(bytes, 1, bytes.length - 1)
                .slice()
                .order(LITTLE_ENDIAN)
                .asLongBuffer();
        return LongStream.generate(keys::get).limit(keys.remaining());
    }

    /** Sorts numbers and moves the distinct ones to the front. Returns how many they are. */
    static int sortDistinct(long[] numbers, int count) {
        Arrays.sort(numbers, 0, count);
        int distinct = 0;
        for (int i = 0; i < count; i++) {
            if (distinct == 0 || numbers[distinct - 1] != numbers[i]) {
                numbers[distinct++] = numbers[i];
            }
        }
        return distinct;
    }
}
