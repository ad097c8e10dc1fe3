package io.pq2.internal.page;

import io.pq2.exception.CorruptFileException;
import io.pq2.exception.FileLocation;
import io.pq2.internal.encryption.ModuleType;
import io.pq2.metadata.CompressionCodec;
import io.pq2.metadata.DataPageHeaderV2;
import io.pq2.metadata.PageHeader;
import io.pq2.metadata.PageType;
import java.util.zip.CRC32;

/**
 * Goes along the pages of a column chunk as they are stored: headers, held against what the chunk has, and checksums. Stops when as
 * many values went by as the chunk has, whatever stands behind them.
 */
final class PageWalk {

    private final ColumnChunkBytes chunk;
    private final ChunkWindow window;
    private final CRC32 checksum;

    /** Where the next page begins, from the start of the file. */
    private long position;

    private long pageOffset;
    private long valuesSeen;
    private int dataPages;

    /**
     * @param verifyChecksums whether a page's {@code crc} is compared where there is one
     * @param anyEncoding whether pages may be in encodings that this version does not know
     */
    PageWalk(ColumnChunkBytes chunk, boolean verifyChecksums, boolean anyEncoding) {
        this.chunk = chunk;
        this.window = new ChunkWindow(chunk, anyEncoding);
        this.checksum = verifyChecksums ? new CRC32() : null;
        this.position = chunk.fileOffset();
        this.pageOffset = chunk.fileOffset();
    }

    boolean verifiesChecksums() {
        return checksum != null;
    }

    /** The array that {@link #body} refers to, until the next page is looked at. */
    byte[] bytes() {
        return window.bytes();
    }

    /** Where the page that was looked at last begins, from the start of the file. */
    long pageOffset() {
        return pageOffset;
    }

    /** The number of data pages that went by. */
    int dataPages() {
        return dataPages;
    }

    /** The number of values that went by, nulls among them. */
    long valuesSeen() {
        return valuesSeen;
    }

    /** The page that was looked at last, or that could not be. */
    FileLocation location() {
        return new FileLocation(
                chunk.file(),
                chunk.rowGroup(),
                chunk.column().dottedPath(),
                chunk.part() ? -1 : Math.max(0, dataPages - 1),
                pageOffset);
    }

    /** Whether no page went by yet. */
    boolean isAtStart() {
        return position == chunk.fileOffset();
    }

    /** Whether another page must come; places {@link #location} at it. */
    boolean hasMore() {
        long numValues = chunk.metadata().numValues();
        boolean more = chunk.part() ? position < window.chunkEnd() : valuesSeen < numValues;
        if (more) {
            pageOffset = position;
            if (position >= window.chunkEnd()) {
                throw new CorruptFileException(
                        "the column chunk ends after " + valuesSeen + " values; its num_values is " + numValues);
            }
        }
        return more;
    }

    /** The header of the next page, whose body is checked to be there. */
    PageHeader header() {
        Long dictionary = chunk.metadata().dictionaryPageOffset();
        boolean isDictionary = dictionary != null && dictionary == position && dataPages == 0;
        PageHeader header = window.header(position, isDictionary, chunk.firstPage() + dataPages);
        long left = window.chunkEnd() - window.bodyOffset();
        if (header.compressedPageSize() > left) {
            throw new CorruptFileException("compressed_page_size is " + header.compressedPageSize()
                    + "; the column chunk has " + left + " bytes left");
        }
        return header;
    }

    /** The number of values of the data page whose header it is and that comes next. */
    int checkedCount(PageHeader header) {
        int numValues = header.type() == PageType.DATA_PAGE_V2
                ? header.dataPageHeaderV2().numValues()
                : header.dataPageHeader().numValues();
        if (numValues > chunk.metadata().numValues() - valuesSeen) {
            throw new CorruptFileException("num_values of the page is " + numValues + "; the column chunk has "
                    + (chunk.metadata().numValues() - valuesSeen) + " values left of "
                    + chunk.metadata().numValues());
        }
        return numValues;
    }

    /** Goes behind the page whose header was asked for last. */
    void pass(PageHeader header) {
        position = window.bodyOffset() + header.compressedPageSize();
    }

    /** Counts a data page that goes by. */
    void count(int numValues) {
        dataPages++;
        valuesSeen += numValues;
    }

    /** The index in {@link #bytes} of the body of the page whose header was asked for last. */
    int body(PageHeader header) {
        return window.indexOf(window.bodyOffset(), header.compressedPageSize());
    }

    /** The number of bytes of the header that was asked for last. */
    int headerLength() {
        return (int) (window.bodyOffset() - pageOffset);
    }

    /** The index in {@link #bytes} of the header that was asked for last, behind which the body follows. */
    int start(PageHeader header) {
        return window.indexOf(pageOffset, headerLength() + header.compressedPageSize());
    }

    /**
     * The body of a page as its codec left it.
     *
     * @param bytes where it is
     * @param start the index of its first byte
     * @param length how many bytes it has
     * @param reused whether it was decrypted into the buffer that was given for that, and not where the chunk lies
     */
    record Body(byte[] bytes, int start, int length, boolean reused) {}

    /**
     * Holds the body of a page against its checksum and decrypts it, if it is encrypted.
     *
     * @param body as {@link #body} gives it
     * @param page the number of the data page among those that went by, ignored for a dictionary
     * @param buffer what it is decrypted into
     */
    Body open(PageHeader header, int body, int page, PageBuffer buffer) {
        verify(header, body);
        int length = header.compressedPageSize();
        if (chunk.decryptor() == null) {
            return new Body(window.bytes(), body, length, false);
        }
        boolean dictionary = header.type() == PageType.DICTIONARY_PAGE;
        int clear = clearLevels(header, body);
        int plain = Math.max(clear, length - chunk.decryptor().pageOverhead());
        byte[] out = buffer.forPage(plain);
        System.arraycopy(window.bytes(), body, out, 0, clear);
        chunk.decryptor()
                .page(
                        dictionary ? ModuleType.DICTIONARY_PAGE : ModuleType.DATA_PAGE,
                        window.bytes(),
                        body + clear,
                        length - clear,
                        out,
                        clear,
                        dictionary ? -1 : chunk.firstPage() + page,
                        pageOffset);
        return new Body(out, 0, plain, true);
    }

    /**
     * How many bytes of an encrypted page of version 2 are not encrypted: none, as the specification has it, or its levels, as parquet-java
     * writes them. The length of the module tells which.
     */
    private int clearLevels(PageHeader header, int body) {
        DataPageHeaderV2 special = header.dataPageHeaderV2();
        int length = header.compressedPageSize();
        if (header.type() != PageType.DATA_PAGE_V2 || chunk.decryptor().isPage(window.bytes(), body, length)) {
            return 0;
        }
        long levels = (long) special.repetitionLevelsByteLength() + special.definitionLevelsByteLength();
        boolean fits = levels <= length
                && chunk.decryptor().isPage(window.bytes(), body + (int) levels, length - (int) levels);
        return fits ? (int) levels : 0;
    }

    /** Holds a body against its checksum. */
    private void verify(PageHeader header, int body) {
        if (checksum == null || header.crc() == null) {
            return;
        }
        checksum.reset();
        checksum.update(window.bytes(), body, header.compressedPageSize());
        int found = (int) checksum.getValue();
        if (found != header.crc()) {
            throw new CorruptFileException(
                    String.format("the page's crc is %08x, the CRC-32 of its bytes is %08x", header.crc(), found));
        }
    }

    boolean isCompressed() {
        return chunk.metadata().codec() != CompressionCodec.UNCOMPRESSED;
    }

    /** The number of bytes of a page after decompression, checked before anything of that size is allocated. */
    int decompressedSize(int stored, int claimed) {
        if (!isCompressed()) {
            return stored;
        }
        long most = Expansion.mostBytes(chunk.metadata().codec(), stored);
        if (claimed > most) {
            throw new CorruptFileException("uncompressed_page_size is " + claimed + "; " + stored + " bytes of "
                    + chunk.metadata().codec() + " decompress to at most " + most);
        }
        return claimed;
    }
}
