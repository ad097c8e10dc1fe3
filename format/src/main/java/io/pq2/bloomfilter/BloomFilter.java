package io.pq2.bloomfilter;

import io.pq2.exception.CorruptFileException;
import io.pq2.exception.InvalidDataException;
import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.internal.bloomfilter.SplitBlock;
import io.pq2.internal.bloomfilter.XxHash64;
import io.pq2.internal.io.LittleEndian;
import io.pq2.metadata.BloomFilterAlgorithm;
import io.pq2.metadata.BloomFilterCompression;
import io.pq2.metadata.BloomFilterHash;
import io.pq2.metadata.BloomFilterHeader;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.PrimitiveField;
import java.nio.charset.StandardCharsets;

/**
 * A split-block bloom filter of a column chunk (BloomFilter.md): tells of a value that it is absent, or that it may be
 * present. Immutable and thread-safe.
 *
 * <p>Values have the physical type of the column: a decimal is its unscaled number, a timestamp its number of units.
 * Filters contain no nulls.
 */
public final class BloomFilter {

    private static final int WORDS_PER_BLOCK = SplitBlock.WORDS;
    private static final int BYTES_PER_BLOCK = WORDS_PER_BLOCK * Integer.BYTES;
    private static final int[] SALT = SplitBlock.SALT;

    private final PrimitiveField field;
    private final byte[] bytes;
    private final int offset;
    private final int blocks;

    private BloomFilter(PrimitiveField field, byte[] bytes, int offset, int blocks) {
        this.field = field;
        this.bytes = bytes;
        this.offset = offset;
        this.blocks = blocks;
    }

    /**
     * Checks a header before its bitset is read.
     *
     * @throws CorruptFileException if the size of the bitset is invalid
     * @throws UnsupportedFeatureException if this version does not know the algorithm, hash or compression
     */
    public static void check(BloomFilterHeader header) {
        if (header.algorithm() != BloomFilterAlgorithm.BLOCK
                || header.hash() != BloomFilterHash.XXHASH
                || header.compression() != BloomFilterCompression.UNCOMPRESSED) {
            throw new UnsupportedFeatureException("a bloom filter with algorithm " + header.algorithm() + ", hash "
                    + header.hash() + " and compression " + header.compression());
        }
        if (header.numBytes() == 0 || header.numBytes() % BYTES_PER_BLOCK != 0) {
            throw new CorruptFileException("BloomFilterHeader.numBytes is " + header.numBytes()
                    + ", expected a multiple of " + BYTES_PER_BLOCK + " above 0");
        }
    }

    /**
     * Returns a filter over bytes, which it does not copy.
     *
     * @param field the leaf of the column
     * @param header the header of the filter
     * @param bytes contains the bitset and must not change
     * @param offset the index of the first byte of the bitset, which has {@code header.numBytes()} bytes
     * @throws CorruptFileException if the size of the bitset is invalid
     * @throws UnsupportedFeatureException if this version does not know the algorithm, hash or compression
     * @throws IndexOutOfBoundsException if the bitset exceeds the array
     */
    public static BloomFilter of(PrimitiveField field, BloomFilterHeader header, byte[] bytes, int offset) {
        check(header);
        if (offset < 0 || header.numBytes() > bytes.length - offset) {
            throw new IndexOutOfBoundsException(
                    header.numBytes() + " bytes at " + offset + " exceed an array of " + bytes.length);
        }
        return new BloomFilter(field, bytes, offset, header.numBytes() / BYTES_PER_BLOCK);
    }

    /** Returns the size of the bitset in bytes. */
    public int bitsetBytes() {
        return blocks * BYTES_PER_BLOCK;
    }

    /**
     * Whether a number may be present in a column of type INT32 or INT64. Pass an unsigned number as the signed one
     * with the same bits.
     *
     * @throws InvalidDataException if the column has another type
     */
    public boolean mightContain(long value) {
        boolean fits = field.physicalType() != PhysicalType.INT32 || value == (int) value;
        return fits && mightContainHash(hash(field, value));
    }

    /**
     * Whether a number may be present in a column of type FLOAT or DOUBLE. -0 and +0 are the same number. The answer
     * for NaN, which has many representations, is always true.
     *
     * @throws InvalidDataException if the column has another type
     */
    public boolean mightContain(double value) {
        long hash = hash(field, value);
        if (Double.isNaN(value)) {
            return true;
        } else if (value == 0) {
            return mightContainHash(hash) || mightContainHash(hash(field, -value));
        }
        boolean fits = field.physicalType() != PhysicalType.FLOAT || (float) value == value;
        return fits && mightContainHash(hash);
    }

    /**
     * Whether a value may be present in a column of type BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY or INT96.
     *
     * @param value contains the bytes of the value as in the file, without a length
     * @param start the index of the first byte
     * @param length the number of bytes
     * @throws InvalidDataException if the column has another type
     */
    public boolean mightContain(byte[] value, int start, int length) {
        return mightContainHash(hash(field, value, start, length));
    }

    /**
     * Whether a value may be present; like {@link #mightContain(byte[], int, int)} for a whole array.
     *
     * @throws InvalidDataException if the column has another type
     */
    public boolean mightContain(byte[] value) {
        return mightContain(value, 0, value.length);
    }

    /**
     * Whether a text may be present; like {@link #mightContain(byte[])} for its UTF-8 bytes.
     *
     * @throws InvalidDataException if the column has another type
     */
    public boolean mightContain(String value) {
        return mightContain(value.getBytes(StandardCharsets.UTF_8));
    }

    /** Whether a value with a hash may be present; see the {@code hash} methods. */
    public boolean mightContainHash(long hash) {
        return isSet(hash, bytes, offset + block(hash, blocks * BYTES_PER_BLOCK));
    }

    /**
     * Returns the offset of a hash's block in the bitset, in bytes. The block has 32 bytes.
     *
     * @param numBytes the size of the bitset in bytes
     */
    public static int block(long hash, int numBytes) {
        return (int) ((hash >>> 32) * (numBytes / BYTES_PER_BLOCK) >>> 32) * BYTES_PER_BLOCK;
    }

    /** Whether all bits of a hash are set in its block, which starts at index {@code position}. */
    public static boolean isSet(long hash, byte[] bytes, int position) {
        int key = (int) hash;
        int missing = 0;
        for (int i = 0; i < WORDS_PER_BLOCK; i++) {
            int word = LittleEndian.getInt(bytes, position + i * Integer.BYTES);
            missing |= ~word & 1 << (key * SALT[i] >>> 27);
        }
        return missing == 0;
    }

    /**
     * Returns the hash of a number in a column of type INT64, or INT32 (of its low 32 bits).
     *
     * @throws InvalidDataException if the column has another type
     */
    public static long hash(PrimitiveField field, long value) {
        return switch (field.physicalType()) {
            case INT32 -> XxHash64.hash((int) value);
            case INT64 -> XxHash64.hash(value);
            case BOOLEAN, INT96, FLOAT, DOUBLE, BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY -> throw wrongType(field, "integers");
        };
    }

    /**
     * Returns the hash of a number in a column of type DOUBLE, or FLOAT (of the number rounded to a float).
     *
     * @throws InvalidDataException if the column has another type
     */
    public static long hash(PrimitiveField field, double value) {
        return switch (field.physicalType()) {
            case FLOAT -> XxHash64.hash(Float.floatToRawIntBits((float) value));
            case DOUBLE -> XxHash64.hash(Double.doubleToRawLongBits(value));
            case BOOLEAN, INT32, INT64, INT96, BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY ->
                throw wrongType(field, "floating point numbers");
        };
    }

    /**
     * Returns the hash of the bytes of a value in a column of type BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY or INT96.
     *
     * @throws InvalidDataException if the column has another type
     */
    public static long hash(PrimitiveField field, byte[] value, int start, int length) {
        return switch (field.physicalType()) {
            case BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY, INT96 -> XxHash64.hash(value, start, length);
            case BOOLEAN, INT32, INT64, FLOAT, DOUBLE -> throw wrongType(field, "bytes");
        };
    }

    private static InvalidDataException wrongType(PrimitiveField field, String values) {
        return new InvalidDataException("column " + field.name() + " has type " + field.physicalType()
                + "; its bloom filter contains no " + values);
    }
}
