package io.pq2.read;

import io.pq2.predicate.SkipReason;
import io.pq2.schema.Column;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * What was read and skipped of a column, in one row group or in a whole scan.
 *
 * @param column the column
 * @param bytesRequested the number of requested bytes of its pages and dictionaries, without gaps between them
 * @param bytesSkipped the number of bytes of its chunks that were not requested, by reason; unmodifiable
 * @param pagesRead the number of data pages that were decoded
 * @param pagesPassedOver the number of data pages that were requested but not decompressed, because none of their rows
 *     is needed
 * @param pagesSkipped the number of data pages that were not requested. Pages of skipped row groups are not counted,
 *     because their number is unknown
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

    /** Returns the number of bytes that were not requested, for any reason. */
    public long allBytesSkipped() {
        return bytesSkipped.values().stream().mapToLong(Long::longValue).sum();
    }
}
