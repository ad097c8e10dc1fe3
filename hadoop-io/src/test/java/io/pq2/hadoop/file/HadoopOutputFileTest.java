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

    /** The files in the directory, checksum files of the local file system among them. */
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

    /** The local file system by the name of one whose blocks lie on hosts. */
    public static final class InBlocks extends RawLocalFileSystem {
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
    void knowsBlocksWhereTheyLieOnHosts() throws IOException {
        configuration.setClass("fs.hdfs.impl", InBlocks.class, FileSystem.class);
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
    void writesTheBytesThatItIsGivenAndKnowsItsPosition() throws IOException {
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
    void replacesAFileWhenToldSo() throws IOException {
        write(file());
        try (ByteSink sink = file().overwriting().create()) {
            sink.write(WORDS, 0, 4);
        }
        assertThat(directory.resolve("deep/er/data.parquet")).hasContent("some");
    }

    @Test
    void leavesNothingBehindWhenAborted() throws IOException {
        ByteSink sink = file().create();
        sink.write(WORDS, 0, WORDS.length);
        sink.abort();
        sink.abort();
        sink.close();
        assertThat(files()).isEmpty();
        assertThatThrownBy(() -> sink.write(WORDS, 0, 1)).isInstanceOf(IOException.class);
    }

    @Test
    void keepsWhatWasCompletedBeforeAnAbort() throws IOException {
        ByteSink sink = file().create();
        sink.write(WORDS, 0, WORDS.length);
        sink.close();
        sink.close();
        sink.abort();
        assertThat(files()).containsExactly(".data.parquet.crc", "data.parquet");
    }

    /** A local file system that shows what files are created with, and whose streams can fail to close. */
    public static class PickyFileSystem extends RawLocalFileSystem {

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
            configuration.set("fs.file.impl", PickyFileSystem.class.getName());
            configuration.setBoolean("fs.file.impl.disable.cache", true);
            return HadoopOutputFile.of(path, configuration);
        }
    }

    @Test
    void passesBlockSizeAndReplicationOn() throws IOException {
        write(PickyFileSystem.file(path()).withBlockSize(1 << 20).withReplication(7));
        assertThat(PickyFileSystem.blockSize).isEqualTo(1 << 20);
        assertThat(PickyFileSystem.replication).isEqualTo((short) 7);
        write(PickyFileSystem.file(path()).overwriting());
        assertThat(PickyFileSystem.blockSize).isEqualTo(32 << 20);
        assertThat(PickyFileSystem.replication).isEqualTo((short) 1);
        assertThatThrownBy(() -> file().withReplication(40_000)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> file().withBlockSize(-1)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void canRemoveAFileThatFailedToClose() throws IOException {
        ByteSink sink = PickyFileSystem.file(path()).create();
        sink.write(WORDS, 0, WORDS.length);
        PickyFileSystem.failsToClose = true;
        assertThatThrownBy(sink::close).hasMessageContainingAll(path().toString(), "disk full");
        sink.abort();
        assertThat(files()).isEmpty();
    }
}
