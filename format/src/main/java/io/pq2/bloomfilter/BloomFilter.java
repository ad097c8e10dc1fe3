package io.pq2.bloomfilter;

import io.pq2.exception.CorruptFileException;
import io.pq2.exception.InvalidDataException;
import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.internal.bloomfilter.BloomFilterBits;
import io.pq2.internal.bloomfilter.ValueHash;
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

    private final PrimitiveField field;
    private final byte[] bytes;
    private final int offset;
    private final int bitsetBytes;

    private BloomFilter(PrimitiveField field, byte[] bytes, int offset, int bitsetBytes) {
        this.field = field;
        this.bytes = bytes;
        this.offset = offset;
        this.bitsetBytes = bitsetBytes;
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
        BloomFilterBits.check(header);
        if (offset < 0 || header.numBytes() > bytes.length - offset) {
            throw new IndexOutOfBoundsException(
                    header.numBytes() + " bytes at " + offset + " exceed an array of " + bytes.length);
        }
        return new BloomFilter(field, bytes, offset, header.numBytes());
    }

    /** Returns the size of the bitset in bytes. */
    public int bitsetBytes() {
        return bitsetBytes;
    }

    /**
     * Whether a number may be present in a column of type INT32 or INT64. Pass an unsigned number as the signed one
     * with the same bits.
     *
     * @throws InvalidDataException if the column has another type
     */
    public boolean mightContain(long value) {
        boolean fits = field.physicalType() != PhysicalType.INT32 || value == (int) value;
        return fits && mightContainHash(ValueHash.hash(field, value));
    }

    /**
     * Whether a number may be present in a column of type FLOAT or DOUBLE. -0 and +0 are the same number. The answer
     * for NaN, which has many representations, is always true.
     *
     * @throws InvalidDataException if the column has another type
     */
    public boolean mightContain(double value) {
        long hash = ValueHash.hash(field, value);
        if (Double.isNaN(value)) {
            return true;
        } else if (value == 0) {
            return mightContainHash(hash) || mightContainHash(ValueHash.hash(field, -value));
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
        return mightContainHash(ValueHash.hash(field, value, start, length));
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

    /**
     * Whether a value with a hash may be present.
     *
     * @param hash the XXH64 of the value's PLAIN encoding with seed 0, BYTE_ARRAY without its length (BloomFilter.md)
     */
    public boolean mightContainHash(long hash) {
        return BloomFilterBits.isSet(hash, bytes, offset + BloomFilterBits.block(hash, bitsetBytes));
    }
}
