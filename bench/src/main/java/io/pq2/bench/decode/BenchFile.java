package io.pq2.bench.decode;

import io.pq2.io.MemoryInputFile;
import io.pq2.read.ParquetFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.util.HadoopInputFile;
import org.apache.parquet.schema.MessageType;

/** A Parquet file in memory: an array, the same array for Hadoop's paths, and a file on a RAM disk for what reads neither. */
final class BenchFile implements Closeable {

    private final Path path;
    private final byte[] bytes;
    private final org.apache.hadoop.fs.Path hadoopPath;
    private final MessageType schema;
    private final ParquetFile footer;

    private BenchFile(
            Path path, byte[] bytes, org.apache.hadoop.fs.Path hadoopPath, MessageType schema, ParquetFile footer) {
        this.path = path;
        this.bytes = bytes;
        this.hadoopPath = hadoopPath;
        this.schema = schema;
        this.footer = footer;
    }

    /** Loads a file, which is deleted when this is closed. */
    static BenchFile load(Path path, Configuration configuration) throws IOException {
        byte[] bytes = Files.readAllBytes(path);
        org.apache.hadoop.fs.Path hadoopPath =
                MemoryFileSystem.put(path.getFileName().toString(), bytes);
        try (ParquetFileReader reader = ParquetFileReader.open(HadoopInputFile.fromPath(hadoopPath, configuration))) {
            MessageType schema = reader.getFileMetaData().getSchema();
            return new BenchFile(path, bytes, hadoopPath, schema, ParquetFile.open(memory(path, bytes)));
        }
    }

    private static MemoryInputFile memory(Path path, byte[] bytes) {
        return new MemoryInputFile(path.getFileName().toString(), bytes);
    }

    Path path() {
        return path;
    }

    byte[] bytes() {
        return bytes;
    }

    MemoryInputFile input() {
        return memory(path, bytes);
    }

    org.apache.hadoop.fs.Path hadoopPath() {
        return hadoopPath;
    }

    /** The schema as parquet-java reads it. */
    MessageType schema() {
        return schema;
    }

    /** The file, opened once, for what the footer says. */
    ParquetFile footer() {
        return footer;
    }

    long rowCount() {
        return footer.metadata().numRows();
    }

    @Override
    public void close() throws IOException {
        footer.close();
        MemoryFileSystem.remove(hadoopPath);
        Files.delete(path);
    }
}
