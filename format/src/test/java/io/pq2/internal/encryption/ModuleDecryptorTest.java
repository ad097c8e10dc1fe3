package io.pq2.internal.encryption;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Decrypting GCM modules in one call and in two passes has the same result. */
class ModuleDecryptorTest {

    private static final byte[] AAD = {3, 1, 4};

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 16_384, 16_385, 50_000, 131_072, 200_000})
    void oneCallAndTwoPassesReturnTheSamePlaintextAndReject(int length) throws GeneralSecurityException {
        ModuleKey key = ModuleKey.of("a key", Arrays.copyOf(new byte[] {1}, 16));
        byte[] plain = new byte[length];
        new Random(length).nextBytes(plain);
        byte[] module = new byte[length + ModuleLayout.GCM_OVERHEAD];
        new ModuleEncryptor(key, null, new SecureRandom()).gcm(plain, 0, length, AAD, module, 0);
        ModuleDecryptor decryptor = new ModuleDecryptor(key, null);
        byte[] out = new byte[length];
        assertThat(decryptor.inOneCall(module, ModuleLayout.LENGTH, length, AAD, out, 0))
                .isTrue();
        assertThat(out).isEqualTo(plain);
        Arrays.fill(out, (byte) 0);
        assertThat(decryptor.inTwoPasses(module, ModuleLayout.LENGTH, length, AAD, out, 0))
                .isTrue();
        assertThat(out).isEqualTo(plain);
        module[module.length - 1] ^= 1;
        assertThat(decryptor.inOneCall(module, ModuleLayout.LENGTH, length, AAD, out, 0))
                .isFalse();
        assertThat(out).isEqualTo(new byte[length]);
        assertThat(decryptor.inTwoPasses(module, ModuleLayout.LENGTH, length, AAD, out, 0))
                .isFalse();
        assertThat(out).isEqualTo(new byte[length]);
    }
}
