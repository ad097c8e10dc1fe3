package io.pq2.internal.encryption;

import java.security.GeneralSecurityException;
import java.security.Provider;
import java.security.SecureRandom;
import javax.crypto.Cipher;

/** Encrypts modules with one key, each with a nonce of its own. Used by one thread at a time. */
public final class ModuleEncryptor {

    private final ModuleKey key;
    private final Provider provider;
    private final SecureRandom random;
    private final byte[] nonce = new byte[Module.NONCE];
    /** Made when needed. */
    private Cipher gcm;

    private Cipher ctr;

    ModuleEncryptor(ModuleKey key, Provider provider, SecureRandom random) {
        this.key = key;
        this.provider = provider;
        this.random = random;
    }

    /**
     * Encrypts with GCM.
     *
     * @param out gets {@link Module#GCM_OVERHEAD} bytes more than there are
     * @return the index behind the module
     */
    int gcm(byte[] plain, int from, int length, byte[] aad, byte[] out, int at) {
        int total = Math.addExact(length, Module.GCM_OVERHEAD);
        int body = startModule(out, at, total);
        try {
            startGcm(out, at + Module.LENGTH, aad);
            int written = AesCiphers.run(gcm, plain, from, length, out, body);
            return checkedEnd(body + written, at + total);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("AES-GCM failed: " + e.getMessage(), e);
        }
    }

    /** Encrypts with CTR, which adds {@link Module#CTR_OVERHEAD} bytes; otherwise as {@link #gcm}. */
    int ctr(byte[] plain, int from, int length, byte[] out, int at) {
        int total = Math.addExact(length, Module.CTR_OVERHEAD);
        int body = startModule(out, at, total);
        try {
            if (ctr == null) {
                ctr = AesCiphers.ctr(provider);
            }
            ctr.init(Cipher.ENCRYPT_MODE, key, AesCiphers.ctrParameters(out, at + Module.LENGTH, 1));
            int written = AesCiphers.run(ctr, plain, from, length, out, body);
            return checkedEnd(body + written, at + total);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("AES-CTR failed: " + e.getMessage(), e);
        }
    }

    /** The signature of a footer: nonce and tag of its encryption, without the ciphertext. */
    byte[] signature(byte[] plain, int from, int length, byte[] aad) {
        byte[] signature = new byte[Module.SIGNATURE];
        newNonce(signature, 0);
        try {
            startGcm(signature, 0, aad);
            byte[] tag = AesCiphers.tag(gcm, plain, from, length, AesCiphers.scratch());
            System.arraycopy(tag, 0, signature, Module.NONCE, Module.TAG);
            return signature;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("AES-GCM failed: " + e.getMessage(), e);
        }
    }

    /** Puts length and nonce of a module; returns where its ciphertext goes. */
    private int startModule(byte[] out, int at, int total) {
        Module.putLength(out, at, total - Module.LENGTH);
        newNonce(out, at + Module.LENGTH);
        return at + Module.LENGTH + Module.NONCE;
    }

    private void newNonce(byte[] out, int at) {
        key.countInvocation();
        random.nextBytes(nonce);
        System.arraycopy(nonce, 0, out, at, Module.NONCE);
    }

    private void startGcm(byte[] bytes, int nonceAt, byte[] aad) throws GeneralSecurityException {
        if (gcm == null) {
            gcm = AesCiphers.gcm(provider);
        }
        gcm.init(Cipher.ENCRYPT_MODE, key, AesCiphers.gcmParameters(bytes, nonceAt));
        gcm.updateAAD(aad);
    }

    private static int checkedEnd(int end, int expected) {
        if (end != expected) {
            throw new IllegalStateException("the cipher made " + (end - expected) + " bytes more than due");
        }
        return end;
    }
}
