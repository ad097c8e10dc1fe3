package io.pq2.hadoop.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.io.ByteRange;
import io.pq2.io.RangeSource;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.ChecksumException;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Reads byte ranges from each of Hadoop's local file systems. */
class RangeReadingTest {

    private static final int LENGTH = 300_001;

    /** Hadoop's local file systems. */
    enum Storage {
        /** No checksums. */
        RAW(RawLocalFileSystem.class, false),
        /** A checksum file next to the data, which each read verifies. */
        CHECKSUMMED(LocalFileSystem.class, true),
        /** A file system with checksums, for a file without a checksum file. */
        CHECKSUM_MISSING(LocalFileSystem.class, false);

        private final Class<? extends FileSystem> fileSystem;
        private final boolean keepsChecksums;

        Storage(Class<? extends FileSystem> fileSystem, boolean keepsChecksums) {
            this.fileSystem = fileSystem;
            this.keepsChecksums = keepsChecksums;
        }

        Configuration configuration() {
            Configuration configuration = new Configuration(false);
            configuration.setClass("fs.file.impl", fileSystem, FileSystem.class);
            configuration.setBoolean("fs.file.impl.disable.cache", true);
            return configuration;
        }
    }

    @TempDir
    java.nio.file.Path directory;

    private final byte[] content = new byte[LENGTH];
    private java.nio.file.Path file;

    @BeforeEach
    void fillContent() {
        new Random(7).nextBytes(content);
        file = directory.resolve("data.parquet");
    }

    private RangeSource open(Storage storage) throws IOException {
        Configuration configuration = storage.configuration();
        Path path = new Path(file.toUri());
        try (FSDataOutputStream out = path.getFileSystem(configuration).create(path)) {
            out.write(content);
        }
        java.nio.file.Path checksums = directory.resolve(".data.parquet.crc");
        if (!storage.keepsChecksums) {
            Files.deleteIfExists(checksums);
        }
        assertThat(Files.exists(checksums)).isEqualTo(storage.keepsChecksums);
        return HadoopInputFile.of(path, configuration).open();
    }

    private byte[] expected(ByteRange range) {
        return Arrays.copyOfRange(content, (int) range.offset(), (int) range.end());
    }

    private static byte[] bytes(ByteBuffer buffer) {
        assertThat(buffer.hasArray()).isTrue();
        return Arrays.copyOfRange(
                buffer.array(), buffer.arrayOffset() + buffer.position(), buffer.arrayOffset() + buffer.limit());
    }

    private static List<ByteRange> randomRanges(Random random) {
        List<ByteRange> ranges = new ArrayList<>();
        int position = random.nextInt(600);
        while (position < LENGTH) {
            int length = Math.min(random.nextInt(random.nextBoolean() ? 40 : 40_000), LENGTH - position);
            ranges.add(new ByteRange(position, length));
            position += length + random.nextInt(random.nextBoolean() ? 2 : 20_000);
        }
        return ranges;
    }

    @ParameterizedTest
    @EnumSource
    void readsSingleRanges(Storage storage) throws IOException {
        try (RangeSource source = open(storage)) {
            Random random = new Random(1);
            for (int i = 0; i < 200; i++) {
                int offset = random.nextInt(LENGTH);
                ByteRange range = new ByteRange(offset, random.nextInt(LENGTH - offset + 1));
                assertThat(bytes(source.read(range))).isEqualTo(expected(range));
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void readsManyRangesAtOnce(Storage storage) throws Exception {
        try (RangeSource source = open(storage)) {
            Random random = new Random(2);
            for (int i = 0; i < 30; i++) {
                List<ByteRange> ranges = randomRanges(random);
                List<CompletableFuture<ByteBuffer>> buffers = source.readAll(ranges);
                assertThat(buffers).hasSameSizeAs(ranges);
                for (int r = 0; r < ranges.size(); r++) {
                    assertThat(bytes(buffers.get(r).get(10, TimeUnit.SECONDS))).isEqualTo(expected(ranges.get(r)));
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void readsASingleRangeDuringAVectoredRead(Storage storage) throws Exception {
        try (RangeSource source = open(storage)) {
            List<ByteRange> ranges = List.of(new ByteRange(10, 200_000), new ByteRange(210_000, 90_000));
            List<CompletableFuture<ByteBuffer>> buffers = source.readAll(ranges);
            ByteRange tail = new ByteRange(LENGTH - 8, 8);
            assertThat(bytes(source.read(tail))).isEqualTo(expected(tail));
            for (int r = 0; r < ranges.size(); r++) {
                assertThat(bytes(buffers.get(r).get(10, TimeUnit.SECONDS))).isEqualTo(expected(ranges.get(r)));
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void readsEmptyListsAndEmptyRanges(Storage storage) throws IOException {
        try (RangeSource source = open(storage)) {
            assertThat(source.readAll(List.of())).isEmpty();
            assertThat(source.readAll(List.of(new ByteRange(LENGTH, 0)))
                            .get(0)
                            .join()
                            .remaining())
                    .isZero();
        }
    }

    @ParameterizedTest
    @EnumSource
    void namesTheRangeBeyondTheEnd(Storage storage) throws IOException {
        ByteRange beyond = new ByteRange(LENGTH - 10, 11);
        try (RangeSource source = open(storage)) {
            assertThatThrownBy(() -> source.read(beyond))
                    .isInstanceOf(EOFException.class)
                    .hasMessageContaining("data.parquet")
                    .hasMessageContaining("11 bytes at offset 299991");
            List<CompletableFuture<ByteBuffer>> buffers = source.readAll(List.of(beyond));
            assertThatThrownBy(() -> buffers.get(0).get(10, TimeUnit.SECONDS))
                    .isInstanceOf(ExecutionException.class)
                    .cause()
                    .isInstanceOf(EOFException.class)
                    .hasMessageContaining("data.parquet");
        }
    }

    @ParameterizedTest
    @EnumSource
    void failsReadsAfterClose(Storage storage) throws IOException {
        RangeSource source = open(storage);
        source.close();
        source.close();
        ByteRange range = new ByteRange(0, 4);
        assertThatThrownBy(() -> source.read(range)).isInstanceOf(IOException.class);
        assertThat(source.readAll(List.of(range)).get(0)).isCompletedExceptionally();
    }

    @ParameterizedTest
    @EnumSource
    void closingCompletesEveryFuture(Storage storage) throws Exception {
        for (int i = 0; i < 20; i++) {
            RangeSource source = open(storage);
            List<ByteRange> ranges = randomRanges(new Random(i));
            List<CompletableFuture<ByteBuffer>> buffers = source.readAll(ranges);
            source.close();
            for (int r = 0; r < ranges.size(); r++) {
                try {
                    assertThat(bytes(buffers.get(r).get(10, TimeUnit.SECONDS))).isEqualTo(expected(ranges.get(r)));
                } catch (ExecutionException e) {
                    assertThat(e).cause().isInstanceOf(IOException.class);
                }
            }
        }
    }

    @Test
    void reportsAnInterruptedReadAsAStorageError() throws IOException {
        try (RangeSource source = open(Storage.RAW)) {
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> source.read(new ByteRange(0, 100))).isInstanceOf(IOException.class);
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    @Test
    void failsIfTheLocalChecksumDiffers() throws Exception {
        try (RangeSource source = open(Storage.CHECKSUMMED)) {
            byte[] damaged = content.clone();
            damaged[1000] ^= 1;
            Files.write(file, damaged);
            ByteRange range = new ByteRange(900, 200);
            assertThatThrownBy(() -> source.read(range)).isInstanceOf(ChecksumException.class);
            CompletableFuture<ByteBuffer> buffer =
                    source.readAll(List.of(range)).get(0);
            assertThatThrownBy(() -> buffer.get(10, TimeUnit.SECONDS)).cause().isInstanceOf(ChecksumException.class);
        }
    }
}
