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

/**
 * Makes the bloom filter of a column chunk out of the chunk's values, batch after batch. Used by one thread.
 *
 * <p>Hashes wait in a list until it is as large as the largest filter may be; only then is there a bitset. A chunk of few values
 * thereby takes little memory.
 *
 * <p>Two values may be equal and have different bytes: zeros of either sign, and NaNs. Where one zero was added, the filter has both;
 * where a NaN was added, it has the one that Java, C and Rust take for NaN too.
 */
public final class BloomFilterBuilder {

    private static final int WORDS = SplitBlock.WORDS;
    /** Hashes that are put into a bitset together. */
    private static final int BATCH = 512;

    private static final int HALF_BYTES = 2;
    private static final int HALF_NAN = 0x7E00;

    private final PhysicalType type;
    private final boolean half;
    private final double falsePositives;
    private final int mostBytes;
    private final boolean foldable;

    /** Waiting, and the most that may wait; less than that before there are many. */
    private long[] hashes = new long[0];

    private int waiting;
    private int limit;
    /** Whole blocks, null while all hashes wait. */
    private int[] bits;

    private boolean empty = true;
    private boolean zero;
    private boolean nan;

    /**
     * A builder for a filter of any number of values, that has in the end as many bytes as it needs.
     *
     * @param field the column's leaf, not of type BOOLEAN
     * @param falsePositives of values that are not there, the part that the filter says may be there
     * @param mostBytes of the bitset, at least {@link FilterSize#LEAST_BYTES}; rounded down to a power of two
     */
    public static BloomFilterBuilder ofAnySize(PrimitiveField field, double falsePositives, int mostBytes) {
        return new BloomFilterBuilder(field, falsePositives, Integer.highestOneBit(mostBytes), true);
    }

    /**
     * A builder for a filter that has room for a number of distinct values.
     *
     * @param field the column's leaf, not of type BOOLEAN
     * @param distinctValues as many as are expected
     * @param falsePositives of values that are not there, the part that the filter says may be there
     * @param mostBytes of the bitset, at least {@link FilterSize#LEAST_BYTES}; rounded down to a power of two
     */
    public static BloomFilterBuilder ofDistinctValues(
            PrimitiveField field, long distinctValues, double falsePositives, int mostBytes) {
        int bytes = FilterSize.bytes(distinctValues, falsePositives, mostBytes);
        return new BloomFilterBuilder(field, falsePositives, bytes, false);
    }

    private BloomFilterBuilder(PrimitiveField field, double falsePositives, int mostBytes, boolean foldable) {
        this.type = field.physicalType();
        this.half = field.logicalType() instanceof LogicalType.Float16Type;
        this.falsePositives = falsePositives;
        this.mostBytes = mostBytes;
        this.foldable = foldable;
        this.limit = firstLimit();
    }

    private int firstLimit() {
        return Math.max(BATCH, mostBytes / Long.BYTES);
    }

    /** Adds the {@code count} values from index {@code from} on of an INT32 column. */
    public void add(int[] values, int from, int count) {
        for (int done = 0, room; done < count; done += room) {
            room = room(count - done);
            long[] out = hashes;
            int start = waiting - room;
            for (int i = 0; i < room; i++) {
                out[start + i] = XxHash64.hash(values[from + done + i]);
            }
        }
    }

    /** Adds the {@code count} values from index {@code from} on of an INT64 column. */
    public void add(long[] values, int from, int count) {
        for (int done = 0, room; done < count; done += room) {
            room = room(count - done);
            long[] out = hashes;
            int start = waiting - room;
            for (int i = 0; i < room; i++) {
                out[start + i] = XxHash64.hash(values[from + done + i]);
            }
        }
    }

    /** Adds the {@code count} values from index {@code from} on of a FLOAT column. */
    public void add(float[] values, int from, int count) {
        boolean zeros = false;
        boolean nans = false;
        for (int done = 0, room; done < count; done += room) {
            room = room(count - done);
            long[] out = hashes;
            int start = waiting - room;
            for (int i = 0; i < room; i++) {
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
        for (int done = 0, room; done < count; done += room) {
            room = room(count - done);
            long[] out = hashes;
            int start = waiting - room;
            for (int i = 0; i < room; i++) {
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
        for (int done = 0, room; done < count; done += room) {
            room = room(count - done);
            long[] out = hashes;
            int start = waiting - room;
            for (int i = 0; i < room; i++) {
                int index = from + done + i;
                out[start + i] = XxHash64.hash(bytes, starts[index], lengths[index]);
            }
        }
    }

    /**
     * Adds values of a FIXED_LEN_BYTE_ARRAY or INT96 column.
     *
     * @param bytes hold the values, one behind the other
     * @param offset of the first one in bytes
     * @param width bytes a value
     * @param count how many there are
     */
    public void add(byte[] bytes, int offset, int width, int count) {
        for (int done = 0, room; done < count; done += room) {
            room = room(count - done);
            long[] out = hashes;
            int start = waiting - room;
            for (int i = 0; i < room; i++) {
                out[start + i] = XxHash64.hash(bytes, offset + (done + i) * width, width);
            }
        }
        if (half) {
            for (int i = 0; i < count; i++) {
                int position = offset + i * HALF_BYTES;
                int magnitude = bytes[position] & 0xFF | (bytes[position + 1] & 0x7F) << 8;
                zero |= magnitude == 0;
                nan |= magnitude > 0x7C00;
            }
        }
    }

    /** Makes room for at most that many hashes, which count as waiting from now on, and returns for how many. */
    private int room(int wanted) {
        empty = false;
        if (waiting == hashes.length) {
            if (hashes.length < limit) {
                hashes = Arrays.copyOf(hashes, Math.min(limit, Math.max(64, 2 * hashes.length)));
            } else {
                spill();
            }
        }
        int room = Math.min(wanted, hashes.length - waiting);
        waiting += room;
        return room;
    }

    /** Puts what waits into the bitset, of which there is one from now on. */
    private void spill() {
        if (bits == null) {
            bits = new int[mostBytes / Integer.BYTES];
            SplitBlock.insert(bits, hashes, waiting);
            hashes = new long[BATCH];
            limit = BATCH;
        } else {
            SplitBlock.insert(bits, hashes, waiting);
        }
        waiting = 0;
    }

    /** About how many bytes of memory are taken by what was added. */
    public long memoryBytes() {
        return (long) hashes.length * Long.BYTES + (bits == null ? 0 : (long) bits.length * Integer.BYTES);
    }

    /**
     * The header and the bitset as they stand in a file; null if nothing was added, so that the filter would only say what null counts
     * say. Then the builder is as new.
     */
    public byte[] build() {
        if (empty) {
            return null;
        }
        addTwins();
        if (bits == null) {
            bits = new int[bytesForWaiting() / Integer.BYTES];
        }
        SplitBlock.insert(bits, hashes, waiting);
        int words = bits.length;
        if (foldable) {
            while (words > WORDS && SplitBlock.falsePositivesFolded(bits, words) <= falsePositives) {
                SplitBlock.fold(bits, words);
                words /= 2;
            }
        }
        byte[] built = serialize(words);
        reset();
        return built;
    }

    /** A size that is rather twice too large: it is folded. */
    private int bytesForWaiting() {
        return foldable
                ? (int) Math.min(mostBytes, 2L * FilterSize.bytes(waiting, falsePositives, mostBytes))
                : mostBytes;
    }

    private void addTwins() {
        if (zero) {
            addTwin(0);
            addTwin(type == PhysicalType.DOUBLE ? Long.MIN_VALUE : type == PhysicalType.FLOAT ? 1L << 31 : 1L << 15);
        }
        if (nan) {
            addTwin(
                    type == PhysicalType.DOUBLE
                            ? Double.doubleToLongBits(Double.NaN)
                            : type == PhysicalType.FLOAT ? Float.floatToIntBits(Float.NaN) : HALF_NAN);
        }
    }

    private void addTwin(long pattern) {
        switch (type) {
            case DOUBLE -> add(new long[] {pattern}, 0, 1);
            case FLOAT -> add(new int[] {(int) pattern}, 0, 1);
            default -> {
                room(1);
                hashes[waiting - 1] = XxHash64.hash(new byte[] {(byte) pattern, (byte) (pattern >> 8)}, 0, HALF_BYTES);
            }
        }
    }

    private byte[] serialize(int words) {
        CompactWriter header = new CompactWriter();
        BloomFilterHeaderWriter.write(
                new BloomFilterHeader(
                        words * Integer.BYTES,
                        BloomFilterAlgorithm.BLOCK,
                        BloomFilterHash.XXHASH,
                        BloomFilterCompression.UNCOMPRESSED),
                header);
        byte[] bytes = Arrays.copyOf(header.buffer(), header.size() + words * Integer.BYTES);
        SplitBlock.copy(bits, words, bytes, header.size());
        return bytes;
    }

    /** Forgets all values, and their memory. */
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
