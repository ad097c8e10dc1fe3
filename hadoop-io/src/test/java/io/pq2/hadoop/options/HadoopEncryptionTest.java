package io.pq2.hadoop.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.encryption.FileDecryptionProperties;
import io.pq2.exception.InvalidDataException;
import io.pq2.exception.KeyDeniedException;
import io.pq2.exception.KmsDeniedException;
import io.pq2.exception.KmsUnavailableException;
import io.pq2.exception.TamperedFileException;
import io.pq2.exception.UnknownMasterKeyException;
import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.hadoop.keys.EncryptionAudit;
import io.pq2.hadoop.keys.KeyRotation;
import io.pq2.hadoop.split.FooterCache;
import io.pq2.io.MemoryInputFile;
import io.pq2.io.MemoryOutputFile;
import io.pq2.keys.CountingKms;
import io.pq2.keys.KmsAccess;
import io.pq2.keys.KmsClient;
import io.pq2.keys.KmsConnection;
import io.pq2.read.ParquetFile;
import io.pq2.read.ReadOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

class HadoopEncryptionTest {

    @TempDir
    java.nio.file.Path directory;

    private final Configuration configuration = new Configuration(false);
    private CountingKms.Server kms;

    @BeforeEach
    void configure(TestInfo test) {
        String instance = test.getDisplayName();
        kms = CountingKms.server(instance).create("kf", "k0", "k1", "k2", "k3", "k4");
        configuration.set(HadoopEncryption.KMS_CLIENT, CountingKms.class.getName());
        configuration.set(HadoopEncryption.KMS_INSTANCE_ID, instance);
        configuration.set(HadoopEncryption.FOOTER_KEY, "kf");
        configuration.set(HadoopEncryption.COLUMN_KEYS, "k0:id;k1:name;k2:place;k3:age;k4:tags");
    }

    @AfterEach
    void forget() {
        KmsAccess.forgetAll();
    }

    private Path file(String name) {
        return new Path(directory.resolve(name).toUri());
    }

    private static boolean contains(java.nio.file.Path file, String text) throws IOException {
        byte[] bytes = java.nio.file.Files.readAllBytes(file);
        return new String(bytes, java.nio.charset.StandardCharsets.ISO_8859_1).contains(text);
    }

    @Test
    void aThousandFilesWithFiveColumnKeysNeedSixWrapsAndSixUnwraps() throws IOException {
        HadoopEncryption.check(configuration, EncryptedRows.SCHEMA);
        List<byte[]> files = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            MemoryOutputFile written = new MemoryOutputFile("f" + i);
            EncryptedRows.write(
                    written, HadoopWriteOptions.from(configuration, file("f" + i), EncryptedRows.SCHEMA), 3);
            files.add(written.bytes());
        }
        for (int i = 0; i < 1000; i++) {
            FileDecryptionProperties keys =
                    HadoopEncryption.forReading(new Configuration(configuration), file("f" + i));
            try (ParquetFile opened =
                    ParquetFile.open(new MemoryInputFile("f" + i, files.get(i)), ReadOptions.DEFAULT, keys)) {
                assertThat(EncryptedRows.read(opened)).isEqualTo(EncryptedRows.expected(3));
            }
        }
        assertThat(kms.wraps()).isEqualTo(6);
        assertThat(kms.unwraps()).isEqualTo(6);
        assertThat(kms.count(CountingKms.Call.INITIALIZE, false)).isEqualTo(1);
    }

    @Test
    void concurrentThreadsCallTheKmsOncePerKey() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            List<Future<?>> all = new ArrayList<>();
            for (int i = 0; i < 64; i++) {
                Path file = file("f" + i);
                all.add(threads.submit(() -> {
                    EncryptedRows.write(configuration, file, 10);
                    assertThat(EncryptedRows.read(configuration, file)).isEqualTo(EncryptedRows.expected(10));
                    return null;
                }));
            }
            for (Future<?> one : all) {
                one.get();
            }
        } finally {
            threads.shutdown();
        }
        assertThat(kms.wraps()).isEqualTo(6);
        assertThat(kms.unwraps()).isEqualTo(6);
    }

    @Test
    void withSingleWrappingTheKmsWrapsEachKeyOfEachFile() throws IOException {
        configuration.setBoolean(HadoopEncryption.DOUBLE_WRAPPING, false);
        HadoopEncryption.check(configuration, EncryptedRows.SCHEMA);
        HadoopEncryption.check(configuration, EncryptedRows.SCHEMA);
        assertThat(kms.wraps()).isEqualTo(6);
        EncryptedRows.write(configuration, file("a"), 10);
        EncryptedRows.write(configuration, file("b"), 10);
        assertThat(kms.wraps()).isEqualTo(18);
        assertThat(EncryptedRows.read(configuration, file("b"))).isEqualTo(EncryptedRows.expected(10));
        assertThat(kms.unwraps())
                .as("the two columns of the group place have the same key")
                .isEqualTo(6);
    }

    @Test
    void aUniformFileHasNoColumnUnderTheFooterKey() throws IOException {
        configuration.unset(HadoopEncryption.FOOTER_KEY);
        configuration.unset(HadoopEncryption.COLUMN_KEYS);
        configuration.set(HadoopEncryption.UNIFORM_KEY, "kf");
        configuration.setBoolean(HadoopEncryption.COLUMNS_UNDER_FOOTER_KEY, false);
        for (boolean doubleWrapping : new boolean[] {true, false}) {
            configuration.setBoolean(HadoopEncryption.DOUBLE_WRAPPING, doubleWrapping);
            Path file = file(doubleWrapping ? "double" : "single");
            int wraps = kms.wraps();
            int unwraps = kms.unwraps();
            EncryptedRows.write(configuration, file, 10);
            assertThat(EncryptedRows.read(configuration, file)).isEqualTo(EncryptedRows.expected(10));
            assertThat(kms.wraps() - wraps).isEqualTo(doubleWrapping ? 1 : 2);
            assertThat(kms.unwraps() - unwraps).isEqualTo(doubleWrapping ? 1 : 2);
        }
    }

    @Test
    void unwrappedKeysAreNotSharedAmongUsers() throws IOException {
        configuration.set(HadoopEncryption.ACCESS_TOKEN, "token-1");
        EncryptedRows.write(configuration, file("f"), 10);
        EncryptedRows.read(configuration, file("f"));
        Configuration other = new Configuration(configuration);
        other.set(HadoopEncryption.ACCESS_TOKEN, "token-2");
        kms.deny("token-2", "k1");
        assertThat(EncryptedRows.read(other, file("f"), "age")).hasSize(10);
        assertThatThrownBy(() -> EncryptedRows.read(other, file("f")))
                .isInstanceOf(KmsDeniedException.class)
                .hasMessageContaining(file("f").toString())
                .hasMessageContaining("column name")
                .hasMessageContaining("k1")
                .hasMessageNotContaining("token-");
        assertThat(EncryptedRows.read(configuration, file("f"))).isEqualTo(EncryptedRows.expected(10));
    }

    @Test
    void cachedKeysOfAWriterDoNotDecrypt() throws IOException {
        EncryptedRows.write(configuration, file("f"), 10);
        kms.deny("DEFAULT", "kf");
        assertThatThrownBy(() -> EncryptedRows.read(configuration, file("f"))).isInstanceOf(KmsDeniedException.class);
    }

    @Test
    void keyMaterialFilesAreUsed() throws IOException {
        configuration.setBoolean(HadoopEncryption.MATERIAL_IN_FILES, false);
        EncryptedRows.write(configuration, file("f.parquet"), 10);
        java.nio.file.Path material = directory.resolve("_KEY_MATERIAL_FOR_f.parquet.json");
        assertThat(material).exists();
        assertThat(contains(directory.resolve("f.parquet"), "wrappedDEK")).isFalse();
        assertThat(EncryptedRows.read(configuration, file("f.parquet"))).isEqualTo(EncryptedRows.expected(10));
        java.nio.file.Files.delete(material);
        assertThatThrownBy(() -> EncryptedRows.read(configuration, file("f.parquet")))
                .isInstanceOf(KeyDeniedException.class)
                .hasMessageContaining(material.toString())
                .hasMessageContaining("copy it together with the file");
    }

    @Test
    void keyMaterialOfAnExistingFileIsKept() throws IOException {
        configuration.setBoolean(HadoopEncryption.MATERIAL_IN_FILES, false);
        EncryptedRows.write(configuration, file("f"), 10);
        assertThatThrownBy(() -> EncryptedRows.write(configuration, file("f"), 20))
                .isInstanceOf(UncheckedIOException.class)
                .hasCauseInstanceOf(FileAlreadyExistsException.class);
        assertThat(EncryptedRows.read(configuration, file("f"))).isEqualTo(EncryptedRows.expected(10));
    }

    @Test
    void columnsAreCheckedBeforeFilesAreCreated() throws IOException {
        configuration.set(HadoopEncryption.COLUMN_KEYS, "k0:id,nobody");
        assertThatThrownBy(() -> HadoopEncryption.check(configuration, EncryptedRows.SCHEMA))
                .isInstanceOf(InvalidDataException.class)
                .hasMessageContaining("nobody")
                .hasMessageContaining("place.lat");
        configuration.setBoolean(HadoopEncryption.MATERIAL_IN_FILES, false);
        assertThatThrownBy(() -> EncryptedRows.write(configuration, file("f"), 10))
                .isInstanceOf(InvalidDataException.class);
        assertThat(kms.wraps()).isZero();
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void masterKeysAreCheckedBeforeFilesAreCreated() {
        configuration.set(HadoopEncryption.COLUMN_KEYS, "k0:id;k9:name");
        assertThatThrownBy(() -> HadoopEncryption.check(configuration, EncryptedRows.SCHEMA))
                .isInstanceOf(UnknownMasterKeyException.class)
                .hasMessageContaining("k9")
                .hasMessageContaining("masterKeysAreCheckedBeforeFilesAreCreated()");
        kms.deny("DEFAULT", "k1");
        configuration.set(HadoopEncryption.COLUMN_KEYS, "k0:id;k1:name");
        assertThatThrownBy(() -> HadoopEncryption.check(configuration, EncryptedRows.SCHEMA))
                .isInstanceOf(KmsDeniedException.class);
        kms.denyNothing().down(true);
        assertThatThrownBy(() -> HadoopEncryption.check(configuration, EncryptedRows.SCHEMA))
                .isInstanceOf(KmsUnavailableException.class);
        kms.down(false);
        HadoopEncryption.check(configuration, EncryptedRows.SCHEMA);
    }

    @Test
    void anUnavailableKmsIsNotReportedAsADenial() throws IOException {
        EncryptedRows.write(configuration, file("f"), 10);
        KmsAccess.forgetAll();
        kms.down(true);
        assertThatThrownBy(() -> EncryptedRows.read(configuration, file("f")))
                .isInstanceOf(KmsUnavailableException.class)
                .hasMessageContaining(file("f").toString());
    }

    @Test
    void filesWithAnotherAadPrefixAreRefused() throws IOException {
        configuration.set(HadoopEncryption.AAD_PREFIX, "table a");
        EncryptedRows.write(configuration, file("f"), 10);
        assertThat(EncryptedRows.read(configuration, file("f"))).isEqualTo(EncryptedRows.expected(10));
        configuration.set(HadoopEncryption.AAD_PREFIX, "table b");
        assertThatThrownBy(() -> EncryptedRows.read(configuration, file("f")))
                .isInstanceOf(io.pq2.exception.AadPrefixException.class);
    }

    @Test
    void unencryptedFilesAreReadUnlessForbidden() throws IOException {
        Configuration plain = new Configuration(false);
        EncryptedRows.write(plain, file("f"), 10);
        assertThat(EncryptedRows.read(configuration, file("f"))).isEqualTo(EncryptedRows.expected(10));
        configuration.setBoolean(HadoopEncryption.PLAINTEXT_FILES, false);
        assertThatThrownBy(() -> EncryptedRows.read(configuration, file("f")))
                .isInstanceOf(TamperedFileException.class);
    }

    @Test
    void weakerAlgorithmsThanRequiredAreRefused() throws IOException {
        EncryptedRows.write(new Configuration(false), file("plain"), 10);
        EncryptedRows.write(configuration, file("gcm"), 10);
        configuration.set(HadoopEncryption.ALGORITHM, "AES_GCM_CTR_V1");
        EncryptedRows.write(configuration, file("ctr"), 10);
        configuration.set(HadoopEncryption.PLAINTEXT_FILES, "true");

        configuration.set(HadoopEncryption.REQUIRED_ALGORITHM, "AES_GCM_CTR_V1");
        assertThat(EncryptedRows.read(configuration, file("gcm"))).isEqualTo(EncryptedRows.expected(10));
        assertThat(EncryptedRows.read(configuration, file("ctr"))).isEqualTo(EncryptedRows.expected(10));
        assertThatThrownBy(() -> EncryptedRows.read(configuration, file("plain")))
                .isInstanceOf(TamperedFileException.class);

        configuration.set(HadoopEncryption.REQUIRED_ALGORITHM, "AES_GCM_V1");
        assertThat(EncryptedRows.read(configuration, file("gcm"))).isEqualTo(EncryptedRows.expected(10));
        assertThatThrownBy(() -> EncryptedRows.read(configuration, file("ctr")))
                .isInstanceOf(TamperedFileException.class)
                .hasMessageContaining("does not authenticate pages")
                .hasMessageContaining("AES_GCM_V1 is required");
        assertThatThrownBy(() -> HadoopWriteOptions.from(configuration, file("new"), EncryptedRows.SCHEMA))
                .isInstanceOf(InvalidDataException.class)
                .hasMessageContaining(HadoopEncryption.REQUIRED_ALGORITHM);

        Configuration withoutKms = new Configuration(false);
        withoutKms.set(HadoopEncryption.REQUIRED_ALGORITHM, "AES_GCM_V1");
        assertThatThrownBy(() -> EncryptedRows.read(withoutKms, file("plain")))
                .isInstanceOf(TamperedFileException.class);
        withoutKms.set(HadoopEncryption.REQUIRED_ALGORITHM, "AES");
        assertThatThrownBy(() -> EncryptedRows.read(withoutKms, file("plain")))
                .isInstanceOf(InvalidDataException.class);
    }

    /** A KMS client that cannot be initialized. */
    public static final class UninitializedClient implements KmsClient {

        @Override
        public void initialize(KmsConnection connection) {
            throw new IllegalStateException("no connection with the token " + connection.accessToken());
        }

        @Override
        public String wrapKey(byte[] key, String masterKeyId) {
            throw new AssertionError("not initialized");
        }

        @Override
        public byte[] unwrapKey(String wrappedKey, String masterKeyId) {
            throw new AssertionError("not initialized");
        }
    }

    @Test
    void aClientThatCannotBeInitializedIsReportedWithTheFile() throws IOException {
        EncryptedRows.write(configuration, file("f"), 10);
        configuration.set(HadoopEncryption.KMS_CLIENT, UninitializedClient.class.getName());
        assertThatThrownBy(() -> EncryptedRows.read(configuration, file("f")))
                .isInstanceOf(KmsUnavailableException.class)
                .hasMessageContaining(file("f").toString())
                .hasMessageContaining(configuration.get(HadoopEncryption.KMS_INSTANCE_ID))
                .hasMessageContaining(UninitializedClient.class.getName())
                .hasMessageNotContaining("token");
        assertThatThrownBy(() -> HadoopEncryption.forWriting(configuration, file("new"), EncryptedRows.SCHEMA))
                .isInstanceOf(KmsUnavailableException.class)
                .hasMessageContaining(file("new").toString())
                .hasMessageContaining(UninitializedClient.class.getName());
        KeyRotation.Builder rotation = KeyRotation.builder(configuration);
        assertThatThrownBy(() -> rotation.run(List.of(file("f")), rotated -> {}))
                .isInstanceOf(KmsUnavailableException.class)
                .hasMessageContaining(file("f").toString())
                .hasMessageContaining(UninitializedClient.class.getName());
        assertThat(new EncryptionAudit(configuration).files(file("f")))
                .singleElement()
                .satisfies(audited -> assertThat(audited.problem()).contains(UninitializedClient.class.getName()));
    }

    /** docs/encryption.md, "What encryption does not protect". */
    @Test
    void filesOfAnyoneWithAMasterKeyOfTheReaderAreAccepted() throws IOException {
        configuration.set(HadoopEncryption.AAD_PREFIX, "table a;");
        configuration.set(HadoopEncryption.REQUIRED_COLUMNS, "*");
        EncryptedRows.write(configuration, file("f"), 10);
        Configuration attacker = new Configuration(configuration);
        attacker.unset(HadoopEncryption.FOOTER_KEY);
        attacker.unset(HadoopEncryption.COLUMN_KEYS);
        attacker.set(HadoopEncryption.UNIFORM_KEY, "k4");
        EncryptedRows.write(attacker, file("forged"), 7);
        assertThat(EncryptedRows.read(configuration, file("forged"))).isEqualTo(EncryptedRows.expected(7));
    }

    @Test
    void requiredColumnsMustBeEncrypted() throws IOException {
        EncryptedRows.write(new Configuration(false), file("plain"), 10);
        EncryptedRows.write(configuration, file("all"), 10);
        configuration.set(HadoopEncryption.COLUMN_KEYS, "k0:id;k2:place");
        EncryptedRows.write(configuration, file("some"), 10);
        assertThat(EncryptedRows.read(configuration, file("some"))).isEqualTo(EncryptedRows.expected(10));

        configuration.set(HadoopEncryption.REQUIRED_COLUMNS, "*");
        assertThat(EncryptedRows.read(configuration, file("all"))).isEqualTo(EncryptedRows.expected(10));
        assertThatThrownBy(() -> EncryptedRows.read(configuration, file("some")))
                .isInstanceOf(TamperedFileException.class)
                .hasMessageContaining("column name")
                .hasMessageContaining(HadoopEncryption.REQUIRED_COLUMNS);
        assertThatThrownBy(() -> EncryptedRows.read(configuration, file("plain")))
                .isInstanceOf(TamperedFileException.class);

        configuration.set(HadoopEncryption.REQUIRED_COLUMNS, "id, place");
        assertThat(EncryptedRows.read(configuration, file("some"))).isEqualTo(EncryptedRows.expected(10));
        configuration.set(HadoopEncryption.REQUIRED_COLUMNS, "id, place, AGE");
        assertThatThrownBy(() -> EncryptedRows.read(configuration, file("some")))
                .isInstanceOf(TamperedFileException.class)
                .hasMessageContaining("column age");
        assertThatThrownBy(() -> HadoopWriteOptions.from(configuration, file("new"), EncryptedRows.SCHEMA))
                .isInstanceOf(InvalidDataException.class)
                .hasMessageContaining(HadoopEncryption.REQUIRED_COLUMNS)
                .hasMessageContaining("column age");
        configuration.setBoolean(HadoopEncryption.COMPLETE_COLUMNS, true);
        EncryptedRows.write(configuration, file("complete"), 10);
        assertThat(EncryptedRows.read(configuration, file("complete"))).isEqualTo(EncryptedRows.expected(10));

        Configuration withoutKms = new Configuration(false);
        withoutKms.set(HadoopEncryption.REQUIRED_COLUMNS, "id");
        assertThatThrownBy(() -> EncryptedRows.read(withoutKms, file("plain")))
                .isInstanceOf(TamperedFileException.class);
        withoutKms.set(HadoopEncryption.REQUIRED_COLUMNS, " , ");
        assertThatThrownBy(() -> EncryptedRows.read(withoutKms, file("plain")))
                .isInstanceOf(InvalidDataException.class)
                .hasMessageContaining(HadoopEncryption.REQUIRED_COLUMNS);
    }

    @Test
    void storedPrefixesAreBelievedOnlyIfExpectedOrAllowed() throws IOException {
        configuration.set(HadoopEncryption.AAD_PREFIX, "table a;");
        EncryptedRows.write(configuration, file("f"), 10);
        assertThat(EncryptedRows.read(configuration, file("f"))).isEqualTo(EncryptedRows.expected(10));
        configuration.unset(HadoopEncryption.AAD_PREFIX);
        assertThatThrownBy(() -> EncryptedRows.read(configuration, file("f")))
                .isInstanceOf(io.pq2.exception.AadPrefixException.class)
                .hasMessageContaining(HadoopEncryption.AAD_PREFIX)
                .hasMessageContaining(HadoopEncryption.UNVERIFIED_AAD_PREFIXES);
        configuration.setBoolean(HadoopEncryption.UNVERIFIED_AAD_PREFIXES, true);
        assertThat(EncryptedRows.read(configuration, file("f"))).isEqualTo(EncryptedRows.expected(10));
    }

    @Test
    void withoutAKmsUnencryptedColumnsOfSignedFilesAreRead() throws IOException {
        configuration.set(HadoopEncryption.COLUMN_KEYS, "k0:id");
        configuration.setBoolean(HadoopEncryption.PLAINTEXT_FOOTER, true);
        EncryptedRows.write(configuration, file("f"), 10);
        Configuration none = new Configuration(false);
        assertThat(HadoopEncryption.forReading(none, file("f"))).isNull();
        assertThat(EncryptedRows.read(none, file("f"), "age")).hasSize(10);
        assertThatThrownBy(() -> EncryptedRows.read(none, file("f"), "id")).isInstanceOf(KeyDeniedException.class);
        kms.deny("DEFAULT", "kf");
        assertThatThrownBy(() -> EncryptedRows.read(configuration, file("f"), "age"))
                .isInstanceOf(KmsDeniedException.class);
        configuration.setBoolean(HadoopEncryption.UNVERIFIED_FOOTERS, true);
        assertThat(EncryptedRows.read(configuration, file("f"), "age")).hasSize(10);
    }

    @Test
    void theFooterCacheServesEncryptedFiles() throws IOException {
        EncryptedRows.write(configuration, file("f"), 10);
        FooterCache cache = new FooterCache(1 << 20);
        FileSystem files = file("f").getFileSystem(configuration);
        for (int i = 0; i < 2; i++) {
            try (var opened = cache.source(configuration, HadoopReadOptions.from(configuration))
                    .open(files.getFileStatus(file("f")))) {
                assertThat(opened.metadata().numRows()).isEqualTo(10);
            }
        }
        assertThat(cache.size()).isEqualTo(1);
        kms.deny("DEFAULT", "kf");
        KmsAccess.forgetAll();
        assertThatThrownBy(() -> cache.source(configuration, HadoopReadOptions.from(configuration))
                        .open(files.getFileStatus(file("f"))))
                .isInstanceOf(KmsDeniedException.class);
    }

    @Test
    void theTokenIsReadFromACredentialProvider() throws Exception {
        String store = "jceks://file" + directory.resolve("tokens.jceks");
        configuration.set("hadoop.security.credential.provider.path", store);
        var provider = org.apache.hadoop.security.alias.CredentialProviderFactory.getProviders(configuration)
                .get(0);
        provider.createCredentialEntry(HadoopEncryption.ACCESS_TOKEN, "kept".toCharArray());
        provider.flush();
        kms.deny("kept", "kf");
        assertThatThrownBy(() -> EncryptedRows.write(configuration, file("f"), 10))
                .isInstanceOf(KmsDeniedException.class);
    }

    @Test
    void invalidSettingsAreRefused() {
        for (List<String> wrong : List.of(
                List.of(HadoopEncryption.UNIFORM_KEY, "kf"),
                List.of(HadoopEncryption.COLUMN_KEYS, ""),
                List.of(HadoopEncryption.FOOTER_KEY, ""),
                List.of(HadoopEncryption.COLUMN_KEYS, "id,name"),
                List.of(HadoopEncryption.COLUMN_KEYS, "k0:id;k1:id"),
                List.of(HadoopEncryption.ALGORITHM, "AES_CBC"),
                List.of(HadoopEncryption.DATA_KEY_BITS, "64"),
                List.of(HadoopEncryption.KEK_BITS, "129"),
                List.of(HadoopEncryption.PROVIDER, "Nobody"),
                List.of(HadoopEncryption.WRAP_LOCALLY, "true"),
                List.of(HadoopEncryption.KMS_CLIENT, ""),
                List.of(HadoopEncryption.KMS_CLIENT, "java.lang.String"),
                List.of(HadoopEncryption.KMS_CLIENT, "com.example.NoClient"))) {
            Configuration changed = new Configuration(configuration);
            changed.set(wrong.get(0), wrong.get(1));
            assertThatThrownBy(() -> EncryptedRows.write(changed, file("f"), 10))
                    .as(wrong.toString())
                    .isInstanceOf(InvalidDataException.class);
        }
        configuration.set(HadoopEncryption.CRYPTO_FACTORY, "com.example.Factory");
        assertThatThrownBy(() -> EncryptedRows.write(configuration, file("f"), 10))
                .isInstanceOf(UnsupportedFeatureException.class);
        assertThat(kms.wraps()).isZero();
    }

    @Test
    void aProviderIsSelectedByItsName() throws IOException {
        configuration.set(HadoopEncryption.PROVIDER, "SunJCE");
        EncryptedRows.write(configuration, file("f"), 10);
        assertThat(EncryptedRows.read(configuration, file("f"))).isEqualTo(EncryptedRows.expected(10));
    }
}
