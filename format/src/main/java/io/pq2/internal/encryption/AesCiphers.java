package io.pq2.internal.encryption;

import io.pq2.exception.InvalidDataException;
import java.security.GeneralSecurityException;
import java.security.Provider;
import java.util.Arrays;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.IvParameterSpec;
import org.jspecify.annotations.Nullable;

/** Creates AES ciphers and runs them in short calls. */
final class AesCiphers {

    /**
     * The most bytes of one cipher call. HotSpot compiles code that runs in many short calls. A cipher that gets only
     * long calls stays interpreted for seconds, at tens of MB/s (measured in docs/design/encryption.md).
     */
    static final int CALL_BYTES = 16 << 10;

    private AesCiphers() {}

    /** @param provider the provider of the cipher, absent for the JDK's choice */
    static Cipher gcm(@Nullable Provider provider) {
        return cipher("AES/GCM/NoPadding", provider);
    }

    /** @param provider the provider of the cipher, absent for the JDK's choice */
    static Cipher ctr(@Nullable Provider provider) {
        return cipher("AES/CTR/NoPadding", provider);
    }

    private static Cipher cipher(String transformation, @Nullable Provider provider) {
        try {
            return provider == null ? Cipher.getInstance(transformation) : Cipher.getInstance(transformation, provider);
        } catch (GeneralSecurityException e) {
            throw new InvalidDataException(
                    (provider == null ? "no provider of this JDK" : "the provider " + provider.getName())
                            + (provider == null ? " has" : " does not have") + " the cipher " + transformation,
                    e);
        }
    }

    static GCMParameterSpec gcmParameters(byte[] bytes, int nonceAt) {
        return new GCMParameterSpec(ModuleLayout.TAG * Byte.SIZE, bytes, nonceAt, ModuleLayout.NONCE);
    }

    /** @param counter the initial counter of CTR: 1 for CTR modules, 2 for the ciphertext of GCM modules */
    static IvParameterSpec ctrParameters(byte[] bytes, int nonceAt, int counter) {
        byte[] iv = new byte[ModuleLayout.NONCE + Integer.BYTES];
        System.arraycopy(bytes, nonceAt, iv, 0, ModuleLayout.NONCE);
        iv[iv.length - 1] = (byte) counter;
        return new IvParameterSpec(iv);
    }

    /** Runs a cipher over bytes in short calls, ends it, and returns the number of bytes written. */
    static int run(Cipher cipher, byte[] in, int from, int length, byte[] out, int at) throws GeneralSecurityException {
        int written = at;
        int done = 0;
        while (length - done > CALL_BYTES) {
            written += cipher.update(in, from + done, CALL_BYTES, out, written);
            done += CALL_BYTES;
        }
        return written + cipher.doFinal(in, from + done, length - done, out, written) - at;
    }

    /** Runs an encrypting GCM cipher over bytes in short calls and returns only the tag. */
    static byte[] tag(Cipher gcm, byte[] in, int from, int length, byte[] scratch) throws GeneralSecurityException {
        int done = 0;
        while (length - done > CALL_BYTES) {
            gcm.update(in, from + done, CALL_BYTES, scratch, 0);
            done += CALL_BYTES;
        }
        int last = gcm.doFinal(in, from + done, length - done, scratch, 0);
        return Arrays.copyOfRange(scratch, last - ModuleLayout.TAG, last);
    }

    /** Returns a buffer for the output of one call. */
    static byte[] scratch() {
        return new byte[CALL_BYTES + 4 * ModuleLayout.TAG];
    }
}
