package io.pq2.internal.write.chunk;

import io.pq2.internal.page.EncodedPage;
import io.pq2.internal.statistics.MinMaxOrder;
import io.pq2.internal.statistics.MinMaxTruncation;
import io.pq2.internal.statistics.StatisticsBuilder;
import io.pq2.internal.write.options.StatisticsOptions;
import io.pq2.internal.write.options.WriteSettings;
import io.pq2.io.ByteSink;
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
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The pages of a column chunk and their statistics, kept in memory until the row group is written. */
public final class ChunkPages {

    private final Column column;
    private final List<KeyValue> keyValues = new ArrayList<>();
    private final PageType dataPageType;
    private final List<EncodedPage> pages = new ArrayList<>();
    private final List<Long> firstRows = new ArrayList<>();
    private final TreeMap<Encoding, Integer> encodings = new TreeMap<>();
    private final StatisticsBuilder statistics;
    private final ColumnIndexBuilder columnIndex;
    /** The size statistics of each page; empty when they are not counted. */
    private final List<Long> valueBytes = new ArrayList<>();
    /** The size statistics of all pages; absent before the first page. */
    private @Nullable PageSizes sizes;

    private @Nullable EncodedPage dictionary;
    /** Header and bitset as in the file. */
    private byte @Nullable [] bloomFilter;

    private @Nullable GeospatialStatistics geospatial;
    private long bytes;
    private long uncompressedBytes;
    private long rows;
    private long values;

    ChunkPages(Column column, WriteSettings settings) {
        StatisticsOptions options = settings.statistics();
        this.column = column;
        settings.metadata()
                .column(column.dottedPath())
                .forEach((key, value) -> keyValues.add(new KeyValue(key, value)));
        this.dataPageType =
                settings.dataPageVersion(column) == DataPageVersion.V1 ? PageType.DATA_PAGE : PageType.DATA_PAGE_V2;
        MinMaxOrder order = MinMaxOrder.of(column.field(), options.totalOrder());
        this.statistics =
                new StatisticsBuilder(order, MinMaxTruncation.of(column.field(), order, options.chunkMinMaxBytes()));
        this.columnIndex =
                new ColumnIndexBuilder(order, MinMaxTruncation.of(column.field(), order, options.pageMinMaxBytes()));
    }

    /** Returns the size of the pages in the file, with headers, in bytes. */
    long bytes() {
        return bytes;
    }

    /** Returns the number of data pages. */
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
        statistics.add(summary.minMax(), summary.nulls());
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

    /** Sets header and bitset of the bloom filter, or null for none. */
    void bloomFilter(byte @Nullable [] filter) {
        bloomFilter = filter;
    }

    /** Sets the geospatial statistics, or null for none. */
    void geospatial(@Nullable GeospatialStatistics statistics) {
        geospatial = statistics;
    }

    private void count(EncodedPage page) {
        bytes += page.size();
        uncompressedBytes += page.uncompressedSize();
    }

    /** Writes the pages and returns the chunk, whose bloom filter is not in the file yet. */
    public WrittenChunk write(ByteSink sink, CompressionCodec codec) throws IOException {
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
                geospatial);
        OffsetIndex offsetIndex = new OffsetIndex(locations, valueBytes.isEmpty() ? null : valueBytes);
        return new WrittenChunk(metadata, columnIndex.build(), offsetIndex, bloomFilter);
    }

    private Set<Encoding> allEncodings() {
        Set<Encoding> all = new TreeSet<>(encodings.keySet());
        if (dictionary != null) {
            all.add(Encoding.PLAIN);
        }
        // Levels are always RLE. Readers expect RLE in the list even if the column has no levels.
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
