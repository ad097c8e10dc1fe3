package io.pq2.internal.write.chunk;

import io.pq2.metadata.SizeStatistics;
import io.pq2.schema.Column;
import io.pq2.schema.PhysicalType;
import java.util.ArrayList;
import java.util.List;

/**
 * The counts of {@link SizeStatistics}, of a page or a column chunk. What tells nothing new is left out: definition levels up to
 * 1 (they are the null count), repetition levels up to 0, and the bytes of other values than BYTE_ARRAY.
 *
 * @param valueBytes the bytes of all values; -1 if they do not count
 * @param repetition how many entries have each repetition level, null if they do not count
 * @param definition how many entries have each definition level, null if they do not count
 */
record PageSizes(long valueBytes, long[] repetition, long[] definition) {

    /** Nothing counts. */
    static final PageSizes NONE = new PageSizes(-1, null, null);

    /** Zero of all that counts in a column. */
    static PageSizes zero(Column column) {
        boolean bytes = column.field().physicalType() == PhysicalType.BYTE_ARRAY;
        int repetition = column.maxRepetitionLevel();
        int definition = column.maxDefinitionLevel();
        return new PageSizes(
                bytes ? 0 : -1,
                repetition > 0 ? new long[repetition + 1] : null,
                definition > 1 ? new long[definition + 1] : null);
    }

    /** Both together; {@code other} must count the same. */
    PageSizes plus(PageSizes other) {
        return new PageSizes(
                valueBytes < 0 ? -1 : valueBytes + other.valueBytes,
                sum(repetition, other.repetition),
                sum(definition, other.definition));
    }

    private static long[] sum(long[] a, long[] b) {
        if (a == null) {
            return null;
        }
        long[] sum = a.clone();
        for (int i = 0; i < sum.length; i++) {
            sum[i] += b[i];
        }
        return sum;
    }

    /** As it stands in a file; null if nothing counts. */
    SizeStatistics metadata() {
        return valueBytes < 0 && repetition == null && definition == null
                ? null
                : new SizeStatistics(valueBytes < 0 ? null : valueBytes, boxed(repetition), boxed(definition));
    }

    private static List<Long> boxed(long[] counts) {
        if (counts == null) {
            return null;
        }
        List<Long> boxed = new ArrayList<>(counts.length);
        addTo(boxed, counts);
        return boxed;
    }

    /** Appends counts to a list. */
    static void addTo(List<Long> list, long[] counts) {
        for (long count : counts) {
            list.add(count);
        }
    }
}
