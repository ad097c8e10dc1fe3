package io.pq2.hadoop.internal.kms;

import io.pq2.exception.CorruptFileException;
import io.pq2.exception.InvalidDataException;
import java.util.Arrays;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/** Checks the lengths of AES keys, and converts keys and wrapped keys from and to base64. */
public final class KeyBytes {

    private KeyBytes() {}

    /** Whether a number of bytes is the length of an AES key. */
    public static boolean isAesLength(int bytes) {
        return bytes == 16 || bytes == 24 || bytes == 32;
    }

    /**
     * Checks the length of a key.
     *
     * @throws InvalidDataException if it is not the length of an AES key
     */
    public static byte[] checkKey(byte[] key) {
        checkLength(key.length);
        return key;
    }

    /**
     * Checks a key length in bytes.
     *
     * @throws InvalidDataException if it is not the length of an AES key
     */
    public static void checkLength(int bytes) {
        if (!isAesLength(bytes)) {
            throw new InvalidDataException("a key has " + bytes + " bytes, but AES keys have 16, 24 or 32");
        }
    }

    /**
     * Decodes base64 (RFC 4648, section 4) with padding. Accepts only the canonical form that an encoder produces.
     *
     * @param what the name of the value in the error message
     * @throws CorruptFileException if the text is not canonical base64
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

    /** Overwrites a key with zeros; does nothing for null. */
    public static void wipe(byte @Nullable [] key) {
        if (key != null) {
            Arrays.fill(key, (byte) 0);
        }
    }

    private static CorruptFileException notBase64(String what, @Nullable Throwable cause) {
        return new CorruptFileException("a wrapped key has " + what + " that is not base64", cause);
    }
}
