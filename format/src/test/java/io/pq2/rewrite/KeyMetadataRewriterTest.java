package io.pq2.rewrite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.encryption.DecryptionKeyRetriever;
import io.pq2.encryption.EncryptionScheme;
import io.pq2.encryption.FileDecryptionProperties;
import io.pq2.exception.CorruptFileException;
import io.pq2.exception.InvalidDataException;
import io.pq2.exception.KeyDeniedException;
import io.pq2.exception.ParquetException;
import io.pq2.exception.TamperedFileException;
import io.pq2.io.InputFile;
import io.pq2.io.LocalOutputFile;
import io.pq2.io.MemoryInputFile;
import io.pq2.io.MemoryOutputFile;
import io.pq2.io.RangeSource;
import io.pq2.read.ColumnEntries;
import io.pq2.read.EncryptionMode;
import io.pq2.read.EncryptionMode.Prefix;
import io.pq2.read.EncryptionRows;
import io.pq2.read.Footer;
import io.pq2.read.ParquetFile;
import io.pq2.read.ReadOptions;
import io.pq2.write.WriteOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.hadoop.ParquetReader;
import org.apache.parquet.hadoop.example.GroupReadSupport;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Rewrites the key metadata of files in all encryption modes. Rows and keys stay the same; the key metadata has other
 * names.
 */
class KeyMetadataRewriterTest {

    /** Returns a name whose length differs by key and can need more than one byte of varint. */
    private static byte[] rename(byte[] metadata) {
        String name = new String(metadata, StandardCharsets.UTF_8);
        return ("renamed " + "-".repeat(name.equals("kf") ? 300 : 5) + " " + name).getBytes(StandardCharsets.UTF_8);
    }

    /** Returns a key retriever that knows only the new names. */
    private static DecryptionKeyRetriever retriever(EncryptionMode mode) {
        return metadata -> {
            String name = new String(metadata, StandardCharsets.UTF_8);
            if (!name.startsWith("renamed ")) {
                throw new KeyDeniedException("there is no key " + name);
            }
            return mode.retriever()
                    .key(name.substring(name.lastIndexOf(' ') + 1).getBytes(StandardCharsets.UTF_8));
        };
    }

    private static InputFile file(byte[] bytes) {
        return new MemoryInputFile("rows.parquet", bytes);
    }

    private static byte[] renamed(EncryptionMode mode, byte[] file) throws IOException {
        KeyMetadataRewriter rewriter =
                KeyMetadataRewriter.of(file(file), mode.decryption().build(), KeyMetadataRewriterTest::rename);
        MemoryOutputFile output = new MemoryOutputFile("renamed.parquet");
        rewriter.write(output);
        assertThat(rewriter.isChanged()).isTrue();
        assertThat(rewriter.length()).isEqualTo(output.bytes().length);
        return output.bytes();
    }

    @TestFactory
    Stream<DynamicTest> keepsRowsAndBytesBeforeFooter() throws IOException {
        List<List<ColumnEntries.Entry>> expected = EncryptionRows.expected();
        return EncryptionMode.all().stream()
                .map(mode -> DynamicTest.dynamicTest(mode.toString(), () -> {
                    byte[] before = EncryptionRows.write(mode.writeOptions().build());
                    byte[] after = renamed(mode, before);
                    FileDecryptionProperties keys =
                            mode.decryption().keyRetriever(retriever(mode)).build();
                    try (ParquetFile file = ParquetFile.open(file(after), ReadOptions.DEFAULT, keys)) {
                        assertThat(EncryptionRows.columns(file)).isEqualTo(expected);
                    }
                    int dataEnd =
                            (int) Footer.read(file(before), ReadOptions.DEFAULT).dataEnd();
                    assertThat(Footer.read(file(after), ReadOptions.DEFAULT).dataEnd())
                            .isEqualTo(dataEnd);
                    assertThat(Arrays.equals(before, 0, dataEnd, after, 0, dataEnd))
                            .isTrue();
                }));
    }

    @TestFactory
    Stream<DynamicTest> parquetJavaReadsRewrittenFiles(@TempDir Path directory) {
        return Stream.of(EncryptionScheme.values())
                .flatMap(scheme -> Stream.of(EncryptionMode.of(scheme, true), EncryptionMode.of(scheme, false))
                        .map(mode -> mode.withPrefix(Prefix.SUPPLIED)))
                .map(mode -> DynamicTest.dynamicTest(mode.toString(), () -> {
                    byte[] after = renamed(
                            mode, EncryptionRows.write(mode.writeOptions().build()));
                    Path path = Files.write(directory.resolve(mode.scheme() + "-" + mode.plaintextFooter()), after);
                    assertThat(rowsOfParquetJava(mode, path)).isEqualTo(EncryptionRows.ROWS);
                }));
    }

    private static int rowsOfParquetJava(EncryptionMode mode, Path path) throws IOException {
        int rows = 0;
        try (ParquetReader<Group> reader = ParquetReader.builder(
                        new GroupReadSupport(), new org.apache.hadoop.fs.Path(path.toUri()))
                .withDecryption(
                        mode.parquetJavaDecryption(metadata -> retriever(mode).key(metadata)))
                .build()) {
            for (Group row = reader.read(); row != null; row = reader.read()) {
                assertThat(row.getLong("id", 0)).isEqualTo(rows);
                rows++;
            }
        }
        return rows;
    }

    @Test
    void retrievesOnlyFooterKey() throws IOException {
        for (boolean plaintextFooter : new boolean[] {false, true}) {
            EncryptionMode mode = EncryptionMode.of(EncryptionScheme.AES_GCM_V1, plaintextFooter);
            TreeSet<String> retrieved = new TreeSet<>();
            FileDecryptionProperties keys = FileDecryptionProperties.builder()
                    .keyRetriever(metadata -> {
                        retrieved.add(new String(metadata, StandardCharsets.UTF_8));
                        return mode.retriever().key(metadata);
                    })
                    .build();
            byte[] before = EncryptionRows.write(mode.writeOptions().build());
            KeyMetadataRewriter.of(file(before), keys, KeyMetadataRewriterTest::rename)
                    .write(new MemoryOutputFile("renamed.parquet"));
            assertThat(retrieved).containsExactly("kf");
        }
    }

    @Test
    void encryptsEachFooterWithNewNonce() throws IOException {
        for (boolean plaintextFooter : new boolean[] {false, true}) {
            EncryptionMode mode = EncryptionMode.of(EncryptionScheme.AES_GCM_V1, plaintextFooter);
            byte[] before = EncryptionRows.write(mode.writeOptions().build());
            assertThat(renamed(mode, before)).isNotEqualTo(renamed(mode, before));
        }
    }

    @Test
    void reportsNoChangeForSameMetadata() throws IOException {
        for (boolean plaintextFooter : new boolean[] {false, true}) {
            EncryptionMode mode = EncryptionMode.of(EncryptionScheme.AES_GCM_V1, plaintextFooter);
            byte[] before = EncryptionRows.write(mode.writeOptions().build());
            KeyMetadataRewriter rewriter =
                    KeyMetadataRewriter.of(file(before), mode.decryption().build(), metadata -> metadata);
            assertThat(rewriter.isChanged()).isFalse();
            assertThat(rewriter.length()).isEqualTo(before.length);
            assertThatThrownBy(() -> rewriter.write(new MemoryOutputFile("same.parquet")))
                    .isInstanceOf(IllegalStateException.class);
        }
    }

    @Test
    void rejectsTamperedFooter() throws IOException {
        for (boolean plaintextFooter : new boolean[] {false, true}) {
            EncryptionMode mode = EncryptionMode.of(EncryptionScheme.AES_GCM_V1, plaintextFooter);
            byte[] file = EncryptionRows.write(mode.writeOptions().build());
            file[file.length - 12] ^= 1;
            assertThatThrownBy(() -> KeyMetadataRewriter.of(
                            file(file), mode.decryption().build(), KeyMetadataRewriterTest::rename))
                    .isInstanceOf(TamperedFileException.class);
        }
    }

    @Test
    void rejectsUnverifiableSignature() {
        EncryptionMode mode = EncryptionMode.of(EncryptionScheme.AES_GCM_V1, true);
        byte[] file = EncryptionRows.write(mode.writeOptions().build());
        FileDecryptionProperties keys =
                FileDecryptionProperties.builder().unverifiedFooterAllowed(true).build();
        assertThatThrownBy(() -> KeyMetadataRewriter.of(file(file), keys, KeyMetadataRewriterTest::rename))
                .isInstanceOf(KeyDeniedException.class)
                .hasMessageContaining("rows.parquet")
                .hasMessageContaining("the footer must be signed again, but the key");
    }

    @Test
    void rejectsUnencryptedFile() {
        byte[] file = EncryptionRows.write(WriteOptions.DEFAULT);
        assertThatThrownBy(() -> KeyMetadataRewriter.of(
                        file(file), FileDecryptionProperties.builder().build(), KeyMetadataRewriterTest::rename))
                .isInstanceOf(InvalidDataException.class)
                .hasMessageContaining("rows.parquet");
    }

    @Test
    void failureLeavesNoFile(@TempDir Path directory) throws IOException {
        EncryptionMode mode = EncryptionMode.of(EncryptionScheme.AES_GCM_V1, false);
        byte[] file = EncryptionRows.write(mode.writeOptions().build());
        KeyMetadataRewriter rewriter = KeyMetadataRewriter.of(
                new ReadableOnce(file), mode.decryption().build(), KeyMetadataRewriterTest::rename);
        Path path = directory.resolve("renamed.parquet");
        assertThatThrownBy(() -> rewriter.write(LocalOutputFile.of(path))).isInstanceOf(IOException.class);
        assertThat(path).doesNotExist();
    }

    /** A file that can be opened once; later reads get no bytes. */
    private static final class ReadableOnce implements InputFile {

        private final byte[] file;
        private boolean opened;

        ReadableOnce(byte[] file) {
            this.file = file;
        }

        @Override
        public String location() {
            return "rows.parquet";
        }

        @Override
        public long length() {
            return file.length;
        }

        @Override
        public RangeSource open() {
            byte[] bytes = opened ? new byte[0] : file;
            opened = true;
            return new MemoryInputFile(location(), bytes).open();
        }
    }

    @Test
    void rejectsDamagedFooters() {
        EncryptionMode mode = EncryptionMode.of(EncryptionScheme.AES_GCM_V1, false);
        byte[] file = EncryptionRows.write(mode.writeOptions().build());
        int footerLength = (file[file.length - 8] & 0xFF) | (file[file.length - 7] & 0xFF) << 8;
        for (int i = file.length - 8 - footerLength; i < file.length; i++) {
            byte[] damaged = file.clone();
            damaged[i] ^= 0x55;
            try {
                KeyMetadataRewriter.of(file(damaged), mode.decryption().build(), KeyMetadataRewriterTest::rename);
                throw new AssertionError("a change of byte " + i + " is undetected");
            } catch (ParquetException | IOException e) {
                assertThat(e.getMessage()).contains("rows.parquet");
            }
        }
        assertThatThrownBy(() -> KeyMetadataRewriter.of(
                        file(Arrays.copyOf(file, file.length - 1)),
                        mode.decryption().build(),
                        KeyMetadataRewriterTest::rename))
                .isInstanceOf(CorruptFileException.class);
    }
}
