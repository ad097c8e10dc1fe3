package io.pq2.metadata;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Statistics for estimating the size of a column chunk in memory.
 *
 * @param unencodedByteArrayDataBytes for BYTE_ARRAY: the length of all values in bytes, without length prefixes
 * @param repetitionLevelHistogram element i is the number of values with repetition level i; may be absent if the
 *     maximum level is 0
 * @param definitionLevelHistogram element i is the number of values with definition level i; may be absent if the
 *     maximum level is 0 or 1
 */
public record SizeStatistics(
        @Nullable Long unencodedByteArrayDataBytes,
        @Nullable List<Long> repetitionLevelHistogram,
        @Nullable List<Long> definitionLevelHistogram) {

    public SizeStatistics {
        repetitionLevelHistogram = repetitionLevelHistogram == null ? null : List.copyOf(repetitionLevelHistogram);
        definitionLevelHistogram = definitionLevelHistogram == null ? null : List.copyOf(definitionLevelHistogram);
    }
}
