package io.pq2.internal.write.values;

import io.pq2.exception.InvalidDataException;
import io.pq2.internal.bloomfilter.BloomFilterBuilder;
import io.pq2.internal.encoding.BinaryEncoder;
import io.pq2.internal.encoding.EncodedBytes;
import io.pq2.internal.encoding.dictionary.BinaryDictionaryBuilder;
import io.pq2.internal.encoding.registry.ValueEncoders;
import io.pq2.internal.encoding.scatter.Compaction;
import io.pq2.internal.geospatial.GeospatialStatisticsBuilder;
import io.pq2.internal.statistics.BinaryMinMax;
import io.pq2.internal.statistics.MinMax;
import io.pq2.internal.statistics.MinMaxOrder;
import io.pq2.internal.write.shred.PresentSlots;
import io.pq2.internal.write.work.EncodingBuffers;
import io.pq2.metadata.Encoding;
import io.pq2.metadata.GeospatialStatistics;
import io.pq2.schema.PrimitiveField;
import io.pq2.vector.BinaryVector;
import io.pq2.vector.DictionaryVector;
import io.pq2.vector.Vector;

/** {@link LeafValues} of BYTE_ARRAY. */
public final class BinaryLeafValues implements LeafValues {

    private final EncodedBytes page;
    private BinaryEncoder encoder;
    private final EncodingBuffers scratch;
    private final BinaryMinMax bounds;
    /** Null if the values are no geometries, or no bounds are wanted. */
    private final GeospatialStatisticsBuilder geometries;

    private final BinaryDictionaryBuilder dictionary = new BinaryDictionaryBuilder();

    /** Whether values must be UTF-8. */
    private final boolean text;
    /** Null if there is nothing to check. */
    private final DecimalCheck decimals;

    private byte[] bytes;
    private int[] starts;
    private int[] lengths;
    private int offset;
    private int count;
    private long totalLength;

    private final EntryIds entryIds = new EntryIds();
    /** The ids of the values in the vector's own dictionary, null if it has none. */
    private int[] vectorIds;

    /**
     * @param encoding where values are not dictionary encoded
     * @param checkText whether text must be UTF-8
     * @param bounds null if no bounds are wanted
     * @param geometries null if the values are no geometries, or no bounds are wanted
     * @param page where the values of a page go
     */
    BinaryLeafValues(
            PrimitiveField field,
            Encoding encoding,
            boolean checkText,
            BinaryMinMax bounds,
            GeospatialStatisticsBuilder geometries,
            EncodedBytes page,
            EncodingBuffers scratch) {
        this.text = checkText && MinMaxOrder.of(field) == MinMaxOrder.TEXT;
        this.decimals = DecimalCheck.of(field);
        this.page = page;
        this.encoder = ValueEncoders.binaries(encoding, page);
        this.scratch = scratch;
        this.bounds = bounds;
        this.geometries = geometries;
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
            throw new InvalidDataException("a " + vector.getClass().getSimpleName() + " where a BinaryVector is due");
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
        if (slots.isRange()) {
            starts = binary.starts();
            lengths = binary.lengths();
            offset = slots.from;
        } else if (slots.list != null) {
            gather(binary, slots.list);
        } else {
            starts = scratch.ints(slots.to - slots.from);
            lengths = scratch.moreInts(slots.to - slots.from);
            Compaction.ints(binary.starts(), slots.validity, slots.from, slots.to, starts, 0);
            Compaction.ints(binary.lengths(), slots.validity, slots.from, slots.to, lengths, 0);
        }
    }

    private void loadEntries(DictionaryVector encoded, BinaryVector entries, PresentSlots slots) {
        vectorIds = EntryIds.of(encoded, slots, scratch);
        entryIds.use(entries);
        bytes = entries.bytes();
        offset = 0;
        gather(entries, vectorIds);
    }

    private void gather(BinaryVector source, int[] indexes) {
        int[] gatheredStarts = scratch.ints(count);
        int[] gatheredLengths = scratch.moreInts(count);
        int[] sourceStarts = source.starts();
        int[] sourceLengths = source.lengths();
        for (int i = 0; i < count; i++) {
            gatheredStarts[i] = sourceStarts[indexes[i]];
            gatheredLengths[i] = sourceLengths[indexes[i]];
        }
        starts = gatheredStarts;
        lengths = gatheredLengths;
    }

    /** Slices outside their array would otherwise surface deep inside a copy. */
    @Override
    public int firstInvalid() {
        int wrong = 0;
        for (int i = offset; i < offset + count; i++) {
            wrong |= starts[i] | lengths[i] | bytes.length - lengths[i] - starts[i];
        }
        if (wrong >= 0) {
            return firstMeaningless();
        }
        int index = 0;
        while (inside(starts[offset + index], lengths[offset + index])) {
            index++;
        }
        return index;
    }

    private int firstMeaningless() {
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
    public String explain(int index) {
        int start = starts[offset + index];
        int length = lengths[offset + index];
        if (inside(start, length)) {
            return decimals == null
                    ? "text of " + length + " bytes that is not UTF-8"
                    : decimals.explain(bytes, start, length);
        }
        return "a slice of " + lengths[offset + index] + " bytes from " + starts[offset + index] + " on, of "
                + bytes.length + " bytes";
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

    /** Bytes of one value in PLAIN encoding. */
    public long plainBytes(int index) {
        return (long) lengths[offset + index] + Integer.BYTES;
    }

    @Override
    public void bound(int from, int to) {
        see(bytes, starts, lengths, offset + from, offset + to);
    }

    @Override
    public boolean boundsEntries() {
        return true;
    }

    @Override
    public void boundEntries(int[] ids, int idCount) {
        if (bounds != null || geometries != null) {
            BinaryVector entries = dictionary.entries();
            int[] used = scratch.usedEntries(idCount);
            int usedCount = entryIds.distinct(ids, idCount, dictionary.size(), used);
            int[] usedStarts = scratch.entryStarts(usedCount);
            int[] usedLengths = scratch.entryLengths(usedCount);
            for (int i = 0; i < usedCount; i++) {
                usedStarts[i] = entries.starts()[used[i]];
                usedLengths[i] = entries.lengths()[used[i]];
            }
            see(entries.bytes(), usedStarts, usedLengths, 0, usedCount);
        }
    }

    private void see(byte[] source, int[] sourceStarts, int[] sourceLengths, int from, int to) {
        if (bounds != null) {
            bounds.update(source, sourceStarts, sourceLengths, from, to);
        } else if (geometries != null) {
            geometries.update(source, sourceStarts, sourceLengths, from, to);
        }
    }

    @Override
    public GeospatialStatistics endGeometries() {
        return geometries == null ? null : geometries.endChunk();
    }

    @Override
    public MinMax bounds() {
        return bounds;
    }

    @Override
    public void use(Encoding encoding) {
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
    public boolean internable() {
        return true;
    }

    @Override
    public void intern(int from, int to, int[] ids, int idOffset) {
        if (vectorIds == null) {
            dictionary.add(bytes, starts, lengths, offset + from, to - from, ids, idOffset);
            return;
        }
        int[] known = entryIds.ids();
        for (int i = from; i < to; i++) {
            int entry = vectorIds[i];
            if (known[entry] < 0) {
                dictionary.add(bytes, starts, lengths, offset + i, 1, known, entry);
            }
            ids[idOffset + i - from] = known[entry];
        }
    }

    @Override
    public int distinct() {
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
    public void hash(int from, int to, BloomFilterBuilder filter) {
        filter.add(bytes, starts, lengths, offset + from, to - from);
    }

    @Override
    public void hashEntries(int entries, BloomFilterBuilder filter) {
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
        entryIds.forget();
    }
}
