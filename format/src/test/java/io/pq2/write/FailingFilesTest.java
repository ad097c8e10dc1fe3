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

/** Checks that storage errors at any call leave no file. */
class FailingFilesTest {

    private static final int ROWS = 900;

    @TempDir
    private Path folder;

    /** The call of an output that fails. */
    private enum Failure {
        WRITE,
        /** Part of the bytes is written before the failure. */
        PARTIAL_WRITE,
        UNCHECKED,
        WRITE_AND_ABORT
    }

    @ParameterizedTest
    @EnumSource
    void failedWriteLeavesNoFile(Failure failure) throws IOException {
        for (int threads = 1; threads <= 2; threads++) {
            FailingFile complete = new FailingFile(failure, Integer.MAX_VALUE);
            write(complete, threads);
            assertThat(files()).containsExactly("a.parquet");
            Files.delete(folder.resolve("a.parquet"));
            // Magic, pages of three row groups, page indexes and footer.
            assertThat(complete.calls).isGreaterThan(20);
            for (int call = 0; call < complete.calls; call++) {
                FailingFile file = new FailingFile(failure, call);
                int atThreads = threads;
                assertThatThrownBy(() -> write(file, atThreads))
                        .as("call " + call)
                        .hasMessage("storage error");
                assertThat(file.closed).as("call " + call).isFalse();
                assertThat(files()).as("call " + call).isEmpty();
            }
        }
    }

    @Test
    void failedCloseLeavesNoFile() {
        FailingFile file = new FailingFile(Failure.WRITE, Integer.MAX_VALUE);
        file.failsOnClose = true;
        assertThatThrownBy(() -> write(file, 1)).isInstanceOf(IOException.class).hasMessage("storage error");
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void passesOnFailureToCreate() {
        OutputFile file = new OutputFile() {
            @Override
            public String location() {
                return "nowhere";
            }

            @Override
            public ByteSink create() throws IOException {
                throw new IOException("storage error");
            }
        };
        assertThatThrownBy(() -> write(file, 1)).isInstanceOf(IOException.class).hasMessage("storage error");
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

    /** A local file that fails in one call of {@link ByteSink#write}. */
    private final class FailingFile implements OutputFile {

        private final Failure failure;
        private final int failingCall;
        private int calls;
        private boolean failsOnClose;
        private boolean closed;

        FailingFile(Failure failure, int failingCall) {
            this.failure = failure;
            this.failingCall = failingCall;
        }

        @Override
        public String location() {
            return "failing";
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
                        if (failure == Failure.PARTIAL_WRITE) {
                            sink.write(bytes, offset, length / 2);
                        } else if (failure == Failure.UNCHECKED) {
                            throw new IllegalStateException("storage error");
                        }
                        throw new IOException("storage error");
                    }
                    sink.write(bytes, offset, length);
                }

                @Override
                public void close() throws IOException {
                    if (failsOnClose) {
                        throw new IOException("storage error");
                    }
                    sink.close();
                    closed = true;
                }

                @Override
                public void abort() throws IOException {
                    sink.abort();
                    if (failure == Failure.WRITE_AND_ABORT) {
                        throw new IOException("abort fails, too");
                    }
                }
            };
        }
    }
}
