package io.pq2.metadata;

/**
 * What stands before each page.
 *
 * @param type what the page holds; says which of the special headers is there
 * @param uncompressedPageSize bytes of the page without this header after decompression
 * @param compressedPageSize bytes of the page without this header as stored, encryption included
 * @param crc CRC-32 of the page as stored, without this header
 * @param dataPageHeader present if the type is DATA_PAGE
 * @param indexPageHeader present if the type is INDEX_PAGE
 * @param dictionaryPageHeader present if the type is DICTIONARY_PAGE
 * @param dataPageHeaderV2 present if the type is DATA_PAGE_V2
 */
public record PageHeader(
        PageType type,
        int uncompressedPageSize,
        int compressedPageSize,
        Integer crc,
        DataPageHeader dataPageHeader,
        IndexPageHeader indexPageHeader,
        DictionaryPageHeader dictionaryPageHeader,
        DataPageHeaderV2 dataPageHeaderV2) {
    /** The header of a data page of version 1. */
    public static PageHeader of(DataPageHeader header, int uncompressedSize, int compressedSize, Integer crc) {
        return new PageHeader(PageType.DATA_PAGE, uncompressedSize, compressedSize, crc, header, null, null, null);
    }

    /** The header of a data page of version 2. */
    public static PageHeader of(DataPageHeaderV2 header, int uncompressedSize, int compressedSize, Integer crc) {
        return new PageHeader(PageType.DATA_PAGE_V2, uncompressedSize, compressedSize, crc, null, null, null, header);
    }

    /** The header of a dictionary page. */
    public static PageHeader of(DictionaryPageHeader header, int uncompressedSize, int compressedSize, Integer crc) {
        return new PageHeader(
                PageType.DICTIONARY_PAGE, uncompressedSize, compressedSize, crc, null, null, header, null);
    }
}
