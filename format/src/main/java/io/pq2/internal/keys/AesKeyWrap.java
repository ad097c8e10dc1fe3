package io.pq2.internal.keys;

import io.pq2.exception.CorruptFileException;
import io.pq2.exception.FileLocation;
import io.pq2.exception.TamperedFileException;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/** Keys encrypted with keys: base64(nonce(12) ciphertext tag(16)), AES-GCM. */
public final class AesKeyWrap {

    private static final int NONCE = 12;
    private static final int TAG = 16;
    private static final SecureRandom RANDOM = new SecureRandom();

    private AesKeyWrap() {}

    /** Random bytes for keys and what names them. */
    public static byte[] random(int bytes) {
        byte[] random = new byte[bytes];
        RANDOM.nextBytes(random);
        return random;
    }

    /** Whether AES has keys of a length in bytes. */
    public static boolean isKeyLength(int bytes) {
        return bytes == 16 || bytes == 24 || bytes == 32;
    }

    /** @param aad what has to be known to unwrap it, beside the key */
    public static String wrap(byte[] key, byte[] wrappingKey, byte[] aad) {
        byte[] nonce = random(NONCE);
        byte[] wrapped = Arrays.copyOf(nonce, NONCE + key.length + TAG);
        try {
            cipher(Cipher.ENCRYPT_MODE, wrappingKey, nonce, aad).doFinal(key, 0, key.length, wrapped, NONCE);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("AES-GCM does not encrypt", e);
        }
        return Base64.getEncoder().encodeToString(wrapped);
    }

    /**
     * A key that was wrapped.
     *
     * @param what is unwrapped with what, for messages
     * @throws CorruptFileException if the text is no wrapped key of 16, 24 or 32 bytes
     * @throws TamperedFileException if it was wrapped with another key or other AAD, or changed
     */
    public static byte[] unwrap(String text, byte[] wrappingKey, byte[] aad, String what) {
        byte[] wrapped = bytes(text, what);
        if (!isKeyLength(wrapped.length - NONCE - TAG)) {
            throw new CorruptFileException(what + " has " + wrapped.length
                    + " bytes, which is not a nonce, a key of 16, 24 or 32 bytes, and a tag");
        }
        try {
            return cipher(Cipher.DECRYPT_MODE, wrappingKey, Arrays.copyOf(wrapped, NONCE), aad)
                    .doFinal(wrapped, NONCE, wrapped.length - NONCE);
        } catch (AEADBadTagException e) {
            throw new TamperedFileException(
                    FileLocation.UNKNOWN,
                    what + " is not authentic: the key material was changed, or its parts do not belong together");
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("AES-GCM does not decrypt", e);
        }
    }

    /**
     * The bytes of a text in base64.
     *
     * @throws CorruptFileException if it is none
     */
    public static byte[] bytes(String base64, String what) {
        try {
            return Base64.getDecoder().decode(base64);
        } catch (IllegalArgumentException e) {
            throw new CorruptFileException(what + " is not in base64", e);
        }
    }

    private static Cipher cipher(int mode, byte[] key, byte[] nonce, byte[] aad) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(mode, new SecretKeySpec(key, "AES"), new GCMParameterSpec(TAG * Byte.SIZE, nonce));
        cipher.updateAAD(aad);
        return cipher;
    }
}
