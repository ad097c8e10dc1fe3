package io.pq2.internal.rewrite;

import io.pq2.internal.page.PageHeaders.StoredPage;
import io.pq2.internal.rewrite.SalvageColumn.Run;
import io.pq2.internal.rewrite.SalvageLayout.Chunk;
import io.pq2.internal.rewrite.SalvagePages.FoundPage;
import io.pq2.metadata.ColumnChunk;
import io.pq2.metadata.ColumnMetaData;
import io.pq2.metadata.Encoding;
import io.pq2.metadata.PageEncodingStats;
import io.pq2.metadata.PageHeader;
import io.pq2.metadata.PageType;
import io.pq2.schema.Column;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Derives the metadata of a column chunk from its page headers. */
final class SalvagedChunk {

    private SalvagedChunk() {}

    static ColumnMetaData of(ColumnChunk chunk) {
        return Objects.requireNonNull(chunk.metadata());
    }

    static ColumnChunk metadata(List<FoundPage> pages, Chunk chunk, Column column) {
        Run run = chunk.run();
        Set<Encoding> encodings = EnumSet.noneOf(Encoding.class);
        Map<List<Enum<?>>, Integer> counts = new LinkedHashMap<>();
        long uncompressed = 0;
        for (int i = run.first; i < chunk.end(); i++) {
            StoredPage page = pages.get(i).page();
            Encoding encoding = encoding(page.header(), encodings);
            counts.merge(List.of(page.header().type(), encoding), 1, Integer::sum);
            uncompressed += page.headerLength() + page.header().uncompressedPageSize();
        }
        List<PageEncodingStats> stats = new ArrayList<>();
        counts.forEach(
                (key, count) -> stats.add(new PageEncodingStats((PageType) key.get(0), (Encoding) key.get(1), count)));
        long start = pages.get(run.first).page().offset();
        ColumnMetaData metadata = new ColumnMetaData(
                column.field().physicalType(),
                List.copyOf(encodings),
                column.path(),
                run.codec,
                run.values(chunk.pages()),
                uncompressed,
                pages.get(chunk.end() - 1).page().end() - start,
                null,
                pages.get(run.firstData()).page().offset(),
                null,
                run.hasDictionary ? start : null,
                null,
                stats,
                null,
                null,
                null,
                null);
        return new ColumnChunk(null, start, metadata, null, null, null, null, null, null);
    }

    /** Returns the encoding of a page's values, and adds it and those of its levels to others. */
    private static Encoding encoding(PageHeader header, Set<Encoding> encodings) {
        Encoding encoding;
        if (header.type() == PageType.DICTIONARY_PAGE) {
            encoding = Objects.requireNonNull(header.dictionaryPageHeader()).encoding();
        } else if (header.type() == PageType.DATA_PAGE_V2) {
            encoding = Objects.requireNonNull(header.dataPageHeaderV2()).encoding();
            encodings.add(Encoding.RLE);
        } else {
            encoding = Objects.requireNonNull(header.dataPageHeader()).encoding();
            encodings.add(header.dataPageHeader().definitionLevelEncoding());
            encodings.add(header.dataPageHeader().repetitionLevelEncoding());
        }
        encodings.add(encoding);
        return encoding;
    }
}
