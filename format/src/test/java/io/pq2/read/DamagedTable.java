package io.pq2.read;

import io.pq2.internal.thrift.CompactReader;
import io.pq2.internal.thrift.PageHeaderReader;
import io.pq2.io.MemoryInputFile;
import io.pq2.metadata.ColumnMetaData;
import io.pq2.metadata.CompressionCodec;
import io.pq2.metadata.Encoding;
import io.pq2.metadata.OffsetIndex;
import io.pq2.metadata.PageHeader;
import io.pq2.metadata.PageLocation;
import io.pq2.metadata.PageType;
import io.pq2.schema.Column;
import io.pq2.schema.Schema;
import io.pq2.write.DataPageVersion;
import io.pq2.write.RandomRows;
import io.pq2.write.TestRows;
import io.pq2.write.WriteOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * A random table, its file and the place of each page. The places of rows are those of the offset index, of a file with
 * the same pages if the file has none.
 *
 * @param version the version of the data pages
 * @param indexed whether the file has offset indexes
 * @param groupRows the number of rows of each row group
 */
record DamagedTable(
        Schema schema,
        List<List<Object>> rows,
        byte[] bytes,
        List<Page> pages,
        DataPageVersion version,
        boolean indexed,
        List<Integer> groupRows) {

    private static final CompressionCodec[] CODECS = {
        CompressionCodec.UNCOMPRESSED,
        CompressionCodec.SNAPPY,
        CompressionCodec.GZIP,
        CompressionCodec.ZSTD,
        CompressionCodec.LZ4_RAW
    };

    /**
     * A page.
     *
     * @param ordinal the ordinal of the data page in its chunk; -1 for the dictionary page
     * @param firstRow the index in the row group of the first row
     * @param endRow the index in the row group after the last row
     */
    record Page(
            int rowGroup,
            Column column,
            int ordinal,
            int start,
            int body,
            int end,
            long firstRow,
            long endRow,
            boolean usesDictionary) {}

    static DamagedTable of(long seed) {
        Random random = new Random(seed);
        RandomRows randomRows = new RandomRows(seed);
        Schema schema = randomRows.schema(random.nextInt(4));
        List<List<Object>> rows = randomRows.rows(schema, 1 + random.nextInt(400));
        boolean indexed = random.nextBoolean();
        DataPageVersion version = DataPageVersion.values()[random.nextInt(2)];
        WriteOptions.Builder options = WriteOptions.builder()
                .dataPageVersion(version)
                .codec(CODECS[random.nextInt(CODECS.length)])
                .dictionary(random.nextInt(4) > 0)
                .dictionaryBytes(random.nextBoolean() ? 200 : 1 << 20)
                .statistics(random.nextBoolean())
                .rowGroupRows(random.nextBoolean() ? 1_000 : 1 + random.nextInt(200))
                .pageRows(1 + random.nextInt(60));
        byte[] withIndex = TestRows.write(schema, rows, options.build(), 97).bytes();
        byte[] bytes = indexed
                ? withIndex
                : TestRows.write(schema, rows, options.pageIndexes(false).build(), 97)
                        .bytes();
        try {
            return of(schema, rows, bytes, withIndex, version, indexed);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static DamagedTable of(
            Schema schema,
            List<List<Object>> rows,
            byte[] bytes,
            byte[] withIndex,
            DataPageVersion version,
            boolean indexed)
            throws IOException {
        List<Page> pages = new ArrayList<>();
        List<Integer> groupRows = new ArrayList<>();
        try (ParquetFile file = ParquetFile.open(new MemoryInputFile("indexed", withIndex))) {
            for (int group = 0; group < file.metadata().rowGroups().size(); group++) {
                long count = file.metadata().rowGroups().get(group).numRows();
                groupRows.add((int) count);
                for (Column column : file.schema().columns()) {
                    ColumnMetaData chunk = file.metadata()
                            .rowGroups()
                            .get(group)
                            .columns()
                            .get(column.index())
                            .metadata();
                    addPages(bytes, chunk, file.offsetIndex(group, column), group, column, count, pages);
                }
            }
        }
        return new DamagedTable(schema, rows, bytes, pages, version, indexed, groupRows);
    }

    private static void addPages(
            byte[] bytes,
            ColumnMetaData chunk,
            OffsetIndex index,
            int rowGroup,
            Column column,
            long rows,
            List<Page> pages) {
        List<PageLocation> locations = index.pageLocations();
        boolean hasDictionary = chunk.dictionaryPageOffset() != null;
        int position = Math.toIntExact(hasDictionary ? chunk.dictionaryPageOffset() : chunk.dataPageOffset());
        for (int i = hasDictionary ? -1 : 0; i < locations.size(); i++) {
            CompactReader reader = new CompactReader(bytes, position, bytes.length);
            PageHeader header = PageHeaderReader.read(reader);
            int body = reader.position();
            int end = body + header.compressedPageSize();
            boolean dictionary = header.type() == PageType.DICTIONARY_PAGE;
            Encoding encoding = dictionary
                    ? Encoding.PLAIN
                    : header.type() == PageType.DATA_PAGE
                            ? header.dataPageHeader().encoding()
                            : header.dataPageHeaderV2().encoding();
            long first = dictionary ? 0 : locations.get(i).firstRowIndex();
            long last = dictionary
                    ? 0
                    : i + 1 < locations.size() ? locations.get(i + 1).firstRowIndex() : rows;
            if (dictionary != (i < 0) || (!dictionary && locations.get(i).offset() != position)) {
                throw new AssertionError("page " + i + " at " + position);
            }
            boolean uses = encoding == Encoding.RLE_DICTIONARY || encoding == Encoding.PLAIN_DICTIONARY;
            pages.add(new Page(rowGroup, column, i, position, body, end, first, last, uses));
            position = end;
        }
    }

    /** Returns a copy of the file with the bytes from {@code start} to {@code end} overwritten so that none is kept. */
    static void destroy(byte[] bytes, int start, int end) {
        for (int i = start; i < end; i++) {
            bytes[i] = bytes[i] == (byte) 0xFF ? 0x7F : (byte) 0xFF;
        }
    }

    byte[] copy() {
        return Arrays.copyOf(bytes, bytes.length);
    }

    /** Returns the index in the file of the first row of a row group. */
    int firstRow(int rowGroup) {
        return groupRows.subList(0, rowGroup).stream()
                .mapToInt(Integer::intValue)
                .sum();
    }

    List<Page> chunk(int rowGroup, Column column) {
        return pages.stream()
                .filter(page -> page.rowGroup() == rowGroup && page.column().equals(column))
                .toList();
    }
}
