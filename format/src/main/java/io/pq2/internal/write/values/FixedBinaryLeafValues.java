package io.pq2.internal.write.values;

import io.pq2.exception.InvalidDataException;
import io.pq2.internal.bloomfilter.BloomFilterBuilder;
import io.pq2.internal.encoding.EncodedBytes;
import io.pq2.internal.encoding.FixedBinaryEncoder;
import io.pq2.internal.encoding.dictionary.FixedBinaryDictionaryBuilder;
import io.pq2.internal.encoding.registry.ValueEncoders;
import io.pq2.internal.encoding.scatter.Compaction;
import io.pq2.internal.statistics.BinaryMinMax;
import io.pq2.internal.statistics.Float16MinMax;
import io.pq2.internal.statistics.MinMax;
import io.pq2.internal.write.shred.PresentSlots;
import io.pq2.internal.write.work.EncodingBuffers;
import io.pq2.metadata.Encoding;
import io.pq2.vector.DictionaryVector;
import io.pq2.vector.FixedBinaryVector;
import io.pq2.vector.Vector;

/** {@link LeafValues} of FIXED_LEN_BYTE_ARRAY and INT96. */
final class FixedBinaryLeafValues implements LeafValues {

    private final int width;
    private final DecimalCheck decimals;
    private final EncodedBytes page;
    private FixedBinaryEncoder encoder;
    private final EncodingBuffers scratch;
    private final MinMax bounds;
    private final FixedBinaryDictionaryBuilder dictionary;

    private byte[] bytes;
    private int offset;
    private int count;

    private final EntryIds entryIds = new EntryIds();
    /** The ids of the values in the vector's own dictionary, null if it has none. */
    private int[] vectorIds;

    /**
     * @param width bytes a value
     * @param encoding where values are not dictionary encoded
     * @param decimals what checks values, null if there is nothing to check
     * @param bounds {@link BinaryMinMax} or {@link Float16MinMax}; null if no bounds are wanted
     * @param page where the values of a page go
     */
    FixedBinaryLeafValues(
            int width,
            Encoding encoding,
            DecimalCheck decimals,
            MinMax bounds,
            EncodedBytes page,
            EncodingBuffers scratch) {
        this.decimals = decimals;
        this.width = width;
        this.page = page;
        this.encoder = ValueEncoders.fixedBinaries(encoding, width, page);
        this.bounds = bounds;
        this.scratch = scratch;
        this.dictionary = new FixedBinaryDictionaryBuilder(width);
    }

    @Override
    public void load(Vector vector, PresentSlots slots) {
        count = slots.count;
        vectorIds = null;
        if (vector instanceof FixedBinaryVector fixed) {
            checkWidth(fixed);
            loadValues(fixed, slots);
        } else if (vector instanceof DictionaryVector encoded
                && encoded.dictionary() instanceof FixedBinaryVector entries) {
            checkWidth(entries);
            vectorIds = EntryIds.of(encoded, slots, scratch);
            entryIds.use(entries);
            gather(entries, vectorIds);
        } else {
            throw new InvalidDataException(
                    "a " + vector.getClass().getSimpleName() + " where a FixedBinaryVector is due");
        }
    }

    private void checkWidth(FixedBinaryVector vector) {
        if (vector.width() != width) {
            throw new InvalidDataException("values of " + vector.width() + " bytes where type_length is " + width);
        }
        if (vector.offset() < 0 || (long) vector.offset() + (long) width * vector.length() > vector.bytes().length) {
            throw new InvalidDataException("a FixedBinaryVector of " + vector.length() + " values of " + width
                    + " bytes from " + vector.offset() + " on, of " + vector.bytes().length + " bytes");
        }
    }

    private void loadValues(FixedBinaryVector fixed, PresentSlots slots) {
        if (slots.isRange()) {
            bytes = fixed.bytes();
            offset = fixed.offset() + slots.from * width;
        } else if (slots.list != null) {
            gather(fixed, slots.list);
        } else {
            bytes = scratch.bytes(Math.multiplyExact(count, width));
            offset = 0;
            Compaction.bytes(fixed.bytes(), fixed.offset(), width, slots.validity, slots.from, slots.to, bytes, 0);
        }
    }

    private void gather(FixedBinaryVector source, int[] indexes) {
        byte[] gathered = scratch.bytes(Math.multiplyExact(count, width));
        for (int i = 0; i < count; i++) {
            System.arraycopy(source.bytes(), source.offset() + indexes[i] * width, gathered, i * width, width);
        }
        bytes = gathered;
        offset = 0;
    }

    @Override
    public int firstInvalid() {
        if (decimals != null) {
            for (int i = 0; i < count; i++) {
                if (decimals.isInvalid(bytes, offset + i * width, width)) {
                    return i;
                }
            }
        }
        return -1;
    }

    @Override
    public String explain(int index) {
        return decimals.explain(bytes, offset + index * width, width);
    }

    @Override
    public int count() {
        return count;
    }

    @Override
    public long plainBytes() {
        return (long) count * width;
    }

    @Override
    public int width() {
        return width;
    }

    @Override
    public void bound(int from, int to) {
        bound(bytes, offset + from * width, to - from);
    }

    private void bound(byte[] source, int start, int valueCount) {
        if (bounds instanceof BinaryMinMax binary) {
            binary.update(source, start, width, valueCount);
        } else if (bounds instanceof Float16MinMax float16s) {
            float16s.update(source, start, valueCount);
        }
    }

    /** NaNs are counted value by value. */
    @Override
    public boolean boundsEntries() {
        return bounds instanceof BinaryMinMax;
    }

    @Override
    public void boundEntries(int[] ids, int idCount) {
        int[] used = scratch.usedEntries(idCount);
        int usedCount = entryIds.distinct(ids, idCount, dictionary.size(), used);
        byte[] entries = dictionary.entries().bytes();
        for (int i = 0; i < usedCount; i++) {
            bound(entries, used[i] * width, 1);
        }
    }

    @Override
    public MinMax bounds() {
        return bounds;
    }

    @Override
    public void use(Encoding encoding) {
        encoder = ValueEncoders.fixedBinaries(encoding, width, page);
    }

    @Override
    public void encode(int from, int to) {
        encoder.write(bytes, offset + from * width, to - from);
    }

    @Override
    public void encodeEntries(int[] ids, int idCount) {
        byte[] entries = dictionary.entries().bytes();
        byte[] gathered = new byte[Math.multiplyExact(idCount, width)];
        for (int i = 0; i < idCount; i++) {
            System.arraycopy(entries, ids[i] * width, gathered, i * width, width);
        }
        encoder.write(gathered, 0, idCount);
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
            dictionary.add(bytes, offset + from * width, to - from, ids, idOffset);
            return;
        }
        int[] known = entryIds.ids();
        for (int i = from; i < to; i++) {
            int entry = vectorIds[i];
            if (known[entry] < 0) {
                dictionary.add(bytes, offset + i * width, 1, known, entry);
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
        out.putBytes(dictionary.entries().bytes(), 0, entries * width);
    }

    @Override
    public void hash(int from, int to, BloomFilterBuilder filter) {
        filter.add(bytes, offset + from * width, width, to - from);
    }

    @Override
    public void hashEntries(int entries, BloomFilterBuilder filter) {
        filter.add(dictionary.entries().bytes(), 0, width, entries);
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
