package io.pq2.rewrite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.encryption.EncryptionScheme;
import io.pq2.encryption.FileDecryptionProperties;
import io.pq2.encryption.FileEncryptionProperties;
import io.pq2.exception.InvalidDataException;
import io.pq2.exception.KeyDeniedException;
import io.pq2.exception.TamperedFileException;
import io.pq2.io.MemoryInputFile;
import io.pq2.io.MemoryOutputFile;
import io.pq2.metadata.ColumnChunk;
import io.pq2.read.ParquetFile;
import io.pq2.read.ReadOptions;
import io.pq2.record.RowReader;
import io.pq2.schema.Schema;
import io.pq2.schema.SchemaText;
import io.pq2.write.TestRows;
import io.pq2.write.WriteOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Encrypts and decrypts files, and encrypts them with other keys, while rewriting. */
class EncryptedFilesRewrittenTest {

    private static final Schema SCHEMA =
            SchemaText.parse("message m { required int64 id; required int32 secret; required int64 last; }");
    private static final int ROWS = 1_000;

    private static byte[] key(String name) {
        return (name + "0123456789abcdef").substring(0, 16).getBytes(StandardCharsets.US_ASCII);
    }

    private static byte[] metadata(String name) {
        return name.getBytes(StandardCharsets.US_ASCII);
    }

    /**
     * Returns properties with a footer key and a key for column {@code secret}. The key names end with {@code name}.
     */
    private static FileEncryptionProperties encryption(EncryptionScheme scheme, boolean plaintextFooter, String name) {
        return FileEncryptionProperties.builder(key("f" + name))
                .footerKeyMetadata(metadata("f" + name))
                .column("secret", key("s" + name), metadata("s" + name))
                .scheme(scheme)
                .plaintextFooter(plaintextFooter)
                .build();
    }

    /** Returns properties that find all keys. */
    private static FileDecryptionProperties keys() {
        return FileDecryptionProperties.builder()
                .keyRetriever(metadata -> key(new String(metadata, StandardCharsets.US_ASCII)))
                .build();
    }

    private static MemoryInputFile file(String name, FileEncryptionProperties encryption, int from) {
        return new MemoryInputFile(name, bytes(encryption, from));
    }

    private static byte[] bytes(FileEncryptionProperties encryption, int from) {
        List<List<Object>> rows = new ArrayList<>();
        for (int i = from; i < from + ROWS; i++) {
            rows.add(List.of((long) i, i * 31 % 1_000, 2L * i));
        }
        WriteOptions options =
                WriteOptions.builder().encryption(encryption).rowGroupRows(400).build();
        return TestRows.write(SCHEMA, rows, options, 100).bytes();
    }

    private static RewriteOptions.Builder options(FileEncryptionProperties encryption) {
        return RewriteOptions.builder()
                .writeOptions(WriteOptions.builder().encryption(encryption).build());
    }

    private static byte[] rewrite(RewriteOptions options, MemoryInputFile... inputs) throws IOException {
        MemoryOutputFile output = new MemoryOutputFile("rewritten");
        FileRewriter.rewrite(List.of(inputs), output, options);
        return output.bytes();
    }

    private static ParquetFile open(byte[] bytes, FileDecryptionProperties keys) throws IOException {
        return ParquetFile.open(new MemoryInputFile("rewritten", bytes), ReadOptions.DEFAULT, keys);
    }

    private static void checkRows(byte[] bytes, FileDecryptionProperties keys, int rows, int rowGroups)
            throws IOException {
        try (ParquetFile file = open(bytes, keys);
                RowReader reader = new RowReader(file.scan().open())) {
            assertThat(file.metadata().rowGroups()).hasSize(rowGroups);
            int row = 0;
            for (; reader.next(); row++) {
                assertThat(reader.row().getLong("id")).isEqualTo(row);
                assertThat(reader.row().getInt("secret")).isEqualTo(row * 31 % 1_000);
                assertThat(reader.row().getLong("last")).isEqualTo(2L * row);
            }
            assertThat(row).isEqualTo(rows);
        }
    }

    private static List<Boolean> encrypted(byte[] bytes) throws IOException {
        try (ParquetFile file = open(bytes, keys())) {
            return file.metadata().rowGroups().get(0).columns().stream()
                    .map(EncryptedFilesRewrittenTest::isEncrypted)
                    .toList();
        }
    }

    private static boolean isEncrypted(ColumnChunk chunk) {
        return chunk.cryptoMetadata() != null;
    }

    @ParameterizedTest
    @CsvSource({"AES_GCM_V1,false", "AES_GCM_V1,true", "AES_GCM_CTR_V1,false", "AES_GCM_CTR_V1,true"})
    void mergesPlainAndEncryptedFilesUnderNewKeys(EncryptionScheme scheme, boolean plaintextFooter) throws IOException {
        FileEncryptionProperties other = encryption(scheme, plaintextFooter, "b");
        FileDecryptionProperties allKeys = FileDecryptionProperties.builder()
                .keyRetriever(metadata -> key(new String(metadata, StandardCharsets.US_ASCII)))
                .plaintextFilesAllowed(true)
                .build();
        byte[] bytes = rewrite(
                options(other).decryption(allKeys).build(),
                file("encrypted", encryption(scheme, !plaintextFooter, "a"), 0),
                file("plain", null, ROWS));
        checkRows(bytes, keys(), 2 * ROWS, 6);
        assertThat(encrypted(bytes)).containsExactly(false, true, false);
        FileDecryptionProperties newKeys = FileDecryptionProperties.builder()
                .footerKey(key("fb"))
                .columnKey("secret", key("sb"))
                .build();
        checkRows(bytes, newKeys, 2 * ROWS, 6);
    }

    @Test
    void encryptsPlainFilesWithoutDecryptionKeys() throws IOException {
        byte[] bytes = rewrite(
                options(encryption(EncryptionScheme.AES_GCM_V1, false, "b"))
                        .combineBelow(1 << 20)
                        .build(),
                file("plain", null, 0));
        checkRows(bytes, keys(), ROWS, 1);
        assertThat(encrypted(bytes)).containsExactly(false, true, false);
        assertThatThrownBy(() -> open(bytes, null)).isInstanceOf(KeyDeniedException.class);
    }

    @Test
    void rejectsKeysOfDroppedColumnsBeforeCreatingFile() {
        MemoryOutputFile output = new MemoryOutputFile("rewritten");
        assertThatThrownBy(() -> FileRewriter.rewrite(
                        List.of(file("plain", null, 0)),
                        output,
                        options(encryption(EncryptionScheme.AES_GCM_V1, false, "b"))
                                .dropColumns("secret")
                                .build()))
                .isInstanceOf(InvalidDataException.class)
                .hasMessageContaining("secret");
    }

    @ParameterizedTest
    @CsvSource({"false", "true"})
    void writesPlaintextOnlyIfAllowed(boolean plaintextFooter) throws IOException {
        MemoryInputFile input = file("encrypted", encryption(EncryptionScheme.AES_GCM_V1, plaintextFooter, "a"), 0);
        assertThatThrownBy(() -> rewrite(options(null).decryption(keys()).build(), input))
                .isInstanceOf(InvalidDataException.class)
                .hasMessageContaining("file encrypted")
                .hasMessageContaining("plaintextOutput");
        byte[] bytes =
                rewrite(options(null).decryption(keys()).plaintextOutput(true).build(), input);
        checkRows(bytes, null, ROWS, 3);
        assertThat(new String(bytes, 0, 4, StandardCharsets.US_ASCII)).isEqualTo("PAR1");
    }

    @Test
    void copiesUnencryptedColumnsOfSignedFile() throws IOException {
        MemoryInputFile input = file("signed", encryption(EncryptionScheme.AES_GCM_V1, true, "a"), 0);
        byte[] bytes = rewrite(RewriteOptions.builder().dropColumns("secret").build(), input);
        try (ParquetFile file = open(bytes, null)) {
            assertThat(file.metadata().numRows()).isEqualTo(ROWS);
        }
    }

    @Test
    void missingKeysAndChangedBytesLeaveNoFile() throws IOException {
        MemoryInputFile input = file("signed", encryption(EncryptionScheme.AES_GCM_V1, true, "a"), 0);
        RewriteOptions without =
                options(encryption(EncryptionScheme.AES_GCM_V1, false, "b")).build();
        assertThatThrownBy(() -> rewrite(without, input)).isInstanceOf(KeyDeniedException.class);
        byte[] bytes = bytes(encryption(EncryptionScheme.AES_GCM_V1, false, "a"), 0);
        try (ParquetFile file = open(bytes, keys())) {
            long page = file.metadata()
                    .rowGroups()
                    .get(1)
                    .columns()
                    .get(1)
                    .metadata()
                    .dataPageOffset();
            bytes[Math.toIntExact(page) + 20] ^= 1;
        }
        MemoryOutputFile output = new MemoryOutputFile("rewritten");
        RewriteOptions options = options(encryption(EncryptionScheme.AES_GCM_V1, false, "b"))
                .decryption(keys())
                .build();
        assertThatThrownBy(() -> FileRewriter.rewrite(List.of(new MemoryInputFile("changed", bytes)), output, options))
                .isInstanceOf(TamperedFileException.class)
                .hasMessageContaining("changed");
        assertThat(output.exists()).isFalse();
    }
}
