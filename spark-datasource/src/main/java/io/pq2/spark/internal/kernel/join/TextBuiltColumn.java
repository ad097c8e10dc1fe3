package io.pq2.spark.internal.kernel.join;

import io.pq2.spark.internal.kernel.values.Sizes;
import io.pq2.spark.internal.vectors.BytesColumnVector;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.NullUnmarked;

/**
 * Collects strings as entries of a dictionary, each once, so that grouping and conditions look at each of them once.
 */
@NullUnmarked // Scala's parser of Java sources rejects annotations of array types
final class TextBuiltColumn extends BuiltColumn {

    /** The bytes of an entry's objects, and of its place in the dictionary. */
    private static final long ENTRY_BYTES = 64;

    private final DataType type;
    private final List<UTF8String> entries = new ArrayList<>();
    /** The ids of entries, while values are added. */
    private final Map<UTF8String, Integer> known = new HashMap<>();

    private int[] ids = {};
    private long entryBytes;

    TextBuiltColumn(DataType type) {
        this.type = type;
    }

    @Override
    void resize(int length) {
        ids = Arrays.copyOf(ids, length);
    }

    @Override
    void set(int slot, InternalRow row, int ordinal) {
        UTF8String value = row.getUTF8String(ordinal);
        Integer id = known.get(value);
        if (id == null) {
            UTF8String entry = value.copy();
            id = entries.size();
            entries.add(entry);
            known.put(entry, id);
            entryBytes += entry.numBytes() + ENTRY_BYTES;
        }
        ids[slot] = id;
    }

    @Override
    BytesColumnVector show(int length, long[] present) {
        known.clear();
        if (entries.isEmpty()) {
            entries.add(UTF8String.EMPTY_UTF8);
        }
        BytesColumnVector column = new BytesColumnVector(type);
        column.showEntries(length, ids, entries.toArray(UTF8String[]::new), present);
        return column;
    }

    @Override
    long bytes() {
        return Sizes.bytes(ids) + entryBytes;
    }
}
