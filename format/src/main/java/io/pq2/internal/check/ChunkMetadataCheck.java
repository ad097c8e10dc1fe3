package io.pq2.internal.check;

import io.pq2.check.Rule;
import io.pq2.check.Severity;
import io.pq2.exception.FileLocation;
import io.pq2.internal.read.decode.StoredPages;
import io.pq2.internal.read.source.OpenFile;
import io.pq2.internal.writer.WriterFault;
import io.pq2.metadata.ColumnMetaData;
import io.pq2.metadata.Encoding;
import io.pq2.metadata.PageEncodingStats;
import io.pq2.metadata.PageHeader;
import io.pq2.metadata.PageType;
import io.pq2.read.StoredPage;
import io.pq2.schema.Column;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Compares the metadata of a column chunk with the headers of its pages. */
final class ChunkMetadataCheck {

    private final OpenFile file;
    private final Column column;
    private final WriterFaults faults;
    private final Findings findings;
    private final FileLocation location;

    ChunkMetadataCheck(OpenFile file, int rowGroup, Column column, WriterFaults faults, Findings findings) {
        this.file = file;
        this.column = column;
        this.faults = faults;
        this.findings = findings;
        this.location = new FileLocation(file.location(), rowGroup, column.dottedPath(), -1, -1);
    }

    void check(ColumnMetaData metadata, List<StoredPage> pages, long start) {
        if (metadata.pathInSchema() == null) {
            deviation("path_in_schema is missing");
        } else if (!metadata.pathInSchema().equals(column.path())) {
            findings.error(
                    Rule.COLUMN_CHUNK,
                    location,
                    "path_in_schema is " + metadata.dottedPath() + ", but the column is " + column.dottedPath());
        }
        values(metadata, pages);
        if (!pages.isEmpty()) {
            offsets(metadata, pages);
            sizes(metadata, pages, start);
            encodings(metadata, pages);
        }
    }

    private void deviation(String message) {
        findings.deviation(Rule.COLUMN_CHUNK, location, message);
    }

    private void values(ColumnMetaData metadata, List<StoredPage> pages) {
        long values = pages.stream()
                .filter(page -> page.ordinal() >= 0)
                .mapToLong(page -> StoredPages.numValues(page.header()))
                .sum();
        if (values != metadata.numValues()) {
            findings.error(
                    Rule.COLUMN_CHUNK,
                    location,
                    "num_values is " + metadata.numValues() + ", but the pages have " + values);
        }
    }

    private void offsets(ColumnMetaData metadata, List<StoredPage> pages) {
        Long dictionary = metadata.dictionaryPageOffset();
        StoredPage first = pages.get(0);
        boolean hasDictionary = first.header().type() == PageType.DICTIONARY_PAGE;
        if (hasDictionary && (dictionary == null || dictionary != first.offset())) {
            boolean absent = dictionary == null || dictionary == 0;
            findings.wrong(
                    absent ? faults.row(WriterFault.DICTIONARY_PAGE_OFFSET) : null,
                    absent ? Severity.DEVIATION : Severity.ERROR,
                    Rule.COLUMN_CHUNK,
                    location,
                    "dictionary_page_offset is " + (dictionary == null ? "absent" : dictionary)
                            + ", but the dictionary page is at " + first.offset());
        } else if (!hasDictionary && dictionary != null) {
            deviation("dictionary_page_offset is " + dictionary + ", but the column chunk has no dictionary page");
        }
        pages.stream().filter(page -> page.ordinal() == 0).findFirst().ifPresent(data -> {
            if (metadata.dataPageOffset() != data.offset()) {
                // Old writers give the offset of the dictionary page, and readers find the data after it.
                boolean atDictionary = hasDictionary && metadata.dataPageOffset() == first.offset();
                boolean withoutHeader =
                        hasDictionary && data.offset() - metadata.dataPageOffset() == first.headerBytes();
                findings.wrong(
                        withoutHeader ? faults.row(WriterFault.DATA_PAGE_OFFSET) : null,
                        atDictionary ? Severity.DEVIATION : Severity.ERROR,
                        Rule.COLUMN_CHUNK,
                        location,
                        "data_page_offset is " + metadata.dataPageOffset() + ", but the first data page is at "
                                + data.offset());
            }
        });
    }

    private void sizes(ColumnMetaData metadata, List<StoredPage> pages, long start) {
        long stored = pages.get(pages.size() - 1).end() - start;
        long stated = metadata.totalCompressedSize();
        if (stated != stored) {
            StoredPage first = pages.get(0);
            boolean header =
                    first.header().type() == PageType.DICTIONARY_PAGE && stored - stated == first.headerBytes();
            // Readers miss what is after the end. More bytes do no harm.
            findings.wrong(
                    header ? faults.row(WriterFault.SIZE_WITHOUT_DICTIONARY_HEADER) : null,
                    stated < stored ? Severity.ERROR : Severity.DEVIATION,
                    Rule.COLUMN_CHUNK,
                    location,
                    "total_compressed_size is " + stated + ", but the pages have " + stored + " bytes");
        }
        long plain = 0;
        for (StoredPage page : pages) {
            plain += page.headerBytes() + (long) page.header().uncompressedPageSize();
        }
        // The headers of encrypted pages are longer than what writers count.
        boolean encrypted = file.decryptor() != null;
        if (metadata.totalUncompressedSize() != plain && !encrypted) {
            deviation("total_uncompressed_size is " + metadata.totalUncompressedSize() + ", but the pages have " + plain
                    + " bytes");
        }
    }

    private void encodings(ColumnMetaData metadata, List<StoredPage> pages) {
        Set<Encoding> listed = EnumSet.noneOf(Encoding.class);
        listed.addAll(metadata.encodings());
        Set<Encoding> used = EnumSet.noneOf(Encoding.class);
        Map<PageEncodingKey, Integer> counts = new HashMap<>();
        for (StoredPage page : pages) {
            Encoding encoding = encoding(page.header());
            if (encoding != null) {
                used.add(encoding);
                counts.merge(new PageEncodingKey(page.header().type(), encoding), 1, Integer::sum);
            }
        }
        boolean hidden = hidesValues(metadata, pages);
        if (!listed.containsAll(used)) {
            findings.wrong(
                    null,
                    hidden ? Severity.ERROR : Severity.DEVIATION,
                    Rule.COLUMN_CHUNK,
                    location,
                    "encodings is " + metadata.encodings() + ", but the pages have " + used);
        }
        Set<Encoding> unused = EnumSet.copyOf(listed.isEmpty() ? used : listed);
        unused.removeAll(used);
        // Levels have these encodings, and dictionary pages are called PLAIN or PLAIN_DICTIONARY.
        unused.removeAll(EnumSet.of(Encoding.RLE, Encoding.BIT_PACKED, Encoding.PLAIN, Encoding.PLAIN_DICTIONARY));
        if (!unused.isEmpty()) {
            deviation("encodings has " + unused + ", which no page has");
        }
        stats(metadata.encodingStats(), counts, hidden);
    }

    /**
     * Whether the metadata says that the dictionary has all values, but pages have other ones. Readers that skip row
     * groups by dictionaries lose them.
     */
    private static boolean hidesValues(ColumnMetaData metadata, List<StoredPage> pages) {
        boolean dictionary = pages.get(0).header().type() == PageType.DICTIONARY_PAGE;
        boolean others = pages.stream().filter(page -> page.ordinal() >= 0).anyMatch(page -> {
            Encoding encoding = encoding(page.header());
            return encoding != Encoding.RLE_DICTIONARY && encoding != Encoding.PLAIN_DICTIONARY;
        });
        List<PageEncodingStats> stats = metadata.encodingStats();
        boolean admitted;
        if (stats == null || stats.isEmpty()) {
            Set<Encoding> encodings = EnumSet.noneOf(Encoding.class);
            encodings.addAll(metadata.encodings());
            encodings.removeAll(
                    EnumSet.of(Encoding.RLE_DICTIONARY, Encoding.PLAIN_DICTIONARY, Encoding.RLE, Encoding.BIT_PACKED));
            admitted = !encodings.isEmpty();
        } else {
            admitted = stats.stream()
                    .anyMatch(entry -> entry.count() > 0
                            && entry.pageType() != PageType.DICTIONARY_PAGE
                            && entry.encoding() != Encoding.RLE_DICTIONARY
                            && entry.encoding() != Encoding.PLAIN_DICTIONARY);
        }
        return dictionary && others && !admitted;
    }

    private record PageEncodingKey(PageType type, Encoding encoding) {

        @Override
        public String toString() {
            return type + " " + encoding;
        }
    }

    private void stats(@Nullable List<PageEncodingStats> stated, Map<PageEncodingKey, Integer> counts, boolean hidden) {
        if (stated == null || stated.isEmpty()) {
            return;
        }
        Map<PageEncodingKey, Integer> claimed = new HashMap<>();
        for (PageEncodingStats entry : stated) {
            if (entry.count() != 0) {
                claimed.merge(new PageEncodingKey(entry.pageType(), entry.encoding()), entry.count(), Integer::sum);
            }
        }
        if (!claimed.equals(counts)) {
            findings.wrong(
                    null,
                    hidden ? Severity.ERROR : Severity.DEVIATION,
                    Rule.COLUMN_CHUNK,
                    location,
                    "encoding_stats is " + claimed + ", but the pages are " + counts);
        }
    }

    /** Returns the encoding of the values of a page; null for a page without values. */
    static @Nullable Encoding encoding(PageHeader header) {
        return switch (header.type()) {
            case DATA_PAGE -> Objects.requireNonNull(header.dataPageHeader()).encoding();
            case DATA_PAGE_V2 ->
                Objects.requireNonNull(header.dataPageHeaderV2()).encoding();
            case DICTIONARY_PAGE ->
                Objects.requireNonNull(header.dictionaryPageHeader()).encoding();
            case INDEX_PAGE, UNKNOWN -> null;
        };
    }
}
