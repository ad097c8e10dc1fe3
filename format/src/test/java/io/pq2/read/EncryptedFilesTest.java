package io.pq2.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.SharedFiles;
import io.pq2.bloomfilter.BloomFilter;
import io.pq2.encryption.DecryptionKeyRetriever;
import io.pq2.encryption.FileDecryptionProperties;
import io.pq2.exception.AadPrefixException;
import io.pq2.exception.KeyDeniedException;
import io.pq2.exception.WrongKeyException;
import io.pq2.io.LocalInputFile;
import io.pq2.record.Row;
import io.pq2.record.RowReader;
import io.pq2.schema.Column;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.LocalTime;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Reads the encrypted files of apache/parquet-testing with the keys from its README. Arrow C++ and parquet-java wrote
 * them with the same formulas for the values.
 */
class EncryptedFilesTest {

    private static final String PREFIX = "tester";

    /** Returns a key of ascending ASCII digits that start with {@code first} and end with {@code last}. */
    private static byte[] key(int length, int first, int last) {
        byte[] key = new byte[length];
        for (int i = 0; i < length; i++) {
            key[i] = (byte) ('0' + (first + i) % 10);
        }
        key[length - 1] = (byte) ('0' + last);
        return key;
    }

    private static DecryptionKeyRetriever keys(int length) {
        return metadata -> {
            String name = new String(metadata, StandardCharsets.UTF_8);
            if (name.equals("kf")) {
                return key(length, 0, length == 16 ? 5 : 1);
            }
            int number = Integer.parseInt(name.substring(2));
            return key(length, 1, length == 16 ? number - 1 : number + 1);
        };
    }

    private static List<Path> files() {
        return SharedFiles.parquetFiles("data").stream()
                .filter(path -> path.toString().endsWith(".encrypted"))
                .filter(path -> !path.toString().contains("external_key_material"))
                .toList();
    }

    private static int keyLength(Path path) {
        return path.toString().contains("aes256") ? 32 : 16;
    }

    private static boolean needsPrefix(Path path) {
        return path.toString().contains("_aad");
    }

    private static FileDecryptionProperties keysOf(Path path) {
        FileDecryptionProperties.Builder keys =
                FileDecryptionProperties.builder().keyRetriever(keys(keyLength(path)));
        return (needsPrefix(path) ? keys.aadPrefix(PREFIX) : keys).build();
    }

    private static ParquetFile open(Path path, FileDecryptionProperties keys) throws IOException {
        return ParquetFile.open(new LocalInputFile(path), ReadOptions.DEFAULT, keys);
    }

    @TestFactory
    Stream<DynamicTest> readsRowsOfFormulasAndParquetJava() throws IOException {
        Map<String, FilesTable.Line> table = FilesTable.read();
        Path root = SharedFiles.parquetTesting("");
        return files().stream()
                .map(path -> DynamicTest.dynamicTest(root.relativize(path).toString(), () -> {
                    String name = root.relativize(path).toString().replace('\\', '/');
                    int rows = table.get(name).rows();
                    assertThat(table.get(name).result()).isEqualTo("encrypted: read with its keys");
                    try (ParquetFile file = open(path, keysOf(path))) {
                        checkRows(file, rows);
                        compareWithParquetJava(path, file);
                    }
                }));
    }

    private static void checkRows(ParquetFile file, int rows) throws IOException {
        int count = 0;
        try (RowReader reader = new RowReader(file.scan().open())) {
            while (reader.next()) {
                checkRow(reader.row(), count);
                count++;
            }
        }
        assertThat(count).isEqualTo(rows);
    }

    private static void checkRow(Row row, int i) {
        if (row.shape().children().size() == 4) {
            assertThat(row)
                    .hasToString(String.format(
                            "{double_field: %d.5, float_field: %d.25, int32_field: %d, name: name_%d}", i, i, i, i));
            return;
        }
        String text = i % 2 == 0 ? String.format("parquet%03d", i) : null;
        byte[] fixed = new byte[10];
        Arrays.fill(fixed, (byte) i);
        assertThat(row.getBoolean("boolean_field")).isEqualTo(i % 2 == 0);
        assertThat(row.get("int32_field")).isEqualTo(LocalTime.ofNanoOfDay(i * 1_000_000L));
        assertThat(row.get("int64_field"))
                .isEqualTo(List.of(2L * i * 1_000_000_000_000L, (2L * i + 1) * 1_000_000_000_000L));
        assertThat(row.getFloat("float_field")).isEqualTo(i * 1.1f);
        assertThat(row.getDouble("double_field")).isEqualTo(i * 1.1111111);
        assertThat(row.get("ba_field")).isEqualTo(text == null ? null : text.getBytes(StandardCharsets.UTF_8));
        assertThat(row.get("flba_field")).isEqualTo(fixed);
    }

    private static void compareWithParquetJava(Path path, ParquetFile file) throws IOException {
        org.apache.parquet.crypto.FileDecryptionProperties.Builder theirs =
                org.apache.parquet.crypto.FileDecryptionProperties.builder()
                        .withKeyRetriever(metadata -> keys(keyLength(path)).key(metadata));
        if (needsPrefix(path)) {
            theirs.withAADPrefix(PREFIX.getBytes(StandardCharsets.UTF_8));
        }
        List<List<List<ColumnEntries.Entry>>> expected = ParquetJavaColumns.read(path, theirs.build());
        for (int group = 0; group < expected.size(); group++) {
            assertThat(ParquetJavaComparison.rowGroup(file, group, 7)).isEqualTo(expected.get(group));
        }
    }

    @TestFactory
    Stream<DynamicTest> readsStatisticsAndPageIndexes() {
        return files().stream()
                .map(path -> DynamicTest.dynamicTest(path.getFileName().toString(), () -> {
                    try (ParquetFile file = open(path, keysOf(path))) {
                        for (Column column : file.schema().columns()) {
                            assertThat(file.metadata()
                                            .rowGroups()
                                            .get(0)
                                            .columns()
                                            .get(column.index())
                                            .metadata())
                                    .isNotNull();
                            file.columnIndex(0, column);
                            file.offsetIndex(0, column);
                        }
                        assertThat(file.metadata()
                                        .rowGroups()
                                        .get(0)
                                        .columns()
                                        .get(file.schema()
                                                .column(List.of("double_field"))
                                                .index())
                                        .metadata()
                                        .statistics())
                                .isNotNull();
                    }
                }));
    }

    @Test
    void decryptsBloomFilters() throws IOException {
        Path path = SharedFiles.parquetTesting("data/encrypt_columns_and_footer_bloom_filter.parquet.encrypted");
        try (ParquetFile file = open(path, keysOf(path))) {
            Column column = file.schema().column(List.of("double_field"));
            BloomFilter filter = file.bloomFilter(0, column);
            int falsePositives = 0;
            try (RowReader rows = new RowReader(file.scan().open())) {
                while (rows.next()) {
                    double value = rows.row().getDouble("double_field");
                    assertThat(filter.mightContain(value)).isTrue();
                    falsePositives += filter.mightContain(-1 - value) ? 1 : 0;
                }
            }
            assertThat(falsePositives).isLessThan(200);
        }
    }

    @Test
    void readsUnencryptedColumnsWithoutKeys() throws IOException {
        Path path = SharedFiles.parquetTesting("data/encrypt_columns_plaintext_footer.parquet.encrypted");
        try (ParquetFile file = open(path, null)) {
            assertThat(file.metadata().numRows()).isEqualTo(50);
            try (RowReader rows = new RowReader(
                    file.scan().columns("boolean_field", "int64_field").open())) {
                for (int i = 0; i < 50; i++) {
                    assertThat(rows.next()).isTrue();
                    assertThat(rows.row().getBoolean("boolean_field")).isEqualTo(i % 2 == 0);
                }
                assertThat(rows.next()).isFalse();
            }
            assertThatThrownBy(() -> file.scan().columns("double_field").plan())
                    .isInstanceOf(KeyDeniedException.class)
                    .hasMessageContaining(path.toString())
                    .hasMessageContaining("column double_field")
                    .hasMessageContaining("\"kc1\"");
            Column column = file.schema().column(List.of("float_field"));
            assertThatThrownBy(() -> file.columnIndex(0, column))
                    .isInstanceOf(KeyDeniedException.class)
                    .hasMessageContaining("\"kc2\"");
        }
    }

    @Test
    void readsOnlyColumnsWithPermittedKeys() throws IOException {
        Path path = SharedFiles.parquetTesting("data/encrypt_columns_and_footer.parquet.encrypted");
        DecryptionKeyRetriever some = metadata -> {
            if (new String(metadata, StandardCharsets.UTF_8).equals("kc2")) {
                throw new KeyDeniedException("not for you");
            }
            return keys(16).key(metadata);
        };
        FileDecryptionProperties keys =
                FileDecryptionProperties.builder().keyRetriever(some).build();
        try (ParquetFile file = open(path, keys)) {
            try (RowReader rows = new RowReader(
                    file.scan().columns("double_field", "boolean_field").open())) {
                assertThat(rows.next()).isTrue();
                assertThat(rows.row().getDouble("double_field")).isZero();
            }
            assertThatThrownBy(() -> file.scan().open())
                    .isInstanceOf(KeyDeniedException.class)
                    .hasMessageContaining("column float_field")
                    .hasMessageContaining("\"kc2\"")
                    .hasMessageContaining("not for you");
        }
    }

    @Test
    void distinguishesWrongKeysFromWrongPrefixes() throws IOException {
        Path path = SharedFiles.parquetTesting("data/encrypt_columns_and_footer_disable_aad_storage.parquet.encrypted");
        FileDecryptionProperties.Builder right =
                FileDecryptionProperties.builder().keyRetriever(keys(16));
        assertThatThrownBy(() -> open(path, right.build()))
                .isInstanceOf(AadPrefixException.class)
                .hasMessageContaining("does not store");
        assertThatThrownBy(() -> open(path, right.aadPrefix("tester2").build()))
                .isInstanceOf(AadPrefixException.class)
                .hasMessageContaining("another AAD prefix than the given one");
        FileDecryptionProperties wrongKey = FileDecryptionProperties.builder()
                .footerKey(key(16, 1, 0))
                .aadPrefix(PREFIX)
                .build();
        assertThatThrownBy(() -> open(path, wrongKey)).isInstanceOf(WrongKeyException.class);
        FileDecryptionProperties wrongColumn = FileDecryptionProperties.builder()
                .keyRetriever(keys(16))
                .columnKey("float_field", key(16, 1, 0))
                .aadPrefix(PREFIX)
                .build();
        try (ParquetFile file = open(path, wrongColumn)) {
            assertThatThrownBy(() -> file.scan().open())
                    .isInstanceOf(WrongKeyException.class)
                    .hasMessageContaining("float_field")
                    .hasMessageContaining("kc2");
            file.scan().columns("double_field").open().close();
        }
    }

    @Test
    void verifiesStoredPrefix() throws IOException {
        Path path = SharedFiles.parquetTesting("data/encrypt_columns_and_footer_aad.parquet.encrypted");
        FileDecryptionProperties.Builder keys =
                FileDecryptionProperties.builder().keyRetriever(keys(16));
        assertThatThrownBy(() -> open(path, keys.build()))
                .isInstanceOf(AadPrefixException.class)
                .hasMessageContaining("stores an AAD prefix");
        open(path, keys.unverifiedAadPrefixAllowed(true).build()).close();
        open(path, keys.aadPrefix(PREFIX).unverifiedAadPrefixAllowed(false).build())
                .close();
        assertThatThrownBy(() -> open(path, keys.aadPrefix("other").build()))
                .isInstanceOf(AadPrefixException.class)
                .hasMessageContaining("differs from the expected one");
        FileDecryptionProperties.Builder verifying = FileDecryptionProperties.builder()
                .keyRetriever(keys(16))
                .aadPrefixVerifier((file, prefix) -> {
                    assertThat(file).isEqualTo(path.toString());
                    if (!new String(prefix, StandardCharsets.UTF_8).equals("x")) {
                        throw new AadPrefixException("the table is x");
                    }
                });
        assertThatThrownBy(() -> open(path, verifying.build()))
                .isInstanceOf(AadPrefixException.class)
                .hasMessageContaining("the table is x");
        Path without = SharedFiles.parquetTesting("data/encrypt_columns_and_footer.parquet.encrypted");
        assertThatThrownBy(() -> open(without, verifying.build())).isInstanceOf(AadPrefixException.class);
        assertThatThrownBy(() -> open(without, keys.aadPrefix(PREFIX).build()))
                .isInstanceOf(AadPrefixException.class)
                .hasMessageContaining("encrypted without");
    }

    /** The keys are in a key material file, double-wrapped with the master keys from the README. */
    @Test
    void readsFileWithExternalKeyMaterial() throws Exception {
        Path path = SharedFiles.parquetTesting("data/external_key_material_java.parquet.encrypted");
        String materials = Files.readString(path.resolveSibling("_KEY_MATERIAL_FOR_" + path.getFileName() + ".json"))
                .replace("\\\"", "\"");
        DecryptionKeyRetriever external = metadata -> {
            String reference = field(new String(metadata, StandardCharsets.UTF_8), "keyReference");
            String material = materials.substring(materials.indexOf("\"" + reference + "\":"));
            String master = field(material, "masterKeyID");
            byte[] wrapping = unwrap(
                    keys(16).key(master.getBytes(StandardCharsets.UTF_8)),
                    field(material, "wrappedKEK"),
                    master.getBytes(StandardCharsets.UTF_8));
            byte[] id = Base64.getDecoder().decode(field(material, "keyEncryptionKeyID"));
            return unwrap(wrapping, field(material, "wrappedDEK"), id);
        };
        FileDecryptionProperties keys =
                FileDecryptionProperties.builder().keyRetriever(external).build();
        org.apache.parquet.crypto.FileDecryptionProperties theirs =
                org.apache.parquet.crypto.FileDecryptionProperties.builder()
                        .withKeyRetriever(external::key)
                        .build();
        List<List<List<ColumnEntries.Entry>>> expected = ParquetJavaColumns.read(path, theirs);
        try (ParquetFile file = open(path, keys)) {
            assertThat(file.metadata().numRows())
                    .isEqualTo(
                            FilesTable.read().get("data/" + path.getFileName()).rows());
            for (int group = 0; group < expected.size(); group++) {
                assertThat(ParquetJavaComparison.rowGroup(file, group, 64)).isEqualTo(expected.get(group));
            }
        }
    }

    private static String field(String json, String name) {
        Matcher matcher = Pattern.compile("\"" + name + "\":\"([^\"]*)\"").matcher(json);
        assertThat(matcher.find()).as(name).isTrue();
        return matcher.group(1);
    }

    private static byte[] unwrap(byte[] key, String wrapped, byte[] aad) {
        byte[] bytes = Base64.getDecoder().decode(wrapped);
        try {
            Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
            cipher.init(Cipher.DECRYPT_MODE, new SecretKeySpec(key, "AES"), new GCMParameterSpec(128, bytes, 0, 12));
            cipher.updateAAD(aad);
            return cipher.doFinal(bytes, 12, bytes.length - 12);
        } catch (GeneralSecurityException e) {
            throw new KeyDeniedException("the key cannot be unwrapped", e);
        }
    }
}
