package io.pq2.read;

import static io.pq2.read.ScanPruningTest.BYTES;
import static io.pq2.read.ScanPruningTest.equal;
import static io.pq2.read.ScanPruningTest.isCity;
import static io.pq2.read.ScanPruningTest.key;
import static io.pq2.read.ScanPruningTest.rows;
import static io.pq2.read.ScanPruningTest.withoutPruning;
import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.exception.ParquetException;
import io.pq2.io.MemoryInputFile;
import io.pq2.metadata.ColumnChunk;
import io.pq2.metadata.ColumnMetaData;
import io.pq2.metadata.ColumnMetaDataBuilder;
import io.pq2.metadata.Encoding;
import io.pq2.metadata.FileMetaData;
import io.pq2.metadata.PageEncodingStats;
import io.pq2.metadata.PageType;
import io.pq2.predicate.FilterSemantics;
import io.pq2.predicate.MissingColumns;
import io.pq2.predicate.Predicate;
import io.pq2.vector.Batch;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/**
 * Damages the data that pruning reads, and its offsets and lengths in the footer. Scans must find the right rows or
 * report a corrupt file.
 */
class HostilePruningDataTest {

    private static final FileMetaData FOOTER = TestFooters.read(BYTES);
    private static final int GROUP = 2;
    private static final Predicate IS_KEY = equal("key", key(4_321));
    private static final List<Long> ROW = List.of(4_321L);
    private static final Predicate IS_CITY = isCity("M2");
    private static final List<Long> ROWS =
            rows(4_000, 6_000).stream().filter(row -> row % 4 > 1).toList();

    private static final int[] SOME_BYTES = {
        0, 1, 2, 3, 4, 5, 6, 8, 12, 16, 21, 24, 25, 28, 32, 44, 64, 76, 96, 127, 128, 129, 192, 255
    };

    private static final ReadOptions BLOOM_FILTERS =
            withoutPruning().bloomFilters(true).build();
    private static final ReadOptions DICTIONARIES =
            withoutPruning().dictionaries(true).build();
    private static final ReadOptions PAGE_INDEXES =
            withoutPruning().pageIndexes(true).lateMaterializationMinBytes(0).build();

    /** Returns the rows that a filter keeps; null if the scan reports a corrupt file. */
    private static List<Long> find(byte[] bytes, ReadOptions options, Predicate predicate) throws IOException {
        List<Long> found = new ArrayList<>();
        try (ParquetFile file = ParquetFile.open(new MemoryInputFile("hostile", bytes), options);
                BatchReader reader = file.scan()
                        .columns("id", "payload")
                        .filter(predicate, FilterSemantics.of(MissingColumns.UNKNOWN), RowFiltering.ALWAYS)
                        .open()) {
            for (Batch batch = reader.next(); batch != null; batch = reader.next()) {
                for (int i = 0; i < batch.rowCount(); i++) {
                    found.add(reader.rowIndex(i));
                }
            }
            return found;
        } catch (ParquetException e) {
            assertThat(e).hasMessageContaining("file hostile, row group ");
            return null;
        }
    }

    private static ColumnMetaData chunk(String column) {
        return FOOTER.rowGroups().get(GROUP).columns().stream()
                .map(ColumnChunk::metadata)
                .filter(metadata -> metadata.dottedPath().equals(column))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void ignoresBloomFiltersWithDamagedHeaders() throws IOException {
        int offset = (int) (long) chunk("key").bloomFilterOffset();
        for (int i = 0; i < 20; i++) {
            for (int bit = 0; bit < 8; bit++) {
                byte[] damaged = BYTES.clone();
                damaged[offset + i] ^= (byte) (1 << bit);
                List<Long> found = find(damaged, BLOOM_FILTERS, IS_KEY);
                boolean inHeader = i < chunk("key").bloomFilterLength() % 32;
                assertThat(found).as("byte %s, bit %s", i, bit).isEqualTo(inHeader ? ROW : found);
            }
        }
    }

    @Test
    void ignoresBloomFiltersWithWrongOffsetsOrLengths() throws IOException {
        int correct = chunk("key").bloomFilterLength();
        long end = BYTES.length;
        for (Long offset : new Long[] {null, Long.MIN_VALUE, -1L, 0L, 4L, 77L, end - 9, end, Long.MAX_VALUE - 8}) {
            for (Integer length : new Integer[] {null, correct}) {
                assertThat(find(edit("key", chunk -> bloomFilter(chunk, offset, length)), BLOOM_FILTERS, IS_KEY))
                        .as("offset %s, length %s", offset, length)
                        .isEqualTo(ROW);
            }
        }
        for (int length : new int[] {
            Integer.MIN_VALUE,
            -1,
            0,
            1,
            15,
            31,
            32,
            47,
            correct - 32,
            correct - 1,
            correct + 1,
            correct + 32,
            2 * correct,
            Integer.MAX_VALUE
        }) {
            byte[] bytes = edit("key", chunk -> bloomFilter(chunk, chunk.bloomFilterOffset(), length));
            assertThat(find(bytes, BLOOM_FILTERS, IS_KEY))
                    .as("length %s", length)
                    .isEqualTo(ROW);
        }
    }

    @Test
    void ignoresBloomFiltersTruncatedByEndOfData() throws IOException {
        ColumnMetaData key = chunk("key");
        byte[] header = Arrays.copyOfRange(
                BYTES, (int) (long) key.bloomFilterOffset(), (int) (key.bloomFilterOffset() + key.bloomFilterLength()));
        byte[] bytes = BYTES.clone();
        long dataEnd;
        try (ParquetFile file = ParquetFile.open(new MemoryInputFile("correct", BYTES))) {
            dataEnd = file.footer().dataEnd();
        }
        int available = 100;
        System.arraycopy(header, 0, bytes, (int) dataEnd - available, available);
        for (Integer length : new Integer[] {null, key.bloomFilterLength(), available}) {
            byte[] cut = editIn(bytes, "key", chunk -> bloomFilter(chunk, dataEnd - available, length));
            assertThat(find(cut, BLOOM_FILTERS, IS_KEY)).isEqualTo(ROW);
        }
    }

    @Test
    void damagedDictionariesExcludeNoMatchingRow() throws IOException {
        ColumnMetaData city = chunk("city");
        int length = (int) (city.dataPageOffset() - city.dictionaryPageOffset());
        int corrupt = 0;
        for (int i = 0; i < length; i++) {
            for (int bit = 0; bit < 8; bit++) {
                byte[] damaged = BYTES.clone();
                damaged[(int) (long) city.dictionaryPageOffset() + i] ^= (byte) (1 << bit);
                List<Long> found = find(damaged, DICTIONARIES, IS_CITY);
                assertThat(found).as("byte %s, bit %s", i, bit).isIn(ROWS, null);
                corrupt += found == null ? 1 : 0;
            }
        }
        assertThat(corrupt).isGreaterThan(length);
    }

    @Test
    void damagedDictionaryHeadersExcludeNoMatchingRow() throws IOException {
        PageFileBuilder pages = new PageFileBuilder("required int32 a;").crcMask(0);
        pages.dictionary(1, 2, 3);
        int end = pages.position();
        byte[] bytes = pages.v1(Encoding.RLE_DICTIONARY, 4, PageFileBuilder.ids(2, 0, 1, 2, 2))
                .endRowGroup(4)
                .bytes();
        assertThat(findThree(bytes)).containsExactly(2L, 3L);
        for (int i = 4; i < end; i++) {
            for (int value : SOME_BYTES) {
                byte[] damaged = bytes.clone();
                damaged[i] = (byte) value;
                assertThat(findThree(damaged)).as("byte %s is %s", i, value).isIn(List.of(2L, 3L), null);
            }
        }
    }

    private static List<Long> findThree(byte[] file) throws IOException {
        byte[] bytes = TestFooters.change(file, HostilePruningDataTest::allInDictionary);
        ReadOptions options =
                withoutPruning().dictionaries(true).dictionaryMinBytes(0).build();
        List<Long> found = new ArrayList<>();
        try (ParquetFile opened = ParquetFile.open(new MemoryInputFile("hostile", bytes), options);
                BatchReader reader = opened.scan()
                        .filter(equal("a", 3), FilterSemantics.of(MissingColumns.UNKNOWN), RowFiltering.ALWAYS)
                        .open()) {
            for (Batch batch = reader.next(); batch != null; batch = reader.next()) {
                for (int i = 0; i < batch.rowCount(); i++) {
                    found.add(reader.rowIndex(i));
                }
            }
            return found;
        } catch (ParquetException e) {
            return null;
        }
    }

    private static ColumnChunk allInDictionary(ColumnChunk chunk) {
        return ScanPruningTest.withEncodings(
                chunk,
                List.of(
                        new PageEncodingStats(PageType.DICTIONARY_PAGE, Encoding.PLAIN, 1),
                        new PageEncodingStats(PageType.DATA_PAGE, Encoding.RLE_DICTIONARY, 1)),
                null);
    }

    @Test
    void wrongDictionaryOffsetsExcludeNoMatchingRow() throws IOException {
        ColumnMetaData city = chunk("city");
        long offset = city.dictionaryPageOffset();
        long data = city.dataPageOffset();
        for (Long offsetInFooter : new Long[] {
            null,
            Long.MIN_VALUE,
            -1L,
            0L,
            4L,
            offset - 1,
            offset + 1,
            offset + 20,
            data - 1,
            data,
            data + 9,
            Long.MAX_VALUE
        }) {
            byte[] bytes = edit("city", chunk -> withOffsets(chunk, offsetInFooter, data));
            assertThat(find(bytes, DICTIONARIES, IS_CITY))
                    .as("dictionary_page_offset %s", offsetInFooter)
                    .isIn(ROWS, null);
        }
        byte[] absent = edit("city", chunk -> withOffsets(chunk, null, offset));
        assertThat(find(absent, DICTIONARIES, IS_CITY))
                .as("the first page is a dictionary, without dictionary_page_offset")
                .isEqualTo(ROWS);
        for (long offsetInFooter : new long[] {offset + 1, offset + 20, data - 1, data + 1, data + 50}) {
            byte[] bytes = edit("city", chunk -> withOffsets(chunk, offset, offsetInFooter));
            assertThat(find(bytes, DICTIONARIES, IS_CITY))
                    .as("data_page_offset %s", offsetInFooter)
                    .isIn(ROWS, null);
        }
    }

    @Test
    void pageIndexesWithWrongLengthsExcludeNoMatchingRow() throws IOException {
        for (int added : new int[] {Integer.MIN_VALUE, -7, -1, 1, 9, 1 << 20}) {
            byte[] bytes = TestFooters.change(BYTES, chunk -> indexes(chunk, added));
            assertThat(find(bytes, PAGE_INDEXES, IS_KEY))
                    .as("%s more bytes", added)
                    .isIn(ROW, null);
            assertThat(find(bytes, PAGE_INDEXES, IS_CITY))
                    .as("%s more bytes", added)
                    .isIn(ROWS, null);
        }
    }

    @Test
    void doesNotReadDictionariesOfEmptyRowGroups() throws IOException {
        byte[] bytes = new PageFileBuilder("required int32 a;")
                .endRowGroup(0, offsetInFooter -> offsetInFooter.dataPageOffset = 0)
                .dictionary(1, 2, 3)
                .v1(Encoding.RLE_DICTIONARY, 4, PageFileBuilder.ids(2, 0, 1, 2, 2))
                .endRowGroup(4)
                .dictionary(7, 8)
                .v1(Encoding.RLE_DICTIONARY, 0)
                .endRowGroup(0)
                .bytes();
        assertThat(findThree(bytes)).containsExactly(2L, 3L);
    }

    private static byte[] edit(String column, UnaryOperator<ColumnMetaData> edit) {
        return editIn(BYTES, column, edit);
    }

    private static byte[] editIn(byte[] bytes, String column, UnaryOperator<ColumnMetaData> edit) {
        return TestFooters.change(
                bytes,
                chunk -> isOfGroup(chunk.metadata(), column)
                        ? ScanPruningTest.with(chunk, edit.apply(chunk.metadata()))
                        : chunk);
    }

    private static boolean isOfGroup(ColumnMetaData metadata, String column) {
        return metadata.dataPageOffset() == chunk(column).dataPageOffset();
    }

    private static ColumnMetaData bloomFilter(ColumnMetaData old, Long offset, Integer length) {
        return copy(old, old.dataPageOffset(), old.dictionaryPageOffset(), offset, length);
    }

    private static ColumnMetaData withOffsets(ColumnMetaData old, Long dictionary, long data) {
        return copy(old, data, dictionary, old.bloomFilterOffset(), old.bloomFilterLength());
    }

    private static ColumnMetaData copy(
            ColumnMetaData old, long data, Long dictionary, Long bloomFilter, Integer bloomFilterLength) {
        return ColumnMetaDataBuilder.of(old)
                .dataPageOffset(data)
                .dictionaryPageOffset(dictionary)
                .bloomFilter(bloomFilter, bloomFilterLength)
                .build();
    }

    private static ColumnChunk indexes(ColumnChunk chunk, int more) {
        return new ColumnChunk(
                chunk.filePath(),
                chunk.fileOffset(),
                chunk.metadata(),
                chunk.offsetIndexOffset(),
                chunk.offsetIndexLength() + more,
                chunk.columnIndexOffset(),
                chunk.columnIndexLength() + more,
                null,
                null);
    }
}
