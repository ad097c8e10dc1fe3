package io.pq2.internal.statistics;

/** Encodes and decodes single values in the PLAIN encoding (Encodings.md, "Plain"). */
final class PlainBytes {

    private PlainBytes() {}

    static byte[] of(int value) {
        return new byte[] {(byte) value, (byte) (value >> 8), (byte) (value >> 16), (byte) (value >> 24)};
    }

    static byte[] of(long value) {
        byte[] bytes = new byte[Long.BYTES];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (value >> (8 * i));
        }
        return bytes;
    }

    static int toInt(byte[] bytes) {
        return (bytes[0] & 0xFF) | (bytes[1] & 0xFF) << 8 | (bytes[2] & 0xFF) << 16 | bytes[3] << 24;
    }

    static long toLong(byte[] bytes) {
        long value = 0;
        for (int i = Long.BYTES - 1; i >= 0; i--) {
            value = value << 8 | (bytes[i] & 0xFF);
        }
        return value;
    }
}
