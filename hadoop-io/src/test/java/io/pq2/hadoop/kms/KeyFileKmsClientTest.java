package io.pq2.hadoop.kms;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.pq2.exception.CorruptFileException;
import io.pq2.exception.InvalidDataException;
import io.pq2.exception.TamperedFileException;
import io.pq2.exception.UnknownMasterKeyException;
import io.pq2.keys.KmsConnection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeyFileKmsClientTest {

    private static final byte[] KEY = "0123456789abcdef".getBytes(US_ASCII);
    private static final String FIRST = "AAECAwQFBgcICQoLDA0ODw==";
    private static final String SECOND = "AQECAwQFBgcICQoLDA0ODxAREhMUFRYX";
    private static final String THIRD = "AgECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";

    @TempDir
    private Path directory;

    private Path file;

    @BeforeEach
    void create() throws IOException {
        file = directory.resolve("master.keys");
        Files.createFile(file);
        if (posix()) {
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        }
        write("# master keys", "", "mk.1 = " + FIRST, " other.key.7=" + THIRD);
    }

    @Test
    void unwrapsTheKeyThatItWrapped() {
        KeyFileKmsClient client = client(file.toString());
        String wrapped = client.wrapKey(KEY, "mk");
        assertThat(wrapped).startsWith("key-file.1:v1:").hasSize(14 + 60);
        assertThat(client.keyVersion(wrapped)).isEqualTo("1");
        assertThat(client(file.toUri().toString()).unwrapKey(wrapped, "mk")).isEqualTo(KEY);
        assertThat(client.unwrapKey(client.wrapKey(new byte[32], "other.key"), "other.key"))
                .isEqualTo(new byte[32]);
    }

    @Test
    void unwrapsKeysOfOlderVersions() throws IOException {
        KeyFileKmsClient client = client(file.toString());
        String before = client.wrapKey(KEY, "mk");
        write("mk.10=" + THIRD, "mk.2=" + SECOND, "mk.1=" + FIRST);
        String after = client.wrapKey(KEY, "mk");
        assertThat(client.keyVersion(after)).isEqualTo("10");
        assertThat(client.unwrapKey(after, "mk")).isEqualTo(KEY);
        assertThat(client.unwrapKey(before, "mk")).isEqualTo(KEY);
        write("mk.10=" + THIRD);
        assertThatThrownBy(() -> client.unwrapKey(before, "mk"))
                .isInstanceOf(UnknownMasterKeyException.class)
                .hasMessageContaining("version 1")
                .hasMessageContaining("[10]");
    }

    @Test
    void reportsAnUnknownKey() {
        assertThatThrownBy(() -> client(file.toString()).wrapKey(KEY, "missing"))
                .isInstanceOf(UnknownMasterKeyException.class)
                .hasMessageContaining(file.toString())
                .hasMessageContaining("missing");
    }

    @Test
    void rejectsChangedKeysAndKeysUnderAnotherMasterKey() throws IOException {
        write("mk.1=" + FIRST, "mk.2=" + FIRST, "other.2=" + FIRST);
        KeyFileKmsClient client = client(file.toString());
        String wrapped = client.wrapKey(KEY, "mk");
        assertThatThrownBy(() -> client.unwrapKey(wrapped, "other")).isInstanceOf(TamperedFileException.class);
        assertThatThrownBy(() -> client.unwrapKey(wrapped.replace(":v2:", ":v1:"), "mk"))
                .isInstanceOf(TamperedFileException.class);
        String changed = "key-file.1:v2:" + (wrapped.charAt(14) == 'A' ? 'B' : 'A') + wrapped.substring(15);
        assertThatThrownBy(() -> client.unwrapKey(changed, "mk")).isInstanceOf(TamperedFileException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "key-file.1:v1:",
                "key-file.1:v0:AAAA",
                "key-file.2:v1:AAAA",
                "key-file.1:v1:AAAA",
                "key-file.1:v1:A",
                "key-file.1:v99999999999:AAAA",
                "vault:v1:AAAA"
            })
    void rejectsTextsThatAreNotWrappedKeys(String wrapped) {
        Class<?> expected =
                wrapped.startsWith("key-file.1:v") ? CorruptFileException.class : UnknownMasterKeyException.class;
        assertThatThrownBy(() -> client(file.toString()).unwrapKey(wrapped, "mk"))
                .isInstanceOf(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"rw----r--", "rw-----w-", "rw--w----", "rw-rw-rw-"})
    void rejectsAFileThatOthersCanReadOrWrite(String permissions) throws IOException {
        assumeTrue(posix(), "needs a file system with POSIX permissions");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
        assertThatThrownBy(() -> client(file.toString()).wrapKey(KEY, "mk"))
                .isInstanceOf(InvalidDataException.class)
                .hasMessageContaining(file.toString())
                .hasMessageContaining("chmod 600");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("r--r-----"));
        assertThat(client(file.toString()).wrapKey(KEY, "mk")).isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "mk",
                "mk=" + FIRST,
                "mk.x=" + FIRST,
                "mk.0=" + FIRST,
                ".1=" + FIRST,
                "=" + FIRST,
                "mk.1=c2VjcmV0",
                "mk.1=not*base64",
                "mk.1="
            })
    void reportsTheNumberOfAnInvalidLineWithoutItsText(String line) throws IOException {
        write("# comment", line);
        assertThatThrownBy(() -> client(file.toString()).wrapKey(KEY, "mk"))
                .isInstanceOf(InvalidDataException.class)
                .hasMessageContaining("line 2")
                .hasMessageContaining(file.toString())
                .satisfies(failure -> assertThat(failure.getMessage())
                        .doesNotContain("base64 ")
                        .doesNotContain(FIRST)
                        .doesNotContain("c2Vj"));
    }

    @Test
    void rejectsADuplicateVersion() throws IOException {
        write("mk.1=" + FIRST, "mk.1=" + THIRD);
        assertThatThrownBy(() -> client(file.toString()).wrapKey(KEY, "mk"))
                .isInstanceOf(InvalidDataException.class)
                .hasMessageContaining("line 2");
    }

    @Test
    void reportsAMissingFile() {
        assertThatThrownBy(() -> client(KmsConnection.DEFAULT))
                .isInstanceOf(InvalidDataException.class)
                .hasMessageContaining("parquet.encryption.kms.instance.url");
        assertThatThrownBy(() -> client(directory.resolve("none").toString()).wrapKey(KEY, "mk"))
                .isInstanceOf(InvalidDataException.class)
                .hasMessageContaining("does not exist");
        assertThatThrownBy(() -> client("file://elsewhere/keys")).isInstanceOf(InvalidDataException.class);
    }

    @Test
    void anOptionAllowsAFileThatOthersCanReadButNotWrite() throws IOException {
        assumeTrue(posix(), "needs a file system with POSIX permissions");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        assertThatThrownBy(() -> client(file.toString()).wrapKey(KEY, "mk"))
                .isInstanceOf(InvalidDataException.class)
                .hasMessageContaining(KmsOptions.KEY_FILE_ALLOW_READABLE);
        KeyFileKmsClient client = new KeyFileKmsClient();
        client.initialize(new KmsConnection(
                KmsConnection.DEFAULT,
                file.toString(),
                () -> KmsConnection.DEFAULT,
                Map.of(KmsOptions.KEY_FILE_ALLOW_READABLE, "true")::get));
        assertThat(client.wrapKey(KEY, "mk")).isNotEmpty();
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--rw-"));
        assertThatThrownBy(() -> client.wrapKey(KEY, "mk")).isInstanceOf(InvalidDataException.class);
    }

    private void write(String... lines) throws IOException {
        Files.writeString(file, String.join("\n", lines));
    }

    private boolean posix() {
        return directory.getFileSystem().supportedFileAttributeViews().contains("posix");
    }

    private static KeyFileKmsClient client(String url) {
        KeyFileKmsClient client = new KeyFileKmsClient();
        client.initialize(new KmsConnection(KmsConnection.DEFAULT, url, () -> KmsConnection.DEFAULT, key -> null));
        return client;
    }
}
