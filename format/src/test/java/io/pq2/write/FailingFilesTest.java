package io.pq2.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.io.ByteSink;
import io.pq2.io.LocalOutputFile;
import io.pq2.io.OutputFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Wherever the medium fails, nothing stays that looks like a file. */
class FailingFilesTest {

    private static final int ROWS = 900;

    @TempDir
    private Path folder;

    /** What fails of a file. */
    private enum Failure {
        WRITE,
        /** Some of the bytes are there. */
        PART_OF_A_WRITE,
        UNCHECKED,
        WRITE_AND_ABORT
    }

    @ParameterizedTest
    @EnumSource
    void afterAnyWriteThatFailsThereIsNoFile(Failure failure) throws IOException {
        for (int threads = 1; threads <= 2; threads++) {
            FragileFile whole = new FragileFile(failure, Integer.MAX_VALUE);
            write(whole, threads);
            assertThat(files()).containsExactly("a.parquet");
            Files.delete(folder.resolve("a.parquet"));
            // Magic, pages of three row groups, indexes and footer.
            assertThat(whole.calls).isGreaterThan(20);
            for (int call = 0; call < whole.calls; call++) {
                FragileFile file = new FragileFile(failure, call);
                int atThreads = threads;
                assertThatThrownBy(() -> write(file, atThreads))
                        .as("call " + call)
                        .hasMessage("the medium fails");
                assertThat(file.closed).as("call " + call).isFalse();
                assertThat(files()).as("call " + call).isEmpty();
            }
        }
    }

    @Test
    void aFailureToCloseIsPassedOnAndLeavesNoFile() {
        FragileFile file = new FragileFile(Failure.WRITE, Integer.MAX_VALUE);
        file.failsToClose = true;
        assertThatThrownBy(() -> write(file, 1)).isInstanceOf(IOException.class).hasMessage("the medium fails");
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void aFailureToCreateIsPassedOn() {
        OutputFile file = new OutputFile() {
            @Override
            public String location() {
                return "nowhere";
            }

            @Override
            public ByteSink create() throws IOException {
                throw new IOException("the medium fails");
            }
        };
        assertThatThrownBy(() -> write(file, 1)).isInstanceOf(IOException.class).hasMessage("the medium fails");
    }

    private static void write(OutputFile file, int threads) throws IOException {
        Executor pool = threads == 1 ? null : ForkJoinPool.commonPool();
        WriteOptions options = WriteOptions.builder()
                .rowGroupRows(ROWS / 3)
                .pageRows(100)
                .executor(pool, threads)
                .build();
        try (ParquetWriter writer = ParquetWriter.create(file, ManyWriters.schema(3), options)) {
            ManyWriters.write(writer, 3, ROWS, 250);
        }
    }

    private List<String> files() throws IOException {
        try (Stream<Path> paths = Files.list(folder)) {
            return paths.map(path -> path.getFileName().toString()).toList();
        }
    }

    /** A local file that fails at one of the calls of {@link ByteSink#write}. */
    private final class FragileFile implements OutputFile {

        private final Failure failure;
        private final int failingCall;
        private int calls;
        private boolean failsToClose;
        private boolean closed;

        FragileFile(Failure failure, int failingCall) {
            this.failure = failure;
            this.failingCall = failingCall;
        }

        @Override
        public String location() {
            return "fragile";
        }

        @Override
        public ByteSink create() throws IOException {
            ByteSink sink = LocalOutputFile.of(folder.resolve("a.parquet")).create();
            return new ByteSink() {
                @Override
                public long position() {
                    return sink.position();
                }

                @Override
                public void write(byte[] bytes, int offset, int length) throws IOException {
                    if (calls++ == failingCall) {
                        if (failure == Failure.PART_OF_A_WRITE) {
                            sink.write(bytes, offset, length / 2);
                        } else if (failure == Failure.UNCHECKED) {
                            throw new IllegalStateException("the medium fails");
                        }
                        throw new IOException("the medium fails");
                    }
                    sink.write(bytes, offset, length);
                }

                @Override
                public void close() throws IOException {
                    if (failsToClose) {
                        throw new IOException("the medium fails");
                    }
                    sink.close();
                    closed = true;
                }

                @Override
                public void abort() throws IOException {
                    sink.abort();
                    if (failure == Failure.WRITE_AND_ABORT) {
                        throw new IOException("so does its end");
                    }
                }
            };
        }
    }
}
