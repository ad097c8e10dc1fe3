package io.pq2.internal.thrift;

import io.pq2.internal.io.LittleEndian;

/**
 * Skips structs without interpreting them, which is how most of a large footer is read.
 *
 * <p>Handles only the common case: nested structs and lists of numbers, strings and structs, at some distance from
 * the end of the bytes. For all other bytes, including corrupt ones, the caller uses {@link CompactReader}, which
 * starts again at the first byte of the struct and reports errors.
 */
final class StructSkipper {

    /** Result for structs that {@link CompactReader} has to skip. */
    static final int UNDECIDED = -1;

    private static final long SIGN_BITS = 0x8080808080808080L;

    /**
     * Maximum number of bytes that are read between checks of the limit: a header, its field id, a length and a word.
     */
    private static final int MARGIN = 32;

    private static final int MAX_DEPTH = 16;

    private StructSkipper() {}

    /**
     * Returns the index after a struct.
     *
     * @param position index of its first byte
     * @param limit index after the last byte that may be read
     * @return {@link #UNDECIDED} if the struct is not common or not complete
     */
    static int end(byte[] bytes, int position, int limit) {
        return limit <= bytes.length ? end(bytes, position, limit - MARGIN, 0) : UNDECIDED;
    }

    private static int end(byte[] bytes, int position, int safe, int outerDepth) {
        int p = position;
        int depth = outerDepth + 1;
        while (p < safe) {
            int header = bytes[p++];
            if ((header & 0xF0) == 0) {
                if (header == WireType.STOP) {
                    if (--depth == outerDepth) {
                        return p;
                    }
                    continue;
                }
                p = varintEnd(bytes, p);
                if (p < 0) {
                    return UNDECIDED;
                }
            }
            switch (header & 0xF) {
                case WireType.TRUE, WireType.FALSE -> {}
                case WireType.I8 -> p++;
                case WireType.I16, WireType.I32, WireType.I64 -> p = bytes[p] >= 0 ? p + 1 : varintEnd(bytes, p);
                case WireType.DOUBLE -> p += 8;
                case WireType.BINARY -> p = binaryEnd(bytes, p, safe);
                case WireType.LIST -> p = listEnd(bytes, p, safe, depth);
                case WireType.STRUCT -> {
                    if (++depth > MAX_DEPTH) {
                        return UNDECIDED;
                    }
                }
                default -> {
                    return UNDECIDED;
                }
            }
            if (p < 0) {
                return UNDECIDED;
            }
        }
        return UNDECIDED;
    }

    /** Returns the index after a varint. */
    private static int varintEnd(byte[] bytes, int position) {
        long ends = ~LittleEndian.getLong(bytes, position) & SIGN_BITS;
        if (ends != 0) {
            return position + (Long.numberOfTrailingZeros(ends) >>> 3) + 1;
        }
        return bytes[position + 8] >= 0 ? position + 9 : bytes[position + 9] >= 0 ? position + 10 : UNDECIDED;
    }

    /** Returns the index after a length and its bytes. */
    private static int binaryEnd(byte[] bytes, int position, int safe) {
        int length = bytes[position];
        int start = position + 1;
        if (length < 0) {
            int high = bytes[start++];
            if (high < 0) {
                return UNDECIDED;
            }
            length = length & 0x7F | high << 7;
        }
        return length < safe - start ? start + length : UNDECIDED;
    }

    private static int listEnd(byte[] bytes, int position, int safe, int depth) {
        int header = bytes[position];
        int p = position + 1;
        int size = header >>> 4 & 0xF;
        if (size == 15) {
            size = bytes[p++];
            if (size < 0) {
                return UNDECIDED;
            }
        }
        switch (header & 0xF) {
            case WireType.I16, WireType.I32, WireType.I64 -> {
                if (size <= 8 && shortVarints(LittleEndian.getLong(bytes, p), size)) {
                    return p + size;
                }
                for (int i = 0; i < size; i++) {
                    if (p < 0 || p >= safe) {
                        return UNDECIDED;
                    }
                    p = varintEnd(bytes, p);
                }
                return p;
            }
            case WireType.BINARY -> {
                for (int i = 0; i < size; i++) {
                    if (p < 0 || p >= safe) {
                        return UNDECIDED;
                    }
                    p = binaryEnd(bytes, p, safe);
                }
                return p;
            }
            case WireType.STRUCT -> {
                if (depth >= MAX_DEPTH) {
                    return UNDECIDED;
                }
                for (int i = 0; i < size && p >= 0; i++) {
                    p = end(bytes, p, safe, depth);
                }
                return p;
            }
            default -> {
                return UNDECIDED;
            }
        }
    }

    /** Whether the first {@code count} bytes of a word are varints of one byte. */
    private static boolean shortVarints(long word, int count) {
        return count == 0 || (word & SIGN_BITS >>> 64 - 8 * count) == 0;
    }
}
