package io.pq2.it.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.pq2.encryption.EncryptionScheme;
import io.pq2.encryption.FileEncryptionProperties;
import io.pq2.io.LocalOutputFile;
import io.pq2.record.BatchBuilder;
import io.pq2.record.RecordValue;
import io.pq2.schema.Schema;
import io.pq2.schema.SchemaText;
import io.pq2.write.ParquetWriter;
import io.pq2.write.WriteOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.arrow.dataset.file.FileFormat;
import org.apache.arrow.dataset.file.FileSystemDatasetFactory;
import org.apache.arrow.dataset.jni.JniLoader;
import org.apache.arrow.dataset.jni.NativeMemoryPool;
import org.apache.arrow.dataset.scanner.ScanOptions;
import org.apache.arrow.dataset.scanner.Scanner;
import org.apache.arrow.dataset.source.Dataset;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Arrow C++ as shipped with its Java binding does not support encryption. It reads the unencrypted columns of a file
 * with a signed plaintext footer, and no others.
 */
class SignedFooterTest {

    private static final Schema SCHEMA =
            SchemaText.parse("message m { required int64 id; required int64 secret; required int64 last; }");
    private static final int ROWS = 5_000;

    @TempDir
    Path directory;

    @BeforeAll
    static void load() {
        try {
            JniLoader.get().ensureLoaded();
        } catch (RuntimeException | LinkageError e) {
            assumeTrue(Peers.isLinuxOnX86(), "Arrow C++'s native library does not load here: " + e);
            throw e;
        }
    }

    private Path write(FileEncryptionProperties encryption) throws IOException {
        Path path = directory.resolve("file.parquet");
        WriteOptions options = WriteOptions.builder()
                .encryption(encryption)
                .rowGroupRows(2_000)
                .build();
        try (ParquetWriter writer = ParquetWriter.create(LocalOutputFile.of(path), SCHEMA, options)) {
            BatchBuilder batch = new BatchBuilder(SCHEMA);
            RecordValue row = new RecordValue(SCHEMA);
            for (int i = 0; i < ROWS; i++) {
                row.clear();
                batch.append(row.setLong("id", i).setLong("secret", -i).setLong("last", 2L * i));
            }
            writer.write(batch.build());
        }
        return path;
    }

    @SuppressWarnings("try") // Arrow's close() declares Exception, and this thread is never interrupted.
    private static List<Long> read(Path file, String column) throws Exception {
        List<Long> values = new ArrayList<>();
        try (BufferAllocator allocator = new RootAllocator();
                FileSystemDatasetFactory factory = new FileSystemDatasetFactory(
                        allocator,
                        NativeMemoryPool.getDefault(),
                        FileFormat.PARQUET,
                        file.toUri().toString());
                Dataset dataset = factory.finish();
                Scanner scanner = dataset.newScan(new ScanOptions(1024, Optional.of(new String[] {column})));
                ArrowReader reader = scanner.scanBatches()) {
            while (reader.loadNextBatch()) {
                BigIntVector vector =
                        (BigIntVector) reader.getVectorSchemaRoot().getVector(column);
                for (int row = 0; row < vector.getValueCount(); row++) {
                    values.add(vector.get(row));
                }
            }
        }
        return values;
    }

    private static FileEncryptionProperties.Builder encryption(EncryptionScheme scheme) {
        return FileEncryptionProperties.builder("the footer's key".getBytes(StandardCharsets.US_ASCII))
                .scheme(scheme)
                .column("secret", "the column's key".getBytes(StandardCharsets.US_ASCII), null);
    }

    @ParameterizedTest
    @EnumSource
    void unencryptedColumnsOfASignedFooterAreRead(EncryptionScheme scheme) throws Exception {
        Path file = write(encryption(scheme).plaintextFooter(true).build());
        List<Long> ids = read(file, "id");
        assertThat(ids).hasSize(ROWS).startsWith(0L, 1L).endsWith(ROWS - 1L);
        assertThat(read(file, "last")).hasSize(ROWS).endsWith(2L * (ROWS - 1));
        assertThatThrownBy(() -> read(file, "secret")).hasMessageContaining("Cannot decrypt");
    }

    @ParameterizedTest
    @EnumSource
    void anEncryptedFooterIsRefused(EncryptionScheme scheme) throws Exception {
        Path file = write(encryption(scheme).build());
        assertThatThrownBy(() -> read(file, "id")).hasMessageContaining("ncrypt");
    }
}
