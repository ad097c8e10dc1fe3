package io.pq2.hadoop.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.io.ByteSink;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.util.Progressable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HadoopOutputFileTest {

    private static final byte[] WORDS = "some words".getBytes(StandardCharsets.US_ASCII);

    @TempDir
    java.nio.file.Path directory;

    private final Configuration configuration = new Configuration(false);

    private Path path() {
        return new Path(directory.resolve("deep/er/data.parquet").toUri());
    }

    private HadoopOutputFile file() {
        return HadoopOutputFile.of(path(), configuration);
    }

    /** Returns the names of all files in the directory, including checksum files. */
    private List<String> files() throws IOException {
        try (Stream<java.nio.file.Path> all = Files.walk(directory)) {
            return all.filter(Files::isRegularFile)
                    .map(found -> found.getFileName().toString())
                    .sorted()
                    .toList();
        }
    }

    private static void write(HadoopOutputFile file) throws IOException {
        try (ByteSink sink = file.create()) {
            sink.write(WORDS, 0, WORDS.length);
        }
    }

    /** The local file system under the scheme {@code hdfs}, with a block size. */
    public static final class BlockFileSystem extends RawLocalFileSystem {
        @Override
        public URI getUri() {
            return URI.create("hdfs://cluster/");
        }

        @Override
        public long getDefaultBlockSize(Path path) {
            return 1 << 20;
        }
    }

    @Test
    void hasBlocksOnADistributedFileSystem() throws IOException {
        configuration.setClass("fs.hdfs.impl", BlockFileSystem.class, FileSystem.class);
        configuration.setBoolean("fs.hdfs.impl.disable.cache", true);
        Path inBlocks = new Path("hdfs://cluster" + directory.resolve("blocks.parquet"));
        try (ByteSink sink = HadoopOutputFile.of(inBlocks, configuration).create()) {
            assertThat(sink.blockBytes()).isEqualTo(1 << 20);
        }
        HadoopOutputFile larger =
                HadoopOutputFile.of(inBlocks, configuration).overwriting().withBlockSize(1 << 22);
        try (ByteSink sink = larger.create()) {
            assertThat(sink.blockBytes()).isEqualTo(1 << 22);
        }
        try (ByteSink sink = file().create()) {
            assertThat(sink.blockBytes()).isZero();
        }
    }

    @Test
    void writesBytesAndCountsItsPosition() throws IOException {
        try (ByteSink sink = file().create()) {
            assertThat(sink.position()).isZero();
            sink.write(WORDS, 5, 5);
            assertThat(sink.position()).isEqualTo(5);
            sink.write(WORDS, 0, 4);
            assertThat(sink.position()).isEqualTo(9);
        }
        assertThat(directory.resolve("deep/er/data.parquet")).hasContent("wordssome");
    }

    @Test
    void refusesToReplaceAFile() throws IOException {
        write(file());
        assertThatThrownBy(() -> file().create()).isInstanceOf(FileAlreadyExistsException.class);
        assertThat(directory.resolve("deep/er/data.parquet")).hasContent("some words");
    }

    @Test
    void replacesAFileIfOverwriting() throws IOException {
        write(file());
        try (ByteSink sink = file().overwriting().create()) {
            sink.write(WORDS, 0, 4);
        }
        assertThat(directory.resolve("deep/er/data.parquet")).hasContent("some");
    }

    @Test
    void leavesNoFileWhenAborted() throws IOException {
        ByteSink sink = file().create();
        sink.write(WORDS, 0, WORDS.length);
        sink.abort();
        sink.abort();
        sink.close();
        assertThat(files()).isEmpty();
        assertThatThrownBy(() -> sink.write(WORDS, 0, 1)).isInstanceOf(IOException.class);
    }

    @Test
    void keepsACompletedFileOnAbort() throws IOException {
        ByteSink sink = file().create();
        sink.write(WORDS, 0, WORDS.length);
        sink.close();
        sink.close();
        sink.abort();
        assertThat(files()).containsExactly(".data.parquet.crc", "data.parquet");
    }

    /** A local file system that records the parameters of created files, and whose streams can fail to close. */
    public static class CreationFileSystem extends RawLocalFileSystem {

        static short replication;
        static long blockSize;
        static boolean failsToClose;

        @Override
        public FSDataOutputStream create(
                Path path, boolean overwrite, int bufferSize, short copies, long bytes, Progressable progress)
                throws IOException {
            replication = copies;
            blockSize = bytes;
            FSDataOutputStream stream = super.create(path, overwrite, bufferSize, copies, bytes, progress);
            return new FSDataOutputStream(stream, null) {
                @Override
                public void close() throws IOException {
                    super.close();
                    if (failsToClose) {
                        throw new IOException("disk full");
                    }
                }
            };
        }

        static HadoopOutputFile file(Path path) {
            failsToClose = false;
            Configuration configuration = new Configuration(false);
            configuration.set("fs.file.impl", CreationFileSystem.class.getName());
            configuration.setBoolean("fs.file.impl.disable.cache", true);
            return HadoopOutputFile.of(path, configuration);
        }
    }

    @Test
    void passesOnBlockSizeAndReplication() throws IOException {
        write(CreationFileSystem.file(path()).withBlockSize(1 << 20).withReplication(7));
        assertThat(CreationFileSystem.blockSize).isEqualTo(1 << 20);
        assertThat(CreationFileSystem.replication).isEqualTo((short) 7);
        write(CreationFileSystem.file(path()).overwriting());
        assertThat(CreationFileSystem.blockSize).isEqualTo(32 << 20);
        assertThat(CreationFileSystem.replication).isEqualTo((short) 1);
        assertThatThrownBy(() -> file().withReplication(40_000)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> file().withBlockSize(-1)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void deletesAFileThatFailedToClose() throws IOException {
        ByteSink sink = CreationFileSystem.file(path()).create();
        sink.write(WORDS, 0, WORDS.length);
        CreationFileSystem.failsToClose = true;
        assertThatThrownBy(sink::close).hasMessageContainingAll(path().toString(), "disk full");
        sink.abort();
        assertThat(files()).isEmpty();
    }
}
