package io.pq2.spark.internal.runtime;

import io.pq2.predicate.ByteString;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DecimalType;

/**
 * Collects up to {@value #MAX_KEYS} distinct byte strings of {@value #MAX_BYTES} bytes in all. Each is sent after its
 * length, which has four bytes, the most significant first.
 */
final class BytesCollector extends KeyCollector {

    /** The largest number of bytes of the keys of a filter. In memory, a key takes about 50 more. */
    static final int MAX_BYTES = 16 << 20;

    private final DataType type;
    private final Comparator<byte[]> order;
    private final Set<ByteString> keys = new HashSet<>();
    private long size;
    private boolean isComplete = true;

    BytesCollector(DataType type) {
        this.type = type;
        this.order = KeyForm.order(type);
    }

    @Override
    void add(InternalRow row, int ordinal) {
        Object key = type instanceof DecimalType decimal
                ? row.getDecimal(ordinal, decimal.precision(), decimal.scale())
                : row.getUTF8String(ordinal);
        byte[] bytes = KeyForm.bytes(key);
        if (keys.add(ByteString.of(bytes))) {
            size += bytes.length;
            isComplete &= fits(keys.size(), size);
            if (!isComplete) {
                keepEnds();
            }
        }
    }

    private void keepEnds() {
        List<byte[]> ends = ends(sorted());
        keys.clear();
        ends.forEach(end -> keys.add(ByteString.of(end)));
    }

    private static boolean fits(int count, long size) {
        return count <= MAX_KEYS && size <= MAX_BYTES;
    }

    private List<byte[]> sorted() {
        return keys.stream().map(ByteString::bytes).sorted(order).toList();
    }

    private static List<byte[]> ends(List<byte[]> sorted) {
        return sorted.size() <= 2 ? sorted : List.of(sorted.get(0), sorted.get(sorted.size() - 1));
    }

    @Override
    public byte[] toBytes() {
        List<byte[]> sent = sorted();
        ByteBuffer bytes = ByteBuffer.allocate(1 + Integer.BYTES * sent.size() + Math.toIntExact(size(sent)));
        bytes.put(isComplete ? ALL : ENDS);
        sent.forEach(key -> bytes.putInt(key.length).put(key));
        return bytes.array();
    }

    private static long size(Collection<byte[]> keys) {
        return keys.stream().mapToLong(key -> key.length).sum();
    }

    /** @param isComplete whether each task has sent all keys */
    static RuntimeKeys merge(List<byte[]> collected, boolean isComplete, DataType type, SQLConf conf) {
        List<byte[]> all = new ArrayList<>();
        collected.forEach(bytes -> addKeys(ByteBuffer.wrap(bytes, 1, bytes.length - 1), all));
        List<byte[]> distinct = sortDistinct(all, KeyForm.order(type));
        List<byte[]> ends = ends(distinct);
        return isComplete && fits(distinct)
                ? RuntimeKeys.ofBytes(distinct, type, conf)
                : RuntimeKeys.range(
                        KeyForm.key(ends.get(0), type), KeyForm.key(ends.get(ends.size() - 1), type), type, conf);
    }

    private static void addKeys(ByteBuffer bytes, List<byte[]> keys) {
        while (bytes.hasRemaining()) {
            byte[] key = new byte[bytes.getInt()];
            bytes.get(key);
            keys.add(key);
        }
    }

    /** Sorts byte strings and returns the distinct ones. The strings of a task are in order, which makes it fast. */
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
}
