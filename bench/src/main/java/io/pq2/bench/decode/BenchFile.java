package io.pq2.bench.decode;

import io.pq2.io.MemoryInputFile;
import io.pq2.read.ParquetFile;
import io.pq2.read.ReadOptions;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.util.HadoopInputFile;
import org.apache.parquet.schema.MessageType;

/**
 * A Parquet file in memory: a byte array, the same array under a Hadoop path, and a file on a RAM disk for engines that
 * read neither.
 */
public final class BenchFile implements Closeable {

    private final Path path;
    private final byte[] bytes;
    private final org.apache.hadoop.fs.Path hadoopPath;
    private final MessageType schema;
    private final ParquetFile footer;
    private final FileKeys keys;

    private BenchFile(
            Path path,
            byte[] bytes,
            org.apache.hadoop.fs.Path hadoopPath,
            MessageType schema,
            ParquetFile footer,
            FileKeys keys) {
        this.path = path;
        this.bytes = bytes;
        this.hadoopPath = hadoopPath;
        this.schema = schema;
        this.footer = footer;
        this.keys = keys;
    }

    /** Loads a file. Closing the result deletes the file. */
    static BenchFile load(Path path, Configuration configuration) throws IOException {
        return load(path, configuration, FileKeys.NONE);
    }

    /** Loads a file that may be encrypted. Closing the result deletes the file. */
    public static BenchFile load(Path path, Configuration configuration, FileKeys keys) throws IOException {
        byte[] bytes = Files.readAllBytes(path);
        org.apache.hadoop.fs.Path hadoopPath =
                MemoryFileSystem.put(path.getFileName().toString(), bytes);
        try (ParquetFileReader reader = ParquetFileReader.open(
                HadoopInputFile.fromPath(hadoopPath, configuration), keys.parquetJavaOptions())) {
            MessageType schema = reader.getFileMetaData().getSchema();
            ParquetFile footer = ParquetFile.open(memory(path, bytes), ReadOptions.DEFAULT, keys.ours());
            return new BenchFile(path, bytes, hadoopPath, schema, footer, keys);
        }
    }

    private static MemoryInputFile memory(Path path, byte[] bytes) {
        return new MemoryInputFile(path.getFileName().toString(), bytes);
    }

    Path path() {
        return path;
    }

    /** Returns the size of the file in bytes. */
    public long length() {
        return bytes.length;
    }

    byte[] bytes() {
        return bytes;
    }

    /** Returns the decryption keys. */
    FileKeys keys() {
        return keys;
    }

    MemoryInputFile input() {
        return memory(path, bytes);
    }

    org.apache.hadoop.fs.Path hadoopPath() {
        return hadoopPath;
    }

    /** Returns the schema as parquet-java reads it. */
    MessageType schema() {
        return schema;
    }

    /** Returns the file, opened once to read the footer. */
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
