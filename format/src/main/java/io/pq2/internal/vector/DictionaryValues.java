package io.pq2.internal.vector;

import io.pq2.vector.Batch;
import io.pq2.vector.BinaryVector;
import io.pq2.vector.DictionaryVector;
import io.pq2.vector.FixedBinaryVector;
import io.pq2.vector.ListVector;
import io.pq2.vector.MapVector;
import io.pq2.vector.StructVector;
import io.pq2.vector.Vector;
import org.jspecify.annotations.Nullable;

/**
 * Computes how much memory values take that are ids of a dictionary, when they are copied. A page of a few bytes can
 * refer to an entry of a megabyte any number of times.
 */
public final class DictionaryValues {

    private DictionaryValues() {}

    /** Returns the bytes of all byte arrays in a batch that are ids. */
    public static long bytes(Batch batch) {
        long bytes = 0;
        for (Vector column : batch.columns()) {
            bytes += bytes(column, 0, batch.rowCount());
        }
        return bytes;
    }

    /** Returns the bytes of the byte arrays in the slots {@code from} to {@code to} (exclusive) that are ids. */
    public static long bytes(@Nullable Vector vector, int from, int to) {
        if (vector instanceof DictionaryVector encoded) {
            return encoded(encoded, from, to);
        } else if (vector instanceof StructVector struct) {
            long bytes = 0;
            for (Vector child : struct.children()) {
                bytes += bytes(child, from, to);
            }
            return bytes;
        } else if (vector instanceof ListVector list) {
            return bytes(list.elements(), list.offsets()[from], list.offsets()[to]);
        } else if (vector instanceof MapVector map) {
            int first = map.offsets()[from];
            int end = map.offsets()[to];
            return bytes(map.keys(), first, end) + bytes(map.values(), first, end);
        }
        return 0;
    }

    private static long encoded(DictionaryVector encoded, int from, int to) {
        if (encoded.dictionary() instanceof FixedBinaryVector fixed) {
            return (long) (to - from) * fixed.width();
        }
        long bytes = 0;
        if (encoded.dictionary() instanceof BinaryVector entries) {
            int[] ids = encoded.ids();
            int[] lengths = entries.lengths();
            for (int i = from; i < to; i++) {
                bytes += encoded.isNull(i) ? 0 : lengths[ids[i]];
            }
        }
        return bytes;
    }
}
