package io.pq2.hadoop.kms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.pq2.exception.KeyDeniedException;
import io.pq2.exception.KmsDeniedException;
import io.pq2.exception.UnknownMasterKeyException;
import io.pq2.hadoop.file.HadoopInputFile;
import io.pq2.hadoop.file.HadoopOutputFile;
import io.pq2.hadoop.options.HadoopEncryption;
import io.pq2.hadoop.options.HadoopReadOptions;
import io.pq2.hadoop.options.HadoopWriteOptions;
import io.pq2.keys.KmsAccess;
import io.pq2.read.ParquetFile;
import io.pq2.record.RecordWriter;
import io.pq2.record.RowReader;
import io.pq2.schema.Schema;
import io.pq2.schema.SchemaText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files with master keys of Vault and of a key file. The clients are configured by their short names. */
class KmsClientFilesTest {

    private static final String WRITER = "hvs.writer";
    private static final String READER = "hvs.reader";
    private static final Schema SCHEMA = SchemaText.parse("message rows { required int64 id; required int64 salary; }");

    @TempDir
    private Path directory;

    private final Configuration configuration = new Configuration(false);

    @BeforeEach
    void configure() {
        configuration.set(HadoopEncryption.FOOTER_KEY, "footers");
        configuration.set(HadoopEncryption.COLUMN_KEYS, "salaries:salary");
    }

    @AfterEach
    void forget() {
        KmsAccess.forgetAll();
    }

    @Test
    void vaultIsCalledOncePerKeyForAllFiles() throws IOException {
        try (FakeVault vault = vault()) {
            for (int i = 0; i < 20; i++) {
                write("f" + i);
            }
            for (int i = 0; i < 20; i++) {
                assertThat(read("f" + i, "salary")).containsExactly(0L, 1L, 2L);
            }
            assertThat(vault.requests())
                    .containsExactlyInAnyOrder(
                            "/v1/transit/datakey/plaintext/footers",
                            "/v1/transit/datakey/plaintext/salaries",
                            "/v1/transit/decrypt/footers",
                            "/v1/transit/decrypt/salaries");
        }
    }

    @Test
    void vaultUnwrapsKeysOfAllVersionsAndDeniesColumnsByPolicy() throws IOException {
        try (FakeVault vault = vault()) {
            write("first");
            vault.rotate("salaries");
            KmsAccess.forgetAll();
            write("second");
            assertThat(text("first")).contains("vault:v1:").doesNotContain("vault:v2:");
            assertThat(text("second")).contains("vault:v2:");
            for (String file : List.of("first", "second")) {
                assertThat(read(file, "salary")).hasSize(3);
            }
            configuration.set(HadoopEncryption.ACCESS_TOKEN, READER);
            assertThat(read("second", "id")).hasSize(3);
            assertThatThrownBy(() -> read("second", "salary"))
                    .isInstanceOf(KmsDeniedException.class)
                    .hasMessageContaining("second")
                    .hasMessageContaining("column salary")
                    .hasMessageContaining("master key salaries")
                    .hasMessageContaining("transit/decrypt/salaries")
                    .hasMessageNotContaining("hvs.");
        }
    }

    @Test
    void aKeyFileUnwrapsKeysOfItsVersions() throws IOException {
        Path keys = directory.resolve("keys");
        Files.createFile(keys);
        if (keys.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            Files.setPosixFilePermissions(keys, PosixFilePermissions.fromString("rw-------"));
        }
        configuration.set(HadoopEncryption.KMS_CLIENT, "key-file");
        configuration.set(HadoopEncryption.KMS_INSTANCE_URL, keys.toString());
        String first = "footers.1 = AAECAwQFBgcICQoLDA0ODw==\nsalaries.1 = AQECAwQFBgcICQoLDA0ODw==\n";
        String second = "salaries.2 = AgECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=\n";
        Files.writeString(keys, first);
        write("first");
        Files.writeString(keys, first + second);
        KmsAccess.forgetAll();
        write("second");
        assertThat(text("second")).contains("key-file.1:v2:");
        for (String file : List.of("first", "second")) {
            assertThat(read(file, "salary")).containsExactly(0L, 1L, 2L);
        }
        Files.writeString(keys, first);
        KmsAccess.forgetAll();
        assertThat(read("first", "salary")).hasSize(3);
        assertThatThrownBy(() -> read("second", "salary"))
                .isInstanceOf(UnknownMasterKeyException.class)
                .hasMessageContaining("second")
                .hasMessageContaining("column salary")
                .hasMessageContaining("version 2");
    }

    /** Runs the commands of the section "Deny a key" of docs/kms.md in a home directory of the test. */
    @Test
    void aKeyFileDeniesKeysThatItLacks() throws IOException, InterruptedException {
        assumeTrue(directory.getFileSystem().supportedFileAttributeViews().contains("posix"), "needs a POSIX shell");
        Path keys = directory.resolve("master.keys");
        Files.writeString(keys, """
                footers.1 = AAECAwQFBgcICQoLDA0ODw==
                salaries.1 = AQECAwQFBgcICQoLDA0ODw==
                salaries.2 = AgECAwQFBgcICQoLDA0ODw==
                """);
        Files.setPosixFilePermissions(keys, PosixFilePermissions.fromString("rw-------"));
        configuration.set(HadoopEncryption.KMS_CLIENT, "key-file");
        configuration.set(HadoopEncryption.KMS_INSTANCE_URL, keys.toString());
        write("f");

        String page = Files.readString(Path.of("../docs/kms.md"));
        String section = page.substring(page.indexOf("### Deny a key"));
        int start = section.indexOf("```sh\n") + "```sh\n".length();
        ProcessBuilder shell = new ProcessBuilder("sh", "-c", section.substring(start, section.indexOf("```", start)));
        shell.environment().put("HOME", directory.toString());
        assertThat(shell.inheritIO().start().waitFor()).isZero();

        configuration.set(
                HadoopEncryption.KMS_INSTANCE_URL,
                directory.resolve("readers.keys").toString());
        assertThat(read("f", "id")).containsExactly(0L, 1L, 2L);
        assertThatThrownBy(() -> read("f", "salary"))
                .isInstanceOf(UnknownMasterKeyException.class)
                .isInstanceOf(KeyDeniedException.class)
                .hasMessageContaining("column salary")
                .hasMessageContaining("salaries");
    }

    @Test
    void aKeyOfAnotherKmsIsNotADamagedFooter() throws IOException {
        try (FakeVault vault = vault()) {
            write("vault");
            configuration.setBoolean(HadoopEncryption.PLAINTEXT_FOOTER, false);
            Path keys = directory.resolve("keys");
            Files.writeString(keys, "footers.1 = AAECAwQFBgcICQoLDA0ODw==\nsalaries.1 = AQECAwQFBgcICQoLDA0ODw==\n");
            if (keys.getFileSystem().supportedFileAttributeViews().contains("posix")) {
                Files.setPosixFilePermissions(keys, PosixFilePermissions.fromString("rw-------"));
            }
            configuration.set(HadoopEncryption.KMS_CLIENT, "key-file");
            configuration.set(HadoopEncryption.KMS_INSTANCE_URL, keys.toString());
            failsForAnotherKms("vault");
            write("key-file");
            configuration.set(HadoopEncryption.KMS_CLIENT, "vault");
            configuration.set(HadoopEncryption.KMS_INSTANCE_URL, vault.address());
            failsForAnotherKms("key-file");
            configuration.set(HadoopEncryption.KMS_CLIENT, "hadoop-kms");
            configuration.set(HadoopEncryption.KMS_INSTANCE_URL, "kms://http@localhost:1/kms");
            failsForAnotherKms("key-file");
        }
    }

    private void failsForAnotherKms(String name) {
        assertThatThrownBy(() -> read(name, "salary"))
                .isInstanceOf(UnknownMasterKeyException.class)
                .hasMessageContaining(name)
                .hasMessageContaining("use the KMS that wrapped it")
                .hasMessageNotContaining("damaged");
    }

    private FakeVault vault() {
        FakeVault vault = new FakeVault("transit").create("footers").create("salaries");
        for (String key : List.of("footers", "salaries")) {
            vault.allow(WRITER, "datakey/plaintext/" + key, "encrypt/" + key, "decrypt/" + key);
        }
        vault.allow(READER, "decrypt/footers");
        configuration.set(HadoopEncryption.KMS_CLIENT, "vault");
        configuration.set(HadoopEncryption.KMS_INSTANCE_URL, vault.address());
        configuration.set(HadoopEncryption.ACCESS_TOKEN, WRITER);
        return vault;
    }

    private org.apache.hadoop.fs.Path path(String name) {
        return new org.apache.hadoop.fs.Path(directory.resolve(name).toUri());
    }

    private String text(String name) throws IOException {
        return Files.readString(directory.resolve(name), StandardCharsets.ISO_8859_1);
    }

    private void write(String name) throws IOException {
        // The key material of the footer key is always plaintext, that of columns only with a plaintext footer.
        configuration.setBooleanIfUnset(HadoopEncryption.PLAINTEXT_FOOTER, true);
        try (RecordWriter writer = RecordWriter.create(
                HadoopOutputFile.of(path(name), configuration),
                SCHEMA,
                HadoopWriteOptions.from(configuration, path(name), SCHEMA))) {
            for (long i = 0; i < 3; i++) {
                writer.write(writer.record().setLong("id", i).setLong("salary", i));
            }
        }
    }

    private List<Long> read(String name, String column) throws IOException {
        List<Long> values = new ArrayList<>();
        try (ParquetFile file = ParquetFile.open(
                        HadoopInputFile.of(path(name), configuration),
                        HadoopReadOptions.from(configuration),
                        HadoopEncryption.forReading(configuration, path(name)));
                RowReader rows = new RowReader(file.scan().columns(column).open())) {
            while (rows.next()) {
                values.add(rows.row().getLong(column));
            }
        }
        return values;
    }
}
