package io.pq2.hadoop.internal.kms;

import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Keys wrapped with keys by AES-GCM, as parquet-java does it locally: {@code nonce(12) ciphertext tag(16)}, with a random nonce and an AAD that
 * says what the key is for.
 */
public final class AesGcmWrap {

    /** How many bytes a wrapped key has more than the key. */
    public static final int OVERHEAD = 12 + 16;

    private static final int NONCE_BYTES = 12;
    private static final int TAG_BYTES = 16;
    private static final SecureRandom RANDOM = new SecureRandom();

    private AesGcmWrap() {}

    public static byte[] wrap(byte[] wrappingKey, byte[] key, byte[] aad) {
        byte[] wrapped = new byte[key.length + OVERHEAD];
        byte[] nonce = new byte[NONCE_BYTES];
        RANDOM.nextBytes(nonce);
        System.arraycopy(nonce, 0, wrapped, 0, NONCE_BYTES);
        try {
            Cipher cipher = cipher(Cipher.ENCRYPT_MODE, wrappingKey, nonce, aad);
            cipher.doFinal(key, 0, key.length, wrapped, NONCE_BYTES);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("AES-GCM, which each JDK has, does not encrypt a key", e);
        }
        return wrapped;
    }

    /** @throws AEADBadTagException if these are not the bytes, the key or the AAD of {@link #wrap} */
    public static byte[] unwrap(byte[] wrappingKey, byte[] wrapped, byte[] aad) throws AEADBadTagException {
        byte[] nonce = new byte[NONCE_BYTES];
        System.arraycopy(wrapped, 0, nonce, 0, NONCE_BYTES);
        try {
            Cipher cipher = cipher(Cipher.DECRYPT_MODE, wrappingKey, nonce, aad);
            return cipher.doFinal(wrapped, NONCE_BYTES, wrapped.length - NONCE_BYTES);
        } catch (AEADBadTagException e) {
            throw e;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("AES-GCM, which each JDK has, does not decrypt a key", e);
        }
    }

    private static Cipher cipher(int mode, byte[] key, byte[] nonce, byte[] aad) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(mode, new SecretKeySpec(key, "AES"), new GCMParameterSpec(TAG_BYTES * Byte.SIZE, nonce));
        cipher.updateAAD(aad);
        return cipher;
    }
}
