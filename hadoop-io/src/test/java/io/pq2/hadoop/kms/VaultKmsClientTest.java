package io.pq2.hadoop.kms;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.exception.CorruptFileException;
import io.pq2.exception.InvalidDataException;
import io.pq2.exception.KmsDeniedException;
import io.pq2.exception.KmsUnavailableException;
import io.pq2.exception.ParquetException;
import io.pq2.exception.TamperedFileException;
import io.pq2.exception.UnknownMasterKeyException;
import io.pq2.hadoop.internal.kms.KeyBytes;
import io.pq2.keys.GeneratedKey;
import io.pq2.keys.KmsConnection;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VaultKmsClientTest {

    private static final byte[] KEY = "0123456789abcdef".getBytes(US_ASCII);
    private static final String TOKEN = "hvs.CAESIJ-the-token-of-a-writer";
    private static final String READER = "hvs.CAESIJ-the-token-of-a-reader";

    private final FakeVault vault = new FakeVault("transit")
            .create("mk")
            .create("other")
            .allow(TOKEN, "encrypt/mk", "decrypt/mk", "datakey/plaintext/mk", "encrypt/missing", "decrypt/missing")
            .allow(TOKEN, "encrypt/other", "decrypt/other", "datakey/plaintext/missing")
            .allow(READER, "decrypt/mk");
    private final AtomicReference<String> token = new AtomicReference<>(TOKEN);

    @AfterEach
    void close() {
        vault.close();
    }

    @Test
    void unwrapsTheKeyThatItWrapped() {
        VaultKmsClient client = client();
        for (int bytes : new int[] {16, 24, 32}) {
            byte[] key = new byte[bytes];
            key[0] = 1;
            String wrapped = client.wrapKey(key, "mk");
            assertThat(wrapped).startsWith("vault:v1:");
            assertThat(client.keyVersion(wrapped)).isEqualTo("1");
            assertThat(client.unwrapKey(wrapped, "mk")).isEqualTo(key);
        }
    }

    @Test
    void generatesAKeyWithOneRequest() {
        VaultKmsClient client = client();
        for (int bytes : new int[] {16, 32}) {
            GeneratedKey made = client.generateKey(bytes, "mk");
            assertThat(made.key()).hasSize(bytes);
            assertThat(client.unwrapKey(made.wrappedKey(), "mk")).isEqualTo(made.key());
        }
        assertThat(vault.requests())
                .containsExactly(
                        "/v1/transit/datakey/plaintext/mk",
                        "/v1/transit/decrypt/mk",
                        "/v1/transit/datakey/plaintext/mk",
                        "/v1/transit/decrypt/mk");
    }

    @Test
    void generatesKeysItselfIfVaultOrItsPolicyDoesNot() {
        VaultKmsClient client = client();
        GeneratedKey middle = client.generateKey(24, "mk");
        assertThat(client.unwrapKey(middle.wrappedKey(), "mk")).hasSize(24).isEqualTo(middle.key());
        GeneratedKey other = client.generateKey(16, "other");
        assertThat(client.unwrapKey(other.wrappedKey(), "other")).isEqualTo(other.key());
        assertThat(vault.requests())
                .containsExactly(
                        "/v1/transit/encrypt/mk",
                        "/v1/transit/decrypt/mk",
                        "/v1/transit/datakey/plaintext/other",
                        "/v1/transit/encrypt/other",
                        "/v1/transit/decrypt/other");
    }

    @Test
    void unwrapsKeysOfOlderVersions() {
        VaultKmsClient client = client();
        String before = client.wrapKey(KEY, "mk");
        vault.rotate("mk");
        String after = client.wrapKey(KEY, "mk");
        assertThat(client.keyVersion(after)).isEqualTo("2");
        assertThat(client.unwrapKey(before, "mk")).isEqualTo(KEY);
        assertThat(client.unwrapKey(after, "mk")).isEqualTo(KEY);
        vault.minDecryptionVersion("mk", 2);
        assertThat(client.unwrapKey(after, "mk")).isEqualTo(KEY);
        assertThatThrownBy(() -> client.unwrapKey(before, "mk"))
                .isInstanceOf(KmsDeniedException.class)
                .hasMessageContaining("min_decryption_version");
    }

    @Test
    void reportsAWrongTokenOrPolicyWithoutRetry() {
        String wrapped = client().wrapKey(KEY, "mk");
        token.set(READER);
        VaultKmsClient client = client();
        assertThat(client.unwrapKey(wrapped, "mk")).isEqualTo(KEY);
        int before = vault.requests().size();
        assertThatThrownBy(() -> client.wrapKey(KEY, "mk"))
                .isInstanceOf(KmsDeniedException.class)
                .hasMessageContaining(vault.address())
                .hasMessageContaining("master key mk")
                .hasMessageContaining("permission denied")
                .hasMessageContaining("transit/encrypt/mk");
        token.set("hvs.nobody");
        assertThatThrownBy(() -> client.unwrapKey(wrapped, "mk"))
                .isInstanceOf(KmsDeniedException.class)
                .hasMessageContaining("invalid token")
                .satisfies(VaultKmsClientTest::assertShowsNoSecret);
        assertThat(vault.requests()).hasSize(before + 2);
    }

    @Test
    void getsTheTokenForEachRequest() {
        VaultKmsClient client = client();
        String wrapped = client.wrapKey(KEY, "mk");
        vault.revoke(TOKEN);
        vault.allow("hvs.renewed", "decrypt/mk");
        assertThatThrownBy(() -> client.unwrapKey(wrapped, "mk")).isInstanceOf(KmsDeniedException.class);
        token.set(" hvs.renewed\n");
        assertThat(client.unwrapKey(wrapped, "mk")).isEqualTo(KEY);
    }

    @Test
    void namesAMissingKeyVersionOrEngine() {
        VaultKmsClient client = client();
        assertThatThrownBy(() -> client.wrapKey(KEY, "missing"))
                .isInstanceOf(UnknownMasterKeyException.class)
                .hasMessageContaining(vault.address())
                .hasMessageContaining("missing");
        assertThatThrownBy(() -> client.generateKey(16, "missing")).isInstanceOf(UnknownMasterKeyException.class);
        String wrapped = client.wrapKey(KEY, "mk").replace("vault:v1:", "vault:v7:");
        assertThatThrownBy(() -> client.unwrapKey(wrapped, "mk")).isInstanceOf(UnknownMasterKeyException.class);
        assertThatThrownBy(() ->
                        client(Map.of(KmsOptions.VAULT_MOUNT, "elsewhere")).wrapKey(KEY, "mk"))
                .isInstanceOf(UnknownMasterKeyException.class)
                .hasMessageContaining("elsewhere")
                .hasMessageContaining(KmsOptions.VAULT_MOUNT);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "../sys/seal", "a/b", "a?b", "a b", "a%2Fb", "-a", "a.", "ä"})
    void sendsNoRequestForAnInvalidKeyName(String name) {
        VaultKmsClient client = client();
        assertThatThrownBy(() -> client.wrapKey(KEY, name)).isInstanceOf(UnknownMasterKeyException.class);
        assertThat(vault.requests()).isEmpty();
    }

    @Test
    void usesMountInstanceAndNamespace() {
        try (FakeVault other = new FakeVault("team/keys").create("mk").allow(TOKEN, "encrypt/mk")) {
            other.namespace("emea/finance");
            VaultKmsClient mounted = client(
                    other.address(),
                    Map.of(KmsOptions.VAULT_MOUNT, "/team/keys/", KmsOptions.VAULT_NAMESPACE, "emea/finance/"));
            assertThat(mounted.wrapKey(KEY, "mk")).startsWith("vault:v1:");
            VaultKmsClient instance = client(
                    other.address() + "/",
                    Map.of(
                            "parquet.encryption.kms.instance.id",
                            "team/keys",
                            KmsOptions.VAULT_NAMESPACE,
                            "emea/finance"));
            assertThat(instance.wrapKey(KEY, "mk")).startsWith("vault:v1:");
            assertThatThrownBy(() -> client(other.address(), Map.of(KmsOptions.VAULT_MOUNT, "team/keys"))
                            .wrapKey(KEY, "mk"))
                    .isInstanceOf(UnknownMasterKeyException.class)
                    .hasMessageContaining(KmsOptions.VAULT_NAMESPACE);
        }
    }

    @Test
    void retriesWhileVaultIsSealedOverloadedOrDropsConnections() {
        vault.fail(
                FakeVault.status(503, "Vault is sealed"),
                FakeVault.status(429, "rate limit quota exceeded"),
                FakeVault.drop(),
                FakeVault.status(500, "internal error"),
                FakeVault.status(473, null),
                FakeVault.status(307, null),
                FakeVault.body("no JSON"),
                FakeVault.body("{\"data\":{\"ciphertext\":\"of another server\"}}"));
        assertThat(client(Map.of(KmsOptions.ATTEMPTS, "9")).wrapKey(KEY, "mk")).startsWith("vault:v1:");
        assertThat(vault.requests()).hasSize(9);
    }

    @Test
    void givesUpIfVaultIsSealed() {
        vault.seal(true);
        assertThatThrownBy(() -> client().wrapKey(KEY, "mk"))
                .isInstanceOf(KmsUnavailableException.class)
                .hasMessageContaining(vault.address())
                .hasMessageContaining("Vault is sealed")
                .hasMessageContaining("attempts: 3");
        assertThat(vault.requests()).hasSize(3);
        vault.seal(false);
        assertThat(client().wrapKey(KEY, "mk")).startsWith("vault:v1:");
    }

    @Test
    void givesUpIfVaultIsSlow() {
        CountDownLatch answers = new CountDownLatch(1);
        VaultKmsClient client = client(Map.of(KmsOptions.REQUEST_TIMEOUT, "100", KmsOptions.ATTEMPTS, "2"));
        vault.fail(FakeVault.stall(answers), FakeVault.stall(answers));
        try {
            assertThatThrownBy(() -> client.wrapKey(KEY, "mk"))
                    .isInstanceOf(KmsUnavailableException.class)
                    .hasMessageContaining("takes too long")
                    .satisfies(VaultKmsClientTest::assertShowsNoSecret);
        } finally {
            answers.countDown();
        }
    }

    @Test
    void givesUpIfVaultIsDown() {
        vault.close();
        assertThatThrownBy(() -> client().wrapKey(KEY, "mk"))
                .isInstanceOf(KmsUnavailableException.class)
                .hasMessageContaining("ConnectException")
                .hasMessageContaining("attempts: 3")
                .satisfies(VaultKmsClientTest::assertShowsNoSecret);
    }

    @Test
    void errorsDoNotRepeatSecretsThatVaultEchoes() {
        String echo = "bad request: X-Vault-Token: " + TOKEN + ", plaintext " + KeyBytes.encode(KEY)
                + "\\u001b[2J for weekday-token";
        for (int status : new int[] {400, 403, 404, 500}) {
            for (int i = 0; i < (status == 500 ? 3 : 1); i++) {
                vault.fail(FakeVault.status(status, echo));
            }
            assertThatThrownBy(() -> client().wrapKey(KEY, "mk"))
                    .hasMessageContaining("bad request")
                    .hasMessageNotContaining("\u001b")
                    .satisfies(VaultKmsClientTest::assertShowsNoSecret);
        }
    }

    @Test
    void limitsTheSizeOfResponses() {
        String endless = "{\"data\":{\"ciphertext\":\"" + "A".repeat(3 << 20) + "\"}}";
        vault.fail(FakeVault.body(endless), FakeVault.body(endless), FakeVault.body(endless));
        assertThatThrownBy(() -> client().wrapKey(KEY, "mk"))
                .isInstanceOf(KmsUnavailableException.class)
                .hasMessageContaining("the response has more than 1048576 bytes");
    }

    @Test
    void rejectsChangedKeysAndKeysUnderAnotherMasterKey() {
        VaultKmsClient client = client();
        String wrapped = client.wrapKey(KEY, "mk");
        String changed = "vault:v1:" + (wrapped.charAt(9) == 'A' ? 'B' : 'A') + wrapped.substring(10);
        assertThatThrownBy(() -> client.unwrapKey(changed, "mk")).isInstanceOf(TamperedFileException.class);
        assertThatThrownBy(() -> client.unwrapKey(wrapped, "other")).isInstanceOf(TamperedFileException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "vault",
                "vault:v1",
                "vault:v1:",
                "vault:v0:AAAA",
                "vault:v-1:AAAA",
                "vault:v99999999999:AAAA",
                "vault:v1:AA\"AA",
                "vault:v1:AAAA\",\"x\":\"",
                "vault:v1:AAAA\n",
                "key-file.1:v1:AAAA"
            })
    void doesNotSendTextsThatAreNotVaultsWrappedKeys(String wrapped) {
        Class<?> expected =
                wrapped.startsWith("vault:v") ? CorruptFileException.class : UnknownMasterKeyException.class;
        assertThatThrownBy(() -> client().unwrapKey(wrapped, "mk")).isInstanceOf(expected);
        assertThat(client().keyVersion(wrapped)).isNull();
        assertThat(vault.requests()).isEmpty();
    }

    @Test
    void rejectsUnwrappedBytesThatAreNotAKey() {
        VaultKmsClient client = client();
        vault.fail(FakeVault.body("{\"data\":{\"plaintext\":\"AAAA\"}}"));
        assertThatThrownBy(() -> client.unwrapKey("vault:v1:AAAA", "mk")).isInstanceOf(CorruptFileException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "vault:8200",
                "ftp://vault/",
                "https://user:hvs.secret@vault:8200",
                "https://vault:8200?token=hvs.secret",
                "https://vault:8200/ x"
            })
    void rejectsInvalidAddressesAndAddressesWithSecrets(String address) {
        assertThatThrownBy(() -> client(address, Map.of()))
                .isInstanceOf(InvalidDataException.class)
                .satisfies(failure -> assertThat(trace(failure)).doesNotContain("hvs."));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://vault:8200",
                "HTTP://10.0.0.1:8200",
                "http://127.vault.example:8200",
                "http://127.0.0.1.vault.example:8200",
                "http://localhost.example:8200",
                "http://[2001:db8::1]:8200"
            })
    void rejectsHttpToOtherMachinesUnlessAnOptionAllowsIt(String address) {
        assertThatThrownBy(() -> client(address, Map.of()))
                .isInstanceOf(InvalidDataException.class)
                .hasMessageContaining(KmsOptions.VAULT_ALLOW_HTTP);
        assertThat(client(address, Map.of(KmsOptions.VAULT_ALLOW_HTTP, "true"))).isNotNull();
        assertThatThrownBy(() -> client(address, Map.of(KmsOptions.VAULT_ALLOW_HTTP, "perhaps")))
                .isInstanceOf(InvalidDataException.class)
                .hasMessageContaining("perhaps");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://localhost:8200",
                "http://LOCALHOST:8200",
                "http://127.0.0.1:8200",
                "http://127.1.2.3:8200",
                "http://[::1]:8200",
                "http://[0:0:0:0:0:0:0:1]:8200",
                "https://vault:8200"
            })
    void acceptsHttpToThisMachine(String address) {
        assertThat(client(address, Map.of())).isNotNull();
    }

    @Test
    void anErrorDoesNotShowAnInvalidToken() {
        token.set("hvs.secret\r\nX-Vault-Namespace: root");
        assertThatThrownBy(() -> client().wrapKey(KEY, "mk"))
                .isInstanceOf(InvalidDataException.class)
                .satisfies(failure -> assertThat(trace(failure)).doesNotContain("hvs."));
        token.set(KmsConnection.DEFAULT);
        assertThatThrownBy(() -> client().wrapKey(KEY, "mk"))
                .isInstanceOf(InvalidDataException.class)
                .hasMessageContaining("parquet.encryption.key.access.token");
    }

    @Test
    void namesAnInvalidSetting() {
        for (String key : List.of(KmsOptions.ATTEMPTS, KmsOptions.TOTAL_TIMEOUT, KmsOptions.BACKOFF)) {
            assertThatThrownBy(() -> client(Map.of(key, "often")))
                    .isInstanceOf(InvalidDataException.class)
                    .hasMessageContaining(key)
                    .hasMessageContaining("often");
            assertThatThrownBy(() -> client(Map.of(key, "0")))
                    .isInstanceOf(InvalidDataException.class)
                    .hasMessageContaining(key);
        }
        assertThatThrownBy(() -> client(Map.of(KmsOptions.VAULT_MOUNT, "../sys")))
                .isInstanceOf(InvalidDataException.class)
                .hasMessageContaining(KmsOptions.VAULT_MOUNT);
    }

    private VaultKmsClient client() {
        return client(Map.of());
    }

    private VaultKmsClient client(Map<String, String> settings) {
        return client(vault.address(), settings);
    }

    private VaultKmsClient client(String address, Map<String, String> settings) {
        Map<String, String> all = new HashMap<>(Map.of(
                KmsOptions.ATTEMPTS, "3",
                KmsOptions.BACKOFF, "1",
                KmsOptions.MAX_BACKOFF, "2"));
        all.putAll(settings);
        VaultKmsClient client = new VaultKmsClient();
        client.initialize(
                new KmsConnection(KmsConnection.DEFAULT, address, token::get, Collections.unmodifiableMap(all)::get));
        return client;
    }

    private static void assertShowsNoSecret(Throwable failure) {
        assertThat(failure).isInstanceOf(ParquetException.class);
        assertThat(trace(failure))
                .doesNotContain("hvs.")
                .doesNotContain(KeyBytes.encode(KEY))
                .doesNotContain("plaintext\"");
    }

    private static String trace(Throwable failure) {
        StringWriter text = new StringWriter();
        failure.printStackTrace(new PrintWriter(text));
        return text.toString();
    }
}
