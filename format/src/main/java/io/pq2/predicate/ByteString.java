package io.pq2.predicate;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** An immutable byte string. It is ordered by unsigned bytes, with a prefix before every string that starts with it. */
public final class ByteString implements Comparable<ByteString> {

    private final byte[] bytes;

    private ByteString(byte[] bytes) {
        this.bytes = bytes;
    }

    /** Returns a byte string that shares the array. The caller must not change the array afterwards. */
    public static ByteString of(byte[] bytes) {
        return new ByteString(bytes);
    }

    /** Returns the UTF-8 bytes of a text. */
    public static ByteString of(String text) {
        return new ByteString(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Returns the array of this byte string itself. The caller must not change it. */
    public byte[] bytes() {
        return bytes;
    }

    /** Whether this byte string starts with a prefix. */
    public boolean startsWith(ByteString prefix) {
        return bytes.length >= prefix.bytes.length
                && Arrays.equals(bytes, 0, prefix.bytes.length, prefix.bytes, 0, prefix.bytes.length);
    }

    /** Whether this byte string ends with a suffix. */
    public boolean endsWith(ByteString suffix) {
        int start = bytes.length - suffix.bytes.length;
        return start >= 0 && Arrays.equals(bytes, start, bytes.length, suffix.bytes, 0, suffix.bytes.length);
    }

    /**
     * Whether this byte string contains a part as consecutive bytes. The empty part is contained in every byte
     * string.
     */
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
    public boolean equals(@Nullable Object other) {
        return other instanceof ByteString that && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    /** Returns the quoted text if all bytes are printable ASCII, otherwise {@code 0x} and the hexadecimal digits. */
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
