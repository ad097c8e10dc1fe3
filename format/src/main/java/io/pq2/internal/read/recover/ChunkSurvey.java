package io.pq2.internal.read.recover;

import io.pq2.exception.CorruptFileException;
import io.pq2.internal.io.DecodeBudget;
import io.pq2.internal.page.ColumnChunkBytes;
import io.pq2.internal.page.PageHeaders;
import io.pq2.internal.page.PageHeaders.StoredPage;
import io.pq2.internal.read.decode.PageProbe;
import io.pq2.internal.read.decode.PageProbe.PageRows;
import io.pq2.internal.writer.WriterFault;
import io.pq2.metadata.ColumnMetaData;
import io.pq2.metadata.Encoding;
import io.pq2.metadata.OffsetIndex;
import io.pq2.metadata.PageEncodingStats;
import io.pq2.metadata.PageHeader;
import io.pq2.metadata.PageType;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Decodes the pages of a damaged column chunk one by one. The chunk is not encrypted. {@link #survey} places them by
 * the headers and by the offset index, and uses the way that loses fewer rows.
 */
public final class ChunkSurvey implements AutoCloseable {

    private final ColumnChunkBytes chunk;
    private final long rows;
    private final boolean whole;
    private final PageHeaders headers;
    private final PageProbe probe;

    /** Absent if the chunk has none that can be decoded. */
    private @Nullable ColumnChunkBytes dictionary;

    private @Nullable String dictionaryDamage;
    /** Whether a page of the chunk was found to be damaged. */
    private boolean damaged;
    /** The encodings of more pages than the footer lists; absent until the first page is decoded. */
    private @Nullable Set<Encoding> excessive;

    /**
     * The result of decoding a data page.
     *
     * @param rows the number of rows that begin in the page; -1 if it is unknown
     * @param startsAtRow whether the first entry of the page is known to begin a row
     * @param wholeRows whether no row begins or ends in the middle of the page because of the page's version
     * @param damage what is damaged; absent for an undamaged page
     * @param inDictionary whether the damage is that of the dictionary page
     */
    record Decoded(
            int rows,
            boolean startsAtRow,
            boolean wholeRows,
            @Nullable String damage,
            boolean inDictionary) {}

    /**
     * Creates the survey of a chunk.
     *
     * @param chunk the whole chunk, as far as the file has it
     * @param rows the number of rows of the row group
     * @param whole whether the file has all bytes of the chunk
     * @param verifyChecksums whether the checksums of pages are verified
     * @param budget limits the memory and the work
     */
    public ChunkSurvey(ColumnChunkBytes chunk, long rows, boolean whole, boolean verifyChecksums, DecodeBudget budget) {
        this.chunk = chunk;
        this.rows = rows;
        this.whole = whole;
        this.headers = new PageHeaders(chunk);
        this.probe = new PageProbe(chunk, verifyChecksums, budget);
    }

    /**
     * Finds the damaged pages.
     *
     * @param index the offset index of the chunk; absent if it has none that can be decoded
     */
    public PageSurvey survey(@Nullable OffsetIndex index) {
        PageSurvey byHeaders = new HeaderSurvey(this).survey();
        if (index == null || byHeaders.lost().isEmpty()) {
            return byHeaders;
        }
        damaged = false;
        PageSurvey byIndex = new IndexSurvey(this, index.pageLocations()).survey();
        boolean fewer = byIndex != null
                && byIndex.lostRows().count() < byHeaders.lostRows().count();
        return fewer ? Objects.requireNonNull(byIndex) : byHeaders;
    }

    ColumnChunkBytes chunk() {
        return chunk;
    }

    /** Returns the number of rows of the row group. */
    long rows() {
        return rows;
    }

    /** Whether the file has all bytes of the chunk. */
    boolean isWhole() {
        return whole;
    }

    PageHeaders headers() {
        return headers;
    }

    /** Decodes the dictionary page. If it is damaged, the data pages that use it are damaged too. */
    void readDictionary(StoredPage page) {
        ColumnChunkBytes bytes = chunk.pages(page.offset(), page.end(), 0, null);
        try {
            probe.readDictionary(bytes);
            dictionary = bytes;
            dictionaryDamage = null;
        } catch (CorruptFileException e) {
            loseDictionary(e.detail());
        }
    }

    /** Treats the dictionary page as damaged. */
    void loseDictionary(String reason) {
        dictionary = null;
        dictionaryDamage = "the dictionary page is damaged: " + reason;
    }

    PageSurvey.Builder newResult() {
        return new PageSurvey.Builder(chunk, dictionary);
    }

    static boolean isData(PageHeader header) {
        return header.type() == PageType.DATA_PAGE || header.type() == PageType.DATA_PAGE_V2;
    }

    static int numValues(PageHeader header) {
        return header.dataPageHeaderV2() != null && header.type() == PageType.DATA_PAGE_V2
                ? header.dataPageHeaderV2().numValues()
                : Objects.requireNonNull(header.dataPageHeader()).numValues();
    }

    /** Decodes a data page with at least one value. */
    Decoded decode(StoredPage page, int ordinal) {
        PageHeader header = page.header();
        boolean version2 = header.type() == PageType.DATA_PAGE_V2;
        Encoding encoding = encoding(header);
        // A damaged field can look like one of a later version of the format. The checksum may be among them.
        String damage = headers.hasUnknownFields(page)
                ? "the page header has fields that the format does not define"
                : encodingDamage(encoding);
        if (damage == null) {
            damage = dependencyDamage(encoding);
        }
        boolean inDictionary = damage != null && damage.equals(dictionaryDamage);
        if (damage == null) {
            try {
                PageRows found = probe.decode(chunk.pages(page.offset(), page.end(), ordinal, null));
                damage = contradiction(header, found);
                if (damage == null) {
                    return new Decoded(found.count(), found.startsAtRow(), version2, null, false);
                }
            } catch (CorruptFileException e) {
                damage = e.detail();
            }
        }
        damaged = true;
        boolean flat = chunk.column().maxRepetitionLevel() == 0;
        return new Decoded(claimedRows(header), version2 || flat, version2, damage, inDictionary);
    }

    /** Returns how the header of a page contradicts its bytes; null if it does not. */
    private @Nullable String contradiction(PageHeader header, PageRows found) {
        if (header.type() == PageType.DATA_PAGE_V2 && found.count() != claimedRows(header)) {
            return "num_rows of the page is " + claimedRows(header) + ", but " + found.count() + " rows begin in it";
        }
        return found.filled() ? null : "the levels and values of the page do not take all of its bytes";
    }

    private static Encoding encoding(PageHeader header) {
        return header.type() == PageType.DATA_PAGE_V2
                ? Objects.requireNonNull(header.dataPageHeaderV2()).encoding()
                : Objects.requireNonNull(header.dataPageHeader()).encoding();
    }

    /**
     * Returns how the encoding of a page contradicts the footer; null if it does not. No checksum covers the header,
     * and bytes that are read in another encoding can be valid values. If more pages have an encoding than the footer
     * lists, at least one of them has a wrong header, and nothing shows which one.
     */
    private @Nullable String encodingDamage(Encoding encoding) {
        if (!isListed(encoding)) {
            return "the encoding of the page is " + encoding + ", which the footer does not list";
        }
        if (excessive == null) {
            excessive = excessiveEncodings();
        }
        return excessive.contains(encoding)
                ? "more pages of the column chunk have the encoding " + encoding + " than the footer lists"
                : null;
    }

    /** Compares the pages that can be found by their headers with the page counts of the footer, if it has them. */
    private Set<Encoding> excessiveEncodings() {
        List<PageEncodingStats> stats = chunk.metadata().encodingStats();
        if (stats == null || stats.isEmpty()) {
            return Set.of();
        }
        Map<Encoding, Long> left = new EnumMap<>(Encoding.class);
        for (PageEncodingStats entry : stats) {
            if (entry.pageType() != PageType.DICTIONARY_PAGE) {
                left.merge(entry.encoding(), (long) entry.count(), Long::sum);
            }
        }
        try {
            for (long at = chunk.fileOffset(); at < headers.chunkEnd(); ) {
                StoredPage page = headers.at(at);
                if (isData(page.header())) {
                    left.merge(encoding(page.header()), -1L, Long::sum);
                }
                at = page.end();
            }
        } catch (CorruptFileException e) {
            // The later pages cannot be found.
        }
        Set<Encoding> result = EnumSet.noneOf(Encoding.class);
        left.forEach((encoding, count) -> {
            if (count < 0) {
                result.add(encoding);
            }
        });
        return result;
    }

    /** Returns whether the footer lists an encoding for data pages of the chunk. */
    private boolean isListed(Encoding encoding) {
        ColumnMetaData metadata = chunk.metadata();
        List<PageEncodingStats> stats = metadata.encodingStats();
        Stream<Encoding> listed = stats == null || stats.isEmpty()
                ? metadata.encodings().stream()
                : stats.stream()
                        .filter(entry -> entry.pageType() != PageType.DICTIONARY_PAGE)
                        .map(PageEncodingStats::encoding);
        return listed.anyMatch(encoding::equals);
    }

    /** Returns the damage of a page that depends on a damaged one; otherwise null. */
    private @Nullable String dependencyDamage(Encoding encoding) {
        if (encoding == Encoding.RLE_DICTIONARY || encoding == Encoding.PLAIN_DICTIONARY) {
            return dictionaryDamage;
        }
        boolean continues =
                encoding == Encoding.DELTA_BYTE_ARRAY && chunk.writer().has(WriterFault.DELTA_ACROSS_PAGES);
        return damaged && continues ? "the values of the page continue those of a damaged page" : null;
    }

    /** Returns the number of rows of a page according to its header; -1 if the header does not have it. */
    private int claimedRows(PageHeader header) {
        if (header.type() == PageType.DATA_PAGE_V2) {
            int claimed = Objects.requireNonNull(header.dataPageHeaderV2()).numRows();
            return claimed == 0 ? -1 : claimed;
        }
        return chunk.column().maxRepetitionLevel() == 0 ? numValues(header) : -1;
    }

    @Override
    public void close() {
        probe.close();
    }
}
