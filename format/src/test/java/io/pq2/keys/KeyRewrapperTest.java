package io.pq2.keys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.exception.KmsDeniedException;
import io.pq2.exception.KmsUnavailableException;
import io.pq2.exception.UnknownMasterKeyException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class KeyRewrapperTest {

    private static final int DOUBLE = 16;
    private static final int SINGLE = 0;

    private String instance;
    private CountingKms.Server server;
    private KmsAccess kms;

    @BeforeEach
    void createServer() {
        instance = UUID.randomUUID().toString();
        server = CountingKms.server(instance).create("k1", "k2");
        kms = access();
    }

    /** Returns access of a new user, who shares no cached keys with other users. */
    private KmsAccess access() {
        KmsConnection connection = new KmsConnection(instance, KmsConnection.DEFAULT, () -> "token", key -> null);
        return new KmsAccess(
                UUID.randomUUID().toString(), "counting", connection, KmsAccess.DEFAULT_LIFETIME, CountingKms::new);
    }

    @AfterEach
    void forget() {
        KmsAccess.forgetAll();
    }

    private static byte[] key(int seed) {
        byte[] key = new byte[16];
        key[0] = 1;
        key[15] = (byte) seed;
        return key;
    }

    /** Returns key material as from a separate JVM with its own key encryption keys. */
    private KeyMaterial written(int seed, String masterKeyId, int kekBytes) {
        return access().material(seed == 0, key(seed), masterKeyId, kekBytes);
    }

    private KeyRewrapper rewrapper(Map<String, String> replacements, boolean dryRun) {
        server.forgetCalls();
        return new KeyRewrapper(kms, replacements, dryRun);
    }

    @Test
    void wrapsWithTheNewestVersionAndKeepsDataKeys() {
        for (int kekBytes : new int[] {DOUBLE, SINGLE}) {
            KeyMaterial before = written(0, "k1", kekBytes);
            server.rotate("k1");
            KeyMaterial after;
            try (KeyRewrapper rewrapper = rewrapper(Map.of(), false)) {
                after = rewrapper.rewrap(before);
                assertThat(rewrapper.dataKey(before)).isEqualTo(key(0));
                assertThat(rewrapper.dataKey(after)).isEqualTo(key(0));
            }
            assertThat(kms.keyVersion(before.wrappedWithMasterKey())).isNotEqualTo(newest("k1"));
            assertThat(kms.keyVersion(after.wrappedWithMasterKey())).isEqualTo(newest("k1"));
            assertThat(after.kekId()).isEqualTo(before.kekId());
            assertThat(after.kmsInstanceId()).isEqualTo(instance);
            assertThat(access().dataKey(after)).isEqualTo(key(0));
            if (kekBytes > 0) {
                assertThat(after.wrappedDataKey()).isEqualTo(before.wrappedDataKey());
            }
        }
    }

    private String newest(String masterKeyId) {
        return kms.keyVersion(server.wrap("token", key(9), masterKeyId));
    }

    @Test
    void canDisableTheOldVersionAfterwards() {
        KeyMaterial before = written(0, "k1", DOUBLE);
        server.rotate("k1");
        KeyMaterial after;
        try (KeyRewrapper rewrapper = rewrapper(Map.of(), false)) {
            after = rewrapper.rewrap(before);
        }
        server.disable("k1", 1);
        assertThat(access().dataKey(after)).isEqualTo(key(0));
        assertThatThrownBy(() -> access().dataKey(before)).isInstanceOf(UnknownMasterKeyException.class);
    }

    @Test
    void rewrapsEachKeyEncryptionKeyOnceForAllFiles() {
        KmsAccess writer = access();
        KmsAccess otherWriter = access();
        List<KeyMaterial> materials = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            materials.add(writer.material(false, key(i), "k1", DOUBLE));
            materials.add(otherWriter.material(false, key(i), "k1", DOUBLE));
            materials.add(writer.material(false, key(i), "k2", DOUBLE));
        }
        server.rotate("k1").rotate("k2");
        try (KeyRewrapper rewrapper = rewrapper(Map.of(), false)) {
            materials.forEach(material -> {
                rewrapper.dataKey(material);
                assertThat(rewrapper.rewrap(material)).isNotNull();
            });
            assertThat(rewrapper.unwraps()).isEqualTo(3).isEqualTo(server.unwraps());
            assertThat(rewrapper.wraps()).isEqualTo(3).isEqualTo(server.wraps());
        }
    }

    @Test
    void keepsKeysOfTheNewestVersionWithOneCallPerMasterKey() {
        List<KeyMaterial> materials = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            materials.add(written(i, "k1", DOUBLE));
            materials.add(written(i, "k2", DOUBLE));
        }
        try (KeyRewrapper rewrapper = rewrapper(Map.of(), false)) {
            materials.forEach(material -> assertThat(rewrapper.rewrap(material)).isNull());
        }
        assertThat(server.unwraps()).isEqualTo(2);
        assertThat(server.wraps()).isEqualTo(2);
    }

    @Test
    void replacesAMasterKey() {
        KeyMaterial first = written(0, "k1", DOUBLE);
        KeyMaterial second = written(1, "k2", DOUBLE);
        server.create("k3");
        try (KeyRewrapper rewrapper = rewrapper(Map.of("k1", "k3"), false)) {
            KeyMaterial moved = rewrapper.rewrap(first);
            assertThat(moved.masterKeyId()).isEqualTo("k3");
            assertThat(access().dataKey(moved)).isEqualTo(key(0));
            assertThat(rewrapper.rewrap(second)).isNull();
        }
    }

    @Test
    void findsOldKeysInADryRunWithoutUnwrapping() {
        KeyMaterial old = written(0, "k1", DOUBLE);
        KeyMaterial current = written(1, "k2", DOUBLE);
        server.rotate("k1");
        try (KeyRewrapper rewrapper = rewrapper(Map.of(), true)) {
            assertThat(rewrapper.rewrap(old)).isNotNull();
            assertThat(rewrapper.rewrap(current)).isNull();
        }
        assertThat(server.unwraps()).isZero();
        assertThat(server.wraps()).isEqualTo(2);
    }

    @Test
    void asksOnceForADeniedMasterKey() {
        List<KeyMaterial> refused = List.of(written(0, "k1", DOUBLE), written(1, "k1", DOUBLE));
        KeyMaterial allowed = written(2, "k2", DOUBLE);
        server.rotate("k1").rotate("k2").deny("token", "k1");
        try (KeyRewrapper rewrapper = rewrapper(Map.of(), false)) {
            refused.forEach(material -> assertThatThrownBy(() -> rewrapper.rewrap(material))
                    .isInstanceOf(KmsDeniedException.class)
                    .hasMessageContaining("k1"));
            assertThat(server.unwraps()).isEqualTo(1);
            assertThat(rewrapper.rewrap(allowed)).isNotNull();
        }
    }

    @Test
    void asksAgainAfterAnOutageOfTheKms() {
        KeyMaterial material = written(0, "k1", DOUBLE);
        server.rotate("k1").down(true);
        try (KeyRewrapper rewrapper = rewrapper(Map.of(), false)) {
            assertThatThrownBy(() -> rewrapper.rewrap(material)).isInstanceOf(KmsUnavailableException.class);
            server.down(false);
            assertThat(rewrapper.rewrap(material)).isNotNull();
        }
    }
}
