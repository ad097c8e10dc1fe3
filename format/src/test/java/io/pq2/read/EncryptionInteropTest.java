package io.pq2.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.bloomfilter.BloomFilter;
import io.pq2.encryption.EncryptionScheme;
import io.pq2.encryption.FileDecryptionProperties;
import io.pq2.encryption.FileEncryptionProperties;
import io.pq2.exception.InvalidDataException;
import io.pq2.exception.KeyDeniedException;
import io.pq2.io.LocalInputFile;
import io.pq2.io.MemoryInputFile;
import io.pq2.metadata.ColumnChunk;
import io.pq2.predicate.Literal;
import io.pq2.predicate.Predicate;
import io.pq2.read.EncryptionMode.Keys;
import io.pq2.record.RowReader;
import io.pq2.schema.Column;
import io.pq2.write.WriteOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Exchanges encrypted files of all modes with parquet-java in both directions. */
class EncryptionInteropTest {

    private static List<List<ColumnEntries.Entry>> expected;

    @TempDir
    Path directory;

    @BeforeAll
    static void shred() throws IOException {
        expected = EncryptionRows.expected();
    }

    private static ParquetFile open(byte[] bytes, FileDecryptionProperties keys) throws IOException {
        return ParquetFile.open(new MemoryInputFile("encrypted", bytes), ReadOptions.DEFAULT, keys);
    }

    @TestFactory
    Stream<DynamicTest> writtenFilesAreReadByPq2AndParquetJava() {
        return EncryptionMode.all().stream()
                .map(mode -> DynamicTest.dynamicTest(mode.toString(), () -> {
                    byte[] bytes = EncryptionRows.write(mode.writeOptions().build());
                    try (ParquetFile file = open(bytes, mode.decryption().build())) {
                        assertThat(EncryptionRows.columns(file)).isEqualTo(expected);
                        checkMetadata(file, mode);
                    }
                    Path path = Files.write(directory.resolve("ours" + mode.hashCode()), bytes);
                    assertThat(EncryptionRows.joined(ParquetJavaColumns.read(path, mode.parquetJavaDecryption())))
                            .isEqualTo(expected);
                    compareIndexes(path, mode);
                }));
    }

    private static void checkMetadata(ParquetFile file, EncryptionMode mode) throws IOException {
        for (int group = 0; group < file.metadata().rowGroups().size(); group++) {
            for (Column column : file.schema().columns()) {
                ColumnChunk chunk =
                        file.metadata().rowGroups().get(group).columns().get(column.index());
                assertThat(chunk.metadata().statistics()).isNotNull();
                assertThat(file.offsetIndex(group, column) != null).isEqualTo(mode.indexes());
                assertThat(file.columnIndex(group, column) != null).isEqualTo(mode.indexes());
                BloomFilter filter = file.bloomFilter(group, column);
                if (column.dottedPath().equals("id") && mode.bloomFilters()) {
                    assertThat(filter.mightContain(group * (long) EncryptionRows.ROW_GROUP + 5))
                            .isTrue();
                }
            }
        }
    }

    private static void compareIndexes(Path path, EncryptionMode mode) throws IOException {
        ParquetReadOptions options = ParquetReadOptions.builder()
                .withDecryption(mode.parquetJavaDecryption())
                .build();
        try (ParquetFileReader theirs =
                ParquetFileReader.open(new org.apache.parquet.io.LocalInputFile(path), options)) {
            for (var chunk : theirs.getRowGroups().get(0).getColumns()) {
                assertThat(theirs.readOffsetIndex(chunk) != null).isEqualTo(mode.indexes());
                assertThat(theirs.readColumnIndex(chunk) != null).isEqualTo(mode.indexes());
                if (mode.bloomFilters() && chunk.getPath().toDotString().equals("id")) {
                    var filter = theirs.readBloomFilter(chunk);
                    assertThat(filter.findHash(filter.hash(5L))).isTrue();
                }
            }
        }
    }

    @TestFactory
    Stream<DynamicTest> readsFilesOfParquetJava() {
        return EncryptionMode.all().stream()
                .map(mode -> DynamicTest.dynamicTest(mode.toString(), () -> {
                    Path path = ParquetJavaFile.write(
                            directory.resolve("theirs" + mode.hashCode()),
                            EncryptionRows.TEXT,
                            EncryptionRows.ROWS,
                            mode::apply,
                            EncryptionRows::fill);
                    try (ParquetFile file = ParquetFile.open(
                            new LocalInputFile(path),
                            ReadOptions.DEFAULT,
                            mode.decryption().build())) {
                        assertThat(EncryptionRows.columns(file)).isEqualTo(expected);
                        Column id = file.schema().column(List.of("id"));
                        assertThat(file.columnIndex(0, id).minValues()).isNotEmpty();
                        assertThat(file.offsetIndex(0, id).pageLocations()).hasSizeGreaterThan(1);
                        if (mode.bloomFilters() && file.bloomFilter(0, id) != null) {
                            assertThat(file.bloomFilter(0, id).mightContain(5)).isTrue();
                        }
                    }
                }));
    }

    @TestFactory
    Stream<DynamicTest> skipsPagesByEncryptedPageIndexes() {
        return EncryptionMode.all().stream()
                .filter(EncryptionMode::indexes)
                .filter(mode -> mode.keys() != Keys.SOME)
                .map(mode -> DynamicTest.dynamicTest(mode.toString(), () -> {
                    byte[] bytes = EncryptionRows.write(mode.writeOptions().build());
                    try (ParquetFile file = open(bytes, mode.decryption().build())) {
                        Predicate fromRow650 = new Predicate.Comparison(
                                List.of("id"), Predicate.Operator.GE, new Literal.IntegerLiteral(650));
                        try (BatchReader batches = file.scan()
                                        .filter(fromRow650, RowFiltering.NONE)
                                        .open();
                                RowReader rows = new RowReader(batches)) {
                            for (int i = 600; i < EncryptionRows.ROWS; i++) {
                                assertThat(rows.next()).isTrue();
                                assertThat(rows.row().getLong("id")).isEqualTo(i);
                                assertThat(rows.row().isNull("name")).isEqualTo(i % 7 == 0);
                            }
                            assertThat(rows.next()).isFalse();
                        }
                        try (RowReader rows =
                                new RowReader(file.scan().rows(777, 5).open())) {
                            assertThat(rows.next()).isTrue();
                            assertThat(rows.row().getLong("id")).isEqualTo(777);
                        }
                    }
                }));
    }

    @Test
    void severalThreadsWriteReadableFile() throws IOException {
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            for (EncryptionScheme scheme : EncryptionScheme.values()) {
                EncryptionMode mode = EncryptionMode.of(scheme, false);
                WriteOptions options = mode.writeOptions().executor(threads, 4).build();
                byte[] bytes = EncryptionRows.write(options);
                assertThat(bytes).isNotEqualTo(EncryptionRows.write(options));
                try (ParquetFile file = open(bytes, mode.decryption().build())) {
                    assertThat(EncryptionRows.columns(file)).isEqualTo(expected);
                }
            }
        } finally {
            threads.shutdown();
        }
    }

    @Test
    void plaintextFooterHidesEncryptedColumns() throws IOException {
        EncryptionMode mode = EncryptionMode.of(EncryptionScheme.AES_GCM_V1, true);
        byte[] bytes = EncryptionRows.write(mode.writeOptions().build());
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        assertThat(text).doesNotContain("name 12").startsWith("PAR1").endsWith("PAR1");
        try (ParquetFile file = open(bytes, null)) {
            for (Column column : file.schema().columns()) {
                ColumnChunk chunk = file.metadata().rowGroups().get(0).columns().get(column.index());
                boolean encrypted = mode.encryption().isEncrypted(column);
                assertThat(chunk.cryptoMetadata() != null).isEqualTo(encrypted);
                assertThat(chunk.metadata().statistics() == null).isEqualTo(encrypted);
                if (encrypted) {
                    assertThat(chunk.metadata().sizeStatistics()).isNull();
                    assertThat(chunk.metadata().encodingStats()).isNull();
                    assertThatThrownBy(() ->
                                    file.scan().columns(column.dottedPath()).plan())
                            .isInstanceOf(KeyDeniedException.class)
                            .hasMessageContaining(column.dottedPath());
                }
            }
            // Pruning ignores columns without key, so that all rows are returned.
            Predicate matchesNoRow =
                    new Predicate.Comparison(List.of("score"), Predicate.Operator.GT, new Literal.DoubleLiteral(1e9));
            try (RowReader rows = new RowReader(file.scan()
                    .columns("id")
                    .filter(matchesNoRow, RowFiltering.NONE)
                    .open())) {
                for (int i = 0; i < EncryptionRows.ROWS; i++) {
                    assertThat(rows.next()).isTrue();
                }
            }
        }
    }

    @Test
    void encryptedFooterHidesSchemaAndKeyValueMetadata() {
        EncryptionMode mode = EncryptionMode.of(EncryptionScheme.AES_GCM_V1, false);
        byte[] bytes = EncryptionRows.write(
                mode.writeOptions().keyValueMetadata("whose", "a secret").build());
        assertThat(new String(bytes, StandardCharsets.ISO_8859_1))
                .startsWith("PARE")
                .endsWith("PARE")
                .doesNotContain("place")
                .doesNotContain("a secret");
        assertThatThrownBy(() -> open(bytes, null))
                .isInstanceOf(KeyDeniedException.class)
                .hasMessageContaining("encrypted")
                .hasMessageContaining("\"kf\"");
    }

    @Test
    void rejectsUnknownEncryptedColumnsBeforeCreatingFile() {
        FileEncryptionProperties keys = FileEncryptionProperties.builder(EncryptionMode.key("kf", 16))
                .column("plaice", EncryptionMode.key("kp", 16), null)
                .build();
        WriteOptions options = WriteOptions.builder().encryption(keys).build();
        assertThatThrownBy(() -> EncryptionRows.write(options))
                .isInstanceOf(InvalidDataException.class)
                .hasMessageContaining("plaice")
                .hasMessageContaining("place.lat");
    }

    @Test
    void rejectsWipedKeys() throws IOException {
        EncryptionMode mode = EncryptionMode.of(EncryptionScheme.AES_GCM_V1, false);
        FileEncryptionProperties encryption = mode.encryption();
        WriteOptions options = mode.writeOptions().encryption(encryption).build();
        byte[] bytes = EncryptionRows.write(options);
        encryption.destroy();
        assertThatThrownBy(() -> EncryptionRows.write(options)).isInstanceOf(IllegalStateException.class);
        FileDecryptionProperties decryption = FileDecryptionProperties.builder()
                .footerKey(EncryptionMode.key("kf", 16))
                .keyRetriever(mode.retriever())
                .build();
        open(bytes, decryption).close();
        decryption.destroy();
        assertThatThrownBy(() -> open(bytes, decryption)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void wipesRetrievedKeysWhenFileAndScansAreClosed() throws IOException {
        EncryptionMode mode = EncryptionMode.of(EncryptionScheme.AES_GCM_V1, false);
        byte[] bytes = EncryptionRows.write(mode.writeOptions().build());
        ParquetFile file = open(bytes, mode.decryption().build());
        Column name = file.schema().column(List.of("name"));
        try (RowReader rows = new RowReader(file.scan().columns("name").open())) {
            file.close();
            for (int i = 0; i < EncryptionRows.ROWS; i++) {
                assertThat(rows.next()).isTrue();
            }
            file.close();
            assertThat(file.offsetIndex(0, name)).isNotNull();
        }
        assertThatThrownBy(() -> file.offsetIndex(0, name)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void rejectsAggregatesOfColumnsWithoutKey() throws IOException {
        EncryptionMode mode = EncryptionMode.of(EncryptionScheme.AES_GCM_V1, true);
        byte[] bytes = EncryptionRows.write(mode.writeOptions().build());
        try (ParquetFile file = open(bytes, null)) {
            assertThatThrownBy(() -> file.aggregate().count("score").run()).isInstanceOf(KeyDeniedException.class);
        }
    }

    @Test
    void decryptsCachedFooterOnUse() throws IOException {
        EncryptionMode mode = EncryptionMode.of(EncryptionScheme.AES_GCM_V1, false);
        MemoryInputFile input = new MemoryInputFile(
                "encrypted", EncryptionRows.write(mode.writeOptions().build()));
        Footer footer;
        try (ParquetFile file =
                ParquetFile.open(input, ReadOptions.DEFAULT, mode.decryption().build())) {
            footer = file.footer();
        }
        assertThat(footer.isEncrypted()).isTrue();
        try (ParquetFile file = ParquetFile.open(
                input, footer, ReadOptions.DEFAULT, mode.decryption().build())) {
            assertThat(EncryptionRows.columns(file)).isEqualTo(expected);
        }
        assertThatThrownBy(() -> ParquetFile.open(input, footer, ReadOptions.DEFAULT))
                .isInstanceOf(KeyDeniedException.class);
    }
}
