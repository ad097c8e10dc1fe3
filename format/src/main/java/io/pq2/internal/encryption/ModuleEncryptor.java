package io.pq2.internal.encryption;

import java.security.GeneralSecurityException;
import java.security.Provider;
import java.security.SecureRandom;
import javax.crypto.Cipher;
import org.jspecify.annotations.Nullable;

/** Encrypts modules with one key and a random nonce for each. Not thread-safe. */
final class ModuleEncryptor {

    private final ModuleKey key;
    private final @Nullable Provider provider;
    private final SecureRandom random;
    private final byte[] nonce = new byte[ModuleLayout.NONCE];
    private @Nullable Cipher gcm;
    private @Nullable Cipher ctr;

    /** @param provider the provider of ciphers, absent for the JDK's choice */
    ModuleEncryptor(ModuleKey key, @Nullable Provider provider, SecureRandom random) {
        this.key = key;
        this.provider = provider;
        this.random = random;
    }

    /**
     * Writes a GCM module.
     *
     * @param out the destination of {@code length + }{@link ModuleLayout#GCM_OVERHEAD} bytes
     * @return the length of the module in bytes
     */
    int gcm(byte[] plain, int from, int length, byte[] aad, byte[] out, int at) {
        int total = Math.addExact(length, ModuleLayout.GCM_OVERHEAD);
        int body = startModule(out, at, total);
        try {
            int written = AesCiphers.run(startGcm(out, at + ModuleLayout.LENGTH, aad), plain, from, length, out, body);
            return checkedEnd(body + written, at + total);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("AES-GCM failed: " + e.getMessage(), e);
        }
    }

    /** Writes a CTR module of {@code length + }{@link ModuleLayout#CTR_OVERHEAD} bytes; otherwise as {@link #gcm}. */
    int ctr(byte[] plain, int from, int length, byte[] out, int at) {
        int total = Math.addExact(length, ModuleLayout.CTR_OVERHEAD);
        int body = startModule(out, at, total);
        try {
            if (ctr == null) {
                ctr = AesCiphers.ctr(provider);
            }
            ctr.init(Cipher.ENCRYPT_MODE, key, AesCiphers.ctrParameters(out, at + ModuleLayout.LENGTH, 1));
            int written = AesCiphers.run(ctr, plain, from, length, out, body);
            return checkedEnd(body + written, at + total);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("AES-CTR failed: " + e.getMessage(), e);
        }
    }

    /** Returns the signature of a footer: the nonce and the tag of its encryption, without the ciphertext. */
    byte[] signature(byte[] plain, int from, int length, byte[] aad) {
        byte[] signature = new byte[ModuleLayout.SIGNATURE];
        newNonce(signature, 0);
        try {
            byte[] tag = AesCiphers.tag(startGcm(signature, 0, aad), plain, from, length, AesCiphers.scratch());
            System.arraycopy(tag, 0, signature, ModuleLayout.NONCE, ModuleLayout.TAG);
            return signature;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("AES-GCM failed: " + e.getMessage(), e);
        }
    }

    /** Writes the length and the nonce of a module and returns the index of its ciphertext. */
    private int startModule(byte[] out, int at, int total) {
        ModuleLayout.putLength(out, at, total - ModuleLayout.LENGTH);
        newNonce(out, at + ModuleLayout.LENGTH);
        return at + ModuleLayout.LENGTH + ModuleLayout.NONCE;
    }

    private void newNonce(byte[] out, int at) {
        key.countInvocation();
        random.nextBytes(nonce);
        System.arraycopy(nonce, 0, out, at, ModuleLayout.NONCE);
    }

    private Cipher startGcm(byte[] bytes, int nonceAt, byte[] aad) throws GeneralSecurityException {
        if (gcm == null) {
            gcm = AesCiphers.gcm(provider);
        }
        gcm.init(Cipher.ENCRYPT_MODE, key, AesCiphers.gcmParameters(bytes, nonceAt));
        gcm.updateAAD(aad);
        return gcm;
    }

    private static int checkedEnd(int end, int expected) {
        if (end != expected) {
            throw new IllegalStateException("the cipher wrote " + (end - expected) + " bytes more than expected");
        }
        return end;
    }
}
