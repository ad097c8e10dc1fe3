package io.pq2.internal.encryption;

import java.security.GeneralSecurityException;
import java.security.InvalidAlgorithmParameterException;
import java.security.MessageDigest;
import java.security.Provider;
import java.util.Arrays;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;

/**
 * Decrypts modules with one key. Used by one thread at a time.
 *
 * <p>The JDK's GCM holds all plaintext back until it has the tag, so that a long module is one long call whatever one does, and long calls are
 * slow until their code is compiled (see {@link AesCiphers#STEP}). Until then long modules are decrypted in two passes of short calls: with CTR, which is
 * what GCM does to the bytes, and again forward with GCM for the tag. Before the tags were compared nobody sees what was decrypted; if they differ it is
 * wiped. {@link DecryptionPace} tells which way is the faster one.
 */
public final class ModuleDecryptor {

    /** How often a trial times both ways, of which the shortest time counts. */
    private static final int TRIALS = 3;

    private final ModuleKey key;
    private final Provider provider;
    /** Made when needed. */
    private Cipher gcm;

    private Cipher ctr;
    private Cipher forward;
    private byte[] scratch;

    ModuleDecryptor(ModuleKey key, Provider provider) {
        this.key = key;
        this.provider = provider;
    }

    /**
     * Decrypts what GCM has encrypted.
     *
     * @param nonceAt where the nonce is, behind which ciphertext and tag stand
     * @param length bytes of the plaintext
     * @return whether it is authentic; if it is not, {@code out} has nothing of it
     */
    boolean gcm(byte[] bytes, int nonceAt, int length, byte[] aad, byte[] out, int at) {
        try {
            // Another provider may not let its callers choose nonces to encrypt with, and need not have the problem.
            if (length > AesCiphers.STEP && provider == null) {
                return longModule(bytes, nonceAt, length, aad, out, at);
            }
            return oneCall(bytes, nonceAt, length, aad, out, at);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("AES-GCM failed: " + e.getMessage(), e);
        }
    }

    private boolean longModule(byte[] bytes, int nonceAt, int length, byte[] aad, byte[] out, int at)
            throws GeneralSecurityException {
        if (length > DecryptionPace.LONGEST_CALL) {
            return twoPasses(bytes, nonceAt, length, aad, out, at);
        }
        DecryptionPace pace = DecryptionPace.of(length);
        if (pace.isTrialDue()) {
            return bothWays(pace, bytes, nonceAt, length, aad, out, at);
        } else if (!pace.prefersOneCall()) {
            return twoPasses(bytes, nonceAt, length, aad, out, at);
        }
        long start = System.nanoTime();
        boolean authentic = oneCall(bytes, nonceAt, length, aad, out, at);
        pace.took(length, System.nanoTime() - start);
        return authentic;
    }

    /** Decrypts in both ways and times them; one call no more than once if that takes long. */
    private boolean bothWays(DecryptionPace pace, byte[] bytes, int nonceAt, int length, byte[] aad, byte[] out, int at)
            throws GeneralSecurityException {
        long twoPasses = Long.MAX_VALUE;
        long oneCall = Long.MAX_VALUE;
        int trials = 0;
        do {
            long start = System.nanoTime();
            if (!twoPasses(bytes, nonceAt, length, aad, out, at)) {
                return false;
            }
            long between = System.nanoTime();
            if (!oneCall(bytes, nonceAt, length, aad, out, at)) {
                return false;
            }
            twoPasses = Math.min(twoPasses, between - start);
            oneCall = Math.min(oneCall, System.nanoTime() - between);
            trials++;
        } while (trials < TRIALS && DecryptionPace.isCompiled(length, oneCall));
        pace.tried(length, twoPasses, oneCall);
        return true;
    }

    /** Decrypts in one call; if it is not authentic, nothing comes out. */
    boolean oneCall(byte[] bytes, int nonceAt, int length, byte[] aad, byte[] out, int at)
            throws GeneralSecurityException {
        if (gcm == null) {
            gcm = AesCiphers.gcm(provider);
        }
        gcm.init(Cipher.DECRYPT_MODE, key, AesCiphers.gcmParameters(bytes, nonceAt));
        gcm.updateAAD(aad);
        try {
            gcm.doFinal(bytes, nonceAt + Module.NONCE, length + Module.TAG, out, at);
            return true;
        } catch (AEADBadTagException e) {
            Arrays.fill(out, at, at + length, (byte) 0);
            return false;
        }
    }

    /** The same in two passes. */
    boolean twoPasses(byte[] bytes, int nonceAt, int length, byte[] aad, byte[] out, int at)
            throws GeneralSecurityException {
        decrypt(bytes, nonceAt, 2, length, out, at);
        byte[] tag = tag(bytes, nonceAt, out, at, length, aad);
        int stored = nonceAt + Module.NONCE + length;
        boolean authentic = MessageDigest.isEqual(tag, Arrays.copyOfRange(bytes, stored, stored + Module.TAG));
        if (!authentic) {
            Arrays.fill(out, at, at + length, (byte) 0);
        }
        return authentic;
    }

    /** Decrypts what CTR has encrypted. */
    void ctr(byte[] bytes, int nonceAt, int length, byte[] out, int at) {
        try {
            decrypt(bytes, nonceAt, 1, length, out, at);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("AES-CTR failed: " + e.getMessage(), e);
        }
    }

    private void decrypt(byte[] bytes, int nonceAt, int counter, int length, byte[] out, int at)
            throws GeneralSecurityException {
        if (ctr == null) {
            ctr = AesCiphers.ctr(provider);
        }
        ctr.init(Cipher.DECRYPT_MODE, key, AesCiphers.ctrParameters(bytes, nonceAt, counter));
        AesCiphers.run(ctr, bytes, nonceAt + Module.NONCE, length, out, at);
    }

    /** The tag that GCM gives plaintext. */
    private byte[] tag(byte[] bytes, int nonceAt, byte[] plain, int from, int length, byte[] aad)
            throws GeneralSecurityException {
        if (scratch == null) {
            scratch = AesCiphers.scratch();
        }
        startForward(bytes, nonceAt);
        forward.updateAAD(aad);
        return AesCiphers.tag(forward, plain, from, length, scratch);
    }

    private void startForward(byte[] bytes, int nonceAt) throws GeneralSecurityException {
        if (forward == null) {
            forward = AesCiphers.gcm(provider);
        }
        try {
            forward.init(Cipher.ENCRYPT_MODE, key, AesCiphers.gcmParameters(bytes, nonceAt));
        } catch (InvalidAlgorithmParameterException e) {
            // A cipher does not take the nonce that it had last; the same module is being read again.
            forward = AesCiphers.gcm(provider);
            forward.init(Cipher.ENCRYPT_MODE, key, AesCiphers.gcmParameters(bytes, nonceAt));
        }
    }

    /** Whether a signature is that of a footer. */
    boolean verify(byte[] plain, int from, int length, byte[] signature, int signatureAt, byte[] aad) {
        try {
            byte[] tag = tag(signature, signatureAt, plain, from, length, aad);
            int stored = signatureAt + Module.NONCE;
            return MessageDigest.isEqual(tag, Arrays.copyOfRange(signature, stored, stored + Module.TAG));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("AES-GCM failed: " + e.getMessage(), e);
        }
    }

    /**
     * Whether the first three bytes of what GCM has encrypted are those that every footer begins with, to tell a wrong key from another fault. They
     * are the same in all files, so that the answer tells nobody anything of the footer; nothing else is looked at.
     */
    boolean beginsAsFooter(byte[] bytes, int nonceAt, int length) {
        if (length < 3) {
            return false;
        }
        byte[] first = new byte[3];
        try {
            decrypt(bytes, nonceAt, 2, first.length, first, 0);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("AES-CTR failed: " + e.getMessage(), e);
        }
        // Field 1, an integer; version 1 or 2; field 2, a list.
        return first[0] == 0x15 && (first[1] == 2 || first[1] == 4) && first[2] == 0x19;
    }
}
