package io.pq2.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.hadoop.file.HadoopInputFile;
import io.pq2.hadoop.file.HadoopOutputFile;
import io.pq2.read.BatchReader;
import io.pq2.read.ParquetFile;
import io.pq2.record.BatchBuilder;
import io.pq2.record.RecordValue;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.PrimitiveField;
import io.pq2.schema.Repetition;
import io.pq2.schema.Schema;
import io.pq2.vector.Batch;
import io.pq2.vector.LongVector;
import io.pq2.write.ParquetWriter;
import io.pq2.write.WriteOptions;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.ChecksumException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests files on Hadoop's two local file systems, with and without checksum files. */
class LocalFileSystemsTest {

    private static final int ROWS = 200_000;
    private static final Schema SCHEMA =
            new Schema("row", List.of(new PrimitiveField("n", Repetition.REQUIRED, PhysicalType.INT64)));

    @TempDir
    java.nio.file.Path directory;

    @ParameterizedTest
    @ValueSource(classes = {LocalFileSystem.class, RawLocalFileSystem.class})
    void writesAndReads(Class<? extends FileSystem> fileSystem) throws IOException {
        Configuration configuration = new Configuration(false);
        configuration.setClass("fs.file.impl", fileSystem, FileSystem.class);
        configuration.setBoolean("fs.file.impl.disable.cache", true);
        Path path = new Path(directory.resolve("numbers.parquet").toUri());

        write(HadoopOutputFile.of(path, configuration));
        assertThat(Files.exists(directory.resolve(".numbers.parquet.crc")))
                .isEqualTo(fileSystem == LocalFileSystem.class);
        assertThat(sum(HadoopInputFile.of(path, configuration))).isEqualTo((long) ROWS * (ROWS - 1) / 2);
    }

    @Test
    void readsWithoutChecksumFiles() throws IOException {
        Configuration configuration = withChecksums();
        Path path = path();
        write(HadoopOutputFile.of(path, configuration));
        Files.delete(directory.resolve(".numbers.parquet.crc"));
        assertThat(sum(HadoopInputFile.of(path, configuration))).isEqualTo((long) ROWS * (ROWS - 1) / 2);
    }

    @Test
    void verifiesDataWithChecksumFiles() throws IOException {
        Configuration configuration = withChecksums();
        Path path = path();
        write(HadoopOutputFile.of(path, configuration));
        try (RandomAccessFile file =
                new RandomAccessFile(directory.resolve("numbers.parquet").toFile(), "rw")) {
            file.seek(file.length() / 2);
            int value = file.read();
            file.seek(file.length() / 2);
            file.write(value ^ 1);
        }
        assertThatThrownBy(() -> sum(HadoopInputFile.of(path, configuration))).isInstanceOf(ChecksumException.class);
    }

    private Configuration withChecksums() {
        Configuration configuration = new Configuration(false);
        configuration.setClass("fs.file.impl", LocalFileSystem.class, FileSystem.class);
        configuration.setBoolean("fs.file.impl.disable.cache", true);
        return configuration;
    }

    private Path path() {
        return new Path(directory.resolve("numbers.parquet").toUri());
    }

    private static void write(HadoopOutputFile file) throws IOException {
        WriteOptions options = WriteOptions.builder().rowGroupRows(30_000).build();
        BatchBuilder rows = new BatchBuilder(SCHEMA);
        RecordValue row = new RecordValue(SCHEMA);
        try (ParquetWriter writer = ParquetWriter.create(file, SCHEMA, options)) {
            for (int i = 0; i < ROWS; i++) {
                rows.append(row.setLong(0, i));
                if (rows.rowCount() == 1000) {
                    writer.write(rows.build());
                    rows.reset();
                }
            }
        }
    }

    private static long sum(HadoopInputFile input) throws IOException {
        long sum = 0;
        try (ParquetFile file = ParquetFile.open(input);
                BatchReader reader = file.scan().open()) {
            for (Batch batch = reader.next(); batch != null; batch = reader.next()) {
                LongVector numbers = (LongVector) batch.columns().get(0);
                for (int i = 0; i < numbers.length(); i++) {
                    sum += numbers.values()[i];
                }
            }
        }
        return sum;
    }
}
