package io.pq2.internal.check;

import io.pq2.bloomfilter.BloomFilter;
import io.pq2.check.Rule;
import io.pq2.exception.CorruptFileException;
import io.pq2.exception.FileLocation;
import io.pq2.exception.KeyDeniedException;
import io.pq2.exception.LimitExceededException;
import io.pq2.exception.ParquetException;
import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.internal.io.DecodeBudget;
import io.pq2.internal.page.ColumnChunkBytes;
import io.pq2.internal.read.decode.PageEntries;
import io.pq2.internal.read.decode.PageEntries.Entries;
import io.pq2.internal.read.decode.StoredPages;
import io.pq2.internal.read.prune.ColumnChunkIndexes;
import io.pq2.internal.read.source.OpenChunk;
import io.pq2.internal.read.source.OpenFile;
import io.pq2.internal.read.source.ReadLimits;
import io.pq2.internal.statistics.MinMaxOrder;
import io.pq2.internal.writer.FaultyWriters;
import io.pq2.internal.writer.WriterFault;
import io.pq2.internal.writer.WriterVersion;
import io.pq2.metadata.ColumnIndex;
import io.pq2.metadata.ColumnMetaData;
import io.pq2.metadata.ColumnOrder;
import io.pq2.metadata.CompressionCodec;
import io.pq2.metadata.DataPageHeaderV2;
import io.pq2.metadata.Encoding;
import io.pq2.metadata.OffsetIndex;
import io.pq2.metadata.PageType;
import io.pq2.metadata.RowGroup;
import io.pq2.metadata.Statistics;
import io.pq2.read.StoredPage;
import io.pq2.schema.Column;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Checks a column chunk: decodes its pages and compares what the file says about them. */
final class ChunkCheck {

    private static final int HEADER_READ_SIZE = 1 << 16;
    private static final int READ_SIZE = 1 << 20;

    /** An application without known faults. */
    private static final String WITHOUT_FAULTS = "pq2";

    private final OpenFile file;
    private final int rowGroup;
    private final Column column;
    private final OpenChunk chunk;
    private final Findings findings;
    private final FileLocation location;
    private final MinMaxOrder order;
    private final WriterFaults faults;
    private final StatisticsCheck statistics;
    private final CheckedValues checked;

    /** The data pages, and what is true of each. */
    private final List<StoredPage> dataPages = new ArrayList<>();

    private final List<ColumnFacts> facts = new ArrayList<>();

    private ChunkCheck(
            OpenFile file, int rowGroup, Column column, OpenChunk chunk, CheckedValues checked, Findings findings) {
        this.checked = checked;
        this.file = file;
        this.rowGroup = rowGroup;
        this.column = column;
        this.chunk = chunk;
        this.findings = findings;
        this.location = location(file, rowGroup, column);
        List<ColumnOrder> orders = file.metadata().columnOrders();
        ColumnOrder columnOrder = orders == null || column.index() >= orders.size() ? null : orders.get(column.index());
        this.order = MinMaxOrder.of(column.field(), columnOrder == ColumnOrder.IEEE_754_TOTAL_ORDER);
        this.faults = new WriterFaults(file.writer(), file.schema(), column, chunk.metadata());
        this.statistics = new StatisticsCheck(column, columnOrder, order, faults, findings);
    }

    private static FileLocation location(OpenFile file, int rowGroup, Column column) {
        return new FileLocation(file.location(), rowGroup, column.dottedPath(), -1, -1);
    }

    /**
     * Checks a chunk; returns whether it was decoded and its rows can be assembled.
     *
     * @param checked counts the values of all column chunks of the file
     */
    static boolean run(OpenFile file, int rowGroup, Column column, CheckedValues checked, Findings findings)
            throws IOException {
        FileLocation location = location(file, rowGroup, column);
        try (OpenChunk chunk = OpenChunk.of(file, rowGroup, column)) {
            return new ChunkCheck(file, rowGroup, column, chunk, checked, findings).check();
        } catch (KeyDeniedException | UnsupportedFeatureException | LimitExceededException e) {
            findings.note(Rule.NOT_CHECKED, location, "the column chunk is not checked: " + e.detail());
        } catch (ParquetException e) {
            findings.error(Rule.COLUMN_CHUNK, e.location().orElse(location), e.detail());
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        return false;
    }

    private boolean check() throws IOException {
        ColumnMetaData metadata = chunk.metadata();
        List<StoredPage> pages;
        try {
            pages = StoredPages.of(chunk, HEADER_READ_SIZE);
        } catch (KeyDeniedException | UnsupportedFeatureException | LimitExceededException e) {
            throw e;
        } catch (ParquetException e) {
            findings.error(Rule.PAGE, e.location().orElse(location), e.detail());
            return false;
        }
        new ChunkMetadataCheck(file, rowGroup, column, faults, findings).check(metadata, pages, chunk.start());
        new IndexBytesCheck(file, findings, location)
                .check(file.metadata().rowGroups().get(rowGroup).columns().get(column.index()), metadata);
        checkZeroChecksums(pages);
        Statistics stated = metadata.statistics();
        BloomCheck hashes = new BloomCheck(
                column.field(),
                bloomFilter(),
                stated != null && stated.distinctCount() != null,
                file.options().maxDecodingBytes());
        GeospatialCheck geospatial = new GeospatialCheck(column, metadata.geospatialStatistics(), findings, location);
        ColumnFacts total = new ColumnFacts(column, order);
        if (!decode(pages, hashes, geospatial, total)) {
            return false;
        }
        pageFaults(pages);
        if (!checkRows(total)) {
            return false;
        }
        statistics.statistics(stated, total, hashes.distinct(), location);
        statistics.sizes(metadata.sizeStatistics(), total, location);
        geospatial.check();
        if (hashes.excluded() > 0) {
            findings.wrong(
                    faults.row(WriterFault.BLOOM_FILTER),
                    Rule.BLOOM_FILTER,
                    location,
                    "the bloom filter excludes values that the column chunk has, " + hashes.excluded() + " in total");
        }
        checkIndexes();
        return true;
    }

    /** Reports zeros in place of checksums, because their pages are not verified. */
    private void checkZeroChecksums(List<StoredPage> pages) {
        List<Integer> checksums = pages.stream()
                .map(page -> page.header().crc())
                .filter(Objects::nonNull)
                .toList();
        long zeros = checksums.stream().filter(crc -> crc == 0).count();
        if (zeros == 0 || !file.writer().has(WriterFault.ZERO_CHECKSUM)) {
            return;
        }
        if (zeros == checksums.size()) {
            findings.note(
                    Rule.NOT_CHECKED,
                    location,
                    "crc is 0 in every page, as some writers store it that compute no checksums: damage of these pages"
                            + " may not be noticed");
        } else {
            findings.deviation(
                    Rule.PAGE,
                    location,
                    "crc is 0 in " + zeros + " of " + checksums.size() + " pages with a crc: readers may take 0 for no"
                            + " checksum, and not notice damage");
        }
    }

    private boolean decode(List<StoredPage> pages, BloomCheck hashes, GeospatialCheck geospatial, ColumnFacts total) {
        ColumnChunkBytes bytes = chunk.bytes(READ_SIZE);
        DecodeBudget budget = new DecodeBudget(ReadLimits.of(file.options()), 2 * chunk.length());
        LevelCheck levels = new LevelCheck(file.schema(), column);
        TextCheck text = new TextCheck(column.field());
        TypeRangeCheck ranges = new TypeRangeCheck(column.field());
        boolean complete = true;
        try (PageEntries decoder = new PageEntries(bytes, true, budget)) {
            for (StoredPage page : pages) {
                FileLocation place = place(page);
                try {
                    ColumnChunkBytes alone = bytes.pages(page.offset(), page.end(), Math.max(0, page.ordinal()), null);
                    if (page.header().type() == PageType.DICTIONARY_PAGE) {
                        DictionaryCheck.check(page, decoder.readDictionary(alone), column, order, findings, place);
                    } else if (page.ordinal() >= 0) {
                        ColumnFacts own = new ColumnFacts(column, order);
                        dataPages.add(page);
                        facts.add(own);
                        budget.replace(0, own.memoryBytes());
                        int count = StoredPages.numValues(page.header());
                        if (count == 0) {
                            continue;
                        }
                        checked.add(count);
                        Entries entries = decoder.decode(alone);
                        long empty = own.memoryBytes();
                        own.add(entries);
                        budget.replace(empty, own.memoryBytes());
                        total.add(entries);
                        geospatial.add(entries, place);
                        if (hashes.isNeeded()) {
                            hashes.add(entries.values());
                        }
                        complete &= check(page, entries, own, levels, text, ranges, place);
                    }
                } catch (KeyDeniedException | UnsupportedFeatureException | LimitExceededException e) {
                    throw e;
                } catch (ParquetException e) {
                    complete = false;
                    findings.error(Rule.PAGE, e.location().orElse(place), e.detail());
                }
            }
        }
        return complete;
    }

    private boolean check(
            StoredPage page,
            Entries entries,
            ColumnFacts own,
            LevelCheck levels,
            TextCheck text,
            TypeRangeCheck ranges,
            FileLocation place) {
        String wrong = levels.check(entries);
        if (wrong != null) {
            findings.error(Rule.LEVELS, place, wrong);
        }
        int invalid = text.firstInvalid(entries.values());
        if (invalid >= 0) {
            findings.error(Rule.TEXT, place, "value " + invalid + " of the page, without nulls, is not UTF-8");
        }
        String outside = ranges.check(entries.values());
        if (outside != null) {
            findings.error(Rule.VALUE_RANGE, place, outside);
        }
        PageHeaderCheck.check(page.header(), own, statistics, faults, findings, place);
        return wrong == null;
    }

    /** Reports what is wrong about pages, but was decoded because writers are known to do it. */
    private void pageFaults(List<StoredPage> pages) {
        FaultyWriters.Row zeros = faults.row(WriterFault.ZERO_CHECKSUM);
        if (zeros != null && !pages.isEmpty() && pages.stream().allMatch(ChunkCheck::hasZeroChecksum)) {
            findings.wrong(zeros, Rule.PAGE, location, "crc is 0 in every page of the column chunk");
        }
        if (chunk.metadata().codec() != CompressionCodec.UNCOMPRESSED && file.decryptor() == null) {
            pages.stream().filter(ChunkCheck::hidesCompression).findFirst().ifPresent(page -> {
                findings.wrong(
                        faults.row(WriterFault.HIDDEN_COMPRESSION),
                        Rule.PAGE,
                        place(page),
                        "is_compressed is false, but the page is compressed with "
                                + chunk.metadata().codec());
            });
        }
        FaultyWriters.Row deltas = faults.row(WriterFault.DELTA_ACROSS_PAGES);
        StoredPage continued = deltas == null ? null : firstContinued(pages);
        if (continued != null) {
            findings.wrong(
                    deltas,
                    Rule.PAGE,
                    place(continued),
                    "the first value of the page has a prefix of the page before, so that the page cannot be decoded"
                            + " alone");
        }
    }

    private FileLocation place(StoredPage page) {
        return new FileLocation(file.location(), rowGroup, column.dottedPath(), page.ordinal(), page.offset());
    }

    private static boolean hasZeroChecksum(StoredPage page) {
        Integer crc = page.header().crc();
        return crc != null && crc == 0;
    }

    private static boolean hidesCompression(StoredPage page) {
        DataPageHeaderV2 header = page.header().dataPageHeaderV2();
        return header != null
                && !header.compressed()
                && page.header().compressedPageSize() != page.header().uncompressedPageSize();
    }

    /** Returns the first page of DELTA_BYTE_ARRAY values that continues the one before; null if there is none. */
    private @Nullable StoredPage firstContinued(List<StoredPage> pages) {
        ColumnChunkBytes bytes = chunk.bytes(READ_SIZE).writtenBy(WriterVersion.parse(WITHOUT_FAULTS));
        DecodeBudget budget = new DecodeBudget(ReadLimits.of(file.options()), 2 * chunk.length());
        try (PageEntries decoder = new PageEntries(bytes, false, budget)) {
            for (StoredPage page : pages) {
                if (page.ordinal() > 0 && ChunkMetadataCheck.encoding(page.header()) == Encoding.DELTA_BYTE_ARRAY) {
                    try {
                        decoder.decode(bytes.pages(page.offset(), page.end(), page.ordinal(), null));
                    } catch (CorruptFileException e) {
                        return page;
                    }
                }
            }
        }
        return null;
    }

    /** Checks that all columns of the row group have the same number of rows. */
    private boolean checkRows(ColumnFacts total) {
        RowGroup group = file.metadata().rowGroups().get(rowGroup);
        if (total.rows() != group.numRows()) {
            findings.error(
                    Rule.COLUMN_CHUNK,
                    location,
                    "the column chunk has " + total.rows() + " rows; RowGroup.num_rows is " + group.numRows());
            return false;
        }
        return true;
    }

    private @Nullable BloomFilter bloomFilter() throws IOException {
        try {
            return new ColumnChunkIndexes(file, rowGroup, column).bloomFilter();
        } catch (KeyDeniedException | UnsupportedFeatureException | LimitExceededException e) {
            findings.note(Rule.NOT_CHECKED, location, "the bloom filter is not checked: " + e.detail());
        } catch (ParquetException e) {
            findings.error(Rule.BLOOM_FILTER, e.location().orElse(location), e.detail());
        }
        return null;
    }

    private void checkIndexes() throws IOException {
        ColumnChunkIndexes indexes = new ColumnChunkIndexes(file, rowGroup, column);
        IndexCheck check = new IndexCheck(column, order, statistics, faults, findings, location, dataPages, facts);
        try {
            OffsetIndex offsets = indexes.offsetIndex();
            if (offsets != null) {
                check.offsets(offsets);
            }
        } catch (ParquetException e) {
            findings.error(Rule.OFFSET_INDEX, e.location().orElse(location), e.detail());
        }
        try {
            ColumnIndex index = indexes.columnIndex();
            if (index != null) {
                check.columns(index);
            }
        } catch (ParquetException e) {
            findings.error(Rule.COLUMN_INDEX, e.location().orElse(location), e.detail());
        }
    }
}
