package io.pq2.hadoop.kms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.exception.KmsUnavailableException;
import io.pq2.keys.KmsConnection;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Map;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Vault with TLS: the JVM must trust its certificate. */
class VaultTlsTest {

    private static final String PASSWORD = "of the test";

    @TempDir
    private Path directory;

    @Test
    void connectsOnlyIfTheJvmTrustsTheCertificate() throws Exception {
        KeyStore store = certificate();
        SSLContext before = SSLContext.getDefault();
        try (FakeVault vault =
                new FakeVault("transit", serving(store)).create("mk").allow("hvs.x", "encrypt/mk")) {
            assertThatThrownBy(() -> client(vault).wrapKey(new byte[16], "mk"))
                    .isInstanceOf(KmsUnavailableException.class)
                    .hasMessageContaining("SSLHandshakeException")
                    .hasMessageContaining(vault.address());
            assertThat(vault.requests()).isEmpty();
            SSLContext.setDefault(trusting(store));
            assertThat(client(vault).wrapKey(new byte[16], "mk")).startsWith("vault:v1:");
        } finally {
            SSLContext.setDefault(before);
        }
    }

    private static VaultKmsClient client(FakeVault vault) {
        VaultKmsClient client = new VaultKmsClient();
        client.initialize(new KmsConnection(
                KmsConnection.DEFAULT,
                vault.address(),
                () -> "hvs.x",
                Map.of(KmsOptions.ATTEMPTS, "2", KmsOptions.BACKOFF, "1")::get));
        return client;
    }

    /** Creates a self-signed certificate for 127.0.0.1 with keytool, because the JDK has no API for it. */
    private KeyStore certificate() throws IOException, InterruptedException, GeneralSecurityException {
        Path file = directory.resolve("vault.p12");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        "vault",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=vault",
                        "-ext",
                        "san=ip:127.0.0.1",
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        file.toString(),
                        "-storepass",
                        PASSWORD)
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("keytool.log").toFile())
                .start();
        assertThat(keytool.waitFor()).isZero();
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            store.load(in, PASSWORD.toCharArray());
        }
        return store;
    }

    private static SSLContext serving(KeyStore store) throws GeneralSecurityException {
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, PASSWORD.toCharArray());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), null, null);
        return context;
    }

    private static SSLContext trusting(KeyStore store) throws GeneralSecurityException {
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        try {
            trusted.load(null, null);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        trusted.setCertificateEntry("vault", store.getCertificate("vault"));
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }
}
