package io.pq2.internal.write.chunk;

import io.pq2.internal.page.EncodedPage;
import io.pq2.internal.statistics.MinMaxOrder;
import io.pq2.internal.statistics.MinMaxTruncation;
import io.pq2.internal.statistics.StatisticsBuilder;
import io.pq2.io.ByteSink;
import io.pq2.metadata.ColumnIndex;
import io.pq2.metadata.ColumnMetaData;
import io.pq2.metadata.CompressionCodec;
import io.pq2.metadata.Encoding;
import io.pq2.metadata.GeospatialStatistics;
import io.pq2.metadata.KeyValue;
import io.pq2.metadata.OffsetIndex;
import io.pq2.metadata.PageEncodingStats;
import io.pq2.metadata.PageLocation;
import io.pq2.metadata.PageType;
import io.pq2.schema.Column;
import io.pq2.write.DataPageVersion;
import io.pq2.write.WriteOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** The completed pages of a column chunk, kept until its row group is written, and what is known of them. */
public final class ChunkPages {

    private final Column column;
    private final List<KeyValue> keyValues = new ArrayList<>();
    private final PageType dataPageType;
    private final List<EncodedPage> pages = new ArrayList<>();
    private final List<Long> firstRows = new ArrayList<>();
    private final TreeMap<Encoding, Integer> encodings = new TreeMap<>();
    private final StatisticsBuilder statistics;
    private final ColumnIndexBuilder columnIndex;
    /** One a page; empty if they do not count. */
    private final List<Long> valueBytes = new ArrayList<>();
    /** Null if there are no pages. */
    private PageSizes sizes;

    private EncodedPage dictionary;
    /** As it stands in the file, null if there is none. */
    private byte[] bloomFilter;

    private GeospatialStatistics geometries;
    private long bytes;
    private long uncompressedBytes;
    private long rows;
    private long values;

    ChunkPages(Column column, WriteOptions options) {
        this.column = column;
        options.keyValueMetadata(column.dottedPath()).forEach((key, value) -> keyValues.add(new KeyValue(key, value)));
        this.dataPageType =
                options.dataPageVersion(column) == DataPageVersion.V1 ? PageType.DATA_PAGE : PageType.DATA_PAGE_V2;
        MinMaxOrder order = MinMaxOrder.of(column.field(), options.totalOrder());
        this.statistics = new StatisticsBuilder(
                order, MinMaxTruncation.of(column.field(), order, options.statisticsBoundBytes()));
        this.columnIndex = new ColumnIndexBuilder(
                order, MinMaxTruncation.of(column.field(), order, options.columnIndexBoundBytes()));
    }

    /** Bytes of the pages, headers included. */
    long bytes() {
        return bytes;
    }

    /** The number of data pages so far. */
    int count() {
        return pages.size();
    }

    /** Adds a data page. */
    void add(EncodedPage page, Encoding encoding, PageSummary summary) {
        pages.add(page);
        firstRows.add(rows);
        encodings.merge(encoding, 1, Integer::sum);
        rows += summary.rows();
        values += summary.entries();
        count(page);
        statistics.add(summary.bounds(), summary.nulls());
        columnIndex.add(summary);
        sizes = sizes == null ? summary.sizes() : sizes.plus(summary.sizes());
        if (summary.sizes().valueBytes() >= 0) {
            valueBytes.add(summary.sizes().valueBytes());
        }
    }

    /** Sets the dictionary page. */
    void dictionary(EncodedPage page) {
        dictionary = page;
        count(page);
    }

    /** Sets the bloom filter, header and bitset, null for none. */
    void bloomFilter(byte[] filter) {
        bloomFilter = filter;
    }

    /** Sets what is known of geospatial values, null for nothing. */
    void geometries(GeospatialStatistics statistics) {
        geometries = statistics;
    }

    private void count(EncodedPage page) {
        bytes += page.size();
        uncompressedBytes += page.uncompressedSize();
    }

    /**
     * A column chunk that is in the file.
     *
     * @param metadata what the footer says of it
     * @param columnIndex the statistics of its pages, null if there cannot be any
     * @param offsetIndex where its pages are
     * @param bloomFilter still to be written, null if there is none
     */
    public record Written(
            ColumnMetaData metadata, ColumnIndex columnIndex, OffsetIndex offsetIndex, byte[] bloomFilter) {

        /** Writes the bloom filter. */
        public Written writeBloomFilter(ByteSink sink) throws IOException {
            if (bloomFilter == null) {
                return this;
            }
            long offset = sink.position();
            sink.write(bloomFilter, 0, bloomFilter.length);
            return new Written(metadata.withBloomFilter(offset, bloomFilter.length), columnIndex, offsetIndex, null);
        }
    }

    /** Writes the pages. */
    public Written write(ByteSink sink, CompressionCodec codec) throws IOException {
        Long dictionaryOffset = null;
        if (dictionary != null) {
            dictionaryOffset = sink.position();
            sink.write(dictionary.bytes(), 0, dictionary.size());
        }
        long dataOffset = sink.position();
        List<PageLocation> locations = new ArrayList<>(pages.size());
        for (int i = 0; i < pages.size(); i++) {
            EncodedPage page = pages.get(i);
            locations.add(new PageLocation(sink.position(), page.size(), firstRows.get(i)));
            sink.write(page.bytes(), 0, page.size());
        }
        ColumnMetaData metadata = new ColumnMetaData(
                column.field().physicalType(),
                new ArrayList<>(allEncodings()),
                column.path(),
                codec,
                values,
                uncompressedBytes,
                bytes,
                keyValues.isEmpty() ? null : keyValues,
                dataOffset,
                null,
                dictionaryOffset,
                statistics.build(),
                encodingStats(),
                null,
                null,
                sizes == null ? null : sizes.metadata(),
                geometries);
        OffsetIndex offsetIndex = new OffsetIndex(locations, valueBytes.isEmpty() ? null : valueBytes);
        return new Written(metadata, columnIndex.build(), offsetIndex, bloomFilter);
    }

    private Set<Encoding> allEncodings() {
        Set<Encoding> all = new TreeSet<>(encodings.keySet());
        if (dictionary != null) {
            all.add(Encoding.PLAIN);
        }
        // Levels are always RLE, and readers expect to be told so even where there are none.
        all.add(Encoding.RLE);
        return all;
    }

    private List<PageEncodingStats> encodingStats() {
        List<PageEncodingStats> stats = new ArrayList<>();
        if (dictionary != null) {
            stats.add(new PageEncodingStats(PageType.DICTIONARY_PAGE, Encoding.PLAIN, 1));
        }
        encodings.forEach((encoding, pageCount) -> stats.add(new PageEncodingStats(dataPageType, encoding, pageCount)));
        return stats;
    }
}
