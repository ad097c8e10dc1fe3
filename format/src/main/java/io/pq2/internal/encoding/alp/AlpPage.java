package io.pq2.internal.encoding.alp;

import io.pq2.exception.CorruptFileException;
import io.pq2.internal.io.LittleEndian;
import java.util.Objects;

/**
 * Reads the structure of an ALP page: its header, the places of its vectors and the header of the open vector. Tracks
 * the read position. Checks every size and index before a decoder uses it.
 */
final class AlpPage {

    static final int HEADER_BYTES = 7;
    private static final int OFFSET_BYTES = 4;
    private static final int ALP_INFO_BYTES = 4;
    private static final int POSITION_BYTES = 2;
    private static final int MIN_LOG_VECTOR_SIZE = 3;
    private static final int MAX_LOG_VECTOR_SIZE = 15;

    private final byte[] bytes;
    private final int valueBytes;
    private final int maxExponent;
    private final int logVectorSize;
    private final int elements;
    private final int vectors;
    /** The index of the offset array, which offsets are relative to. */
    private final int start;

    private final int size;
    private int position;

    private int exponent;
    private int factor;
    private int exceptions;
    private int bitWidth;
    private int frameStart;

    /**
     * @param valueBytes 4 for FLOAT, 8 for DOUBLE
     * @param maxExponent the largest exponent that the specification allows for the type
     */
    AlpPage(byte[] bytes, int offset, int limit, int valueBytes, int maxExponent) {
        Objects.checkFromToIndex(offset, limit, bytes.length);
        this.bytes = bytes;
        this.valueBytes = valueBytes;
        this.maxExponent = maxExponent;
        if (offset == limit) {
            // A page of nulls without a header.
            logVectorSize = MIN_LOG_VECTOR_SIZE;
            elements = 0;
            vectors = 0;
            start = offset;
            size = 0;
            return;
        }
        if (limit - offset < HEADER_BYTES) {
            throw corrupt("header", "expected " + HEADER_BYTES + " bytes, found " + (limit - offset));
        }
        checkField("compression_mode", bytes[offset] & 0xFF, 0, 0);
        checkField("integer_encoding", bytes[offset + 1] & 0xFF, 0, 0);
        logVectorSize =
                checkField("log_vector_size", bytes[offset + 2] & 0xFF, MIN_LOG_VECTOR_SIZE, MAX_LOG_VECTOR_SIZE);
        elements = checkField("num_elements", LittleEndian.getInt(bytes, offset + 3), 0, Integer.MAX_VALUE);
        vectors = (int) ((long) elements + (1 << logVectorSize) - 1 >>> logVectorSize);
        start = offset + HEADER_BYTES;
        size = limit - start;
        if ((long) vectors * OFFSET_BYTES > size) {
            throw corrupt(
                    "num_elements",
                    "expected offsets of " + vectors + " vectors for " + elements + " elements, found " + size
                            + " bytes");
        }
    }

    /** Passes over {@code count} values and returns the index of the first one. */
    int take(int count) {
        if (count > elements - position) {
            throw corrupt("num_elements", "expected " + count + " more elements, found " + (elements - position));
        }
        int from = position;
        position += count;
        return from;
    }

    /** Returns the number of values in each vector except the last. */
    int vectorSize() {
        return 1 << logVectorSize;
    }

    /** Returns the vector that contains the value with an index. */
    int vectorOf(int index) {
        return index >>> logVectorSize;
    }

    /** Returns the index of the first value of a vector. */
    int firstOf(int vector) {
        return vector << logVectorSize;
    }

    /** Returns the number of values in a vector. */
    int lengthOf(int vector) {
        return Math.min(vectorSize(), elements - firstOf(vector));
    }

    /** Opens a vector: checks its header, and that its parts end before the next vector. */
    void open(int vector) {
        long from = offsetOf(vector);
        boolean last = vector == vectors - 1;
        long to = last ? size : offsetOf(vector + 1);
        long first = (long) vectors * OFFSET_BYTES;
        if (vector == 0 ? from != first : from < first) {
            throw corrupt(
                    "offset of vector " + vector,
                    "expected " + first + (vector == 0 ? "" : " or more") + ", found " + from);
        }
        int header = ALP_INFO_BYTES + valueBytes + 1;
        if (from + header > to || to > size) {
            throw corrupt(
                    "offset of vector " + vector,
                    "expected " + header + " bytes or more up to the next one and at most " + size + ", found " + from
                            + " and " + to);
        }
        int at = start + (int) from;
        exponent = checkField("exponent", bytes[at] & 0xFF, 0, maxExponent);
        factor = checkField("factor", bytes[at + 1] & 0xFF, 0, exponent);
        exceptions = checkField("num_exceptions", shortAt(at + 2), 0, lengthOf(vector));
        frameStart = at + ALP_INFO_BYTES;
        bitWidth = checkField("bit_width", bytes[frameStart + valueBytes] & 0xFF, 0, 8 * valueBytes);
        long expected =
                header + packedBytes(lengthOf(vector), bitWidth) + (long) exceptions * (POSITION_BYTES + valueBytes);
        if (last ? expected > to - from : expected != to - from) {
            throw corrupt("size of vector " + vector, "expected " + expected + " bytes, found " + (to - from));
        }
    }

    /** Returns the index of the open vector's frame of reference. */
    int frameStart() {
        return frameStart;
    }

    /** Returns the bit width of the open vector. */
    int bitWidth() {
        return bitWidth;
    }

    /** Returns the exponent of the open vector. */
    int exponent() {
        return exponent;
    }

    /** Returns the factor of the open vector. */
    int factor() {
        return factor;
    }

    /** Returns the number of exceptions of the open vector. */
    int exceptions() {
        return exceptions;
    }

    /** Returns the index of the open vector's packed integers. */
    int packedStart() {
        return frameStart + valueBytes + 1;
    }

    /** Returns the index of the exceptions' positions in the open vector, which has {@code length} values. */
    int positionsStart(int length) {
        return packedStart() + (int) packedBytes(length, bitWidth);
    }

    /** Returns the index of the exceptions' values in the open vector, which has {@code length} values. */
    int exceptionsStart(int length) {
        return positionsStart(length) + exceptions * POSITION_BYTES;
    }

    /**
     * Returns the position of an exception in the open vector.
     *
     * @param positionsStart the result of {@link #positionsStart}
     * @param exception the number of the exception, from 0
     * @param length the number of values of the vector
     */
    int position(int positionsStart, int exception, int length) {
        return checkField("exception position", shortAt(positionsStart + exception * POSITION_BYTES), 0, length - 1);
    }

    /** Returns the size of packed integers in bytes. */
    static long packedBytes(int length, int bitWidth) {
        return (long) length * bitWidth + 7 >>> 3;
    }

    private int shortAt(int at) {
        return bytes[at] & 0xFF | (bytes[at + 1] & 0xFF) << 8;
    }

    private long offsetOf(int vector) {
        return Integer.toUnsignedLong(LittleEndian.getInt(bytes, start + vector * OFFSET_BYTES));
    }

    private static int checkField(String field, int value, int min, int max) {
        if (value < min || value > max) {
            throw corrupt(field, "expected " + (min == max ? "" + min : min + " to " + max) + ", found " + value);
        }
        return value;
    }

    private static CorruptFileException corrupt(String field, String detail) {
        return new CorruptFileException("ALP " + field + ": " + detail);
    }
}
