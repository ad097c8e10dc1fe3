package io.pq2.spark.internal.files.keys;

import io.pq2.spark.internal.kernel.groups.TaskMemory;
import io.pq2.spark.internal.kernel.groups.TextIndex;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.NullUnmarked;

/**
 * Collects distinct byte strings, up to {@value #MAX_KEYS} of {@value #MAX_BYTES} bytes in all. Each is sent after its
 * length, which has four bytes, the most significant first.
 */
@NullUnmarked // Scala's parser of Java sources rejects annotations of array types
final class BytesCollector extends KeyCollector {

    /** The largest number of bytes of the keys of a filter. */
    static final int MAX_BYTES = 16 << 20;

    /** The smallest and the largest key are sent up to this length, also if that is more than the share of a task. */
    private static final int LONG_ENDS = 1 << 10;

    private final DataType type;
    private final Comparator<byte[]> order;
    private final long maxBytes;
    private final TaskMemory memory;

    private final TextIndex keys = new TextIndex();
    /** The bytes of all keys as they are sent. */
    private long size;

    /** Only the smallest and the largest key, if these are too many; null otherwise. */
    private byte[] smallest;

    private byte[] largest;

    BytesCollector(DataType type, long maxBytes, TaskMemory memory) {
        this.type = type;
        this.order = KeyForm.order(type);
        this.maxBytes = maxBytes;
        this.memory = memory;
    }

    @Override
    void add(InternalRow row, int ordinal) {
        UTF8String key = type instanceof DecimalType decimal
                ? UTF8String.fromBytes(KeyForm.bytes(row.getDecimal(ordinal, decimal.precision(), decimal.scale())))
                : row.getUTF8String(ordinal);
        if (smallest != null) {
            widen(key.getBytes());
            return;
        }
        int count = keys.size();
        if (keys.numberOf(key) > count) {
            size += Integer.BYTES + key.numBytes();
            // Each array may double with the next key.
            boolean isGranted = memory.reserve(2 * keys.bytes() + keys.textBytes());
            if (!isGranted || size > maxBytes || !fits(count + 1, size - (long) Integer.BYTES * (count + 1))) {
                keepEnds();
            }
        }
    }

    private void keepEnds() {
        smallest = keys.value(1).getBytes();
        largest = smallest;
        for (int number = 2; number <= keys.size(); number++) {
            widen(keys.value(number).getBytes());
        }
        keys.clear();
        memory.release();
    }

    private void widen(byte[] key) {
        if (order.compare(key, smallest) < 0) {
            smallest = key;
        } else if (order.compare(key, largest) > 0) {
            largest = key;
        }
    }

    private static boolean fits(int count, long size) {
        return count <= MAX_KEYS && size <= MAX_BYTES;
    }

    @Override
    public byte[] toBytes() {
        List<byte[]> sent = smallest == null
                ? IntStream.rangeClosed(1, keys.size())
                        .mapToObj(number -> keys.value(number).getBytes())
                        .sorted(order)
                        .toList()
                : ends(smallest, largest);
        long length = (long) Integer.BYTES * sent.size() + size(sent);
        if (smallest != null && length > Math.max(maxBytes, LONG_ENDS)) {
            return new byte[] {NONE};
        }
        ByteBuffer bytes = ByteBuffer.allocate(1 + Math.toIntExact(length));
        bytes.put(smallest == null ? ALL : ENDS);
        sent.forEach(key -> bytes.putInt(key.length).put(key));
        return bytes.array();
    }

    private static List<byte[]> ends(byte[] smallest, byte[] largest) {
        return Arrays.equals(smallest, largest) ? List.of(smallest) : List.of(smallest, largest);
    }

    private static long size(List<byte[]> keys) {
        return keys.stream().mapToLong(key -> key.length).sum();
    }

    /** @param isComplete whether each task has sent all keys */
    static RuntimeKeys merge(List<byte[]> collected, boolean isComplete, DataType type, SQLConf conf) {
        Comparator<byte[]> order = KeyForm.order(type);
        List<byte[]> distinct = isComplete ? distinct(collected, order) : null;
        if (distinct != null) {
            return RuntimeKeys.ofBytes(distinct, type, conf);
        }
        return range(collected.stream().flatMap(bytes -> new SentKeys(bytes).ends()), type, conf);
    }

    /** Returns the distinct keys of all tasks in ascending order; null if they are too many for a filter. */
    private static List<byte[]> distinct(List<byte[]> collected, Comparator<byte[]> order) {
        PriorityQueue<SentKeys> tasks = new PriorityQueue<>(Comparator.comparing(SentKeys::key, order));
        collected.stream().map(SentKeys::new).filter(SentKeys::advance).forEach(tasks::add);
        List<byte[]> distinct = new ArrayList<>();
        long size = 0;
        while (!tasks.isEmpty()) {
            SentKeys smallest = tasks.poll();
            byte[] key = smallest.key();
            if (distinct.isEmpty() || !Arrays.equals(distinct.get(distinct.size() - 1), key)) {
                distinct.add(key);
                size += key.length;
                if (!fits(distinct.size(), size)) {
                    return null;
                }
            }
            if (smallest.advance()) {
                tasks.add(smallest);
            }
        }
        return distinct;
    }

    /** The keys that a task has sent, one after another. */
    private static final class SentKeys {

        private final ByteBuffer bytes;
        private byte[] key;

        SentKeys(byte[] sent) {
            this.bytes = ByteBuffer.wrap(sent, 1, sent.length - 1);
        }

        /** Takes the next key. Returns false if there is none. */
        boolean advance() {
            if (!bytes.hasRemaining()) {
                return false;
            }
            key = new byte[bytes.getInt()];
            bytes.get(key);
            return true;
        }

        /** Returns the smallest and the largest key; none if there is no key. */
        Stream<byte[]> ends() {
            if (!advance()) {
                return Stream.empty();
            }
            byte[] smallest = key;
            int last = bytes.limit();
            while (bytes.hasRemaining()) {
                last = bytes.position();
                int length = bytes.getInt();
                bytes.position(bytes.position() + length);
            }
            bytes.position(last);
            advance();
            return Stream.of(smallest, key);
        }

        byte[] key() {
            return key;
        }
    }

    /** Sorts byte strings and returns the distinct ones. */
    static List<byte[]> sortDistinct(List<byte[]> keys, Comparator<byte[]> order) {
        List<byte[]> sorted = new ArrayList<>(keys);
        sorted.sort(order);
        List<byte[]> distinct = new ArrayList<>();
        for (byte[] key : sorted) {
            if (distinct.isEmpty() || !Arrays.equals(distinct.get(distinct.size() - 1), key)) {
                distinct.add(key);
            }
        }
        return distinct;
    }

    /** Whether keys are few enough for a set. */
    static boolean fits(List<byte[]> keys) {
        return fits(keys.size(), size(keys));
    }

    /**
     * Whether keys, which are distinct apart from nulls, are few enough for a set.
     *
     * @param keys the keys as Spark represents them internally; decimals count as one byte
     */
    static boolean fits(Object[] keys) {
        long size = 0;
        for (Object key : keys) {
            size += key instanceof UTF8String text ? text.numBytes() : 1;
        }
        return fits(keys.length, size);
    }

    /** Returns the range from the smallest to the largest key. There must be a key. Keeps no others in memory. */
    static RuntimeKeys range(Stream<byte[]> keys, DataType type, SQLConf conf) {
        Comparator<byte[]> order = KeyForm.order(type);
        byte[][] ends = new byte[2][];
        keys.forEach(key -> {
            ends[0] = ends[0] == null || order.compare(key, ends[0]) < 0 ? key : ends[0];
            ends[1] = ends[1] == null || order.compare(key, ends[1]) > 0 ? key : ends[1];
        });
        return RuntimeKeys.range(KeyForm.key(ends[0], type), KeyForm.key(ends[1], type), type, conf);
    }
}
