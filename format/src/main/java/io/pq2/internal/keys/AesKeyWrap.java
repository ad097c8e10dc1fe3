package io.pq2.internal.keys;

import io.pq2.exception.CorruptFileException;
import io.pq2.exception.FileLocation;
import io.pq2.exception.TamperedFileException;
import io.pq2.internal.encryption.GcmInvocations;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/** Wraps keys with AES-GCM as base64(nonce(12) ciphertext tag(16)). */
public final class AesKeyWrap {

    private static final int NONCE_BYTES = 12;
    private static final int TAG_BYTES = 16;
    private static final SecureRandom RANDOM = new SecureRandom();

    private AesKeyWrap() {}

    /** Returns random bytes for keys and key ids. */
    public static byte[] random(int bytes) {
        byte[] random = new byte[bytes];
        RANDOM.nextBytes(random);
        return random;
    }

    /** Whether AES has keys of this length in bytes. */
    public static boolean isKeyLength(int bytes) {
        return bytes == 16 || bytes == 24 || bytes == 32;
    }

    /**
     * Wraps a key.
     *
     * @param aad additional authenticated data, which is needed to unwrap the key
     * @throws io.pq2.exception.InvalidDataException if the wrapping key has encrypted as often as is safe
     */
    public static String wrap(byte[] key, byte[] wrappingKey, byte[] aad) {
        GcmInvocations.of(wrappingKey).count();
        byte[] nonce = random(NONCE_BYTES);
        byte[] wrapped = Arrays.copyOf(nonce, NONCE_BYTES + key.length + TAG_BYTES);
        try {
            cipher(Cipher.ENCRYPT_MODE, wrappingKey, nonce, aad).doFinal(key, 0, key.length, wrapped, NONCE_BYTES);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("AES-GCM encryption failed", e);
        }
        return Base64.getEncoder().encodeToString(wrapped);
    }

    /**
     * Unwraps a key.
     *
     * @param subject the subject of error messages
     * @throws CorruptFileException if the text is not a wrapped key of 16, 24 or 32 bytes
     * @throws TamperedFileException if it was wrapped with another key or AAD, or was changed
     */
    public static byte[] unwrap(String text, byte[] wrappingKey, byte[] aad, String subject) {
        byte[] wrapped = bytes(text, subject);
        if (!isKeyLength(wrapped.length - NONCE_BYTES - TAG_BYTES)) {
            throw new CorruptFileException(subject + " has " + wrapped.length
                    + " bytes, expected a nonce, a key of 16, 24 or 32 bytes, and a tag");
        }
        try {
            return cipher(Cipher.DECRYPT_MODE, wrappingKey, Arrays.copyOf(wrapped, NONCE_BYTES), aad)
                    .doFinal(wrapped, NONCE_BYTES, wrapped.length - NONCE_BYTES);
        } catch (AEADBadTagException e) {
            throw new TamperedFileException(
                    FileLocation.UNKNOWN,
                    subject + " is not authentic: the key material was changed, or its parts do not belong together");
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("AES-GCM decryption failed", e);
        }
    }

    /**
     * Decodes base64.
     *
     * @param subject the subject of error messages
     * @throws CorruptFileException if the text is not base64
     */
    public static byte[] bytes(String base64, String subject) {
        try {
            return Base64.getDecoder().decode(base64);
        } catch (IllegalArgumentException e) {
            throw new CorruptFileException(subject + " is not base64", e);
        }
    }

    private static Cipher cipher(int mode, byte[] key, byte[] nonce, byte[] aad) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(mode, new SecretKeySpec(key, "AES"), new GCMParameterSpec(TAG_BYTES * Byte.SIZE, nonce));
        cipher.updateAAD(aad);
        return cipher;
    }
}
