package io.pq2.metadata;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The locations of the data pages of a column chunk (PageIndex.md).
 *
 * @param pageLocations a location per data page, with ascending offsets and first rows
 * @param unencodedByteArrayDataBytes for BYTE_ARRAY: the length of all values of each page in bytes, without length
 *     prefixes
 */
public record OffsetIndex(
        List<PageLocation> pageLocations, @Nullable List<Long> unencodedByteArrayDataBytes) {

    public OffsetIndex {
        pageLocations = List.copyOf(pageLocations);
        unencodedByteArrayDataBytes =
                unencodedByteArrayDataBytes == null ? null : List.copyOf(unencodedByteArrayDataBytes);
    }
}
