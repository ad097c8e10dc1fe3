package io.pq2.spark.internal.files.keys;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import io.pq2.spark.internal.kernel.groups.TaskMemory;
import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.types.ByteType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.ShortType;

/** Collects distinct numbers, up to {@value #MAX_KEYS}. Each is sent as eight bytes in little-endian order. */
final class NumberCollector extends KeyCollector {

    private final DataType type;
    private final boolean isInt;
    private final int maxKeys;
    private final TaskMemory memory;
    private long[] keys = new long[1024];
    private int count;
    private boolean isComplete = true;

    NumberCollector(DataType type, long maxBytes, TaskMemory memory) {
        this.type = type;
        this.maxKeys = (int) Math.min(MAX_KEYS, maxBytes / Long.BYTES);
        this.memory = memory;
        this.isInt = KeyForm.isInt(type);
    }

    @Override
    void add(InternalRow row, int ordinal) {
        if (type instanceof DecimalType decimal) {
            add(row.getDecimal(ordinal, decimal.precision(), decimal.scale()).toUnscaledLong());
        } else if (!isInt) {
            add(row.getLong(ordinal));
        } else if (type instanceof ByteType) {
            add(row.getByte(ordinal));
        } else {
            add(type instanceof ShortType ? row.getShort(ordinal) : row.getInt(ordinal));
        }
    }

    private void add(long key) {
        if (count == keys.length) {
            makeSpace();
        }
        keys[count++] = key;
    }

    private void makeSpace() {
        count = sortDistinct(keys, count);
        boolean grows = count > keys.length / 2;
        // Both arrays exist while the keys are copied.
        if (count > maxKeys || grows && !memory.reserve(3L * Long.BYTES * keys.length)) {
            isComplete = false;
        }
        if (!isComplete) {
            keys[1] = keys[count - 1];
            count = 2;
        } else if (grows) {
            keys = Arrays.copyOf(keys, 2 * keys.length);
        }
    }

    @Override
    public byte[] toBytes() {
        count = sortDistinct(keys, count);
        boolean all = isComplete && count <= maxKeys;
        long[] sent = all || count == 0 ? Arrays.copyOf(keys, count) : new long[] {keys[0], keys[count - 1]};
        ByteBuffer bytes = ByteBuffer.allocate(1 + sent.length * Long.BYTES).order(LITTLE_ENDIAN);
        bytes.put(all ? ALL : ENDS).asLongBuffer().put(sent);
        return bytes.array();
    }

    /** @param isComplete whether each task has sent all keys */
    static RuntimeKeys merge(List<byte[]> collected, boolean isComplete, DataType type, SQLConf conf) {
        long[] all = new long
                [Math.toIntExact(collected.stream()
                        .mapToLong(bytes -> keys(bytes).remaining())
                        .sum())];
        int end = 0;
        for (byte[] bytes : collected) {
            LongBuffer keys = keys(bytes);
            int number = keys.remaining();
            keys.get(all, end, number);
            end += number;
        }
        int count = sortDistinct(all, all.length);
        return isComplete && count <= MAX_KEYS
                ? RuntimeKeys.ofNumbers(Arrays.copyOf(all, count), type, conf)
                : RuntimeKeys.range(KeyForm.key(all[0], type), KeyForm.key(all[count - 1], type), type, conf);
    }

    private static LongBuffer keys(byte[] bytes) {
        return ByteBuffer.wrap(bytes, 1, bytes.length - 1)
                .slice()
                .order(LITTLE_ENDIAN)
                .asLongBuffer();
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
