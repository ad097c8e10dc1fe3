package io.pq2.internal.encryption;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DecryptionPaceTest {

    private static final byte[] AAD = {3, 1, 4};

    private final DecryptionPace pace = new DecryptionPace();

    /** How many modules go by until one is a trial. */
    private int untilTrial() {
        int modules = 1;
        while (!pace.isTrialDue()) {
            modules++;
        }
        return modules;
    }

    @Test
    void twoPassesAreTakenUntilATrialShowsThatOneCallIsFaster() {
        assertThat(pace.prefersOneCall()).isFalse();
        assertThat(untilTrial()).isEqualTo(DecryptionPace.SHORTEST_INTERVAL);
        pace.tried(1_000, 10, 500);
        assertThat(pace.prefersOneCall()).isFalse();
        assertThat(untilTrial()).isEqualTo(2 * DecryptionPace.SHORTEST_INTERVAL);
        pace.tried(1_000, 10, 7);
        assertThat(pace.prefersOneCall()).isTrue();
        assertThat(untilTrial()).isEqualTo(DecryptionPace.SHORTEST_INTERVAL);
        pace.tried(1_000, 10, 11);
        assertThat(pace.prefersOneCall()).isFalse();
    }

    @Test
    void oneCallThatIsNotCompiledIsNotTakenEvenIfItIsFaster() {
        untilTrial();
        pace.tried(1_000, 30_000, 20_000);
        assertThat(pace.prefersOneCall()).isFalse();
        untilTrial();
        pace.tried(1_000, 3_000, 2_000);
        assertThat(pace.prefersOneCall()).isTrue();
    }

    @Test
    void trialsBecomeRareAndDoNotEnd() {
        for (int i = 0; i < 20; i++) {
            untilTrial();
            pace.tried(1_000, 10, 500);
        }
        assertThat(untilTrial()).isEqualTo(DecryptionPace.LONGEST_INTERVAL);
    }

    @Test
    void aCallThatTakesLongAgainAndAgainIsTriedAgain() {
        untilTrial();
        pace.tried(1_000, 1_000, 500);
        for (int i = 0; i < 10; i++) {
            pace.took(2_000, 3_000);
            pace.took(2_000, 5_000);
        }
        assertThat(untilTrial()).as("now and then it may").isEqualTo(DecryptionPace.SHORTEST_INTERVAL);
        pace.tried(1_000, 1_000, 500);
        for (int i = 0; i < DecryptionPace.PATIENCE; i++) {
            pace.took(2_000, 5_000);
        }
        assertThat(untilTrial()).isEqualTo(1);
        pace.tried(1_000, 1_000, 9_000);
        assertThat(pace.prefersOneCall()).isFalse();
    }

    @Test
    void aTrialThatFailsIsMadeUpFor() {
        untilTrial();
        assertThat(untilTrial()).isEqualTo(DecryptionPace.SHORTEST_INTERVAL);
    }

    @Test
    void modulesOfDifferentLengthsHaveTheirOwn() {
        assertThat(DecryptionPace.of(16_385))
                .isSameAs(DecryptionPace.of(32_767))
                .isNotSameAs(DecryptionPace.of(32_768));
        assertThat(DecryptionPace.of(Integer.MAX_VALUE)).isNotNull();
    }

    @ParameterizedTest
    @ValueSource(ints = {16_385, 50_000, 131_072})
    void bothWaysGiveTheSameAndNothingThatIsNotAuthentic(int length) throws GeneralSecurityException {
        ModuleKey key = ModuleKey.of("a key", Arrays.copyOf(new byte[] {1}, 16));
        byte[] plain = new byte[length];
        new Random(length).nextBytes(plain);
        byte[] module = new byte[length + Module.GCM_OVERHEAD];
        new ModuleEncryptor(key, null, new SecureRandom()).gcm(plain, 0, length, AAD, module, 0);
        ModuleDecryptor decryptor = new ModuleDecryptor(key, null);
        byte[] out = new byte[length];
        assertThat(decryptor.oneCall(module, Module.LENGTH, length, AAD, out, 0))
                .isTrue();
        assertThat(out).isEqualTo(plain);
        Arrays.fill(out, (byte) 0);
        assertThat(decryptor.twoPasses(module, Module.LENGTH, length, AAD, out, 0))
                .isTrue();
        assertThat(out).isEqualTo(plain);
        module[length] ^= 1;
        assertThat(decryptor.oneCall(module, Module.LENGTH, length, AAD, out, 0))
                .isFalse();
        assertThat(out).containsOnly(0);
        assertThat(decryptor.twoPasses(module, Module.LENGTH, length, AAD, out, 0))
                .isFalse();
        assertThat(out).containsOnly(0);
    }

    @Test
    void whatIsDecryptedDoesNotDependOnTrials() {
        ModuleKey key = ModuleKey.of("a key", Arrays.copyOf(new byte[] {2}, 32));
        int length = 20_000;
        byte[] plain = new byte[length];
        new Random(7).nextBytes(plain);
        byte[] module = new byte[length + Module.GCM_OVERHEAD];
        ModuleDecryptor decryptor = new ModuleDecryptor(key, null);
        ModuleEncryptor encryptor = new ModuleEncryptor(key, null, new SecureRandom());
        encryptor.gcm(plain, 0, length, AAD, module, 0);
        byte[] changed = module.clone();
        changed[changed.length - 1] ^= 1;
        for (int i = 0; i < 3 * DecryptionPace.SHORTEST_INTERVAL; i++) {
            byte[] out = new byte[length];
            assertThat(decryptor.gcm(module, Module.LENGTH, length, AAD, out, 0))
                    .isTrue();
            assertThat(Arrays.equals(out, plain)).isTrue();
            assertThat(decryptor.gcm(changed, Module.LENGTH, length, AAD, out, 0))
                    .isFalse();
            assertThat(Arrays.equals(out, new byte[length])).isTrue();
        }
    }
}
