package io.pq2.read;

import io.pq2.predicate.SkipReason;
import io.pq2.schema.Column;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * What was read of a column and what was not, in one row group or in all of a scan.
 *
 * @param column the column
 * @param bytesRequested the bytes of its pages and dictionaries that were requested, without gaps between them
 * @param bytesSkipped the bytes of its chunks that were not requested, by what ruled them out
 * @param pagesRead the data pages that were decoded
 * @param pagesPassedOver the data pages that were requested, and not decompressed because none of their rows is wanted
 * @param pagesSkipped the data pages that were not requested, in row groups that were read
 */
public record ColumnReport(
        Column column,
        long bytesRequested,
        Map<SkipReason, Long> bytesSkipped,
        long pagesRead,
        long pagesPassedOver,
        long pagesSkipped) {

    public ColumnReport {
        Map<SkipReason, Long> copy = new EnumMap<>(SkipReason.class);
        copy.putAll(bytesSkipped);
        bytesSkipped = Collections.unmodifiableMap(copy);
    }

    /** The bytes that were not requested, whatever ruled them out. */
    public long allBytesSkipped() {
        return bytesSkipped.values().stream().mapToLong(Long::longValue).sum();
    }
}
