package io.pq2.metadata;

import java.util.List;

/**
 * Where the data pages of a column chunk are (see PageIndex.md).
 *
 * @param pageLocations one for each data page, offsets and first rows ascending
 * @param unencodedByteArrayDataBytes BYTE_ARRAY only: for each page, bytes of all values without length prefixes
 */
public record OffsetIndex(List<PageLocation> pageLocations, List<Long> unencodedByteArrayDataBytes) {

    public OffsetIndex {
        pageLocations = List.copyOf(pageLocations);
        unencodedByteArrayDataBytes =
                unencodedByteArrayDataBytes == null ? null : List.copyOf(unencodedByteArrayDataBytes);
    }
}
