package io.pq2.predicate;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;

/** Bytes as a value: ordered byte by byte without sign, a prefix before what it begins. */
public final class ByteString implements Comparable<ByteString> {

    private final byte[] bytes;

    private ByteString(byte[] bytes) {
        this.bytes = bytes;
    }

    /** These bytes, shared with the caller, who must not change them any more. */
    public static ByteString of(byte[] bytes) {
        return new ByteString(bytes);
    }

    /** The text in UTF-8. */
    public static ByteString of(String text) {
        return new ByteString(text.getBytes(StandardCharsets.UTF_8));
    }

    /** The bytes, shared; they must not be changed. */
    public byte[] bytes() {
        return bytes;
    }

    /** Whether the first bytes are those of a prefix. */
    public boolean startsWith(ByteString prefix) {
        return bytes.length >= prefix.bytes.length
                && Arrays.equals(bytes, 0, prefix.bytes.length, prefix.bytes, 0, prefix.bytes.length);
    }

    /** Whether the last bytes are those of a suffix. */
    public boolean endsWith(ByteString suffix) {
        int start = bytes.length - suffix.bytes.length;
        return start >= 0 && Arrays.equals(bytes, start, bytes.length, suffix.bytes, 0, suffix.bytes.length);
    }

    /** Whether some bytes are there, one behind the other. */
    public boolean contains(ByteString part) {
        int length = part.bytes.length;
        for (int start = 0; start <= bytes.length - length; start++) {
            if (Arrays.equals(bytes, start, start + length, part.bytes, 0, length)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public int compareTo(ByteString other) {
        return Arrays.compareUnsigned(bytes, other.bytes);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ByteString that && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    /** The text if the bytes are printable ASCII, otherwise their hexadecimal digits. */
    @Override
    public String toString() {
        for (byte b : bytes) {
            if (b < 0x20 || b == 0x7F) {
                return "0x" + HexFormat.of().formatHex(bytes);
            }
        }
        return '"' + new String(bytes, StandardCharsets.US_ASCII) + '"';
    }
}
