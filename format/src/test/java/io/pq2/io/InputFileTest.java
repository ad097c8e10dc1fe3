package io.pq2.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The contract of input files, for local files and for files in memory. */
class InputFileTest {

    private static final int LENGTH = 3 << 20;

    @TempDir
    Path directory;

    private byte[] content;

    @BeforeEach
    void content() {
        content = new byte[LENGTH];
        new Random(7).nextBytes(content);
    }

    private InputFile file(boolean local) throws IOException {
        return local
                ? new LocalInputFile(Files.write(directory.resolve("file"), content))
                : new MemoryInputFile("file", content);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void readsTheBytesOfARange(boolean local) throws IOException {
        InputFile file = file(local);
        assertThat(file.length()).isEqualTo(LENGTH);
        try (RangeSource source = file.open()) {
            assertThat(bytes(source.read(new ByteRange(5, 2_500_000)))).isEqualTo(slice(5, 2_500_000));
            assertThat(bytes(source.read(new ByteRange(LENGTH, 0)))).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void readsSeveralRanges(boolean local) throws Exception {
        try (RangeSource source = file(local).open()) {
            var buffers = source.readAll(List.of(new ByteRange(0, 3), new ByteRange(10, 4)));
            assertThat(bytes(buffers.get(0).get())).isEqualTo(slice(0, 3));
            assertThat(bytes(buffers.get(1).get())).isEqualTo(slice(10, 4));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void failsAfterTheEndOfTheFile(boolean local) throws IOException {
        try (RangeSource source = file(local).open()) {
            ByteRange range = new ByteRange(LENGTH - 2, 3);
            assertThatThrownBy(() -> source.read(range))
                    .isInstanceOf(EOFException.class)
                    .hasMessageContaining("file");
            assertThatThrownBy(() -> source.readAll(List.of(range)).get(0).get())
                    .isInstanceOf(ExecutionException.class)
                    .hasCauseInstanceOf(EOFException.class);
        }
    }

    @Test
    void throwsAnIoExceptionForAMissingFile() {
        InputFile file = new LocalInputFile(directory.resolve("missing"));
        assertThatThrownBy(file::length).isInstanceOf(NoSuchFileException.class);
        assertThatThrownBy(file::open).isInstanceOf(NoSuchFileException.class);
    }

    private static byte[] bytes(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.get(bytes);
        return bytes;
    }

    private byte[] slice(int offset, int length) {
        return java.util.Arrays.copyOfRange(content, offset, offset + length);
    }
}
