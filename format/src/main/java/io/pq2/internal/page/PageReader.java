package io.pq2.internal.page;

import io.pq2.exception.CorruptFileException;
import io.pq2.exception.FileLocation;
import io.pq2.internal.compression.Decompressor;
import io.pq2.internal.encoding.level.LevelDecoder;
import io.pq2.internal.page.DataPage.LevelRun;
import io.pq2.internal.page.PageWalk.Body;
import io.pq2.metadata.DataPageHeader;
import io.pq2.metadata.DataPageHeaderV2;
import io.pq2.metadata.DictionaryPageHeader;
import io.pq2.metadata.Encoding;
import io.pq2.metadata.PageHeader;
import io.pq2.metadata.PageType;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads the pages of a column chunk: headers, checksums, decryption, decompression. Ends after as many values as the
 * chunk has and ignores any bytes after them. Not thread-safe.
 */
public final class PageReader {

    private final ColumnChunkBytes chunk;
    private final Decompressor decompressor;
    private final PageBuffer buffer;
    private final PageWalk walk;
    private final PageContents contents;

    private long valuesPassed;
    private int pagesPassed;
    /** The number of data pages with values, which an offset index lists. */
    private int pagesWithValues;

    private @Nullable DictionaryPage dictionary;
    /** Contains the dictionary page if it is compressed or encrypted; absent before it was read. */
    private @Nullable PageBuffer ownBuffer;

    /**
     * Starts at the first page.
     *
     * @param chunk the bytes of the chunk
     * @param decompressor the decompressor of the chunk's codec; the caller closes it
     * @param buffer receives decompressed pages; no other reader may use it at the same time
     * @param verifyChecksums whether the {@code crc} of pages is verified where present
     */
    public PageReader(ColumnChunkBytes chunk, Decompressor decompressor, PageBuffer buffer, boolean verifyChecksums) {
        this.chunk = chunk;
        this.decompressor = decompressor;
        this.buffer = buffer;
        this.walk = new PageWalk(chunk, verifyChecksums, false);
        this.contents = new PageContents(chunk, walk, decompressor);
    }

    /** Returns the dictionary; absent before it was read, or when the chunk has none. */
    public @Nullable DictionaryPage dictionary() {
        return dictionary;
    }

    /** Returns the number of data pages that were read; passed over pages do not count. */
    public int dataPages() {
        return walk.dataPages() - pagesPassed;
    }

    /** Returns the number of passed over data pages. */
    public int pagesPassed() {
        return pagesPassed;
    }

    /** Returns the number of values in the data pages that were read, nulls included. */
    public long valuesSeen() {
        return walk.valuesSeen() - valuesPassed;
    }

    /** Returns the total time of decompression, in nanoseconds. */
    public long decompressNanos() {
        return contents.decompressNanos();
    }

    /** Returns the location of the page that {@link #next} returned last or failed at. */
    public FileLocation location() {
        return walk.location();
    }

    /**
     * Reads the dictionary page if it is the first page and no page was read before.
     *
     * @throws CorruptFileException if the page violates the format
     */
    public void findDictionary() {
        if (dictionary != null) {
            return;
        }
        if (chunk.dictionary() != null) {
            readSeparateDictionary();
        } else if (walk.isAtStart() && walk.hasMore()) {
            PageHeader header = walk.header();
            if (header.type() == PageType.DICTIONARY_PAGE) {
                walk.pass(header);
                readDictionary(header, walk.body(header));
            }
        }
    }

    /**
     * Returns the next data page that has values; absent after the last one. Invalidates the previous page if it is
     * {@link DataPage#reused}.
     *
     * @throws CorruptFileException if a page violates the format
     * @throws io.pq2.exception.UnsupportedFeatureException if a page has more than 2 GiB
     * @throws io.pq2.exception.EncryptionException if a page is not authentic
     */
    public @Nullable DataPage next() {
        if (dictionary == null && chunk.dictionary() != null) {
            readSeparateDictionary();
        }
        while (walk.hasMore()) {
            PageHeader header = walk.header();
            walk.pass(header);
            PageType type = header.type();
            if (type == PageType.DICTIONARY_PAGE) {
                readDictionary(header, walk.body(header));
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
     * Passes over data pages that contain only the given number of next values, without verifying and decompressing
     * them.
     *
     * @param values the number of values that the caller does not need
     * @return the number of values in the passed over pages; at most {@code values}
     * @throws CorruptFileException if a page header violates the format
     */
    public long passOver(long values) {
        long[] pageRows = chunk.pageRows();
        long passed = 0;
        while (passed < values && walk.hasMore()) {
            PageHeader header = walk.header();
            if (header.type() == PageType.DICTIONARY_PAGE) {
                readDictionary(header, walk.body(header));
            } else if (header.type() == PageType.DATA_PAGE || header.type() == PageType.DATA_PAGE_V2) {
                int count = walk.checkedCount(header);
                if (count > values - passed) {
                    return passed;
                }
                if (count > 0 && pageRows != null) {
                    checkRows(pageRows, count);
                }
                passed += count;
                walk.count(count);
                valuesPassed += count;
                pagesPassed++;
            }
            walk.pass(header);
        }
        return passed;
    }

    private void readSeparateDictionary() {
        ColumnChunkBytes page = Objects.requireNonNull(chunk.dictionary());
        PageReader reader = new PageReader(page, decompressor, buffer, walk.verifiesChecksums());
        try {
            if (reader.next() != null || reader.dictionary == null) {
                throw new CorruptFileException(
                        "the offset index leaves room for a dictionary page, but the bytes are another page");
            }
        } catch (CorruptFileException e) {
            throw e.locate(reader.location());
        }
        dictionary = reader.dictionary;
        ownBuffer = reader.ownBuffer;
    }

    /** Ends the chunk: the budget no longer counts the dictionary page. */
    public void release() {
        if (ownBuffer != null) {
            ownBuffer.release();
            ownBuffer = null;
        }
    }

    private void readDictionary(PageHeader header, int body) {
        DictionaryPageHeader special = Objects.requireNonNull(header.dictionaryPageHeader());
        if (dictionary != null || walk.valuesSeen() > 0) {
            throw new CorruptFileException("a dictionary page follows another dictionary page or a data page");
        }
        // Dictionaries are PLAIN. Version 1 of the format named them PLAIN_DICTIONARY, and some writers RLE_DICTIONARY.
        if (special.encoding() != Encoding.PLAIN
                && special.encoding() != Encoding.PLAIN_DICTIONARY
                && special.encoding() != Encoding.RLE_DICTIONARY) {
            throw new CorruptFileException(
                    "the dictionary page has encoding " + special.encoding() + "; the format requires PLAIN");
        }
        // Vectors refer to the dictionary until the chunk ends, so it gets its own array.
        PageBuffer own = new PageBuffer(buffer.budget());
        ownBuffer = own;
        contents.whole(header, walk.open(header, body, -1, contents.decrypted(own)), own);
        dictionary = new DictionaryPage(special.numValues(), contents.bytes(), contents.start(), contents.end());
    }

    private @Nullable DataPage readData(PageHeader header) {
        int numValues = walk.checkedCount(header);
        if (numValues == 0) {
            walk.count(0);
            return null;
        }
        int stored = walk.body(header);
        walk.count(numValues);
        Body body = walk.open(header, stored, walk.dataPages() - 1, contents.decrypted(buffer));
        DataPage page = header.type() == PageType.DATA_PAGE_V2
                ? version2(header, Objects.requireNonNull(header.dataPageHeaderV2()), body)
                : version1(header, Objects.requireNonNull(header.dataPageHeader()), body);
        long[] rows = chunk.pageRows();
        if (rows != null) {
            checkRows(rows, countRows(rows, header, page));
        }
        return page;
    }

    /** Returns the number of rows that begin in a page. Levels are not counted if the header agrees with the index. */
    private int countRows(long[] pageRows, PageHeader header, DataPage page) {
        int maxLevel = chunk.column().maxRepetitionLevel();
        DataPageHeaderV2 special = header.type() == PageType.DATA_PAGE_V2 ? header.dataPageHeaderV2() : null;
        if (maxLevel > 0 && special != null && special.numRows() == listedRows(pageRows)) {
            return special.numRows();
        }
        return page.rows(maxLevel);
    }

    /** Returns the number of rows that the offset index gives the next page with values. */
    private long listedRows(long[] pageRows) {
        int page = pagesWithValues;
        return page + 1 < pageRows.length ? pageRows[page + 1] - pageRows[page] : 0;
    }

    /**
     * Compares the number of rows of a page with that of the offset index. If they differ, pages do not begin at the
     * rows that the offset index says.
     */
    private void checkRows(long[] pageRows, int rows) {
        long expected = listedRows(pageRows);
        if (rows != expected) {
            throw new CorruptFileException("first_row_index of the offset index gives page "
                    + (chunk.firstPage() + pagesWithValues) + " of the column chunk " + expected + " rows, but it has "
                    + rows + ", so rows cannot be found by it. To read all pages instead, turn off page indexes"
                    + " (pageIndexes, parquet.filter.columnindex.enabled)");
        }
        pagesWithValues++;
    }

    private DataPage version1(PageHeader header, DataPageHeader special, Body body) {
        contents.whole(header, body, buffer);
        byte[] bytes = contents.bytes();
        int start = contents.start();
        int end = contents.end();
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
                walk.dataPages() - 1,
                walk.pageOffset(),
                numValues,
                false,
                special.encoding(),
                bytes,
                repetition,
                definition,
                bytes,
                definition.end(),
                end,
                contents.decompressed());
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
                    "the " + name + " levels have encoding " + encoding + "; the format allows RLE and BIT_PACKED");
        }
        if (end - start < Integer.BYTES) {
            throw new CorruptFileException("the page ends inside the length of its " + name + " levels");
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

    private DataPage version2(PageHeader header, DataPageHeaderV2 special, Body body) {
        contents.values(header, special, body, buffer);
        int definitionStart = body.start() + special.repetitionLevelsByteLength();
        int definitionEnd = definitionStart + special.definitionLevelsByteLength();
        return new DataPage(
                walk.dataPages() - 1,
                walk.pageOffset(),
                special.numValues(),
                true,
                special.encoding(),
                body.bytes(),
                new LevelRun(Encoding.RLE, body.start(), definitionStart),
                new LevelRun(Encoding.RLE, definitionStart, definitionEnd),
                contents.bytes(),
                contents.start(),
                contents.end(),
                contents.decompressed());
    }
}
