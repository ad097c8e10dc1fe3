package io.pq2.internal.page;

import io.pq2.exception.CorruptFileException;
import io.pq2.exception.FileLocation;
import io.pq2.exception.TamperedFileException;
import io.pq2.internal.encryption.ChunkDecryptor;
import io.pq2.internal.encryption.ModuleType;
import io.pq2.internal.writer.ZeroChecksums;
import io.pq2.metadata.CompressionCodec;
import io.pq2.metadata.DataPageHeaderV2;
import io.pq2.metadata.PageHeader;
import io.pq2.metadata.PageType;
import java.util.Objects;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * Iterates over the stored pages of a column chunk: reads their headers, compares them with the metadata of the chunk,
 * verifies checksums, and decrypts. Ends after as many values as the chunk has and ignores any bytes after them.
 */
final class PageWalk {

    private final ColumnChunkBytes chunk;
    private final ChunkWindow window;
    private final @Nullable CRC32 checksum;
    private final ZeroChecksums zeros;

    /** The offset of the next page from the start of the file. */
    private long position;

    private long pageOffset;
    private long valuesSeen;
    private int dataPages;

    /**
     * Starts at the first page.
     *
     * @param verifyChecksums whether the {@code crc} of pages is verified where present
     * @param anyEncoding whether headers may name encodings that this version cannot decode
     */
    PageWalk(ColumnChunkBytes chunk, boolean verifyChecksums, boolean anyEncoding) {
        this.chunk = chunk;
        this.window = new ChunkWindow(chunk, anyEncoding);
        this.checksum = verifyChecksums ? new CRC32() : null;
        this.zeros = new ZeroChecksums(chunk.writer());
        this.position = chunk.fileOffset();
        this.pageOffset = chunk.fileOffset();
    }

    /** Whether checksums are verified. */
    boolean verifiesChecksums() {
        return checksum != null;
    }

    /** Returns the array that {@link #body} refers to, valid until the next call of {@link #header}. */
    byte[] bytes() {
        return window.bytes();
    }

    /** Returns the offset of the current page from the start of the file. */
    long pageOffset() {
        return pageOffset;
    }

    /** Returns the number of data pages that were counted. */
    int dataPages() {
        return dataPages;
    }

    /** Returns the number of values in the counted data pages, nulls included. */
    long valuesSeen() {
        return valuesSeen;
    }

    /** Returns the location of the current page. */
    FileLocation location() {
        return new FileLocation(
                chunk.file(),
                chunk.rowGroup(),
                chunk.column().dottedPath(),
                chunk.part() ? -1 : Math.max(0, dataPages - 1),
                pageOffset);
    }

    /** Whether the first page is still the next one. */
    boolean isAtStart() {
        return position == chunk.fileOffset();
    }

    /**
     * Whether the chunk has another page, which becomes the current one for {@link #location}.
     *
     * @throws CorruptFileException if the chunk ends although values are missing
     */
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

    /**
     * Reads the header of the next page and checks that the chunk has as many bytes as the header says.
     *
     * @throws CorruptFileException if the header violates the format or the page is cut off
     */
    PageHeader header() {
        Long dictionary = chunk.metadata().dictionaryPageOffset();
        boolean isDictionary = dictionary != null && dictionary == position && dataPages == 0;
        PageHeader header = window.header(position, isDictionary, chunk.firstPage() + dataPages);
        zeros.see(header.crc());
        long left = window.chunkEnd() - window.bodyOffset();
        if (header.compressedPageSize() > left) {
            throw new CorruptFileException("compressed_page_size is " + header.compressedPageSize()
                    + "; the column chunk has " + left + " bytes left");
        }
        return header;
    }

    /**
     * Returns the number of values in a data page that follows.
     *
     * @throws CorruptFileException if the chunk has fewer values left
     */
    int checkedCount(PageHeader header) {
        int numValues = header.type() == PageType.DATA_PAGE_V2
                ? Objects.requireNonNull(header.dataPageHeaderV2()).numValues()
                : Objects.requireNonNull(header.dataPageHeader()).numValues();
        if (numValues > chunk.metadata().numValues() - valuesSeen) {
            throw new CorruptFileException("num_values of the page is " + numValues + "; the column chunk has "
                    + (chunk.metadata().numValues() - valuesSeen) + " values left of "
                    + chunk.metadata().numValues());
        }
        return numValues;
    }

    /** Moves after the page of the last header. */
    void pass(PageHeader header) {
        position = window.bodyOffset() + header.compressedPageSize();
    }

    /** Counts a data page with {@code numValues} values. */
    void count(int numValues) {
        dataPages++;
        valuesSeen += numValues;
    }

    /** Returns the index in {@link #bytes} of the body of the page with the last header. */
    int body(PageHeader header) {
        return window.indexOf(window.bodyOffset(), header.compressedPageSize());
    }

    /** Returns the size of the last header in bytes. */
    int headerLength() {
        return (int) (window.bodyOffset() - pageOffset);
    }

    /** Returns the index in {@link #bytes} of the last header; the body follows it. */
    int start(PageHeader header) {
        return window.indexOf(pageOffset, headerLength() + header.compressedPageSize());
    }

    /**
     * The decrypted, still compressed body of a page.
     *
     * @param bytes the array that contains the body
     * @param start the index of its first byte
     * @param length its size in bytes
     * @param reused whether it was decrypted into a buffer; otherwise it is in the bytes of the chunk
     */
    record Body(byte[] bytes, int start, int length, boolean reused) {}

    /**
     * Verifies the checksum of a page's body and decrypts the body if the chunk is encrypted.
     *
     * @param body the index that {@link #body} returned
     * @param page the index among the counted data pages; ignored for a dictionary page
     * @param buffer receives the decrypted body
     * @throws CorruptFileException if the checksum differs
     * @throws io.pq2.exception.EncryptionException if the body is not authentic
     */
    Body open(PageHeader header, int body, int page, PageBuffer buffer) {
        verify(header, body);
        int length = header.compressedPageSize();
        ChunkDecryptor decryptor = chunk.decryptor();
        if (decryptor == null) {
            return new Body(window.bytes(), body, length, false);
        }
        boolean dictionary = header.type() == PageType.DICTIONARY_PAGE;
        int clear = clearLevels(decryptor, header, body);
        int plain = Math.max(clear, length - decryptor.pageOverhead());
        checkPlainLength(header, plain);
        byte[] out = buffer.forPage(plain);
        System.arraycopy(window.bytes(), body, out, 0, clear);
        decryptor.page(
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
     * Returns the number of unencrypted bytes at the start of an encrypted page of version 2: 0 according to the
     * specification, the size of the levels in files of parquet-java. The length of the module tells which one applies.
     */
    private int clearLevels(ChunkDecryptor decryptor, PageHeader header, int body) {
        DataPageHeaderV2 special = header.dataPageHeaderV2();
        int length = header.compressedPageSize();
        if (header.type() != PageType.DATA_PAGE_V2
                || special == null
                || decryptor.isPage(window.bytes(), body, length)) {
            return 0;
        }
        long levels = (long) special.repetitionLevelsByteLength() + special.definitionLevelsByteLength();
        boolean fits = levels <= length && decryptor.isPage(window.bytes(), body + (int) levels, length - (int) levels);
        return fits ? (int) levels : 0;
    }

    /**
     * Compares the length of an uncompressed page with its authenticated header. They differ if the encryption
     * algorithm in the file was changed, because the algorithms add different numbers of bytes.
     */
    private void checkPlainLength(PageHeader header, int plain) {
        DataPageHeaderV2 special = header.dataPageHeaderV2();
        boolean compressed = isCompressed() && (special == null || !Boolean.FALSE.equals(special.isCompressed()));
        if (!compressed && plain != header.uncompressedPageSize()) {
            throw new TamperedFileException(
                    location(),
                    "uncompressed_page_size is " + header.uncompressedPageSize() + "; the decrypted page has " + plain
                            + " bytes: the page or the encryption algorithm of the file was changed; get the file from"
                            + " its source again");
        }
    }

    /** Compares the checksum of a body with its header. */
    private void verify(PageHeader header, int body) {
        if (checksum == null || header.crc() == null || hasPlaceholder(header)) {
            return;
        }
        checksum.reset();
        checksum.update(window.bytes(), body, header.compressedPageSize());
        int found = (int) checksum.getValue();
        if (found != header.crc()) {
            throw new CorruptFileException(
                    String.format("the page's crc is %08x, the CRC-32 of its bytes is %08x", header.crc(), found)
                            + "; its bytes or its header are damaged. To read it nevertheless, turn off the"
                            + " verification of checksums (verifyChecksums, pq2.read.verifyChecksums)");
        }
    }

    /** Whether the {@code crc} of the last header is a zero that its writer stores in every page. */
    boolean hasPlaceholder(PageHeader header) {
        return zeros.replaces(header.crc());
    }

    /** Whether the codec of the chunk compresses. */
    boolean isCompressed() {
        return chunk.metadata().codec() != CompressionCodec.UNCOMPRESSED;
    }

    /**
     * Returns the decompressed size of a page in bytes.
     *
     * @param stored the compressed size in bytes
     * @param claimed the decompressed size that the header claims
     * @throws CorruptFileException if no {@code stored} bytes of the codec can decompress to the claimed size
     */
    int decompressedSize(int stored, int claimed) {
        if (!isCompressed()) {
            return stored;
        }
        long most = Expansion.maxDecompressedBytes(chunk.metadata().codec(), stored);

        if (claimed > most) {
            throw new CorruptFileException("uncompressed_page_size is " + claimed + "; " + stored + " bytes of "
                    + chunk.metadata().codec() + " decompress to at most " + most);
        }
        return claimed;
    }
}
