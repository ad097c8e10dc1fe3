package io.pq2.it.kms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.exception.KmsDeniedException;
import io.pq2.exception.KmsUnavailableException;
import io.pq2.exception.TamperedFileException;
import io.pq2.exception.UnknownMasterKeyException;
import io.pq2.hadoop.kms.HadoopKmsClient;
import io.pq2.hadoop.kms.HadoopKmsTokens;
import io.pq2.hadoop.kms.KmsOptions;
import io.pq2.keys.GeneratedKey;
import io.pq2.keys.KmsConnection;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.PrivilegedExceptionAction;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.Credentials;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the client with a real Hadoop KMS: users, rolled keys, and a server that is killed, hangs and recovers. */
class HadoopKmsClientTest {

    private static final byte[] KEY = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

    @TempDir
    private static Path directory;

    private static HadoopKmsServer kms;

    @BeforeAll
    static void start() {
        kms = new HadoopKmsServer(directory.resolve("kms"))
                .onlyFor("alice", "salaries")
                .start()
                .create("mk", 128)
                .create("wide", 256)
                .create("salaries", 128);
    }

    @AfterAll
    static void stop() {
        if (kms != null) {
            kms.close();
        }
    }

    @Test
    void unwrapsTheKeyThatItWrapped() {
        HadoopKmsClient client = client();
        String wrapped = client.wrapKey(KEY, "mk");
        assertThat(client.unwrapKey(wrapped, "mk")).isEqualTo(KEY);
        assertThat(client.keyVersion(wrapped)).isEqualTo("mk@0");
        assertThat(client.wrapKey(KEY, "mk")).as("a different text each time").isNotEqualTo(wrapped);
    }

    @Test
    void returnsKeysThatTheKmsGenerates() {
        HadoopKmsClient client = client();
        for (String masterKey : new String[] {"mk", "wide"}) {
            for (int bytes : new int[] {16, 24, 32}) {
                GeneratedKey made = client.generateKey(bytes, masterKey);
                assertThat(made.key()).hasSize(bytes);
                assertThat(client.unwrapKey(made.wrappedKey(), masterKey)).isEqualTo(made.key());
            }
        }
        assertThat(client.generateKey(16, "mk").wrappedKey()).startsWith("hadoop-kms.1:key:mk%400:");
        assertThat(client.generateKey(32, "mk").wrappedKey()).startsWith("hadoop-kms.1:wrap:mk%400:");
    }

    @Test
    void unwrapsKeysOfOlderVersions() {
        kms.create("rolled", 128);
        HadoopKmsClient client = client();
        String before = client.wrapKey(KEY, "rolled");
        kms.roll("rolled");
        String after = client.wrapKey(KEY, "rolled");
        assertThat(client.keyVersion(before)).isEqualTo("rolled@0");
        assertThat(client.keyVersion(after)).isEqualTo("rolled@1");
        assertThat(client.unwrapKey(before, "rolled")).isEqualTo(KEY);
        assertThat(client.unwrapKey(after, "rolled")).isEqualTo(KEY);
    }

    @Test
    void sendsRequestsAsTheCallingUser() {
        HadoopKmsClient shared = client();
        String wrapped = as("alice", () -> shared.wrapKey(KEY, "salaries"));
        assertThat(as("alice", () -> shared.unwrapKey(wrapped, "salaries"))).isEqualTo(KEY);
        long refused = kms.requests("/salaries/_eek", " 500 ") + kms.requests("salaries%400/_eek", " 403 ");
        assertThatThrownBy(() -> as("bob", () -> shared.wrapKey(KEY, "salaries")))
                .isInstanceOf(KmsDeniedException.class)
                .hasMessageContaining("kms://127.0.0.1")
                .hasMessageContaining("salaries")
                .hasMessageContaining("bob")
                .hasMessageContaining("GENERATE_EEK");
        assertThatThrownBy(() -> as("bob", () -> shared.unwrapKey(wrapped, "salaries")))
                .isInstanceOf(KmsDeniedException.class)
                .hasMessageContaining("salaries")
                .hasMessageContaining("DECRYPT_EEK");
        assertThat(as("alice", () -> shared.unwrapKey(wrapped, "salaries"))).isEqualTo(KEY);
        kms.await(1, "salaries%400/_eek", " 403 ");
        assertThat(kms.requests("/salaries/_eek", " 500 ") + kms.requests("salaries%400/_eek", " 403 ") - refused)
                .as("denied requests are not repeated")
                .isEqualTo(2);
    }

    @Test
    void separatesConcurrentUsers() {
        HadoopKmsClient shared = client();
        String wrapped = as("alice", () -> shared.wrapKey(KEY, "salaries"));
        List<Boolean> outcomes = IntStream.range(0, 40)
                .parallel()
                .mapToObj(i -> {
                    boolean allowed = i % 2 == 0;
                    try {
                        byte[] key = as(allowed ? "alice" : "bob", () -> shared.unwrapKey(wrapped, "salaries"));
                        return allowed && Arrays.equals(key, KEY);
                    } catch (KmsDeniedException e) {
                        return !allowed;
                    }
                })
                .toList();
        assertThat(outcomes).hasSize(40).doesNotContain(false);
    }

    @Test
    void reportsUnknownKeysAndVersions() {
        HadoopKmsClient client = client();
        assertThatThrownBy(() -> client.wrapKey(KEY, "missing"))
                .isInstanceOf(UnknownMasterKeyException.class)
                .hasMessageContaining("kms://127.0.0.1")
                .hasMessageContaining("missing");
        assertThatThrownBy(() -> client.generateKey(16, "missing")).isInstanceOf(UnknownMasterKeyException.class);
        kms.create("deleted", 128);
        String wrapped = client.wrapKey(KEY, "deleted");
        kms.delete("deleted");
        assertThatThrownBy(() -> client.unwrapKey(wrapped, "deleted"))
                .isInstanceOf(UnknownMasterKeyException.class)
                .hasMessageContaining("deleted@0");
    }

    @Test
    void rejectsKeysUnderAnotherMasterKey() {
        HadoopKmsClient client = client();
        String wrapped = client.wrapKey(KEY, "mk");
        assertThatThrownBy(() -> client.unwrapKey(wrapped, "wide"))
                .isInstanceOf(TamperedFileException.class)
                .hasMessageContaining("wide");
    }

    @Test
    void rejectsChangedKeys() {
        HadoopKmsClient client = client();
        String wrapped = client.wrapKey(KEY, "mk");
        int at = wrapped.lastIndexOf(':') + 3;
        char other = wrapped.charAt(at) == 'A' ? 'B' : 'A';
        String changed = wrapped.substring(0, at) + other + wrapped.substring(at + 1);
        assertThatThrownBy(() -> client.unwrapKey(changed, "mk")).isInstanceOf(TamperedFileException.class);
    }

    @Test
    void recoversWhenAKilledKmsStartsAgain() {
        HadoopKmsClient patient = client(Map.of(KmsOptions.ATTEMPTS, "1000", KmsOptions.TOTAL_TIMEOUT, "120000"));
        HadoopKmsClient impatient = client(Map.of(KmsOptions.ATTEMPTS, "3", KmsOptions.BACKOFF, "10"));
        String wrapped = patient.wrapKey(KEY, "mk");
        kms.kill();
        assertThatThrownBy(() -> impatient.unwrapKey(wrapped, "mk"))
                .isInstanceOf(KmsUnavailableException.class)
                .hasMessageContaining("kms://127.0.0.1")
                .hasMessageContaining("mk")
                .hasMessageContaining("attempts: 3")
                .hasMessageContaining(KmsOptions.TOTAL_TIMEOUT);
        CompletableFuture<byte[]> waiting = CompletableFuture.supplyAsync(() -> patient.unwrapKey(wrapped, "mk"));
        kms.start();
        assertThat(waiting.join()).isEqualTo(KEY);
        assertThat(patient.unwrapKey(patient.wrapKey(KEY, "mk"), "mk")).isEqualTo(KEY);
    }

    @Test
    void givesUpIfTheKmsDoesNotAnswerInTime() {
        HadoopKmsClient client =
                client(Map.of(KmsOptions.REQUEST_TIMEOUT, "1000", KmsOptions.ATTEMPTS, "2", KmsOptions.BACKOFF, "10"));
        String wrapped = client().wrapKey(KEY, "mk");
        kms.suspend();
        try {
            assertThatThrownBy(() -> client.unwrapKey(wrapped, "mk"))
                    .isInstanceOf(KmsUnavailableException.class)
                    .hasMessageContaining("takes too long")
                    .hasMessageContaining("attempts: 2");
        } finally {
            kms.resume();
        }
        assertThat(client().unwrapKey(wrapped, "mk")).isEqualTo(KEY);
    }

    @Test
    void authenticatesATaskByItsDelegationToken() throws Exception {
        HadoopKmsClient client = client();
        String wrapped = as("alice", () -> client.wrapKey(KEY, "salaries"));
        Configuration configuration = new Configuration(false);
        configuration.set("parquet.encryption.kms.instance.url", kms.address());
        Credentials credentials = new Credentials();
        assertThat(as("alice", () -> HadoopKmsTokens.addDelegationTokens(configuration, "yarn", credentials)))
                .hasSize(1);
        assertThat(as("alice", () -> HadoopKmsTokens.addDelegationTokens(configuration, "yarn", credentials)))
                .as("the credentials have a token")
                .isEmpty();
        UserGroupInformation task = UserGroupInformation.createRemoteUser("container");
        assertThatThrownBy(() -> as(task, () -> client.unwrapKey(wrapped, "salaries")))
                .isInstanceOf(KmsDeniedException.class);
        task.addCredentials(credentials);
        assertThat(as(task, () -> client.unwrapKey(wrapped, "salaries"))).isEqualTo(KEY);
    }

    @Test
    void sendsOneRequestPerKeyAndTwoPerNewKey() {
        HadoopKmsClient client = client();
        kms.create("counted", 128);
        String wrapped = client.wrapKey(KEY, "counted");
        for (int i = 0; i < 3; i++) {
            client.unwrapKey(wrapped, "counted");
        }
        String last = client.generateKey(16, "counted").wrappedKey();
        client.unwrapKey(last, "counted");
        kms.await(6, "\"POST ", "counted%400/_eek?eek_op=decrypt");
        assertThat(kms.requests("\"POST ", "counted%400/_eek?eek_op=decrypt")).isEqualTo(6);
        // Hadoop's client may request further keys in advance.
        assertThat(kms.requests("\"GET ", "counted/_eek", "eek_op=generate")).isBetween(2L, 4L);
    }

    private static HadoopKmsClient client() {
        return client(Map.of());
    }

    private static HadoopKmsClient client(Map<String, String> changed) {
        // The machine may be busy.
        Map<String, String> settings = new HashMap<>(Map.of(KmsOptions.REQUEST_TIMEOUT, "60000"));
        settings.putAll(changed);
        HadoopKmsClient client = new HadoopKmsClient();
        client.setConf(new Configuration(false));
        client.initialize(
                new KmsConnection(KmsConnection.DEFAULT, kms.address(), () -> KmsConnection.DEFAULT, settings::get));
        return client;
    }

    private static <T> T as(String user, Callable<T> call) {
        return as(UserGroupInformation.createRemoteUser(user), call);
    }

    private static <T> T as(UserGroupInformation user, Callable<T> call) {
        try {
            return user.doAs((PrivilegedExceptionAction<T>) call::call);
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }
}
