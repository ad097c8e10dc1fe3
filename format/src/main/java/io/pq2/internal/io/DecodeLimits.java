package io.pq2.internal.io;

import io.pq2.exception.LimitExceededException;

/**
 * The limits of reading one file. docs/design/hardening.md explains their defaults.
 *
 * @param maxDecodingBytes the most bytes that the decoded data and metadata of a scan may occupy at once
 * @param maxPageBytes the most bytes of a page after decompression
 * @param maxExpansion the most bytes that a scan may decode per byte of its column chunks, after {@link #FREE_BYTES}
 * @param maxValuesPerByte the most values that a scan may read per byte of its file, after {@link #FREE_VALUES}
 */
public record DecodeLimits(long maxDecodingBytes, int maxPageBytes, long maxExpansion, long maxValuesPerByte) {

    /** The number of bytes that every scan may decode. */
    public static final long FREE_BYTES = 1L << 30;
    /** The number of values and rows that every scan may read. */
    public static final long FREE_VALUES = 1L << 31;

    /** The default of {@link #maxPageBytes}. */
    public static final int MAX_PAGE_BYTES = 1 << 30;
    /** The default of {@link #maxExpansion}. */
    public static final long MAX_EXPANSION = 32_768;
    /** The default of {@link #maxValuesPerByte}. */
    public static final long MAX_VALUES_PER_BYTE = 65_536;

    private static final String DECODING_BYTES = "pq2.read.maxDecodingBytes";
    private static final String PAGE_BYTES = "pq2.read.maxPageBytes";
    private static final String EXPANSION = "pq2.read.maxExpansion";
    private static final String VALUES_PER_BYTE = "pq2.read.maxValuesPerByte";

    /** Returns the default limits, which depend on the maximum heap of the JVM. */
    public static DecodeLimits ofHeap() {
        return new DecodeLimits(defaultDecodingBytes(), MAX_PAGE_BYTES, MAX_EXPANSION, MAX_VALUES_PER_BYTE);
    }

    /** Returns the default of {@link #maxDecodingBytes}: half of the JVM's maximum heap. */
    public static long defaultDecodingBytes() {
        return Runtime.getRuntime().maxMemory() / 2;
    }

    /** Checks the number of bytes that are in memory at once. */
    void checkHeld(long bytes) {
        if (bytes > maxDecodingBytes) {
            throw new LimitExceededException(
                    DECODING_BYTES, maxDecodingBytes, "the decoded data needs " + bytes + " bytes of memory at once");
        }
    }

    /**
     * Checks an estimate of the memory that the footer takes when it is decoded.
     *
     * @param bytes the estimate in bytes
     * @param what the part of the footer, with its size
     */
    public void checkFooter(long bytes, String what) {
        if (bytes > maxDecodingBytes) {
            throw new LimitExceededException(
                    DECODING_BYTES, maxDecodingBytes, what + " would take about " + bytes + " bytes of memory");
        }
    }

    /** Checks the decompressed size of a page. */
    void checkPage(long bytes) {
        if (bytes > maxPageBytes) {
            throw new LimitExceededException(
                    PAGE_BYTES, maxPageBytes, "the page has " + bytes + " bytes after decompression");
        }
    }

    /** Returns the number of bytes that may be decoded of {@code stored} bytes of column chunks. */
    public long maxDecoded(long stored) {
        return scaled(FREE_BYTES, stored, maxExpansion);
    }

    /** Checks the number of bytes that were decoded of {@code stored} bytes of column chunks. */
    void checkDecoded(long decoded, long stored) {
        if (decoded > maxDecoded(stored)) {
            throw new LimitExceededException(
                    EXPANSION,
                    maxExpansion,
                    decoded + " bytes were decoded from column chunks of " + stored + " bytes");
        }
    }

    /**
     * Checks the number of values or rows that are to be read.
     *
     * @param stored the size of the file in bytes
     * @param what the unit of {@code count}
     */
    public void checkValues(long count, long stored, String what) {
        if (count > scaled(FREE_VALUES, stored, maxValuesPerByte)) {
            throw new LimitExceededException(
                    VALUES_PER_BYTE, maxValuesPerByte, count + " " + what + " in a file of " + stored + " bytes");
        }
    }

    private static long scaled(long free, long stored, long factor) {
        return stored > (Long.MAX_VALUE - free) / factor ? Long.MAX_VALUE : free + stored * factor;
    }
}
