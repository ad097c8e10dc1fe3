package io.pq2.internal.write.chunk;

import io.pq2.metadata.SizeStatistics;
import io.pq2.schema.Column;
import io.pq2.schema.PhysicalType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The {@link SizeStatistics} of a page or column chunk. Counts that follow from others are left out: definition levels
 * up to a maximum of 1, which the null count tells, repetition levels with a maximum of 0, and bytes of types other
 * than BYTE_ARRAY.
 *
 * @param valueBytes the unencoded bytes of all values; -1 when not counted
 * @param repetition the number of entries of each repetition level; absent when not counted
 * @param definition the number of entries of each definition level; absent when not counted
 */
record PageSizes(long valueBytes, long @Nullable [] repetition, long @Nullable [] definition) {

    /** The statistics of columns that count nothing. */
    static final PageSizes NONE = new PageSizes(-1, null, null);

    /** Returns the statistics of an empty page of a column. */
    static PageSizes zero(Column column) {
        boolean bytes = column.field().physicalType() == PhysicalType.BYTE_ARRAY;
        int repetition = column.maxRepetitionLevel();
        int definition = column.maxDefinitionLevel();
        return new PageSizes(
                bytes ? 0 : -1,
                repetition > 0 ? new long[repetition + 1] : null,
                definition > 1 ? new long[definition + 1] : null);
    }

    /** Returns the sum of both statistics, which must belong to the same column. */
    PageSizes plus(PageSizes other) {
        return new PageSizes(
                valueBytes < 0 ? -1 : valueBytes + other.valueBytes,
                sum(repetition, other.repetition),
                sum(definition, other.definition));
    }

    private static long @Nullable [] sum(long @Nullable [] a, long @Nullable [] b) {
        if (a == null || b == null) {
            return null;
        }
        long[] sum = a.clone();
        for (int i = 0; i < sum.length; i++) {
            sum[i] += b[i];
        }
        return sum;
    }

    /** Returns the statistics for the footer; absent when nothing is counted. */
    @Nullable
    SizeStatistics metadata() {
        return valueBytes < 0 && repetition == null && definition == null
                ? null
                : new SizeStatistics(valueBytes < 0 ? null : valueBytes, boxed(repetition), boxed(definition));
    }

    private static @Nullable List<Long> boxed(long @Nullable [] counts) {
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
