package io.pq2.page;

import io.pq2.CorruptFileException;
import io.pq2.FileLocation;
import io.pq2.compression.Decompressor;
import io.pq2.encoding.LevelDecoder;
import io.pq2.metadata.CompressionCodec;
import io.pq2.metadata.DataPageHeader;
import io.pq2.metadata.DataPageHeaderV2;
import io.pq2.metadata.DictionaryPageHeader;
import io.pq2.metadata.Encoding;
import io.pq2.metadata.PageHeader;
import io.pq2.metadata.PageType;
import io.pq2.page.DataPage.LevelRun;
import java.util.zip.CRC32;

/**
 * Goes through the pages of a column chunk: header, checksum, decompression. Stops when as many values went by as the chunk
 * has, whatever stands behind them.
 */
public final class PageReader {

    private final ColumnChunkBytes chunk;
    private final Decompressor decompressor;
    private final PageBuffer buffer;
    private final CRC32 checksum;

    private final ChunkWindow window;

    /** Where the next page begins, from the start of the file. */
    private long position;

    private long pageOffset;
    private long valuesSeen;
    private int dataPages;
    private long valuesPassed;
    private int pagesPassed;
    private DictionaryPage dictionary;
    private long decompressNanos;

    /**
     * @param chunk the bytes of the chunk
     * @param decompressor for the chunk's codec; stays the caller's
     * @param buffer what pages are decompressed into; used by no other reader at the same time
     * @param verifyChecksums whether a page's {@code crc} is compared where there is one
     */
    public PageReader(ColumnChunkBytes chunk, Decompressor decompressor, PageBuffer buffer, boolean verifyChecksums) {
        this.chunk = chunk;
        this.decompressor = decompressor;
        this.buffer = buffer;
        this.checksum = verifyChecksums ? new CRC32() : null;
        this.window = new ChunkWindow(chunk);
        this.position = chunk.fileOffset();
        this.pageOffset = chunk.fileOffset();
    }

    /** The dictionary, null if none went by so far. */
    public DictionaryPage dictionary() {
        return dictionary;
    }

    /** The number of data pages that went by, without those that were passed over. */
    public int dataPages() {
        return dataPages - pagesPassed;
    }

    /** The number of values in them, nulls among them. */
    public long valuesSeen() {
        return valuesSeen - valuesPassed;
    }

    /** The time that decompression has taken so far. */
    public long decompressNanos() {
        return decompressNanos;
    }

    /** Where this reader stands: the page that {@link #next} returned last, or failed at. */
    public FileLocation location() {
        return new FileLocation(
                chunk.file(),
                chunk.rowGroup(),
                chunk.column().dottedPath(),
                chunk.part() ? -1 : Math.max(0, dataPages - 1),
                pageOffset);
    }

    /** Reads the dictionary, if nothing was read so far and it comes first. */
    public void findDictionary() {
        if (dictionary != null) {
            return;
        }
        if (chunk.dictionary() != null) {
            readSeparateDictionary();
        } else if (position == chunk.fileOffset() && hasMore()) {
            PageHeader header = header();
            if (header.type() == PageType.DICTIONARY_PAGE) {
                position = window.bodyOffset() + header.compressedPageSize();
                readDictionary(header, body(header));
            }
        }
    }

    /**
     * The next data page that has values; null if all values of the chunk went by. The page before it must not be used any
     * more if it was {@link DataPage#reused}.
     */
    public DataPage next() {
        if (dictionary == null && chunk.dictionary() != null) {
            readSeparateDictionary();
        }
        while (hasMore()) {
            PageHeader header = header();
            position = window.bodyOffset() + header.compressedPageSize();
            PageType type = header.type();
            if (type == PageType.DICTIONARY_PAGE) {
                readDictionary(header, body(header));
            } else if (type == PageType.DATA_PAGE || type == PageType.DATA_PAGE_V2) {
                DataPage page = readData(header);
                if (page != null) {
                    return page;
                }
            }
        }
        return null;
    }

    /**
     * Passes over data pages that lie entirely among the next values, without verifying and decompressing them.
     *
     * @param values how many values are not wanted
     * @return how many of them the pages had that were passed over
     */
    public long passOver(long values) {
        long passed = 0;
        while (passed < values && hasMore()) {
            PageHeader header = header();
            long end = window.bodyOffset() + header.compressedPageSize();
            if (header.type() == PageType.DICTIONARY_PAGE) {
                readDictionary(header, body(header));
            } else if (header.type() == PageType.DATA_PAGE || header.type() == PageType.DATA_PAGE_V2) {
                int count = checkedCount(header);
                if (count > values - passed) {
                    return passed;
                }
                passed += count;
                valuesSeen += count;
                valuesPassed += count;
                dataPages++;
                pagesPassed++;
            }
            position = end;
        }
        return passed;
    }

    /** Whether another page must come; places {@link #location} at it. */
    private boolean hasMore() {
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

    private void readSeparateDictionary() {
        PageReader reader = new PageReader(chunk.dictionary(), decompressor, buffer, checksum != null);
        try {
            if (reader.next() != null || reader.dictionary == null) {
                throw new CorruptFileException("no dictionary page where the offset index leaves room for it");
            }
        } catch (CorruptFileException e) {
            throw e.locate(reader.location());
        }
        dictionary = reader.dictionary;
    }

    /** The header of the next page, whose body is checked to be there. */
    private PageHeader header() {
        PageHeader header = window.header(position);
        long left = window.chunkEnd() - window.bodyOffset();
        if (header.compressedPageSize() > left) {
            throw new CorruptFileException("compressed_page_size is " + header.compressedPageSize()
                    + "; the column chunk has " + left + " bytes left");
        }
        return header;
    }

    /** The index of the body that follows a header. */
    private int body(PageHeader header) {
        return window.indexOf(window.bodyOffset(), header.compressedPageSize());
    }

    private void readDictionary(PageHeader header, int body) {
        DictionaryPageHeader special = header.dictionaryPageHeader();
        if (dictionary != null || valuesSeen > 0) {
            throw new CorruptFileException("a dictionary page behind another one or behind data pages");
        }
        if (special.encoding() != Encoding.PLAIN && special.encoding() != Encoding.PLAIN_DICTIONARY) {
            throw new CorruptFileException(
                    "a dictionary page in encoding " + special.encoding() + ", which has to be PLAIN");
        }
        verify(header, body);
        int length = decompressedSize(header.compressedPageSize(), header.uncompressedPageSize());
        if (isCompressed()) {
            // Vectors refer to the dictionary for as long as the chunk is read, so it gets an array of its own.
            byte[] bytes = new PageBuffer().forPage(length);
            decompress(body, header.compressedPageSize(), bytes, 0, length);
            dictionary = new DictionaryPage(special.numValues(), bytes, 0, length);
        } else {
            dictionary = new DictionaryPage(special.numValues(), window.bytes(), body, body + length);
        }
    }

    private DataPage readData(PageHeader header) {
        int numValues = checkedCount(header);
        dataPages++;
        if (numValues == 0) {
            return null;
        }
        int body = body(header);
        verify(header, body);
        valuesSeen += numValues;
        return header.type() == PageType.DATA_PAGE_V2
                ? version2(header, header.dataPageHeaderV2(), body)
                : version1(header, header.dataPageHeader(), body);
    }

    /** The number of values of the data page that comes next. */
    private int checkedCount(PageHeader header) {
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

    private DataPage version1(PageHeader header, DataPageHeader special, int body) {
        int length = decompressedSize(header.compressedPageSize(), header.uncompressedPageSize());
        byte[] bytes = window.bytes();
        int start = body;
        if (isCompressed()) {
            bytes = buffer.forPage(length);
            start = 0;
            decompress(body, header.compressedPageSize(), bytes, 0, length);
        }
        int end = start + length;
        int numValues = special.numValues();
        LevelRun repetition = levels(
                "repetition",
                special.repetitionLevelEncoding(),
                chunk.column().maxRepetitionLevel(),
                numValues,
                bytes,
                start,
                end);
        LevelRun definition = levels(
                "definition",
                special.definitionLevelEncoding(),
                chunk.column().maxDefinitionLevel(),
                numValues,
                bytes,
                repetition.end(),
                end);
        return new DataPage(
                dataPages - 1,
                pageOffset,
                numValues,
                false,
                special.encoding(),
                bytes,
                repetition,
                definition,
                bytes,
                definition.end(),
                end,
                isCompressed());
    }

    private static LevelRun levels(
            String name, Encoding encoding, int maxLevel, int numValues, byte[] bytes, int start, int end) {
        if (maxLevel == 0) {
            return new LevelRun(Encoding.RLE, start, start);
        }
        if (encoding == Encoding.BIT_PACKED) {
            long length = ((long) numValues * LevelDecoder.bitWidth(maxLevel) + 7) >>> 3;
            if (length > end - start) {
                throw new CorruptFileException(numValues + " bit-packed " + name + " levels need " + length
                        + " bytes; the page has " + (end - start) + " left");
            }
            return new LevelRun(encoding, start, start + (int) length);
        }
        if (encoding != Encoding.RLE) {
            throw new CorruptFileException(
                    name + " levels in encoding " + encoding + ", which has to be RLE or BIT_PACKED");
        }
        if (end - start < Integer.BYTES) {
            throw new CorruptFileException("the page ends within the length of its " + name + " levels");
        }
        int length = (bytes[start] & 0xFF)
                | (bytes[start + 1] & 0xFF) << 8
                | (bytes[start + 2] & 0xFF) << 16
                | (bytes[start + 3] & 0xFF) << 24;
        int first = start + Integer.BYTES;
        if (length < 0 || length > end - first) {
            throw new CorruptFileException("the length of the " + name + " levels is " + length + "; the page has "
                    + (end - first) + " bytes left");
        }
        return new LevelRun(encoding, first, first + length);
    }

    private DataPage version2(PageHeader header, DataPageHeaderV2 special, int body) {
        int repetitionLength = special.repetitionLevelsByteLength();
        int definitionLength = special.definitionLevelsByteLength();
        long levelsLength = (long) repetitionLength + definitionLength;
        if (levelsLength > header.compressedPageSize()) {
            throw new CorruptFileException("repetition_levels_byte_length is " + repetitionLength
                    + " and definition_levels_byte_length is " + definitionLength + "; the page has "
                    + header.compressedPageSize() + " bytes");
        }
        if (levelsLength > header.uncompressedPageSize()) {
            throw new CorruptFileException("uncompressed_page_size is " + header.uncompressedPageSize()
                    + ", less than the " + levelsLength + " bytes of the levels");
        }
        int definitionStart = body + repetitionLength;
        int dataStart = definitionStart + definitionLength;
        int stored = header.compressedPageSize() - (int) levelsLength;
        int claimed = header.uncompressedPageSize() - (int) levelsLength;
        boolean known = special.compressed() || chunk.writer().compressesWithoutSayingSo();
        boolean compressed = isCompressed() && (known || isCompressedInSpiteOfItsFlag(dataStart, stored, claimed));
        byte[] bytes = window.bytes();
        int start = dataStart;
        int length = stored;
        if (compressed) {
            // Pages of nothing but nulls have no values, and some writers then store nothing at all, which is no block
            // of the codec.
            length = stored == 0 ? 0 : decompressedSize(stored, claimed);
            bytes = buffer.forPage(length);
            start = 0;
            if (length > 0 && known) {
                decompress(dataStart, stored, bytes, 0, length);
            }
        }
        return new DataPage(
                dataPages - 1,
                pageOffset,
                special.numValues(),
                true,
                special.encoding(),
                window.bytes(),
                new LevelRun(Encoding.RLE, body, definitionStart),
                new LevelRun(Encoding.RLE, definitionStart, dataStart),
                bytes,
                start,
                start + length,
                compressed);
    }

    /**
     * Whether the values of a page of version 2 that is said not to be compressed are so all the same, as Arrow C++ wrote them
     * before 3.0 (ARROW-17100); if so, they are in the buffer then. Where nothing is compressed both sizes are the same, so this
     * is for pages whose sizes contradict the flag.
     */
    private boolean isCompressedInSpiteOfItsFlag(int source, int stored, int claimed) {
        if (stored == claimed
                || stored == 0
                || claimed > Expansion.mostBytes(chunk.metadata().codec(), stored)) {
            return false;
        }
        try {
            decompress(source, stored, buffer.forPage(claimed), 0, claimed);
            return true;
        } catch (CorruptFileException e) {
            return false;
        }
    }

    private boolean isCompressed() {
        return chunk.metadata().codec() != CompressionCodec.UNCOMPRESSED;
    }

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

    /** The number of bytes of a page after decompression, checked before anything of that size is allocated. */
    private int decompressedSize(int stored, int claimed) {
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

    private void decompress(int source, int stored, byte[] target, int offset, int length) {
        long start = System.nanoTime();
        decompressor.decompress(window.bytes(), source, stored, target, offset, length);
        decompressNanos += System.nanoTime() - start;
    }
}
