package io.pq2.internal.encoding.bytestreamsplit;

import io.pq2.internal.encoding.EncodedBytes;
import io.pq2.internal.io.LittleEndian;

/**
 * Converts values of a fixed width between two layouts. In streams, byte {@code k} of value {@code i} is at
 * {@code k * stride + i}. Back to back, it is at {@code i * width + k}.
 *
 * <p>Eight streams, then four, are converted as a matrix of bytes, eight values at a time. Registers transpose the
 * matrix: they exchange rows and columns in blocks of one byte, then two, then four. Remaining bytes are copied one by
 * one.
 */
final class ByteStreams {

    private static final int GROUP = 8;
    private static final long BYTES = 0x00FF00FF00FF00FFL;
    private static final long SHORTS = 0x0000FFFF0000FFFFL;
    private static final long INT = 0xFFFFFFFFL;

    private ByteStreams() {}

    /**
     * Converts {@code count} values from streams to back to back.
     *
     * @param from the index in {@code src} of the first value's byte in the first stream
     * @param stride the distance between streams in bytes
     */
    static void join(byte[] src, int from, int stride, int width, byte[] dst, int to, int count) {
        int whole = count & -GROUP;
        int column = 0;
        if (width == Long.BYTES) {
            joinLongs(src, from, stride, dst, to, whole);
            column = width;
        }
        for (; column + Long.BYTES <= width; column += Long.BYTES) {
            joinEight(src, from + column * stride, stride, dst, to + column, width, whole);
        }
        if (column + Integer.BYTES <= width) {
            joinFour(src, from + column * stride, stride, dst, to + column, width, whole);
            column += Integer.BYTES;
        }
        for (int k = 0; k < width; k++) {
            int start = k < column ? whole : 0;
            int in = from + k * stride + start;
            int out = to + start * width + k;
            for (int i = start; i < count; i++) {
                dst[out] = src[in++];
                out += width;
            }
        }
    }

    /**
     * Converts {@code count} values from back to back to streams.
     *
     * @param to the index in {@code dst} of the first value's byte in the first stream
     * @param stride the distance between streams in bytes
     */
    static void split(byte[] src, int from, byte[] dst, int to, int stride, int width, int count) {
        int whole = count & -GROUP;
        int column = 0;
        for (; column + Long.BYTES <= width; column += Long.BYTES) {
            splitEight(src, from + column, width, dst, to + column * stride, stride, whole);
        }
        if (column + Integer.BYTES <= width) {
            splitFour(src, from + column, width, dst, to + column * stride, stride, whole);
            column += Integer.BYTES;
        }
        for (int k = 0; k < width; k++) {
            int start = k < column ? whole : 0;
            int in = from + start * width + k;
            int out = to + k * stride + start;
            for (int i = start; i < count; i++) {
                dst[out++] = src[in];
                in += width;
            }
        }
    }

    /** Appends all bytes of {@code values} to {@code out} as streams, and removes them from {@code values}. */
    static void moveSplit(EncodedBytes values, int width, EncodedBytes out) {
        int size = values.size();
        if (size > 0) {
            int to = out.reserve(size);
            split(values.array(), 0, out.array(), to, size / width, width, size / width);
            out.advance(size);
            values.reset();
        }
    }

    private static void joinEight(byte[] src, int from, int stride, byte[] dst, int to, int width, int count) {
        int out = to;
        for (int in = from; in < from + count; in += GROUP) {
            transpose(src, in, stride, dst, out, width);
            out += GROUP * width;
        }
    }

    private static void splitEight(byte[] src, int from, int width, byte[] dst, int to, int stride, int count) {
        int in = from;
        for (int out = to; out < to + count; out += GROUP) {
            transpose(src, in, width, dst, out, stride);
            in += GROUP * width;
        }
    }

    /**
     * Converts streams of 8-byte values like {@link #transpose}, with constant distances. HotSpot does not inline that
     * method.
     */
    private static void joinLongs(byte[] src, int from, int stride, byte[] dst, int to, int count) {
        int out = to;
        for (int in = from; in < from + count; in += GROUP) {
            long a = LittleEndian.getLong(src, in);
            long b = LittleEndian.getLong(src, in + stride);
            long c = LittleEndian.getLong(src, in + 2 * stride);
            long d = LittleEndian.getLong(src, in + 3 * stride);
            long e = LittleEndian.getLong(src, in + 4 * stride);
            long f = LittleEndian.getLong(src, in + 5 * stride);
            long g = LittleEndian.getLong(src, in + 6 * stride);
            long h = LittleEndian.getLong(src, in + 7 * stride);

            long swap = (a >>> 8 ^ b) & BYTES;
            a ^= swap << 8;
            b ^= swap;
            swap = (c >>> 8 ^ d) & BYTES;
            c ^= swap << 8;
            d ^= swap;
            swap = (e >>> 8 ^ f) & BYTES;
            e ^= swap << 8;
            f ^= swap;
            swap = (g >>> 8 ^ h) & BYTES;
            g ^= swap << 8;
            h ^= swap;

            swap = (a >>> 16 ^ c) & SHORTS;
            a ^= swap << 16;
            c ^= swap;
            swap = (b >>> 16 ^ d) & SHORTS;
            b ^= swap << 16;
            d ^= swap;
            swap = (e >>> 16 ^ g) & SHORTS;
            e ^= swap << 16;
            g ^= swap;
            swap = (f >>> 16 ^ h) & SHORTS;
            f ^= swap << 16;
            h ^= swap;

            LittleEndian.putLong(dst, out, a & INT | e << 32);
            LittleEndian.putLong(dst, out + 8, b & INT | f << 32);
            LittleEndian.putLong(dst, out + 16, c & INT | g << 32);
            LittleEndian.putLong(dst, out + 24, d & INT | h << 32);
            LittleEndian.putLong(dst, out + 32, a >>> 32 | e & ~INT);
            LittleEndian.putLong(dst, out + 40, b >>> 32 | f & ~INT);
            LittleEndian.putLong(dst, out + 48, c >>> 32 | g & ~INT);
            LittleEndian.putLong(dst, out + 56, d >>> 32 | h & ~INT);
            out += GROUP * Long.BYTES;
        }
    }

    /** Transposes 8 rows of 8 bytes each. Consecutive rows start {@code inStep} and {@code outStep} bytes apart. */
    private static void transpose(byte[] src, int in, int inStep, byte[] dst, int out, int outStep) {
        long a = LittleEndian.getLong(src, in);
        long b = LittleEndian.getLong(src, in + inStep);
        long c = LittleEndian.getLong(src, in + 2 * inStep);
        long d = LittleEndian.getLong(src, in + 3 * inStep);
        long e = LittleEndian.getLong(src, in + 4 * inStep);
        long f = LittleEndian.getLong(src, in + 5 * inStep);
        long g = LittleEndian.getLong(src, in + 6 * inStep);
        long h = LittleEndian.getLong(src, in + 7 * inStep);

        long swap = (a >>> 8 ^ b) & BYTES;
        a ^= swap << 8;
        b ^= swap;
        swap = (c >>> 8 ^ d) & BYTES;
        c ^= swap << 8;
        d ^= swap;
        swap = (e >>> 8 ^ f) & BYTES;
        e ^= swap << 8;
        f ^= swap;
        swap = (g >>> 8 ^ h) & BYTES;
        g ^= swap << 8;
        h ^= swap;

        swap = (a >>> 16 ^ c) & SHORTS;
        a ^= swap << 16;
        c ^= swap;
        swap = (b >>> 16 ^ d) & SHORTS;
        b ^= swap << 16;
        d ^= swap;
        swap = (e >>> 16 ^ g) & SHORTS;
        e ^= swap << 16;
        g ^= swap;
        swap = (f >>> 16 ^ h) & SHORTS;
        f ^= swap << 16;
        h ^= swap;

        LittleEndian.putLong(dst, out, a & INT | e << 32);
        LittleEndian.putLong(dst, out + outStep, b & INT | f << 32);
        LittleEndian.putLong(dst, out + 2 * outStep, c & INT | g << 32);
        LittleEndian.putLong(dst, out + 3 * outStep, d & INT | h << 32);
        LittleEndian.putLong(dst, out + 4 * outStep, a >>> 32 | e & ~INT);
        LittleEndian.putLong(dst, out + 5 * outStep, b >>> 32 | f & ~INT);
        LittleEndian.putLong(dst, out + 6 * outStep, c >>> 32 | g & ~INT);
        LittleEndian.putLong(dst, out + 7 * outStep, d >>> 32 | h & ~INT);
    }

    private static void joinFour(byte[] src, int from, int stride, byte[] dst, int to, int width, int count) {
        int out = to;
        for (int in = from; in < from + count; in += GROUP) {
            long a = LittleEndian.getLong(src, in);
            long b = LittleEndian.getLong(src, in + stride);
            long c = LittleEndian.getLong(src, in + 2 * stride);
            long d = LittleEndian.getLong(src, in + 3 * stride);

            long swap = (a >>> 8 ^ b) & BYTES;
            a ^= swap << 8;
            b ^= swap;
            swap = (c >>> 8 ^ d) & BYTES;
            c ^= swap << 8;
            d ^= swap;
            swap = (a >>> 16 ^ c) & SHORTS;
            a ^= swap << 16;
            c ^= swap;
            swap = (b >>> 16 ^ d) & SHORTS;
            b ^= swap << 16;
            d ^= swap;

            // Now a contains the values 0 and 4, b 1 and 5, c 2 and 6, d 3 and 7.
            LittleEndian.putInt(dst, out, (int) a);
            LittleEndian.putInt(dst, out + width, (int) b);
            LittleEndian.putInt(dst, out + 2 * width, (int) c);
            LittleEndian.putInt(dst, out + 3 * width, (int) d);
            LittleEndian.putInt(dst, out + 4 * width, (int) (a >>> 32));
            LittleEndian.putInt(dst, out + 5 * width, (int) (b >>> 32));
            LittleEndian.putInt(dst, out + 6 * width, (int) (c >>> 32));
            LittleEndian.putInt(dst, out + 7 * width, (int) (d >>> 32));
            out += GROUP * width;
        }
    }

    private static void splitFour(byte[] src, int from, int width, byte[] dst, int to, int stride, int count) {
        int in = from;
        for (int out = to; out < to + count; out += GROUP) {
            long a = LittleEndian.getInt(src, in) & INT | (long) LittleEndian.getInt(src, in + 4 * width) << 32;
            long b = LittleEndian.getInt(src, in + width) & INT | (long) LittleEndian.getInt(src, in + 5 * width) << 32;
            long c = LittleEndian.getInt(src, in + 2 * width) & INT
                    | (long) LittleEndian.getInt(src, in + 6 * width) << 32;
            long d = LittleEndian.getInt(src, in + 3 * width) & INT
                    | (long) LittleEndian.getInt(src, in + 7 * width) << 32;

            long swap = (a >>> 16 ^ c) & SHORTS;
            a ^= swap << 16;
            c ^= swap;
            swap = (b >>> 16 ^ d) & SHORTS;
            b ^= swap << 16;
            d ^= swap;
            swap = (a >>> 8 ^ b) & BYTES;
            a ^= swap << 8;
            b ^= swap;
            swap = (c >>> 8 ^ d) & BYTES;
            c ^= swap << 8;
            d ^= swap;

            LittleEndian.putLong(dst, out, a);
            LittleEndian.putLong(dst, out + stride, b);
            LittleEndian.putLong(dst, out + 2 * stride, c);
            LittleEndian.putLong(dst, out + 3 * stride, d);
            in += GROUP * width;
        }
    }
}
