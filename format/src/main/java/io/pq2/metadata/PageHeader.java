package io.pq2.metadata;

import org.jspecify.annotations.Nullable;

/**
 * The header before each page.
 *
 * @param type type of the page, which determines the type-specific header
 * @param uncompressedPageSize length of the page after decompression in bytes, without this header
 * @param compressedPageSize length of the page as stored in bytes, including encryption, without this header
 * @param crc CRC-32 of the page as stored, without this header
 * @param dataPageHeader present for DATA_PAGE
 * @param indexPageHeader present for INDEX_PAGE
 * @param dictionaryPageHeader present for DICTIONARY_PAGE
 * @param dataPageHeaderV2 present for DATA_PAGE_V2
 */
public record PageHeader(
        PageType type,
        int uncompressedPageSize,
        int compressedPageSize,
        @Nullable Integer crc,
        @Nullable DataPageHeader dataPageHeader,
        @Nullable IndexPageHeader indexPageHeader,
        @Nullable DictionaryPageHeader dictionaryPageHeader,
        @Nullable DataPageHeaderV2 dataPageHeaderV2) {

    /** Returns the header of a data page of version 1. */
    public static PageHeader of(
            DataPageHeader header, int uncompressedSize, int compressedSize, @Nullable Integer crc) {
        return new PageHeader(PageType.DATA_PAGE, uncompressedSize, compressedSize, crc, header, null, null, null);
    }

    /** Returns the header of a data page of version 2. */
    public static PageHeader of(
            DataPageHeaderV2 header, int uncompressedSize, int compressedSize, @Nullable Integer crc) {
        return new PageHeader(PageType.DATA_PAGE_V2, uncompressedSize, compressedSize, crc, null, null, null, header);
    }

    /** Returns the header of a dictionary page. */
    public static PageHeader of(
            DictionaryPageHeader header, int uncompressedSize, int compressedSize, @Nullable Integer crc) {
        return new PageHeader(
                PageType.DICTIONARY_PAGE, uncompressedSize, compressedSize, crc, null, null, header, null);
    }
}
