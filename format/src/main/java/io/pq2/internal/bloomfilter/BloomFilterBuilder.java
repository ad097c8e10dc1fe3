package io.pq2.internal.bloomfilter;

import io.pq2.internal.thrift.BloomFilterHeaderWriter;
import io.pq2.internal.thrift.CompactWriter;
import io.pq2.metadata.BloomFilterAlgorithm;
import io.pq2.metadata.BloomFilterCompression;
import io.pq2.metadata.BloomFilterHash;
import io.pq2.metadata.BloomFilterHeader;
import io.pq2.schema.LogicalType;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.PrimitiveField;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Builds the bloom filter of a column chunk from its values, batch after batch. Not thread-safe.
 *
 * <p>Hashes wait in a list until the list is as large as the largest allowed filter; only then does the builder
 * allocate a bitset. So a chunk with few values needs little memory.
 *
 * <p>Some equal values have different bytes: -0 and +0, and NaNs with different payloads. If one zero was added, the
 * filter holds both. If a NaN was added, the filter also holds the canonical NaN of Java, C and Rust.
 */
public final class BloomFilterBuilder {

    private static final int WORDS = SplitBlock.WORDS;
    /** Hashes that are inserted into a bitset together. */
    private static final int BATCH = 512;

    private static final int FLOAT16_BYTES = 2;
    private static final int FLOAT16_NAN = 0x7E00;
    private static final int FLOAT16_INFINITY = 0x7C00;

    private final PhysicalType type;
    private final boolean float16;
    private final double falsePositiveProbability;
    private final int maxBytes;
    private final boolean foldable;

    /** The hashes that are not in the bitset. Grows up to {@link #limit}. */
    private long[] hashes = new long[0];

    private int waiting;
    private int limit;
    /** The bitset; absent while all hashes are in the list. */
    private int @Nullable [] bits;

    private boolean empty = true;
    private boolean zero;
    private boolean nan;

    /**
     * Returns a builder for a number of values that is not known in advance. The filter gets the smallest sufficient
     * size.
     *
     * @param field the leaf of the column, not of type BOOLEAN
     * @param falsePositiveProbability the share of absent values for which the filter answers "maybe"
     * @param maxBytes the maximum size of the bitset in bytes, at least {@link FilterSize#MIN_BYTES}; rounded down to a
     *     power of two
     */
    public static BloomFilterBuilder ofAnySize(PrimitiveField field, double falsePositiveProbability, int maxBytes) {
        return new BloomFilterBuilder(field, falsePositiveProbability, Integer.highestOneBit(maxBytes), true);
    }

    /**
     * Returns a builder for an expected number of distinct values, which determines the size of the filter.
     *
     * @param field the leaf of the column, not of type BOOLEAN
     * @param distinctValues the expected number of distinct values
     * @param falsePositiveProbability the share of absent values for which the filter answers "maybe"
     * @param maxBytes the maximum size of the bitset in bytes, at least {@link FilterSize#MIN_BYTES}; rounded down to a
     *     power of two
     */
    public static BloomFilterBuilder ofDistinctValues(
            PrimitiveField field, long distinctValues, double falsePositiveProbability, int maxBytes) {
        int bytes = FilterSize.bytes(distinctValues, falsePositiveProbability, maxBytes);
        return new BloomFilterBuilder(field, falsePositiveProbability, bytes, false);
    }

    private BloomFilterBuilder(PrimitiveField field, double falsePositiveProbability, int maxBytes, boolean foldable) {
        this.type = field.physicalType();
        this.float16 = field.logicalType() instanceof LogicalType.Float16Type;
        this.falsePositiveProbability = falsePositiveProbability;
        this.maxBytes = maxBytes;
        this.foldable = foldable;
        this.limit = firstLimit();
    }

    private int firstLimit() {
        return Math.max(BATCH, maxBytes / Long.BYTES);
    }

    /** Adds the {@code count} values from index {@code from} on of an INT32 column. */
    public void add(int[] values, int from, int count) {
        for (int done = 0, reserved; done < count; done += reserved) {
            reserved = reserve(count - done);
            long[] out = hashes;
            int start = waiting - reserved;
            for (int i = 0; i < reserved; i++) {
                out[start + i] = XxHash64.hash(values[from + done + i]);
            }
        }
    }

    /** Adds the {@code count} values from index {@code from} on of an INT64 column. */
    public void add(long[] values, int from, int count) {
        for (int done = 0, reserved; done < count; done += reserved) {
            reserved = reserve(count - done);
            long[] out = hashes;
            int start = waiting - reserved;
            for (int i = 0; i < reserved; i++) {
                out[start + i] = XxHash64.hash(values[from + done + i]);
            }
        }
    }

    /** Adds the {@code count} values from index {@code from} on of a FLOAT column. */
    public void add(float[] values, int from, int count) {
        boolean zeros = false;
        boolean nans = false;
        for (int done = 0, reserved; done < count; done += reserved) {
            reserved = reserve(count - done);
            long[] out = hashes;
            int start = waiting - reserved;
            for (int i = 0; i < reserved; i++) {
                float value = values[from + done + i];
                zeros |= value == 0;
                nans |= Float.isNaN(value);
                out[start + i] = XxHash64.hash(Float.floatToRawIntBits(value));
            }
        }
        zero |= zeros;
        nan |= nans;
    }

    /** Adds the {@code count} values from index {@code from} on of a DOUBLE column. */
    public void add(double[] values, int from, int count) {
        boolean zeros = false;
        boolean nans = false;
        for (int done = 0, reserved; done < count; done += reserved) {
            reserved = reserve(count - done);
            long[] out = hashes;
            int start = waiting - reserved;
            for (int i = 0; i < reserved; i++) {
                double value = values[from + done + i];
                zeros |= value == 0;
                nans |= Double.isNaN(value);
                out[start + i] = XxHash64.hash(Double.doubleToRawLongBits(value));
            }
        }
        zero |= zeros;
        nan |= nans;
    }

    /** Adds the {@code count} slices from index {@code from} on of a BYTE_ARRAY column. */
    public void add(byte[] bytes, int[] starts, int[] lengths, int from, int count) {
        for (int done = 0, reserved; done < count; done += reserved) {
            reserved = reserve(count - done);
            long[] out = hashes;
            int start = waiting - reserved;
            for (int i = 0; i < reserved; i++) {
                int index = from + done + i;
                out[start + i] = XxHash64.hash(bytes, starts[index], lengths[index]);
            }
        }
    }

    /**
     * Adds values of a FIXED_LEN_BYTE_ARRAY or INT96 column.
     *
     * @param bytes contains the values, one after another
     * @param offset the index of the first byte of the first value
     * @param width bytes of a value
     * @param count the number of values
     */
    public void add(byte[] bytes, int offset, int width, int count) {
        for (int done = 0, reserved; done < count; done += reserved) {
            reserved = reserve(count - done);
            long[] out = hashes;
            int start = waiting - reserved;
            for (int i = 0; i < reserved; i++) {
                out[start + i] = XxHash64.hash(bytes, offset + (done + i) * width, width);
            }
        }
        if (float16) {
            for (int i = 0; i < count; i++) {
                int position = offset + i * FLOAT16_BYTES;
                int magnitude = bytes[position] & 0xFF | (bytes[position + 1] & 0x7F) << 8;
                zero |= magnitude == 0;
                nan |= magnitude > FLOAT16_INFINITY;
            }
        }
    }

    /** Reserves space in the list for up to {@code max} hashes and returns for how many. */
    private int reserve(int max) {
        empty = false;
        if (waiting == hashes.length) {
            if (hashes.length < limit) {
                hashes = Arrays.copyOf(hashes, Math.min(limit, Math.max(64, 2 * hashes.length)));
            } else {
                spill();
            }
        }
        int reserved = Math.min(max, hashes.length - waiting);
        waiting += reserved;
        return reserved;
    }

    /** Moves the hashes of the list into the bitset, which is allocated if necessary. */
    private void spill() {
        if (bits == null) {
            int[] allocated = new int[maxBytes / Integer.BYTES];
            SplitBlock.insert(allocated, hashes, waiting);
            bits = allocated;
            hashes = new long[BATCH];
            limit = BATCH;
        } else {
            SplitBlock.insert(bits, hashes, waiting);
        }
        waiting = 0;
    }

    /** Returns the memory of this builder in bytes. */
    public long memoryBytes() {
        return (long) hashes.length * Long.BYTES + (bits == null ? 0 : (long) bits.length * Integer.BYTES);
    }

    /**
     * Returns the header and the bitset as in a file, and resets the builder. Absent when no value was added: then the
     * null count gives readers the same information.
     */
    public byte @Nullable [] build() {
        if (empty) {
            return null;
        }
        addEqualValues();
        int[] words = bits == null ? new int[bytesForList() / Integer.BYTES] : bits;
        SplitBlock.insert(words, hashes, waiting);
        int length = words.length;
        if (foldable) {
            while (length > WORDS
                    && SplitBlock.foldedFalsePositiveProbability(words, length) <= falsePositiveProbability) {
                SplitBlock.fold(words, length);
                length /= 2;
            }
        }
        byte[] built = serialize(words, length);
        reset();
        return built;
    }

    /**
     * Returns a sufficient size of the bitset for the hashes of the list; up to twice too large if it will be folded.
     */
    private int bytesForList() {
        return foldable
                ? (int) Math.min(maxBytes, 2L * FilterSize.bytes(waiting, falsePositiveProbability, maxBytes))
                : maxBytes;
    }

    /** Adds the other representations of zeros and NaNs. */
    private void addEqualValues() {
        if (zero) {
            addPattern(0);
            addPattern(type == PhysicalType.DOUBLE ? Long.MIN_VALUE : type == PhysicalType.FLOAT ? 1L << 31 : 1L << 15);
        }
        if (nan) {
            addPattern(
                    type == PhysicalType.DOUBLE
                            ? Double.doubleToLongBits(Double.NaN)
                            : type == PhysicalType.FLOAT ? Float.floatToIntBits(Float.NaN) : FLOAT16_NAN);
        }
    }

    private void addPattern(long pattern) {
        switch (type) {
            case DOUBLE -> add(new long[] {pattern}, 0, 1);
            case FLOAT -> add(new int[] {(int) pattern}, 0, 1);
            default -> {
                reserve(1);
                hashes[waiting - 1] =
                        XxHash64.hash(new byte[] {(byte) pattern, (byte) (pattern >> 8)}, 0, FLOAT16_BYTES);
            }
        }
    }

    private static byte[] serialize(int[] bitset, int words) {
        CompactWriter header = new CompactWriter();
        BloomFilterHeaderWriter.write(
                new BloomFilterHeader(
                        words * Integer.BYTES,
                        BloomFilterAlgorithm.BLOCK,
                        BloomFilterHash.XXHASH,
                        BloomFilterCompression.UNCOMPRESSED),
                header);
        byte[] bytes = Arrays.copyOf(header.buffer(), header.size() + words * Integer.BYTES);
        SplitBlock.copy(bitset, words, bytes, header.size());
        return bytes;
    }

    /** Removes all values and frees their memory. */
    public void reset() {
        hashes = new long[0];
        waiting = 0;
        limit = firstLimit();
        bits = null;
        empty = true;
        zero = false;
        nan = false;
    }
}
