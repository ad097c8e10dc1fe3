package io.pq2.internal.keys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.exception.CorruptFileException;
import io.pq2.exception.InvalidDataException;
import io.pq2.exception.KmsUnavailableException;
import io.pq2.exception.TamperedFileException;
import io.pq2.keys.CountingKms;
import io.pq2.keys.CountingKms.Call;
import io.pq2.keys.GeneratedKey;
import io.pq2.keys.KeyMaterial;
import io.pq2.keys.KmsAccess;
import io.pq2.keys.KmsClient;
import io.pq2.keys.KmsConnection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/** Caching of KMS clients and keys by user, token and settings, and its expiry. */
class KmsSessionsTest {

    private final AtomicLong clock = new AtomicLong(Long.MAX_VALUE - 5);
    private final KmsSessions sessions = new KmsSessions(clock::get);
    private final AtomicReference<String> token = new AtomicReference<>("token");
    private final Map<String, String> settings = new HashMap<>();
    private final byte[] dataKey = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
    private String instance;
    private CountingKms.Server kms;

    @BeforeEach
    void create(TestInfo test) {
        instance = test.getDisplayName();
        kms = CountingKms.server(instance).create("k", "other");
    }

    private KmsCaller caller(String user, KmsClient client) {
        KmsConnection connection = new KmsConnection(instance, "url", token::get, settings::get);
        return new KmsCaller(sessions, user, "client", connection, Duration.ofSeconds(60), () -> client);
    }

    private KmsCaller caller() {
        return caller("user", new CountingKms());
    }

    private KeyMaterial material(KmsCaller caller) {
        return caller.call(session -> session.material(false, null, null, dataKey, "k", 16));
    }

    private static byte[] dataKey(KmsCaller caller, KeyMaterial material) {
        return caller.call(session -> session.dataKey(material));
    }

    private void checkMasterKey(KmsClient client) {
        caller("user", client).call(session -> {
            session.check("k");
            return true;
        });
    }

    @Test
    void reusesKeysDuringTheirLifetime() {
        KeyMaterial first = material(caller());
        clock.addAndGet(Duration.ofSeconds(59).toNanos());
        KeyMaterial second = material(caller());
        assertThat(second.kekId()).isEqualTo(first.kekId());
        assertThat(second.wrappedDataKey()).isNotEqualTo(first.wrappedDataKey());
        assertThat(kms.wraps()).isEqualTo(1);
        clock.addAndGet(Duration.ofSeconds(1).toNanos());
        KeyMaterial third = material(caller());
        assertThat(third.kekId()).isNotEqualTo(first.kekId());
        assertThat(kms.wraps()).isEqualTo(2);
        assertThat(kms.count(Call.CLOSE, false)).isEqualTo(1);
        for (KeyMaterial material : List.of(first, second, third)) {
            assertThat(dataKey(caller(), material)).isEqualTo(dataKey);
        }
        assertThat(kms.unwraps()).isEqualTo(2);
    }

    @Test
    void separatesKeysByUserAndToken() {
        KeyMaterial material = material(caller());
        dataKey(caller(), material);
        assertThat(kms.unwraps()).isEqualTo(1);
        dataKey(caller("another", new CountingKms()), material);
        assertThat(kms.unwraps()).isEqualTo(2);
        token.set("renewed");
        dataKey(caller(), material);
        assertThat(kms.unwraps()).isEqualTo(3);
        token.set(null);
        dataKey(caller(), material);
        assertThat(kms.unwraps()).isEqualTo(4);
        assertThat(sessions.size()).isEqualTo(4);
    }

    @Test
    void separatesKeysByMasterKey() {
        KeyMaterial material = material(caller());
        dataKey(caller(), material);
        KeyMaterial renamed = new KeyMaterial(
                false, null, null, "other", material.wrappedDataKey(), material.kekId(), material.wrappedKek());
        assertThatThrownBy(() -> dataKey(caller(), renamed)).isInstanceOf(TamperedFileException.class);
        assertThat(kms.unwraps()).isEqualTo(2);
    }

    @Test
    void createsAClientForOtherSettings() {
        List<String> readSettings = new ArrayList<>();
        settings.put("address", "a");
        KmsClient client =
                client(connection -> readSettings.add(connection.settings().apply("address")));
        checkMasterKey(client);
        settings.put("unrelated", "x");
        checkMasterKey(client);
        assertThat(readSettings).containsExactly("a");
        settings.put("address", "b");
        checkMasterKey(client);
        settings.remove("address");
        checkMasterKey(client);
        assertThat(readSettings).containsExactly("a", "b", null);
    }

    private interface Initialized {
        void with(KmsConnection connection);
    }

    private static KmsClient client(Initialized initialized) {
        return new KmsClient() {
            @Override
            public void initialize(KmsConnection connection) {
                initialized.with(connection);
            }

            @Override
            public String wrapKey(byte[] key, String masterKeyId) {
                return "wrapped";
            }

            @Override
            public byte[] unwrapKey(String wrappedKey, String masterKeyId) {
                return switch (wrappedKey) {
                    case "null" -> null;
                    case "short" -> new byte[15];
                    case "failing" -> throw new IllegalStateException("not an exception of this library");
                    default -> new byte[16];
                };
            }
        };
    }

    @Test
    void rejectsKeysOfInvalidLength() {
        KmsCaller caller = caller("user", client(connection -> {}));
        assertThatThrownBy(() -> caller.call(session -> session.unwrap("short", "k")))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContaining("15 bytes");
    }

    @Test
    void reportsExceptionsOfClientsWithKmsKeyAndClient() {
        KmsCaller caller = caller("user", client(connection -> {}));
        for (String wrapped : List.of("failing", "null")) {
            assertThatThrownBy(() -> caller.call(session -> session.unwrap(wrapped, "k")))
                    .isInstanceOf(KmsUnavailableException.class)
                    .hasMessageContaining(instance)
                    .hasMessageContaining("master key k")
                    .hasMessageContaining("KmsSessionsTest");
        }
    }

    @Test
    void reportsFailuresToCreateAndInitializeClients() {
        AtomicLong initialized = new AtomicLong();
        KmsClient failing = client(connection -> {
            if (initialized.incrementAndGet() < 3) {
                throw new IllegalStateException("password");
            }
        });
        KmsConnection connection = new KmsConnection(instance, "url", token::get, settings::get);
        Supplier<KmsClient> broken = () -> {
            throw new IllegalStateException("password");
        };
        KmsCaller withoutClient =
                new KmsCaller(sessions, "another", "short-name", connection, Duration.ofSeconds(60), broken);
        Map<KmsCaller, String> callers =
                Map.of(caller("user", failing), failing.getClass().getName(), withoutClient, "short-name");
        callers.forEach((caller, client) -> {
            for (Function<KmsSession, String> call : List.<Function<KmsSession, String>>of(
                    session -> session.wrap(dataKey, "k"), session -> session.keyVersion("wrapped"))) {
                assertThatThrownBy(() -> caller.call(call))
                        .isInstanceOf(KmsUnavailableException.class)
                        .hasMessageContaining(instance)
                        .hasMessageContaining(client)
                        .hasMessageContaining(IllegalStateException.class.getName())
                        .hasMessageNotContaining("password")
                        .hasCauseInstanceOf(IllegalStateException.class);
            }
        });
        assertThat(caller("user", failing).<String>call(session -> session.wrap(dataKey, "k")))
                .isEqualTo("wrapped");
    }

    @Test
    void leavesErrorsOfSettingsAsTheyAre() {
        KmsCaller caller = caller("user", client(connection -> {
            throw new InvalidDataException("a setting is wrong");
        }));
        assertThatThrownBy(() -> caller.call(session -> session.wrap(dataKey, "k")))
                .isInstanceOf(InvalidDataException.class)
                .hasMessage("a setting is wrong");
    }

    @Test
    void reportsFailuresToFindVersions() {
        KmsClient failing = new KmsClient() {
            @Override
            public void initialize(KmsConnection connection) {
                // It has no state.
            }

            @Override
            public String wrapKey(byte[] key, String masterKeyId) {
                return "wrapped";
            }

            @Override
            public byte[] unwrapKey(String wrappedKey, String masterKeyId) {
                return new byte[16];
            }

            @Override
            public String keyVersion(String wrappedKey) {
                throw new IndexOutOfBoundsException(wrappedKey);
            }

            @Override
            public void close() {
                throw new IllegalStateException("closed badly");
            }
        };
        KmsCaller caller = caller("user", failing);
        assertThatThrownBy(() -> caller.call(session -> session.keyVersion("a wrapped key")))
                .isInstanceOf(KmsUnavailableException.class)
                .hasMessageContaining(instance)
                .hasMessageContaining(failing.getClass().getName())
                .hasMessageNotContaining("a wrapped key");
        // The next caller retires both expired sessions, although the first client cannot be closed.
        material(caller("another", new CountingKms()));
        clock.addAndGet(Duration.ofSeconds(60).toNanos());
        assertThat(material(caller())).isNotNull();
        assertThat(kms.count(Call.CLOSE, false)).isEqualTo(1);
    }

    @Test
    void overwritesUnusedKeys() throws Exception {
        List<byte[]> exchangedKeys = new ArrayList<>();
        CountDownLatch called = new CountDownLatch(1);
        CountDownLatch mayReturn = new CountDownLatch(1);
        KmsClient counting = new CountingKms();
        KmsClient recordingClient = new KmsClient() {
            @Override
            public void initialize(KmsConnection connection) {
                counting.initialize(connection);
            }

            @Override
            public String wrapKey(byte[] key, String masterKeyId) {
                exchangedKeys.add(key);
                return counting.wrapKey(key, masterKeyId);
            }

            @Override
            public byte[] unwrapKey(String wrappedKey, String masterKeyId) {
                called.countDown();
                try {
                    mayReturn.await();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
                byte[] key = counting.unwrapKey(wrappedKey, masterKeyId);
                exchangedKeys.add(key);
                return key;
            }

            @Override
            public void close() {
                counting.close();
            }
        };
        KmsCaller caller = caller("user", recordingClient);
        KeyMaterial material = material(caller);
        AtomicReference<byte[]> unwrapped = new AtomicReference<>();
        Thread reader = new Thread(() -> unwrapped.set(dataKey(caller, material)));
        reader.start();
        called.await();
        sessions.clear();
        assertThat(exchangedKeys)
                .singleElement()
                .satisfies(key -> assertThat(key).isNotEqualTo(new byte[16]));
        mayReturn.countDown();
        reader.join();
        assertThat(unwrapped.get()).isEqualTo(dataKey);
        assertThat(exchangedKeys).hasSize(2).allSatisfy(key -> assertThat(key).isEqualTo(new byte[16]));
        assertThat(kms.count(Call.CLOSE, false)).isEqualTo(1);
    }

    @Test
    void printsNoSecrets() {
        token.set("secret-token");
        KmsConnection connection = new KmsConnection(
                "id", "https://user:secret-pass@kms.example:9600/v1?key=secret-query", token::get, settings::get);
        KmsAccess access = new KmsAccess("user", "client", connection, KmsAccess.DEFAULT_LIFETIME, CountingKms::new);
        for (Object each : List.of(connection, access, new GeneratedKey(dataKey, "secret-wrapped"))) {
            assertThat(each.toString()).doesNotContain("secret");
        }
        assertThat(connection.displayName()).isEqualTo("id (https://kms.example:9600/v1)");
        assertThat(new KmsConnection("DEFAULT", "kms://http@host:9600/kms", token::get, settings::get).displayName())
                .isEqualTo("kms://host:9600/kms");
        assertThat(new KmsConnection("one", "DEFAULT", token::get, settings::get).displayName())
                .isEqualTo("one");
    }
}
