package io.pq2.hadoop.keys;

import static io.pq2.hadoop.keys.AuditedColumn.Protection.COLUMN_KEY;
import static io.pq2.hadoop.keys.AuditedColumn.Protection.FOOTER_KEY;
import static io.pq2.hadoop.keys.AuditedColumn.Protection.NONE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.encryption.EncryptionScheme;
import io.pq2.encryption.FileEncryptionProperties;
import io.pq2.hadoop.file.HadoopOutputFile;
import io.pq2.hadoop.keys.AuditedKey.MaterialPlace;
import io.pq2.hadoop.keys.AuditedKey.Wrapping;
import io.pq2.hadoop.options.HadoopEncryption;
import io.pq2.keys.CountingKms;
import io.pq2.keys.EnvelopeEncryption;
import io.pq2.record.RecordWriter;
import io.pq2.write.WriteOptions;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EncryptionAuditTest {

    @TempDir
    java.nio.file.Path directory;

    private EncryptedTable table;

    @BeforeEach
    void createTable() {
        table = new EncryptedTable(directory);
    }

    private static AuditedFile audit(Configuration configuration, Path path) throws IOException {
        List<AuditedFile> files = new EncryptionAudit(configuration).files(path);
        assertThat(files).hasSize(1);
        return files.get(0);
    }

    /**
     * Returns each column with its key and version, {@code -} without encryption, or {@code footer} for the footer key.
     */
    private static List<String> keys(AuditedFile file) {
        return file.columns().stream()
                .map(column -> column.column() + " "
                        + switch (column.protection()) {
                            case NONE -> "-";
                            case FOOTER_KEY -> "footer";
                            case COLUMN_KEY ->
                                column.key().masterKeyId() + "@" + column.key().masterKeyVersion();
                        })
                .toList();
    }

    @Test
    void anEncryptedFooterIsReadWithTheFootersMasterKeyOnly() throws IOException {
        Path path = table.write("a.parquet", table.byColumn());
        table.server().deny("token", "kc").deny("token", "kd").forgetCalls();
        AuditedFile file = audit(table.configuration(), path);
        assertThat(file.footer()).isEqualTo(AuditedFile.Footer.ENCRYPTED);
        assertThat(file.scheme()).isEqualTo(EncryptionScheme.AES_GCM_V1);
        assertThat(file.footerKey().masterKeyId()).isEqualTo("kf");
        assertThat(file.footerKey().masterKeyVersion()).isEqualTo("1");
        assertThat(file.footerKey().wrapping()).isEqualTo(Wrapping.DOUBLE);
        assertThat(file.footerKey().place()).isEqualTo(MaterialPlace.INTERNAL);
        assertThat(file.footerKey().kmsInstanceId())
                .isEqualTo(table.configuration().get(HadoopEncryption.KMS_INSTANCE_ID));
        assertThat(keys(file)).containsExactly("id -", "name kc@1", "place.lat kd@1", "place.lon kd@1", "age -");
        assertThat(file.problem()).isNull();
        assertThat(table.server().unwraps()).isEqualTo(1);
    }

    @Test
    void withoutAKmsTheFootersMasterKeyIsNamed() throws IOException {
        Path path = table.write("a.parquet", table.byColumn());
        AuditedFile file = audit(EncryptedTable.withoutKms(), path);
        assertThat(file.footer()).isEqualTo(AuditedFile.Footer.ENCRYPTED);
        assertThat(file.footerKey().masterKeyId()).isEqualTo("kf");
        assertThat(file.footerKey().masterKeyVersion()).isNull();
        assertThat(file.columns()).isNull();
        assertThat(file.problem()).contains("the columns are unknown").contains("a.parquet");
    }

    @Test
    void aDeniedKeyIsAProblemOfItsFileOnly() throws IOException {
        Path encrypted = table.write("a.parquet", table.byColumn());
        table.write("b.parquet", table.byColumn(HadoopEncryption.PLAINTEXT_FOOTER, "true"));
        table.server().deny("token", "kf");
        List<AuditedFile> files = new EncryptionAudit(table.configuration()).files(table.directory());
        assertThat(files).extracting(file -> file.path().getName()).containsExactly("a.parquet", "b.parquet");
        assertThat(files.get(0).path()).isEqualTo(encrypted);
        assertThat(files.get(0).columns()).isNull();
        assertThat(files.get(0).problem()).contains("refuses").contains("kf");
        assertThat(keys(files.get(1))).contains("name kc@1");
        assertThat(files.get(1).problem()).isNull();
    }

    @Test
    void aKmsWithoutAnswerIsNotCalledAgain() throws IOException {
        for (int i = 0; i < 5; i++) {
            table.write("part-" + i + ".parquet", table.byColumn());
        }
        table.server().down(true).forgetCalls();
        List<AuditedFile> files = new EncryptionAudit(table.configuration()).files(table.directory());
        assertThat(files).hasSize(5).allSatisfy(file -> {
            assertThat(file.footerKey().masterKeyId()).isEqualTo("kf");
            assertThat(file.problem()).contains("the columns are unknown");
        });
        // Files that were processed in parallel with the first one also called the KMS.
        assertThat(table.server().unwraps()).isBetween(1, 5);
    }

    @Test
    void aSignedFooterIsReadWithoutAKms() throws IOException {
        Path path = table.write(
                "a.parquet",
                table.byColumn(
                        HadoopEncryption.PLAINTEXT_FOOTER, "true",
                        HadoopEncryption.ALGORITHM, "AES_GCM_CTR_V1",
                        HadoopEncryption.DOUBLE_WRAPPING, "false"));
        table.server().forgetCalls();
        AuditedFile file = audit(EncryptedTable.withoutKms(), path);
        assertThat(file.footer()).isEqualTo(AuditedFile.Footer.SIGNED);
        assertThat(file.scheme()).isEqualTo(EncryptionScheme.AES_GCM_CTR_V1);
        assertThat(file.footerKey().wrapping()).isEqualTo(Wrapping.SINGLE);
        assertThat(keys(file))
                .containsExactly("id -", "name kc@null", "place.lat kd@null", "place.lon kd@null", "age -");
        assertThat(keys(audit(table.configuration(), path))).contains("name kc@1");
        assertThat(table.server().count(CountingKms.Call.UNWRAP, false)).isZero();
    }

    @Test
    void keyMaterialFilesAreRead() throws IOException {
        for (String plaintextFooter : List.of("true", "false")) {
            Path path = table.write(
                    plaintextFooter + ".parquet",
                    table.byColumn(
                            HadoopEncryption.PLAINTEXT_FOOTER,
                            plaintextFooter,
                            HadoopEncryption.MATERIAL_IN_FILES,
                            "false"));
            AuditedFile file = audit(table.configuration(), path);
            assertThat(file.footerKey().place()).isEqualTo(MaterialPlace.EXTERNAL);
            assertThat(file.footerKey().masterKeyId()).isEqualTo("kf");
            assertThat(keys(file)).contains("name kc@1", "place.lat kd@1");
        }
        assertThat(new EncryptionAudit(table.configuration()).files(table.directory()))
                .hasSize(2);
    }

    @Test
    void aMissingKeyMaterialFileIsAProblemOfItsFileOnly() throws IOException {
        Path path = table.write(
                "a.parquet",
                table.byColumn(
                        HadoopEncryption.PLAINTEXT_FOOTER, "true",
                        HadoopEncryption.MATERIAL_IN_FILES, "false"));
        Files.delete(directory.resolve("_KEY_MATERIAL_FOR_a.parquet.json"));
        AuditedFile file = audit(table.configuration(), path);
        assertThat(file.footerKey().masterKeyId()).isNull();
        assertThat(file.footerKey().place()).isEqualTo(MaterialPlace.EXTERNAL);
        assertThat(keys(file))
                .containsExactly("id -", "name null@null", "place.lat null@null", "place.lon null@null", "age -");
        assertThat(file.problem()).contains("_KEY_MATERIAL_FOR_a.parquet.json");
    }

    @Test
    void columnsOfAUniformFileAreUnderTheMasterKeyOfTheFooter() throws IOException {
        AuditedFile file = audit(table.configuration(), table.write("uniform.parquet", table.uniform()));
        assertThat(file.footerKey().masterKeyId()).isEqualTo("kf");
        assertThat(file.columns()).hasSize(5).allSatisfy(column -> {
            assertThat(column.protection()).isEqualTo(COLUMN_KEY);
            assertThat(column.key().masterKeyId()).isEqualTo("kf");
        });
    }

    @Test
    void columnsUnderTheFooterKeyAndUnencryptedFilesAreListed() throws IOException {
        EnvelopeEncryption underFooterKey = EnvelopeEncryption.builder(
                        HadoopEncryption.kms(table.configuration()), "kf")
                .details(properties -> properties.otherColumns(true))
                .build();
        Path uniform = table.write("uniform.parquet", table.configuration(), underFooterKey.newFile(null));
        Path plain = table.write("plain.parquet", table.configuration());
        AuditedFile file = audit(table.configuration(), uniform);
        assertThat(file.columns()).hasSize(5).allSatisfy(column -> {
            assertThat(column.protection()).isEqualTo(FOOTER_KEY);
            assertThat(column.key()).isEqualTo(file.footerKey());
        });
        AuditedFile open = audit(table.configuration(), plain);
        assertThat(open.footer()).isEqualTo(AuditedFile.Footer.NOT_ENCRYPTED);
        assertThat(open.footerKey()).isNull();
        assertThat(open.columns())
                .hasSize(5)
                .allSatisfy(column -> assertThat(column.protection()).isEqualTo(NONE));
    }

    @Test
    void keysWithoutKeyMaterialAreIdentifiedByTheirMetadata() throws IOException {
        Path path = table.path("own.parquet");
        FileEncryptionProperties encryption = FileEncryptionProperties.builder(
                        new byte[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16})
                .footerKeyMetadata("my footer key".getBytes(StandardCharsets.UTF_8))
                .plaintextFooter(true)
                .column("name", new byte[] {16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1}, new byte[] {0, 1, -1
                })
                .build();
        WriteOptions options = WriteOptions.builder().encryption(encryption).build();
        try (RecordWriter writer =
                RecordWriter.create(HadoopOutputFile.of(path, table.configuration()), EncryptedTable.SCHEMA, options)) {
            writer.write(writer.record().setLong("id", 1));
        }
        AuditedFile file = audit(table.configuration(), path);
        assertThat(file.footerKey().metadata()).isEqualTo("my footer key");
        AuditedColumn name = file.columns().get(1);
        assertThat(name.protection()).isEqualTo(COLUMN_KEY);
        assertThat(name.key().metadata()).isEqualTo("0001ff");
        assertThat(name.key().place()).isNull();
        assertThat(file.problem()).isNull();
    }

    @Test
    void filesOfOtherFormatsAreListedWithTheReason() throws IOException {
        table.write("a.parquet", table.uniform());
        Files.writeString(directory.resolve("b.txt"), "This is a text.");
        Files.createFile(directory.resolve("c.parquet"));
        List<AuditedFile> files = new EncryptionAudit(table.configuration()).files(table.directory());
        assertThat(files)
                .extracting(AuditedFile::footer)
                .containsExactly(AuditedFile.Footer.ENCRYPTED, AuditedFile.Footer.UNKNOWN, AuditedFile.Footer.UNKNOWN);
        assertThat(files.get(1).problem()).contains("not a Parquet file").contains("b.txt");
        assertThat(files.get(2).problem()).contains("empty");
    }

    @Test
    void directoriesAndPatternsSelectVisibleFiles() throws IOException {
        table.write("year=2025/a.parquet", table.uniform());
        table.write("year=2026/_temporary/0/b.parquet", table.uniform());
        table.write("year=2026/c.parquet", table.byColumn(HadoopEncryption.MATERIAL_IN_FILES, "false"));
        table.write("_hidden.parquet", table.uniform());
        assertThat(names(table.directory())).containsExactly("a.parquet", "c.parquet");
        assertThat(names(table.path("year=*"))).containsExactly("a.parquet", "c.parquet");
        assertThat(names(table.path("year=2026/*"))).containsExactly("c.parquet");
        assertThat(names(table.path("{_hidden.parquet,year=2025}"))).containsExactly("a.parquet");
        assertThat(names(table.path("_hidden.parquet"))).containsExactly("_hidden.parquet");
        assertThat(names(table.path("year=2025"), table.path("year=2025/a.parquet")))
                .containsExactly("a.parquet");
        assertThatThrownBy(() -> names(table.path("year=2027")))
                .isInstanceOf(FileNotFoundException.class)
                .hasMessageContaining("year=2027");
    }

    private List<String> names(Path... paths) throws IOException {
        return new EncryptionAudit(table.configuration())
                .files(paths).stream().map(file -> file.path().getName()).toList();
    }
}
