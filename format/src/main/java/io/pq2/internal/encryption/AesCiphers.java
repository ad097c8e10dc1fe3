package io.pq2.internal.encryption;

import io.pq2.exception.InvalidDataException;
import java.security.GeneralSecurityException;
import java.security.Provider;
import java.util.Arrays;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.IvParameterSpec;

/** Ciphers of a provider, and how they are fed. */
final class AesCiphers {

    /**
     * Bytes of one call. HotSpot compiles what runs in many short calls; a cipher that is only called with long ones stays interpreted for
     * seconds, at tens of MB/s (docs/design/encryption.md).
     */
    static final int STEP = 16 << 10;

    private AesCiphers() {}

    /** @param provider null for the one that the JDK prefers */
    static Cipher gcm(Provider provider) {
        return cipher("AES/GCM/NoPadding", provider);
    }

    static Cipher ctr(Provider provider) {
        return cipher("AES/CTR/NoPadding", provider);
    }

    private static Cipher cipher(String transformation, Provider provider) {
        try {
            return provider == null ? Cipher.getInstance(transformation) : Cipher.getInstance(transformation, provider);
        } catch (GeneralSecurityException e) {
            throw new InvalidDataException(
                    (provider == null ? "no provider of this JDK" : "the provider " + provider.getName())
                            + " has the cipher " + transformation,
                    e);
        }
    }

    static GCMParameterSpec gcmParameters(byte[] bytes, int nonceAt) {
        return new GCMParameterSpec(Module.TAG * Byte.SIZE, bytes, nonceAt, Module.NONCE);
    }

    /** @param counter what CTR starts with: 1 for modules of their own, 2 for what GCM has encrypted */
    static IvParameterSpec ctrParameters(byte[] bytes, int nonceAt, int counter) {
        byte[] iv = new byte[Module.NONCE + Integer.BYTES];
        System.arraycopy(bytes, nonceAt, iv, 0, Module.NONCE);
        iv[iv.length - 1] = (byte) counter;
        return new IvParameterSpec(iv);
    }

    /** Feeds a cipher in short calls and ends it; returns how many bytes came out. */
    static int run(Cipher cipher, byte[] in, int from, int length, byte[] out, int at) throws GeneralSecurityException {
        int written = at;
        int done = 0;
        while (length - done > STEP) {
            written += cipher.update(in, from + done, STEP, out, written);
            done += STEP;
        }
        return written + cipher.doFinal(in, from + done, length - done, out, written) - at;
    }

    /** Feeds a cipher that encrypts in short calls and returns the tag alone. */
    static byte[] tag(Cipher gcm, byte[] in, int from, int length, byte[] scratch) throws GeneralSecurityException {
        int done = 0;
        while (length - done > STEP) {
            gcm.update(in, from + done, STEP, scratch, 0);
            done += STEP;
        }
        int last = gcm.doFinal(in, from + done, length - done, scratch, 0);
        return Arrays.copyOfRange(scratch, last - Module.TAG, last);
    }

    /** Room for what comes out of one call. */
    static byte[] scratch() {
        return new byte[STEP + 4 * Module.TAG];
    }
}
