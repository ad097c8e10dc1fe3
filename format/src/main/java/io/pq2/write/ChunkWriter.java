package io.pq2.write;

import io.pq2.InvalidDataException;
import io.pq2.encoding.DictionaryIdEncoder;
import io.pq2.encoding.EncodedBytes;
import io.pq2.metadata.Encoding;
import io.pq2.page.DataPageContent;
import io.pq2.page.FramedPage;
import io.pq2.page.PageFramer;
import io.pq2.schema.Column;
import io.pq2.schema.PhysicalType;
import io.pq2.statistics.BoundOrder;
import io.pq2.statistics.Bounds;
import io.pq2.statistics.PageBounds;
import io.pq2.vector.Validity;
import io.pq2.vector.Vector;
import java.util.Arrays;

/**
 * Fills the pages of one column, row group after row group. A page ends, always before a new row, when it has enough rows or
 * enough bytes, which are counted as PLAIN: that is what its reader will have in memory.
 *
 * <p>A chunk starts with a dictionary if that is allowed. When the dictionary outgrows its limit, or {@link DictionaryProbe}
 * gives it up, the pages that were completed stay dictionary encoded and those that follow are not.
 */
final class ChunkWriter implements Shredder.LeafSink {

    /** Bounds of strings longer than this are shortened. */
    private static final int BOUND_BYTES = 64;

    private final Column column;
    private final WriteOptions options;
    private final PageFramer framer;
    private final EncodedBytes dictionaryBytes;
    private final BoundOrder order;
    private final int boundBytes;
    private final boolean dictionaryAllowed;
    private final EncodedBytes valueBytes = new EncodedBytes(64);
    private final LeafValues values;
    private final PageLevels pageLevels;
    private final PageCut cut;
    private final PresentSlots present = new PresentSlots();
    private final DictionaryProbe probe = new DictionaryProbe();

    private ChunkPages pages;

    /** Whether values are looked up in the dictionary; from the chunk's start until the dictionary is given up. */
    private boolean interning;

    private int[] ids = new int[0];
    private int idCount;
    /** Entries that ids refer to; the dictionary may have more, from values that did not fit. */
    private int entries;

    private long internedValues;
    private long internedBytes;

    private int pageRows;
    private int pageEntries;
    private int pageNulls;
    private long pageBytes;

    ChunkWriter(Column column, WriteOptions options, PageFramer framer, Scratch scratch, EncodedBytes dictionaryBytes) {
        this.column = column;
        this.options = options;
        this.framer = framer;
        this.dictionaryBytes = dictionaryBytes;
        this.order = BoundOrder.of(column.field());
        this.boundBytes = column.field().physicalType() == PhysicalType.BYTE_ARRAY ? BOUND_BYTES : Integer.MAX_VALUE;
        this.values = LeafValues.of(column.field(), options, valueBytes, scratch);
        this.cut = new PageCut(values);
        this.pageLevels = new PageLevels(column);
        this.dictionaryAllowed = options.dictionary(column.dottedPath()) && values.internable();
        startChunk();
    }

    private void startChunk() {
        pages = new ChunkPages(column, options.dataPageVersion());
        interning = dictionaryAllowed;
        entries = 0;
        internedValues = 0;
        internedBytes = 0;
        probe.reset();
    }

    /** About how many bytes the chunk would have in the file if it ended here. */
    long bufferedBytes() {
        long dictionary = entries > 0 ? values.dictionaryBytes() : 0;
        long open = interning ? (long) DictionaryProbe.idBytes(idCount, entries) : pageBytes;
        return pages.bytes() + dictionary + open;
    }

    @Override
    public void accept(Vector vector, Levels levels, long[] validity, long firstRow) {
        present.set(levels, validity);
        try {
            values.load(vector, present);
        } catch (InvalidDataException e) {
            throw new InvalidDataException("column " + column.dottedPath() + ": " + e.getMessage(), e);
        }
        int invalid = values.firstInvalid();
        if (invalid >= 0) {
            throw new InvalidDataException("column " + column.dottedPath() + ", row "
                    + (firstRow + rowOf(invalid, levels, validity)) + ": " + values.explain(invalid));
        }
        append(levels, validity);
    }

    private void append(Levels levels, long[] validity) {
        cut.start(levels, validity);
        int entry = 0;
        int value = 0;
        while (cut.hasNext()) {
            cut.next(options.pageRows() - pageRows, options.pageBytes() - pageBytes, pageRows == 0);
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
        if (values.dictionaryBytes() > options.dictionaryBytes()
                || !probe.goOn(internedValues, values.distinct(), values.dictionaryBytes(), internedBytes)) {
            return false;
        }
        idCount += count;
        entries = values.distinct();
        return true;
    }

    /** Goes on without dictionary. The page so far stays dictionary encoded only if others are. */
    private void giveUpDictionary() {
        if (pages.isEmpty()) {
            discardDictionary();
        } else {
            endPage();
        }
        interning = false;
    }

    /** Encodes the ids of the page as values, for a chunk that will have no dictionary. */
    private void discardDictionary() {
        if (values.boundsEntries()) {
            values.boundEntries(ids, idCount);
        }
        values.encodeEntries(ids, idCount);
        idCount = 0;
        entries = 0;
        interning = false;
    }

    private void endPage() {
        if (pageRows == 0) {
            return;
        }
        Encoding encoding = interning ? encodeIds() : values.finish();
        pageLevels.finish();
        EncodedBytes repetition = pageLevels.repetition();
        EncodedBytes definition = pageLevels.definition();
        DataPageContent content = new DataPageContent(
                pageRows,
                pageEntries,
                pageNulls,
                repetition == null ? null : repetition.array(),
                repetition == null ? 0 : repetition.size(),
                definition == null ? null : definition.array(),
                definition == null ? 0 : definition.size(),
                encoding,
                valueBytes.array(),
                valueBytes.size());
        FramedPage page =
                options.dataPageVersion() == DataPageVersion.V1 ? framer.dataPage(content) : framer.dataPageV2(content);
        Bounds bounds = values.bounds();
        pages.add(page, encoding, pageRows, pageEntries, pageNulls, PageBounds.of(bounds, order, boundBytes));
        if (bounds != null) {
            bounds.reset();
        }
        pageLevels.reset();
        valueBytes.reset();
        pageRows = 0;
        pageEntries = 0;
        pageNulls = 0;
        pageBytes = 0;
    }

    private Encoding encodeIds() {
        if (values.boundsEntries()) {
            values.boundEntries(ids, idCount);
        }
        DictionaryIdEncoder encoder = new DictionaryIdEncoder(valueBytes, entries);
        encoder.write(ids, 0, idCount);
        encoder.finish();
        idCount = 0;
        return Encoding.RLE_DICTIONARY;
    }

    /** Ends the chunk and starts the next one. */
    ChunkPages endChunk() {
        if (interning
                && pages.isEmpty()
                && !DictionaryProbe.pays(internedValues, entries, values.dictionaryBytes(), internedBytes)) {
            discardDictionary();
        }
        endPage();
        if (pages.has(Encoding.RLE_DICTIONARY)) {
            dictionaryBytes.reset();
            values.encodeDictionary(entries, dictionaryBytes);
            pages.dictionary(framer.dictionaryPage(dictionaryBytes.array(), dictionaryBytes.size(), entries));
        }
        values.dropDictionary();
        ChunkPages ended = pages;
        startChunk();
        return ended;
    }
}
