package io.pq2.hadoop.options;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.exception.KeyDeniedException;
import io.pq2.exception.KeyMaterialException;
import io.pq2.exception.ParquetException;
import io.pq2.exception.TamperedFileException;
import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.exception.WrongKeyException;
import io.pq2.hadoop.internal.options.EncryptionSettings;
import io.pq2.hadoop.keys.KeyRotation;
import io.pq2.keys.CountingKms;
import io.pq2.keys.KeyMaterial;
import io.pq2.keys.KeyMaterialFile;
import io.pq2.keys.KmsAccess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests files whose key material file was tampered with. */
class HostileKeyMaterialTest {

    @TempDir
    java.nio.file.Path directory;

    private final Configuration configuration = new Configuration(false);
    private java.nio.file.Path material;
    private KeyMaterialFile whole;

    @BeforeEach
    void write() throws IOException {
        CountingKms.server("hostile").create("kf", "k0", "k1");
        configuration.set(HadoopEncryption.KMS_CLIENT, CountingKms.class.getName());
        configuration.set(HadoopEncryption.KMS_INSTANCE_ID, "hostile");
        configuration.set(HadoopEncryption.FOOTER_KEY, "kf");
        configuration.set(HadoopEncryption.COLUMN_KEYS, "k0:id;k1:name");
        configuration.setBoolean(HadoopEncryption.MATERIAL_IN_FILES, false);
        EncryptedRows.write(configuration, file("a"), 20);
        EncryptedRows.write(configuration, file("b"), 20);
        material = directory.resolve("_KEY_MATERIAL_FOR_a.json");
        whole = KeyMaterialFile.parse(Files.readAllBytes(material));
    }

    @AfterEach
    void forget() {
        KmsAccess.forgetAll();
    }

    private Path file(String name) {
        return new Path(directory.resolve(name).toUri());
    }

    private void put(String json) throws IOException {
        // An attacker also deletes Hadoop's checksum file.
        Files.deleteIfExists(directory.resolve("._KEY_MATERIAL_FOR_a.json.crc"));
        Files.writeString(material, json);
    }

    private void put(String reference, KeyMaterial changed) throws IOException {
        Map<String, KeyMaterial> materials = new LinkedHashMap<>(whole.byReference());
        materials.put(reference, changed);
        put(new String(new KeyMaterialFile(materials).toBytes(), UTF_8));
    }

    private void fails(Class<? extends ParquetException> error, String... parts) {
        assertThatThrownBy(() -> EncryptedRows.read(configuration, file("a")))
                .isInstanceOf(error)
                .hasMessageContaining(file("a").toString())
                .satisfies(e -> assertThat(e.getMessage()).contains(parts));
    }

    @Test
    void unchangedKeyMaterialDecryptsTheFile() throws IOException {
        put(new String(whole.toBytes(), UTF_8));
        assertThat(EncryptedRows.read(configuration, file("a"))).isEqualTo(EncryptedRows.expected(20));
    }

    @Test
    void keyMaterialOfAnotherFileIsTheWrongKey() throws IOException {
        Files.delete(directory.resolve("._KEY_MATERIAL_FOR_a.json.crc"));
        Files.copy(directory.resolve("_KEY_MATERIAL_FOR_b.json"), material, StandardCopyOption.REPLACE_EXISTING);
        fails(WrongKeyException.class, "footer key");
    }

    @Test
    void keyMaterialOfAnotherColumnIsTheWrongKey() throws IOException {
        put("columnKey1", whole.byReference().get("columnKey0"));
        fails(WrongKeyException.class, "column name");
        assertThat(EncryptedRows.read(configuration, file("a"), "id")).hasSize(20);
    }

    @Test
    void keyMaterialOfAColumnIsNotUsedForTheFooter() throws IOException {
        put("footerKey", whole.byReference().get("columnKey0"));
        fails(TamperedFileException.class, "_KEY_MATERIAL_FOR_a.json");
        put("columnKey0", whole.byReference().get("footerKey"));
        fails(TamperedFileException.class, "column id", "_KEY_MATERIAL_FOR_a.json");
    }

    private static KeyMaterial changed(KeyMaterial of, String masterKey, String dataKey, String kekId, String kek) {
        return new KeyMaterial(of.footerKey(), of.kmsInstanceId(), of.kmsInstanceUrl(), masterKey, dataKey, kekId, kek);
    }

    @Test
    void exchangedKeysAreDetected() throws IOException {
        KeyMaterial footer = whole.byReference().get("footerKey");
        KeyMaterial other = whole.byReference().get("columnKey0");
        put("footerKey", changed(footer, "kf", other.wrappedDataKey(), footer.kekId(), footer.wrappedKek()));
        fails(TamperedFileException.class, "wrapped data key");
        put("footerKey", changed(footer, "kf", footer.wrappedDataKey(), other.kekId(), footer.wrappedKek()));
        fails(TamperedFileException.class, "wrapped data key");
        put("footerKey", changed(footer, "kf", footer.wrappedDataKey(), footer.kekId(), other.wrappedKek()));
        fails(TamperedFileException.class, "kf");
        put("footerKey", changed(footer, "k0", footer.wrappedDataKey(), footer.kekId(), footer.wrappedKek()));
        fails(TamperedFileException.class, "k0");
    }

    @Test
    void malformedKeysAreReported() throws IOException {
        KeyMaterial footer = whole.byReference().get("footerKey");
        for (String none : new String[] {"", "AAAA", "!", "A".repeat(100_000)}) {
            put("footerKey", changed(footer, "kf", none, footer.kekId(), footer.wrappedKek()));
            fails(TamperedFileException.class, "wrapped data key");
            put("footerKey", changed(footer, "kf", footer.wrappedDataKey(), footer.kekId(), none));
            fails(TamperedFileException.class, "key");
        }
        for (String none : new String[] {"", "!", "A".repeat(100_000)}) {
            put("footerKey", changed(footer, "kf", footer.wrappedDataKey(), none, footer.wrappedKek()));
            fails(TamperedFileException.class, "the id of the key encryption key");
        }
    }

    @Test
    void anUnknownMasterKeyIsDenied() throws IOException {
        KeyMaterial footer = whole.byReference().get("footerKey");
        put("footerKey", changed(footer, "nobody's", footer.wrappedDataKey(), footer.kekId(), footer.wrappedKek()));
        fails(KeyDeniedException.class, "nobody's", "hostile");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{}",
                "[]",
                "{\"footerKey\":true}",
                "{\"footerKey\":{}}",
                "{\"footerKey\":\"\"}",
                "{\"footerKey\":\"{}\"}",
                "{\"footerKey\":\"{\\\"keyMaterialType\\\":\\\"PKMT1\\\"}\"}"
            })
    void anErrorNamesAnInvalidKeyMaterialFile(String json) throws IOException {
        put(json);
        fails(TamperedFileException.class, "_KEY_MATERIAL_FOR_a.json");
    }

    @Test
    void aStaleChecksumFileOfKeyMaterialIsNamed() throws IOException {
        String old = Files.readString(material);
        put(old + " ");
        java.nio.file.Path checksums = material.resolveSibling("." + material.getFileName() + ".crc");
        byte[] wrong = {'c', 'r', 'c', 0, 0, 0, 2, 0, 1, 2, 3, 4};
        Files.write(checksums, wrong);
        fails(TamperedFileException.class, "_KEY_MATERIAL_FOR_a.json", ".crc", "delete the checksum file");
        KeyRotation.builder(configuration)
                .run(
                        List.of(file("a")),
                        rotated -> assertThat(rotated.failure())
                                .contains("_KEY_MATERIAL_FOR_a.json")
                                .contains("delete the checksum file"));
    }

    @Test
    void anotherTypeOfKeyMaterialIsUnsupported() throws IOException {
        put(Files.readString(material).replace("PKMT1", "PKMT9"));
        assertThatThrownBy(() -> EncryptedRows.read(configuration, file("a")))
                .isInstanceOf(KeyMaterialException.class)
                .hasCauseInstanceOf(UnsupportedFeatureException.class)
                .hasMessageContaining("PKMT9")
                .hasMessageContaining(file("a").toString());
    }

    private String url(String inFile) {
        return new EncryptionSettings(configuration).kms("hostile", inFile).instanceUrl();
    }

    @Test
    void theKmsUrlOfAFileIsUsedOnlyIfConfigured() {
        assertThat(url("https://elsewhere.example")).isEqualTo("DEFAULT");
        configuration.setBoolean(HadoopEncryption.KMS_URL_FROM_FILES, true);
        assertThat(url("https://elsewhere.example")).isEqualTo("https://elsewhere.example");
        configuration.set(HadoopEncryption.KMS_INSTANCE_URL, "https://here.example");
        assertThat(url("https://elsewhere.example")).isEqualTo("https://here.example");
    }
}
