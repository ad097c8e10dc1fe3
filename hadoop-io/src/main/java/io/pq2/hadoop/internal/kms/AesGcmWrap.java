package io.pq2.hadoop.internal.kms;

import io.pq2.internal.encryption.GcmInvocations;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Wraps keys with AES-GCM in the layout of parquet-java's local wrapping: {@code nonce(12) ciphertext tag(16)}. The
 * nonce is random, and the AAD identifies the use of the key.
 */
public final class AesGcmWrap {

    /** The number of bytes by which a wrapped key is longer than the key. */
    public static final int OVERHEAD = 12 + 16;

    private static final int NONCE_BYTES = 12;
    private static final int TAG_BYTES = 16;
    private static final SecureRandom RANDOM = new SecureRandom();

    private AesGcmWrap() {}

    /**
     * Wraps a key.
     *
     * @throws io.pq2.exception.InvalidDataException if the wrapping key has encrypted as often as is safe
     */
    public static byte[] wrap(byte[] wrappingKey, byte[] key, byte[] aad) {
        byte[] wrapped = new byte[key.length + OVERHEAD];
        GcmInvocations.of(wrappingKey).count();
        byte[] nonce = new byte[NONCE_BYTES];
        RANDOM.nextBytes(nonce);
        System.arraycopy(nonce, 0, wrapped, 0, NONCE_BYTES);
        try {
            Cipher cipher = cipher(Cipher.ENCRYPT_MODE, wrappingKey, nonce, aad);
            cipher.doFinal(key, 0, key.length, wrapped, NONCE_BYTES);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("AES-GCM failed to encrypt a key, although every JDK has it", e);
        }
        return wrapped;
    }

    /**
     * Unwraps a key.
     *
     * @throws AEADBadTagException if the wrapped bytes, the wrapping key or the AAD differ from those of {@link #wrap}
     */
    public static byte[] unwrap(byte[] wrappingKey, byte[] wrapped, byte[] aad) throws AEADBadTagException {
        byte[] nonce = new byte[NONCE_BYTES];
        System.arraycopy(wrapped, 0, nonce, 0, NONCE_BYTES);
        try {
            Cipher cipher = cipher(Cipher.DECRYPT_MODE, wrappingKey, nonce, aad);
            return cipher.doFinal(wrapped, NONCE_BYTES, wrapped.length - NONCE_BYTES);
        } catch (AEADBadTagException e) {
            throw e;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("AES-GCM failed to decrypt a key, although every JDK has it", e);
        }
    }

    private static Cipher cipher(int mode, byte[] key, byte[] nonce, byte[] aad) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(mode, new SecretKeySpec(key, "AES"), new GCMParameterSpec(TAG_BYTES * Byte.SIZE, nonce));
        cipher.updateAAD(aad);
        return cipher;
    }
}
