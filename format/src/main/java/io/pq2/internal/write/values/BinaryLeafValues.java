package io.pq2.internal.write.values;

import io.pq2.exception.InvalidDataException;
import io.pq2.internal.bloomfilter.BloomFilterBuilder;
import io.pq2.internal.encoding.BinaryEncoder;
import io.pq2.internal.encoding.EncodedBytes;
import io.pq2.internal.encoding.dictionary.BinaryDictionaryBuilder;
import io.pq2.internal.encoding.registry.ValueEncoders;
import io.pq2.internal.encoding.scatter.IntCompaction;
import io.pq2.internal.geospatial.GeospatialStatisticsBuilder;
import io.pq2.internal.statistics.BinaryMinMax;
import io.pq2.internal.statistics.MinMax;
import io.pq2.internal.statistics.MinMaxOrder;
import io.pq2.internal.write.shred.PresentSlots;
import io.pq2.internal.write.work.ColumnBuffers;
import io.pq2.metadata.Encoding;
import io.pq2.metadata.GeospatialStatistics;
import io.pq2.schema.PrimitiveField;
import io.pq2.vector.BinaryVector;
import io.pq2.vector.DictionaryVector;
import io.pq2.vector.Vector;
import org.jspecify.annotations.Nullable;

/** {@link LeafValues} of BYTE_ARRAY. */
public final class BinaryLeafValues implements LeafValues {

    private final EncodedBytes page;
    private BinaryEncoder encoder;
    private final ColumnBuffers buffers;
    private final @Nullable BinaryMinMax minMax;
    private final @Nullable GeospatialStatisticsBuilder geospatial;
    private final BinaryDictionaryBuilder dictionary = new BinaryDictionaryBuilder();

    /** Whether values must be UTF-8. */
    private final boolean text;

    private final @Nullable DecimalCheck decimals;

    private byte[] bytes = {};
    private int[] starts = {};
    private int[] lengths = {};
    private int offset;
    private int count;
    private long totalLength;

    private final EntryIds entryIds = new EntryIds();
    /** The ids of the values in the vector's own dictionary; absent when the vector has none. */
    private int @Nullable [] vectorIds;

    /**
     * Creates the values of a column.
     *
     * @param encoding the encoding of values that are not dictionary encoded
     * @param checkText whether text must be UTF-8
     * @param minMax the min and max of the open page; absent when the column has no min/max statistics
     * @param geospatial absent when the column has no geospatial statistics
     * @param page the buffer that receives the encoded values of the open page
     */
    BinaryLeafValues(
            PrimitiveField field,
            Encoding encoding,
            boolean checkText,
            @Nullable BinaryMinMax minMax,
            @Nullable GeospatialStatisticsBuilder geospatial,
            EncodedBytes page,
            ColumnBuffers buffers) {
        this.text = checkText && MinMaxOrder.of(field) == MinMaxOrder.TEXT;
        this.decimals = DecimalCheck.of(field);
        this.page = page;
        this.encoder = ValueEncoders.binaries(encoding, page);
        this.buffers = buffers;
        this.minMax = minMax;
        this.geospatial = geospatial;
    }

    @Override
    public void load(Vector vector, PresentSlots slots) {
        count = slots.count;
        vectorIds = null;
        if (vector instanceof BinaryVector binary) {
            loadSlices(binary, slots);
        } else if (vector instanceof DictionaryVector encoded && encoded.dictionary() instanceof BinaryVector entries) {
            loadEntries(encoded, entries, slots);
        } else {
            throw new InvalidDataException(
                    "expected BinaryVector, found " + vector.getClass().getSimpleName());
        }
        long total = 0;
        for (int i = offset; i < offset + count; i++) {
            total += lengths[i];
        }
        totalLength = total;
    }

    private void loadSlices(BinaryVector binary, PresentSlots slots) {
        bytes = binary.bytes();
        offset = 0;
        int[] list = slots.list;
        if (slots.isRange()) {
            starts = binary.starts();
            lengths = binary.lengths();
            offset = slots.from;
        } else if (list != null) {
            gather(binary, list);
        } else {
            starts = buffers.current().ints(slots.to - slots.from);
            lengths = buffers.current().moreInts(slots.to - slots.from);
            IntCompaction.compact(binary.starts(), slots.bitmap(), slots.from, slots.to, starts, 0);
            IntCompaction.compact(binary.lengths(), slots.bitmap(), slots.from, slots.to, lengths, 0);
        }
    }

    private void loadEntries(DictionaryVector encoded, BinaryVector entries, PresentSlots slots) {
        int[] ids = EntryIds.of(encoded, slots, buffers);
        vectorIds = ids;
        entryIds.use(entries);
        bytes = entries.bytes();
        offset = 0;
        gather(entries, ids);
    }

    private void gather(BinaryVector source, int[] indexes) {
        int[] gatheredStarts = buffers.current().ints(count);
        int[] gatheredLengths = buffers.current().moreInts(count);
        int[] sourceStarts = source.starts();
        int[] sourceLengths = source.lengths();
        for (int i = 0; i < count; i++) {
            gatheredStarts[i] = sourceStarts[indexes[i]];
            gatheredLengths[i] = sourceLengths[indexes[i]];
        }
        starts = gatheredStarts;
        lengths = gatheredLengths;
    }

    @Override
    public int firstInvalid() {
        // Find slices outside their array here, rather than deep inside a copy. A negative number has its sign bit set.
        int signs = 0;
        for (int i = offset; i < offset + count; i++) {
            signs |= starts[i] | lengths[i] | bytes.length - lengths[i] - starts[i];
        }
        if (signs >= 0) {
            return firstWithInvalidContent();
        }
        int index = 0;
        while (inside(starts[offset + index], lengths[offset + index])) {
            index++;
        }
        return index;
    }

    private int firstWithInvalidContent() {
        if (text) {
            return Utf8Check.firstInvalid(bytes, starts, lengths, offset, count);
        }
        if (decimals != null) {
            for (int i = 0; i < count; i++) {
                if (decimals.isInvalid(bytes, starts[offset + i], lengths[offset + i])) {
                    return i;
                }
            }
        }
        return -1;
    }

    private boolean inside(int start, int length) {
        return (start | length | bytes.length - length - start) >= 0;
    }

    @Override
    public String describe(int index) {
        int start = starts[offset + index];
        int length = lengths[offset + index];
        if (inside(start, length)) {
            return decimals == null
                    ? "text of " + length + " bytes is not UTF-8"
                    : decimals.describe(bytes, start, length);
        }
        return "a slice of " + length + " bytes at " + start + " exceeds its array of " + bytes.length + " bytes";
    }

    @Override
    public int count() {
        return count;
    }

    @Override
    public long plainBytes() {
        return totalLength + (long) count * Integer.BYTES;
    }

    @Override
    public int width() {
        return 0;
    }

    /** Returns the size of one value in PLAIN encoding, in bytes. */
    public long plainBytes(int index) {
        return (long) lengths[offset + index] + Integer.BYTES;
    }

    @Override
    public void updateMinMax(int from, int to) {
        updateStatistics(bytes, starts, lengths, offset + from, offset + to);
    }

    @Override
    public boolean hasMinMaxByEntry() {
        return true;
    }

    @Override
    public void updateMinMaxOfEntries(int[] ids, int idCount) {
        if (minMax != null || geospatial != null) {
            BinaryVector entries = dictionary.entries();
            int[] used = buffers.current().usedEntries(idCount);
            int usedCount = entryIds.distinct(ids, idCount, dictionary.size(), used);
            int[] usedStarts = buffers.current().entryStarts(usedCount);
            int[] usedLengths = buffers.current().entryLengths(usedCount);
            for (int i = 0; i < usedCount; i++) {
                usedStarts[i] = entries.starts()[used[i]];
                usedLengths[i] = entries.lengths()[used[i]];
            }
            updateStatistics(entries.bytes(), usedStarts, usedLengths, 0, usedCount);
        }
    }

    private void updateStatistics(byte[] source, int[] sourceStarts, int[] sourceLengths, int from, int to) {
        if (minMax != null) {
            minMax.update(source, sourceStarts, sourceLengths, from, to);
        } else if (geospatial != null) {
            geospatial.update(source, sourceStarts, sourceLengths, from, to);
        }
    }

    @Override
    public @Nullable GeospatialStatistics endGeospatialStatistics() {
        return geospatial == null ? null : geospatial.endChunk();
    }

    @Override
    public @Nullable MinMax minMax() {
        return minMax;
    }

    @Override
    public void setEncoding(Encoding encoding) {
        encoder = ValueEncoders.binaries(encoding, page);
    }

    @Override
    public void encode(int from, int to) {
        encoder.write(bytes, starts, lengths, offset + from, to - from);
    }

    @Override
    public void encodeEntries(int[] ids, int idCount) {
        BinaryVector entries = dictionary.entries();
        int[] entryStarts = new int[idCount];
        int[] entryLengths = new int[idCount];
        for (int i = 0; i < idCount; i++) {
            entryStarts[i] = entries.starts()[ids[i]];
            entryLengths[i] = entries.lengths()[ids[i]];
        }
        encoder.write(entries.bytes(), entryStarts, entryLengths, 0, idCount);
    }

    @Override
    public Encoding finish() {
        encoder.finish();
        return encoder.encoding();
    }

    @Override
    public boolean supportsDictionary() {
        return true;
    }

    @Override
    public void lookUp(int from, int to, int[] ids, int idOffset) {
        int[] idsOfVector = vectorIds;
        if (idsOfVector == null) {
            dictionary.add(bytes, starts, lengths, offset + from, to - from, ids, idOffset);
            return;
        }
        int[] chunkIds = entryIds.ids();
        for (int i = from; i < to; i++) {
            int entry = idsOfVector[i];
            if (chunkIds[entry] < 0) {
                dictionary.add(bytes, starts, lengths, offset + i, 1, chunkIds, entry);
            }
            ids[idOffset + i - from] = chunkIds[entry];
        }
    }

    @Override
    public int dictionarySize() {
        return dictionary.size();
    }

    @Override
    public long dictionaryBytes() {
        return dictionary.dictionaryBytes();
    }

    @Override
    public void encodeDictionary(int entries, EncodedBytes out) {
        BinaryVector all = dictionary.entries();
        ValueEncoders.binaries(Encoding.PLAIN, out).write(all.bytes(), all.starts(), all.lengths(), 0, entries);
    }

    @Override
    public void addToFilter(int from, int to, BloomFilterBuilder filter) {
        filter.add(bytes, starts, lengths, offset + from, to - from);
    }

    @Override
    public void addEntriesToFilter(int entries, BloomFilterBuilder filter) {
        BinaryVector all = dictionary.entries();
        filter.add(all.bytes(), all.starts(), all.lengths(), 0, entries);
    }

    @Override
    public int pendingBytes() {
        return encoder.pendingBytes();
    }

    @Override
    public long memoryBytes() {
        return dictionary.memoryBytes() + entryIds.memoryBytes();
    }

    @Override
    public void dropDictionary() {
        dictionary.reset();
        entryIds.clear();
    }
}
