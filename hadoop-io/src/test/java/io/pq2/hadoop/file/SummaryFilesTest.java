package io.pq2.hadoop.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.encryption.FileEncryptionProperties;
import io.pq2.exception.InvalidDataException;
import io.pq2.hadoop.file.SummaryFiles.Level;
import io.pq2.io.LocalInputFile;
import io.pq2.io.LocalOutputFile;
import io.pq2.metadata.FileMetaData;
import io.pq2.read.ParquetFile;
import io.pq2.record.RecordWriter;
import io.pq2.record.RowReader;
import io.pq2.write.WriteOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SummaryFilesTest {

    private static final String SCHEMA = "message m { required int64 id; }";

    @TempDir
    private Path folder;

    private void write(String path, String schema, long id, WriteOptions options) throws IOException {
        Path file = folder.resolve(path);
        Files.createDirectories(file.getParent());
        try (RecordWriter writer = RecordWriter.create(LocalOutputFile.of(file), schema, options)) {
            writer.write(writer.record().setLong(schema.contains("other") ? "other" : "id", id));
        }
    }

    private void write(String path, long id) throws IOException {
        write(path, SCHEMA, id, WriteOptions.DEFAULT);
    }

    private void update(Level level) {
        SummaryFiles.update(new org.apache.hadoop.fs.Path(folder.toUri()), level, new Configuration());
    }

    private boolean exists(String name) {
        return Files.exists(folder.resolve(name));
    }

    private List<Long> ids(String name) throws IOException {
        List<Long> ids = new ArrayList<>();
        try (ParquetFile file = ParquetFile.open(new LocalInputFile(folder.resolve(name)));
                RowReader rows = new RowReader(file.scan().open())) {
            while (rows.next()) {
                ids.add(rows.row().getLong("id"));
            }
        }
        return ids;
    }

    @Test
    void summaryHasRowGroupsOfAllVisibleFiles() throws IOException {
        write("b.parquet", 2);
        write("p=1/a %2F b.parquet", 3);
        write("a.parquet", 1);
        write("_temporary/0/c.parquet", 4);
        write(".hidden.parquet", 5);
        update(Level.ALL);
        assertThat(ids("_metadata")).containsExactly(1L, 2L, 3L);
        assertThat(ids("_common_metadata")).isEmpty();
        try (ParquetFile file = ParquetFile.open(new LocalInputFile(folder.resolve("_metadata")))) {
            FileMetaData footer = file.metadata();
            assertThat(footer.numRows()).isEqualTo(3);
            assertThat(footer.createdBy()).startsWith("pq2 ");
            assertThat(footer.rowGroups())
                    .extracting(group -> group.columns().get(0).filePath())
                    .containsExactly("a.parquet", "b.parquet", "p=1/a %2F b.parquet");
        }
        write("d.parquet", 6);
        update(Level.ALL);
        assertThat(ids("_metadata")).containsExactly(1L, 2L, 6L, 3L);
        update(Level.COMMON_ONLY);
        assertThat(exists("_metadata")).isFalse();
        assertThat(exists("_common_metadata")).isTrue();
    }

    @Test
    void withoutFilesThereIsNoSummary() {
        update(Level.ALL);
        assertThat(exists("_metadata")).isFalse();
        assertThat(exists("_common_metadata")).isFalse();
    }

    @Test
    void differentFilesAndEncryptedFilesHaveNoSummaryAndOldOnesAreDeleted() throws IOException {
        byte[] key = "0123456789abcdef".getBytes(java.nio.charset.StandardCharsets.US_ASCII);
        WriteOptions encrypted = WriteOptions.builder()
                .encryption(FileEncryptionProperties.builder(key).build())
                .build();
        WriteOptions signed = WriteOptions.builder()
                .encryption(FileEncryptionProperties.builder(key)
                        .plaintextFooter(true)
                        .build())
                .build();
        WriteOptions one = WriteOptions.builder().keyValueMetadata("k", "1").build();
        WriteOptions two = WriteOptions.builder().keyValueMetadata("k", "2").build();
        record Other(String schema, WriteOptions options) {}
        for (Level level : List.of(Level.ALL, Level.COMMON_ONLY)) {
            for (Other other : List.of(
                    new Other("message m { required int64 other; }", one),
                    new Other("message m { optional int64 id; }", one),
                    new Other(SCHEMA, two),
                    new Other(SCHEMA, encrypted),
                    new Other(SCHEMA, signed))) {
                write("a.parquet", SCHEMA, 1, one);
                update(level);
                assertThat(exists("_common_metadata")).isTrue();
                write("b.parquet", other.schema(), 2, other.options());
                update(level);
                assertThat(exists("_metadata")).as("%s", other).isFalse();
                assertThat(exists("_common_metadata")).as("%s", other).isFalse();
                Files.delete(folder.resolve("a.parquet"));
                Files.delete(folder.resolve("b.parquet"));
            }
        }
    }

    @Test
    void damagedFileDoesNotFail() throws IOException {
        write("a.parquet", 1);
        update(Level.ALL);
        Files.write(folder.resolve("b.parquet"), new byte[20]);
        update(Level.ALL);
        assertThat(exists("_metadata")).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "ALL, , ALL",
        "common_only, true, COMMON_ONLY",
        ", true, ALL",
        ", false, NONE",
        ", , NONE",
        "NONE, true, NONE"
    })
    void levelIsThatOfTheKeys(String level, String enabled, Level expected) {
        Configuration configuration = new Configuration(false);
        if (level != null) {
            configuration.set(SummaryFiles.LEVEL, level);
        }
        if (enabled != null) {
            configuration.set(SummaryFiles.ENABLED, enabled);
        }
        assertThat(Level.of(configuration)).isEqualTo(expected);
        configuration.set(SummaryFiles.LEVEL, "SOME");
        assertThatThrownBy(() -> Level.of(configuration))
                .isInstanceOf(InvalidDataException.class)
                .hasMessageContaining(SummaryFiles.LEVEL)
                .hasMessageContaining("COMMON_ONLY");
    }
}
