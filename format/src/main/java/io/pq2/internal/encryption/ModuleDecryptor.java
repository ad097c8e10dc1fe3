package io.pq2.internal.encryption;

import java.security.GeneralSecurityException;
import java.security.InvalidAlgorithmParameterException;
import java.security.MessageDigest;
import java.security.Provider;
import java.util.Arrays;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import org.jspecify.annotations.Nullable;

/**
 * Decrypts modules with one key. Not thread-safe.
 *
 * <p>The JDK's GCM returns no plaintext before it has verified the tag. It therefore decrypts a module in a single
 * call, and long calls are slow until HotSpot has compiled them (see {@link AesCiphers#CALL_BYTES}). Long modules are
 * decrypted in two passes of short calls instead: CTR decrypts the ciphertext, then GCM encrypts the plaintext to
 * compute the tag. The plaintext is returned only if the tags are equal; otherwise it is overwritten.
 */
final class ModuleDecryptor {

    /**
     * The longest plaintext in bytes that is decrypted in a single call. JDK 25 compiles such calls within about a
     * second and then decrypts 100 KB at 15 GB/s in one call and at 8 to 10 GB/s in two passes. JDK 17 interprets them
     * for seconds at about 20 MB/s. The bench's {@code EncryptionBenchmark} shows when the two passes can be deleted:
     * when scans of encrypted files are not slower with this limit at {@link Integer#MAX_VALUE}.
     */
    private static final int MAX_SINGLE_CALL = Runtime.version().feature() >= 25 ? 128 << 10 : AesCiphers.CALL_BYTES;

    private final ModuleKey key;
    private final @Nullable Provider provider;
    private @Nullable Cipher gcm;
    private @Nullable Cipher ctr;
    /** The GCM cipher that encrypts plaintext to compute its tag. */
    private @Nullable Cipher tagGcm;

    private byte @Nullable [] scratch;

    /** @param provider the provider of ciphers, absent for the JDK's choice */
    ModuleDecryptor(ModuleKey key, @Nullable Provider provider) {
        this.key = key;
        this.provider = provider;
    }

    /**
     * Decrypts the ciphertext of a GCM module.
     *
     * @param nonceAt the index of the nonce; ciphertext and tag follow it
     * @param length the length of the plaintext in bytes
     * @return whether the module is authentic; otherwise {@code out} contains zeros
     */
    boolean gcm(byte[] bytes, int nonceAt, int length, byte[] aad, byte[] out, int at) {
        try {
            // Other providers may not let callers choose the nonce for encryption, and may not have slow long calls.
            return length <= MAX_SINGLE_CALL || provider != null
                    ? inOneCall(bytes, nonceAt, length, aad, out, at)
                    : inTwoPasses(bytes, nonceAt, length, aad, out, at);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("AES-GCM failed: " + e.getMessage(), e);
        }
    }

    boolean inOneCall(byte[] bytes, int nonceAt, int length, byte[] aad, byte[] out, int at)
            throws GeneralSecurityException {
        if (gcm == null) {
            gcm = AesCiphers.gcm(provider);
        }
        gcm.init(Cipher.DECRYPT_MODE, key, AesCiphers.gcmParameters(bytes, nonceAt));
        gcm.updateAAD(aad);
        try {
            gcm.doFinal(bytes, nonceAt + ModuleLayout.NONCE, length + ModuleLayout.TAG, out, at);
            return true;
        } catch (AEADBadTagException e) {
            Arrays.fill(out, at, at + length, (byte) 0);
            return false;
        }
    }

    boolean inTwoPasses(byte[] bytes, int nonceAt, int length, byte[] aad, byte[] out, int at)
            throws GeneralSecurityException {
        decrypt(bytes, nonceAt, 2, length, out, at);
        byte[] tag = tag(bytes, nonceAt, out, at, length, aad);
        int stored = nonceAt + ModuleLayout.NONCE + length;
        boolean authentic = MessageDigest.isEqual(tag, Arrays.copyOfRange(bytes, stored, stored + ModuleLayout.TAG));
        if (!authentic) {
            Arrays.fill(out, at, at + length, (byte) 0);
        }
        return authentic;
    }

    /** Decrypts the ciphertext of a CTR module. */
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
        AesCiphers.run(ctr, bytes, nonceAt + ModuleLayout.NONCE, length, out, at);
    }

    /** Returns the tag that GCM computes for plaintext. */
    private byte[] tag(byte[] bytes, int nonceAt, byte[] plain, int from, int length, byte[] aad)
            throws GeneralSecurityException {
        if (scratch == null) {
            scratch = AesCiphers.scratch();
        }
        Cipher cipher = startTag(bytes, nonceAt);
        cipher.updateAAD(aad);
        return AesCiphers.tag(cipher, plain, from, length, scratch);
    }

    private Cipher startTag(byte[] bytes, int nonceAt) throws GeneralSecurityException {
        if (tagGcm == null) {
            tagGcm = AesCiphers.gcm(provider);
        }
        try {
            tagGcm.init(Cipher.ENCRYPT_MODE, key, AesCiphers.gcmParameters(bytes, nonceAt));
        } catch (InvalidAlgorithmParameterException e) {
            // A cipher refuses the nonce of its previous module, which occurs when a module is read twice in a row.
            tagGcm = AesCiphers.gcm(provider);
            tagGcm.init(Cipher.ENCRYPT_MODE, key, AesCiphers.gcmParameters(bytes, nonceAt));
        }
        return tagGcm;
    }

    /** Whether a signature matches a plaintext footer. */
    boolean verify(byte[] plain, int from, int length, byte[] signature, int signatureAt, byte[] aad) {
        try {
            byte[] tag = tag(signature, signatureAt, plain, from, length, aad);
            int stored = signatureAt + ModuleLayout.NONCE;
            return MessageDigest.isEqual(tag, Arrays.copyOfRange(signature, stored, stored + ModuleLayout.TAG));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("AES-GCM failed: " + e.getMessage(), e);
        }
    }

    /**
     * Whether the first three bytes of a GCM module decrypt to the bytes that every footer begins with; otherwise the
     * key is wrong. These bytes are the same in all files, so the answer discloses nothing about the footer.
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
        // FileMetaData: field 1, an integer; version 1 or 2; field 2, a list.
        return first[0] == 0x15 && (first[1] == 2 || first[1] == 4) && first[2] == 0x19;
    }
}
