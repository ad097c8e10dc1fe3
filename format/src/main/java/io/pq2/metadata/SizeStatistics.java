package io.pq2.metadata;

import java.util.List;

/**
 * What helps to estimate the size of a column chunk in memory.
 *
 * @param unencodedByteArrayDataBytes BYTE_ARRAY only: bytes of all values without their length prefixes
 * @param repetitionLevelHistogram element i counts the values with repetition level i; may be absent if the maximum
 *     is 0
 * @param definitionLevelHistogram element i counts the values with definition level i; may be absent if the maximum
 *     is 0 or 1
 */
public record SizeStatistics(
        Long unencodedByteArrayDataBytes, List<Long> repetitionLevelHistogram, List<Long> definitionLevelHistogram) {

    public SizeStatistics {
        repetitionLevelHistogram = repetitionLevelHistogram == null ? null : List.copyOf(repetitionLevelHistogram);
        definitionLevelHistogram = definitionLevelHistogram == null ? null : List.copyOf(definitionLevelHistogram);
    }
}
