package io.pq2.bloomfilter;

import io.pq2.exception.CorruptFileException;
import io.pq2.exception.InvalidDataException;
import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.internal.bloomfilter.FilterSize;
import io.pq2.internal.bloomfilter.SplitBlock;
import io.pq2.internal.bloomfilter.XxHash64;
import io.pq2.metadata.BloomFilterAlgorithm;
import io.pq2.metadata.BloomFilterCompression;
import io.pq2.metadata.BloomFilterHash;
import io.pq2.metadata.BloomFilterHeader;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.PrimitiveField;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * A split-block bloom filter of one column chunk: says of a value that it is not there, or that it may be.
 *
 * <p>Values are those of the column's physical type: an unscaled number for a decimal, a number of units for a timestamp. Nulls
 * are in no filter. Immutable.
 */
public final class BloomFilter {

    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
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
     * Checks what a header says about a bitset before the bitset is read.
     *
     * @throws CorruptFileException if the bitset cannot have that size
     * @throws UnsupportedFeatureException if the filter is of a kind that is not known
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
     * A filter over bytes, which are not copied.
     *
     * @param field the column's leaf
     * @param header what stands before the bitset
     * @param bytes hold the bitset and must not change
     * @param offset of the bitset in them; {@code header.numBytes()} bytes from there on belong to it
     * @throws CorruptFileException if the bitset cannot have that size
     * @throws UnsupportedFeatureException if the filter is of a kind that is not known
     */
    public static BloomFilter of(PrimitiveField field, BloomFilterHeader header, byte[] bytes, int offset) {
        check(header);
        if (offset < 0 || header.numBytes() > bytes.length - offset) {
            throw new IndexOutOfBoundsException(header.numBytes() + " bytes from " + offset + " on in " + bytes.length);
        }
        return new BloomFilter(field, bytes, offset, header.numBytes() / BYTES_PER_BLOCK);
    }

    /** The number of bytes of the bitset. */
    public int bitsetBytes() {
        return blocks * BYTES_PER_BLOCK;
    }

    /**
     * Whether a number may be in a column of type INT32 or INT64. An unsigned one is given as the signed one with the same bits.
     *
     * @throws InvalidDataException if the column has another type
     */
    public boolean mightContain(long value) {
        boolean fits = field.physicalType() != PhysicalType.INT32 || value == (int) value;
        return fits && mightContainHash(hash(field, value));
    }

    /**
     * Whether a number may be in a column of type FLOAT or DOUBLE. Zeros of either sign are one number; of NaN, which has many
     * forms, nothing is known.
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
     * Whether a value may be in a column of type BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY or INT96.
     *
     * @param value holds the value's bytes as the file has them, without a length
     * @param start the index of the first of them
     * @param length how many there are
     * @throws InvalidDataException if the column has another type
     */
    public boolean mightContain(byte[] value, int start, int length) {
        return mightContainHash(hash(field, value, start, length));
    }

    /** Like {@link #mightContain(byte[], int, int)} of a whole array. */
    public boolean mightContain(byte[] value) {
        return mightContain(value, 0, value.length);
    }

    /** Like {@link #mightContain(byte[], int, int)} of a text's bytes in UTF-8. */
    public boolean mightContain(String value) {
        return mightContain(value.getBytes(StandardCharsets.UTF_8));
    }

    /** Whether a value with a hash may be there, for those who hash themselves. */
    public boolean mightContainHash(long hash) {
        return isSet(hash, bytes, offset + block(hash, blocks * BYTES_PER_BLOCK));
    }

    /**
     * Where the block of a hash begins, in bytes from the start of the bitset. It has {@link FilterSize#LEAST_BYTES} bytes.
     *
     * @param numBytes of the bitset
     */
    public static int block(long hash, int numBytes) {
        return (int) ((hash >>> 32) * (numBytes / BYTES_PER_BLOCK) >>> 32) * BYTES_PER_BLOCK;
    }

    /** Whether all bits of a hash are set in its block, which begins at a position. */
    public static boolean isSet(long hash, byte[] bytes, int position) {
        int key = (int) hash;
        int missing = 0;
        for (int i = 0; i < WORDS_PER_BLOCK; i++) {
            int word = (int) INTS.get(bytes, position + i * Integer.BYTES);
            missing |= ~word & 1 << (key * SALT[i] >>> 27);
        }
        return missing == 0;
    }

    /**
     * The hash of a number in a column of type INT32, of which it has the low half, or INT64.
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
     * The hash of a number in a column of type FLOAT, of which it is one, or DOUBLE.
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
     * The hash of a value's bytes in a column of type BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY or INT96.
     *
     * @throws InvalidDataException if the column has another type
     */
    public static long hash(PrimitiveField field, byte[] value, int start, int length) {
        return switch (field.physicalType()) {
            case BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY, INT96 -> XxHash64.hash(value, start, length);
            case BOOLEAN, INT32, INT64, FLOAT, DOUBLE -> throw wrongType(field, "bytes");
        };
    }

    private static InvalidDataException wrongType(PrimitiveField field, String asked) {
        return new InvalidDataException("column " + field.name() + " has type " + field.physicalType()
                + "; its bloom filter cannot be asked for " + asked);
    }
}
