package io.pq2.internal.write.chunk;

import io.pq2.exception.FileLocation;
import io.pq2.exception.InvalidDataException;
import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.internal.encoding.EncodedBytes;
import io.pq2.internal.encoding.dictionary.DictionaryIdEncoder;
import io.pq2.internal.encryption.ChunkEncryptor;
import io.pq2.internal.page.DataPageContent;
import io.pq2.internal.page.EncodedPage;
import io.pq2.internal.page.PageWriter;
import io.pq2.internal.statistics.MinMax;
import io.pq2.internal.statistics.PageMinMax;
import io.pq2.internal.write.encode.AllowedEncodings;
import io.pq2.internal.write.encode.DictionaryTrial;
import io.pq2.internal.write.encode.EncodingChoice;
import io.pq2.internal.write.options.Compression;
import io.pq2.internal.write.shred.Levels;
import io.pq2.internal.write.shred.PresentSlots;
import io.pq2.internal.write.shred.Shredder;
import io.pq2.internal.write.values.LeafValues;
import io.pq2.internal.write.work.EncodingBuffers;
import io.pq2.internal.write.work.WorkerContext;
import io.pq2.metadata.CompressionCodec;
import io.pq2.metadata.Encoding;
import io.pq2.schema.Column;
import io.pq2.schema.LogicalType;
import io.pq2.vector.Validity;
import io.pq2.vector.Vector;
import io.pq2.write.DataPageVersion;
import io.pq2.write.WriteOptions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Fills the pages of one column, row group after row group. A page ends, always before a new row, when it has enough rows or
 * enough bytes, which are counted as PLAIN: that is what its reader will have in memory.
 *
 * <p>A chunk starts with a dictionary if that is allowed. Its pages wait as ids until the dictionary pays; if it never does, they
 * are encoded without. When a dictionary that has paid outgrows its limit, or {@link DictionaryTrial} gives it up, the pages that
 * were completed stay dictionary encoded and those that follow are not.
 */
public final class ChunkWriter implements Shredder.LeafSink {

    private final Column column;
    private final WriteOptions options;
    private final Compression compression;
    /** What is counted beside the values. */
    private final PageSizes counts;

    private final boolean dictionaryAllowed;
    /** Whether the column is one of nulls. */
    private final boolean nullsOnly;

    private final EncodedBytes valueBytes = new EncodedBytes(64);
    private final EncodingBuffers scratch = new EncodingBuffers();
    private final LeafValues values;
    private final PageLevels pageLevels;
    private final PageBoundary cut;
    private final PresentSlots present = new PresentSlots();
    private final DictionaryTrial probe;
    private final EncodingChoice choice;
    /** How {@link #values} are encoded where they are not dictionary encoded. */
    private Encoding encoding;

    private final ChunkBloomFilter bloomFilter;

    /** Null if the column is not encrypted. */
    private final ChunkEncryptor encryptor;
    /** The most bytes of a page as they are in its reader's memory. */
    private final int mostPageBytes;

    private int rowGroup;

    /** Where the column is worked on now. */
    private WorkerContext context;
    /** The context's, for the codec of the column. */
    private PageWriter pageWriter;

    private ChunkPages pages;

    /** Of pages with ids, without the codec. */
    private final PageSizeRatio idRatio = new PageSizeRatio();
    /** Of other pages, without the codec. */
    private final PageSizeRatio valueRatio = new PageSizeRatio();
    /** Of other pages, without the codec and in PLAIN encoding. */
    private final PageSizeRatio plainRatio = new PageSizeRatio();

    private final PageSizeRatio dictionaryRatio = new PageSizeRatio();

    /** Whether values are looked up in the dictionary; from the chunk's start until the dictionary is given up. */
    private boolean interning;

    /** Whether the chunk has a dictionary for good; pages wait until that is known. */
    private boolean keeping;

    private final List<PendingDictionaryPage> undecided = new ArrayList<>();
    private long undecidedIds;

    private int[] ids = new int[0];
    private int idCount;
    /** Entries that ids refer to; the dictionary may have more, from values that did not fit. */
    private int entries;

    private long internedValues;
    private long internedBytes;

    /** The most bytes that an encoder has kept to itself, and has room for since. */
    private int mostPending;

    private int pageRows;
    private int pageEntries;
    private int pageNulls;
    private long pageBytes;

    /** @param encryptor null if the column is not encrypted */
    public ChunkWriter(Column column, WriteOptions options, ChunkEncryptor encryptor) {
        this.column = column;
        this.options = options;
        this.compression = options.compression(column);
        this.encryptor = encryptor;
        this.mostPageBytes = options.pageBytes(column);
        this.counts = options.sizeStatistics(column.dottedPath()) ? PageSizes.zero(column) : PageSizes.NONE;
        List<Encoding> encodings = AllowedEncodings.of(column, options);
        this.values = values(column, options, encodings.get(0), valueBytes, scratch);
        this.encoding = encodings.get(0);
        this.cut = new PageBoundary(values);
        this.pageLevels = new PageLevels(column, counts);
        this.probe = new DictionaryTrial(options.dictionaryBytes());
        this.bloomFilter = new ChunkBloomFilter(column, options, values);
        this.nullsOnly = column.field().logicalType() instanceof LogicalType.UnknownType;
        this.dictionaryAllowed = AllowedEncodings.dictionary(column, options) && values.internable();
        this.choice = new EncodingChoice(column, encodings, dictionaryAllowed);
        startChunk();
    }

    private static LeafValues values(
            Column column, WriteOptions options, Encoding encoding, EncodedBytes page, EncodingBuffers scratch) {
        try {
            return LeafValues.of(column, options, encoding, page, scratch);
        } catch (UnsupportedFeatureException e) {
            throw e.locate(new FileLocation(null, -1, column.dottedPath(), -1, -1));
        }
    }

    /** How pages are compressed. */
    public CompressionCodec codec() {
        return compression.codec();
    }

    /**
     * Works in that context from now on. To be called before anything is written.
     *
     * @throws io.pq2.exception.InvalidDataException if the codec has no such level
     * @throws UnsupportedFeatureException if this version cannot write the codec
     */
    public void moveTo(WorkerContext other) {
        context = other;
        pageWriter = other.pageWriter(compression);
        scratch.use(other.room());
    }

    private void startChunk() {
        pages = new ChunkPages(column, options);
        if (encryptor != null) {
            encryptor.rowGroup(rowGroup);
        }
        interning = dictionaryAllowed && (choice.isDue() || !choice.dictionaryBeaten());
        keeping = false;
        entries = 0;
        internedValues = 0;
        internedBytes = 0;
        if (!interning) {
            use(choice.pageEncoding());
        }
    }

    private void use(Encoding wanted) {
        if (encoding != wanted) {
            encoding = wanted;
            values.use(wanted);
        }
    }

    /** About how many bytes the chunk would have in the file if it ended here. */
    public long bufferedBytes() {
        if (interning && !keeping && !dictionaryPays()) {
            return pages.bytes() + plainRatio.apply(internedBytes);
        }
        long dictionary = entries > 0 ? dictionaryRatio.apply(values.dictionaryBytes()) : 0;
        long open = interning
                ? idRatio.apply(idBytes(undecidedIds + idCount) + pageLevels.bytes())
                : valueRatio.apply(openBytes() + pageLevels.bytes());
        return pages.bytes() + dictionary + open;
    }

    /** The size of the values of the open page that are not dictionary encoded. */
    private long openBytes() {
        return (long) valueBytes.size() + values.pendingBytes();
    }

    /** The size of so many ids if they are packed and not compressed. */
    private long idBytes(long count) {
        return (long) DictionaryTrial.idBytes((double) count, entries);
    }

    /** How many of {@link #bufferedBytes()} are not compressed and may become far fewer, because no page has shown so far. */
    public long unmeasuredBytes() {
        if (!interning) {
            return valueRatio.isKnown() ? 0 : openBytes() + pageLevels.bytes();
        } else if (keeping) {
            return idRatio.isKnown() ? 0 : idBytes(idCount) + pageLevels.bytes();
        }
        return plainRatio.isKnown() ? 0 : internedBytes;
    }

    /** Ends the page if none has shown so far how much smaller than their contents pages are. */
    public void measure() {
        if (unmeasuredBytes() > 0) {
            decideDictionary();
            endPage();
        }
    }

    /** About how many bytes of memory the chunk takes. */
    public long memoryBytes() {
        long idBytes = (ids.length + undecidedIds) * Integer.BYTES;
        return pages.bytes()
                + values.memoryBytes()
                + idBytes
                + valueBytes.array().length
                + Math.max(values.pendingBytes(), mostPending)
                + pageLevels.memoryBytes()
                + bloomFilter.memoryBytes();
    }

    @Override
    public void accept(Vector vector, Levels levels, long[] validity, long firstRow) {
        present.set(levels, validity);
        try {
            values.load(vector, present);
        } catch (InvalidDataException e) {
            throw new InvalidDataException("column " + column.dottedPath() + ": " + e.getMessage(), e);
        }
        int invalid = nullsOnly && values.count() > 0 ? 0 : values.firstInvalid();
        if (invalid >= 0) {
            throw new InvalidDataException("column " + column.dottedPath() + ", row "
                    + (firstRow + rowOf(invalid, levels, validity)) + ": "
                    + (nullsOnly ? "a value where UNKNOWN allows nulls only" : values.explain(invalid)));
        }
        append(levels, validity);
    }

    private void append(Levels levels, long[] validity) {
        cut.start(levels, validity);
        int entry = 0;
        int value = 0;
        while (cut.hasNext()) {
            cut.next(options.pageRows() - pageRows, mostPageBytes - pageBytes, pageRows == 0);
            if (cut.rows() > 0) {
                // Values first: they may have to end the page that they would go to.
                appendValues(value, cut.valueEnd(), cut.bytes());
                pageLevels.append(levels, entry, cut.entryEnd(), validity);
                pageRows += cut.rows();
                pageEntries += cut.entryEnd() - entry;
                pageNulls += cut.entryEnd() - entry - (cut.valueEnd() - value);
                pageBytes += cut.bytes();
                entry = cut.entryEnd();
                value = cut.valueEnd();
            }
            if (cut.hasNext()) {
                endPage();
            }
        }
    }

    /** The row in the batch of the present value at that index. */
    private static int rowOf(int valueIndex, Levels levels, long[] validity) {
        int live = valueIndex;
        if (validity != null) {
            live = -1;
            for (int seen = -1; seen < valueIndex; ) {
                live++;
                seen += Validity.isSet(validity, levels.base + live) ? 1 : 0;
            }
        }
        return levels.rowOf(levels.entryOf(live));
    }

    private void appendValues(int from, int to, long bytes) {
        if (interning && !intern(from, to, bytes)) {
            giveUpDictionary();
        }
        if (!interning) {
            values.encode(from, to);
            bloomFilter.add(from, to);
        }
        if (!interning || !values.boundsEntries()) {
            values.bound(from, to);
        }
    }

    /** Looks values up; whether the dictionary is to be kept and has them all. */
    private boolean intern(int from, int to, long bytes) {
        int count = to - from;
        if (ids.length - idCount < count) {
            ids = Arrays.copyOf(ids, Math.max(Math.addExact(idCount, count), ids.length + (ids.length >> 1)));
        }
        values.intern(from, to, ids, idCount);
        internedValues += count;
        internedBytes += bytes;
        if (!probe.goOn(internedValues, values.distinct(), values.dictionaryBytes(), internedBytes, choice.ratios())) {
            return false;
        }
        idCount += count;
        entries = values.distinct();
        return true;
    }

    /** Goes on without dictionary. The page so far stays dictionary encoded only if others are. */
    private void giveUpDictionary() {
        if (keeping) {
            endPage();
            bloomFilter.endDictionary(entries);
            interning = false;
            use(choice.pageEncoding());
        } else {
            discardDictionary();
        }
    }

    /** Tries, if that is due, what else could become of the values of the open page; gives the dictionary up if that is better. */
    private void judgeDictionary() {
        if (choice.isDue() && idCount > 0) {
            int sample = EncodingChoice.sampleSize(idCount, pageBytes);
            use(Encoding.PLAIN);
            values.encodeEntries(ids, sample);
            values.finish();
            EncodedBytes sampleIds = new EncodedBytes(sample);
            encodeIds(ids, sample, entries, sampleIds);
            EncodedBytes someEntries = new EncodedBytes(64);
            values.encodeDictionary(EncodingChoice.sampleSize(entries, values.dictionaryBytes()), someEntries);
            int idWidth = DictionaryIdEncoder.bitWidth(entries);
            choice.compare(valueBytes, sample, sampleIds, idWidth, someEntries, pageWriter);
            valueBytes.reset();
        }
        if (choice.dictionaryBeaten()) {
            discardDictionary();
        }
    }

    private boolean dictionaryPays() {
        return DictionaryTrial.pays(internedValues, entries, values.dictionaryBytes(), internedBytes, choice.ratios());
    }

    /** There will be a dictionary: encodes the pages that waited for it. */
    private void keepDictionary() {
        keeping = true;
        for (PendingDictionaryPage page : undecided) {
            encodeIds(page.ids(), page.ids().length, page.entries(), valueBytes);
            frame(page.summary(), page.repetition(), page.definition(), Encoding.RLE_DICTIONARY);
        }
        undecided.clear();
        undecidedIds = 0;
    }

    /** There will be no dictionary: encodes ids as values, those of pages that waited for it and those of the open page. */
    private void discardDictionary() {
        use(choice.encoding());
        for (PendingDictionaryPage page : undecided) {
            values.encodeEntries(page.ids(), page.ids().length);
            frame(page.summary(), page.repetition(), page.definition(), values.finish());
        }
        undecided.clear();
        undecidedIds = 0;
        bloomFilter.endDictionary(entries);
        if (values.boundsEntries()) {
            values.boundEntries(ids, idCount);
        }
        use(choice.pageEncoding());
        values.encodeEntries(ids, idCount);
        idCount = 0;
        entries = 0;
        interning = false;
        values.dropDictionary();
        ids = new int[0];
    }

    /** Decides now whether the chunk has a dictionary; one that does not pay so far takes no memory any more. */
    public void decideDictionary() {
        if (interning && !keeping) {
            judgeDictionary();
        }
        if (interning && !keeping) {
            if (dictionaryPays()) {
                keepDictionary();
            } else {
                discardDictionary();
            }
        }
    }

    private void endPage() {
        if (pageRows == 0) {
            return;
        }
        pageLevels.finish();
        if (interning && !keeping) {
            judgeDictionary();
        }
        if (interning && values.boundsEntries()) {
            values.boundEntries(ids, idCount);
        }
        PageSummary summary = summary();
        int present = pageEntries - pageNulls;
        if (!interning) {
            mostPending = Math.max(mostPending, values.pendingBytes());
            values.finish();
            Encoding chosen = choice.isDue() ? choice.settle(valueBytes, present, pageWriter) : encoding;
            int size = frame(summary, pageLevels.repetition(), pageLevels.definition(), chosen);
            plainRatio.add(pageBytes, size);
        } else if (keeping || dictionaryPays()) {
            keepDictionary();
            encodeIds(ids, idCount, entries, valueBytes);
            frame(summary, pageLevels.repetition(), pageLevels.definition(), Encoding.RLE_DICTIONARY);
        } else {
            undecided.add(PendingDictionaryPage.of(summary, pageLevels, ids, idCount, entries));
            undecidedIds += idCount;
        }
        choice.pass(present);
        if (!interning) {
            use(choice.pageEncoding());
        }
        pageLevels.reset();
        idCount = 0;
        pageRows = 0;
        pageEntries = 0;
        pageNulls = 0;
        pageBytes = 0;
    }

    private PageSummary summary() {
        MinMax bounds = values.bounds();
        // A value is counted with the four bytes of its length, as it stands in a page.
        long valueBytes = counts.valueBytes() < 0 ? -1 : pageBytes - (long) Integer.BYTES * (pageEntries - pageNulls);
        PageSizes sizes = new PageSizes(valueBytes, pageLevels.repetitionCounts(), pageLevels.definitionCounts());
        PageSummary summary = new PageSummary(pageRows, pageEntries, pageNulls, PageMinMax.of(bounds), sizes);
        if (bounds != null) {
            bounds.reset();
        }
        return summary;
    }

    private static void encodeIds(int[] pageIds, int count, int dictionarySize, EncodedBytes out) {
        DictionaryIdEncoder encoder = new DictionaryIdEncoder(out, dictionarySize);
        encoder.write(pageIds, 0, count);
        encoder.finish();
    }

    /** Makes a page of levels and of the values that were encoded, and returns its size. */
    private int frame(PageSummary summary, EncodedBytes repetition, EncodedBytes definition, Encoding encoding) {
        DataPageContent content = new DataPageContent(
                summary.rows(),
                summary.entries(),
                summary.nulls(),
                repetition == null ? null : repetition.array(),
                repetition == null ? 0 : repetition.size(),
                definition == null ? null : definition.array(),
                definition == null ? 0 : definition.size(),
                encoding,
                valueBytes.array(),
                valueBytes.size());
        EncodedPage page = options.dataPageVersion(column) == DataPageVersion.V1
                ? pageWriter.dataPage(content, encryptor, pages.count())
                : pageWriter.dataPageV2(content);
        boolean areIds = encoding == Encoding.RLE_DICTIONARY;
        long contents = areIds ? idBytes(summary.entries() - summary.nulls()) : valueBytes.size();
        long levels = (long) content.repetitionLength() + content.definitionLength();
        (areIds ? idRatio : valueRatio).add(contents + levels, page.size());
        pages.add(page, encoding, summary);
        valueBytes.reset();
        return page.size();
    }

    /** Ends the chunk and starts the next one. */
    public ChunkPages endChunk() {
        decideDictionary();
        endPage();
        if (keeping) {
            EncodedBytes dictionary = context.dictionaryBytes();
            dictionary.reset();
            values.encodeDictionary(entries, dictionary);
            EncodedPage page = pageWriter.dictionaryPage(dictionary.array(), dictionary.size(), entries, encryptor);
            dictionaryRatio.add(dictionary.size(), page.size());
            pages.dictionary(page);
        }
        if (interning) {
            bloomFilter.completeDictionary(entries);
        }
        pages.bloomFilter(EncryptedModules.bloomFilter(bloomFilter.endChunk(), encryptor));
        pages.geometries(values.endGeometries());
        values.dropDictionary();
        // The next row group may be long in coming.
        ids = new int[0];
        valueBytes.release();
        values.use(encoding);
        mostPending = 0;
        pageLevels.release();
        probe.endChunk(keeping);
        idRatio.endChunk();
        valueRatio.endChunk();
        plainRatio.endChunk();
        dictionaryRatio.endChunk();
        ChunkPages ended = pages;
        rowGroup++;
        startChunk();
        return ended;
    }
}
