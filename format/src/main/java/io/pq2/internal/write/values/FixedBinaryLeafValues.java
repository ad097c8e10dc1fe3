package io.pq2.internal.write.values;

import io.pq2.exception.InvalidDataException;
import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.internal.bloomfilter.BloomFilterBuilder;
import io.pq2.internal.encoding.EncodedBytes;
import io.pq2.internal.encoding.FixedBinaryEncoder;
import io.pq2.internal.encoding.dictionary.FixedBinaryDictionaryBuilder;
import io.pq2.internal.encoding.registry.ValueEncoders;
import io.pq2.internal.encoding.scatter.FixedBinaryCompaction;
import io.pq2.internal.statistics.BinaryMinMax;
import io.pq2.internal.statistics.Float16MinMax;
import io.pq2.internal.statistics.MinMax;
import io.pq2.internal.write.shred.PresentSlots;
import io.pq2.internal.write.work.ColumnBuffers;
import io.pq2.metadata.Encoding;
import io.pq2.vector.DictionaryVector;
import io.pq2.vector.FixedBinaryVector;
import io.pq2.vector.Vector;
import org.jspecify.annotations.Nullable;

/** {@link LeafValues} of FIXED_LEN_BYTE_ARRAY and INT96. */
final class FixedBinaryLeafValues implements LeafValues {

    /** The most bytes of an array. Some virtual machines cannot allocate longer ones. */
    private static final int MAX_BYTES = Integer.MAX_VALUE - 16;

    private final int width;
    private final @Nullable DecimalCheck decimals;
    private final EncodedBytes page;
    private FixedBinaryEncoder encoder;
    private final ColumnBuffers buffers;
    private final @Nullable MinMax minMax;
    private final FixedBinaryDictionaryBuilder dictionary;

    private byte[] bytes = {};
    private int offset;
    private int count;

    private final EntryIds entryIds = new EntryIds();
    /** The ids of the values in the vector's own dictionary; absent when the vector has none. */
    private int @Nullable [] vectorIds;

    /**
     * Creates the values of a column.
     *
     * @param width bytes of a value
     * @param encoding the encoding of values that are not dictionary encoded
     * @param decimals the check of decimals; absent when all values are valid
     * @param minMax a {@link BinaryMinMax} or {@link Float16MinMax}; absent when the column has no min/max statistics
     * @param page the buffer that receives the encoded values of the open page
     */
    FixedBinaryLeafValues(
            int width,
            Encoding encoding,
            @Nullable DecimalCheck decimals,
            @Nullable MinMax minMax,
            EncodedBytes page,
            ColumnBuffers buffers) {
        this.decimals = decimals;
        this.width = width;
        this.page = page;
        this.encoder = ValueEncoders.fixedBinaries(encoding, width, page);
        this.minMax = minMax;
        this.buffers = buffers;
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
            int[] ids = EntryIds.of(encoded, slots, buffers);
            vectorIds = ids;
            entryIds.use(entries);
            gather(entries, ids);
        } else {
            throw new InvalidDataException(
                    "expected FixedBinaryVector, found " + vector.getClass().getSimpleName());
        }
    }

    private void checkWidth(FixedBinaryVector vector) {
        if (vector.width() != width) {
            throw new InvalidDataException("values have " + vector.width() + " bytes, but type_length is " + width);
        }
        if (vector.offset() < 0 || (long) vector.offset() + (long) width * vector.length() > vector.bytes().length) {
            throw new InvalidDataException("a FixedBinaryVector of " + vector.length() + " values of " + width
                    + " bytes at " + vector.offset() + " exceeds its array of " + vector.bytes().length + " bytes");
        }
    }

    private void loadValues(FixedBinaryVector fixed, PresentSlots slots) {
        int[] list = slots.list;
        if (slots.isRange()) {
            bytes = fixed.bytes();
            offset = fixed.offset() + slots.from * width;
        } else if (list != null) {
            gather(fixed, list);
        } else {
            bytes = buffers.current().bytes(length(count));
            offset = 0;
            FixedBinaryCompaction.compact(
                    fixed.bytes(), fixed.offset(), width, slots.bitmap(), slots.from, slots.to, bytes, 0);
        }
    }

    private void gather(FixedBinaryVector source, int[] indexes) {
        byte[] gathered = buffers.current().bytes(length(count));
        for (int i = 0; i < count; i++) {
            System.arraycopy(source.bytes(), source.offset() + indexes[i] * width, gathered, i * width, width);
        }
        bytes = gathered;
        offset = 0;
    }

    /** Returns the number of bytes of values. A few ids of a dictionary can stand for many. */
    private int length(int valueCount) {
        long length = (long) valueCount * width;
        if (length > MAX_BYTES) {
            throw new UnsupportedFeatureException(
                    valueCount + " values of " + width + " bytes in a batch; write smaller batches");
        }
        return (int) length;
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
    public String describe(int index) {
        return decimals == null ? "an invalid value" : decimals.describe(bytes, offset + index * width, width);
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
    public void updateMinMax(int from, int to) {
        updateMinMax(bytes, offset + from * width, to - from);
    }

    private void updateMinMax(byte[] source, int start, int valueCount) {
        if (minMax instanceof BinaryMinMax binary) {
            binary.update(source, start, width, valueCount);
        } else if (minMax instanceof Float16MinMax float16) {
            float16.update(source, start, valueCount);
        }
    }

    @Override
    public boolean hasMinMaxByEntry() {
        // The NaN count of FLOAT16 needs every value.
        return minMax instanceof BinaryMinMax;
    }

    @Override
    public void updateMinMaxOfEntries(int[] ids, int idCount) {
        int[] used = buffers.current().usedEntries(idCount);
        int usedCount = entryIds.distinct(ids, idCount, dictionary.size(), used);
        byte[] entries = dictionary.entries().bytes();
        for (int i = 0; i < usedCount; i++) {
            updateMinMax(entries, used[i] * width, 1);
        }
    }

    @Override
    public @Nullable MinMax minMax() {
        return minMax;
    }

    @Override
    public void setEncoding(Encoding encoding) {
        encoder = ValueEncoders.fixedBinaries(encoding, width, page);
    }

    @Override
    public void encode(int from, int to) {
        encoder.write(bytes, offset + from * width, to - from);
    }

    @Override
    public void encodeEntries(int[] ids, int idCount) {
        byte[] entries = dictionary.entries().bytes();
        byte[] gathered = new byte[length(idCount)];
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
    public boolean supportsDictionary() {
        return true;
    }

    @Override
    public void lookUp(int from, int to, int[] ids, int idOffset) {
        int[] idsOfVector = vectorIds;
        if (idsOfVector == null) {
            dictionary.add(bytes, offset + from * width, to - from, ids, idOffset);
            return;
        }
        int[] chunkIds = entryIds.ids();
        for (int i = from; i < to; i++) {
            int entry = idsOfVector[i];
            if (chunkIds[entry] < 0) {
                dictionary.add(bytes, offset + i * width, 1, chunkIds, entry);
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
        out.putBytes(dictionary.entries().bytes(), 0, entries * width);
    }

    @Override
    public void addToFilter(int from, int to, BloomFilterBuilder filter) {
        filter.add(bytes, offset + from * width, width, to - from);
    }

    @Override
    public void addEntriesToFilter(int entries, BloomFilterBuilder filter) {
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
        entryIds.clear();
    }
}
