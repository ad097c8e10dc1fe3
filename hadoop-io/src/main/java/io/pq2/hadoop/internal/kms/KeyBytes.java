package io.pq2.hadoop.internal.kms;

import io.pq2.exception.CorruptFileException;
import io.pq2.exception.InvalidDataException;
import java.util.Arrays;
import java.util.Base64;

/** The bytes of AES keys, and of what wraps them, in and out of text. */
public final class KeyBytes {

    private KeyBytes() {}

    /** Whether AES has keys of so many bytes. */
    public static boolean isAesLength(int bytes) {
        return bytes == 16 || bytes == 24 || bytes == 32;
    }

    /** @throws InvalidDataException if it is not a key of AES */
    public static byte[] checkKey(byte[] key) {
        checkLength(key.length);
        return key;
    }

    /** @throws InvalidDataException if keys of AES are not so long */
    public static void checkLength(int bytes) {
        if (!isAesLength(bytes)) {
            throw new InvalidDataException("a key has " + bytes + " bytes, but keys of AES have 16, 24 or 32");
        }
    }

    /**
     * Bytes as base64 (RFC 4648, section 4) with padding, in the one form that an encoder gives.
     *
     * @throws CorruptFileException if it is anything else
     */
    public static byte[] decode(String base64, String what) {
        byte[] bytes;
        try {
            bytes = Base64.getDecoder().decode(base64);
        } catch (IllegalArgumentException e) {
            throw notBase64(what, e);
        }
        if (!encode(bytes).equals(base64)) {
            throw notBase64(what, null);
        }
        return bytes;
    }

    public static String encode(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }

    public static void wipe(byte[] key) {
        if (key != null) {
            Arrays.fill(key, (byte) 0);
        }
    }

    private static CorruptFileException notBase64(String what, Throwable cause) {
        return new CorruptFileException("a wrapped key has " + what + " that is not base64", cause);
    }
}
