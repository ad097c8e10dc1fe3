package io.pq2.hadoop.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.exception.CorruptFileException;
import io.pq2.io.OutputFile;
import io.pq2.read.ParquetFile;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.PrimitiveField;
import io.pq2.schema.Repetition;
import io.pq2.schema.Schema;
import io.pq2.vector.Batch;
import io.pq2.vector.LongVector;
import io.pq2.write.ParquetWriter;
import io.pq2.write.WriteOptions;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.stream.LongStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.util.Progressable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Fails each call of a file system during a write, and checks that no complete file remains. */
class FailingWritesTest {

    private static final Schema SCHEMA =
            new Schema("test", List.of(new PrimitiveField("x", Repetition.REQUIRED, PhysicalType.INT64)));

    @TempDir
    private java.nio.file.Path directory;

    /**
     * A local file system whose output streams fail at one chosen call of {@code write} or {@code close}.
     */
    public static class FailingFileSystem extends RawLocalFileSystem {

        static int calls;
        static int failingCall;
        static boolean failsToDelete;

        static void fail(int call, boolean deleting) {
            calls = 0;
            failingCall = call;
            failsToDelete = deleting;
        }

        private static void call() throws IOException {
            if (calls++ == failingCall) {
                throw new IOException("the storage fails");
            }
        }

        @Override
        public FSDataOutputStream create(
                Path path, boolean overwrite, int bufferSize, short copies, long bytes, Progressable progress)
                throws IOException {
            FSDataOutputStream stream = super.create(path, overwrite, bufferSize, copies, bytes, progress);
            FilterOutputStream failing = new FilterOutputStream(stream) {
                @Override
                public void write(byte[] array, int offset, int length) throws IOException {
                    call();
                    stream.write(array, offset, length);
                }

                @Override
                public void close() throws IOException {
                    stream.close();
                    call();
                }
            };
            return new FSDataOutputStream(failing, null);
        }

        @Override
        public boolean delete(Path path, boolean recursive) throws IOException {
            if (failsToDelete) {
                throw new IOException("deleting fails too");
            }
            return super.delete(path, recursive);
        }
    }

    private java.nio.file.Path file() {
        return directory.resolve("a.parquet");
    }

    private void write() throws IOException {
        Configuration configuration = new Configuration(false);
        configuration.set("fs.file.impl", FailingFileSystem.class.getName());
        configuration.setBoolean("fs.file.impl.disable.cache", true);
        OutputFile file = HadoopOutputFile.of(new Path(file().toUri()), configuration);
        WriteOptions options = WriteOptions.builder().rowGroupRows(300).build();
        try (ParquetWriter writer = ParquetWriter.create(file, SCHEMA, options)) {
            long[] values = LongStream.range(0, 1000).toArray();
            writer.write(new Batch(values.length, List.of(new LongVector(values.length, values, null))));
        }
    }

    /** Returns the number of calls that can fail. The last call closes the file. */
    private int calls() throws IOException {
        FailingFileSystem.fail(-1, false);
        write();
        Files.delete(file());
        assertThat(FailingFileSystem.calls).isGreaterThan(6);
        return FailingFileSystem.calls;
    }

    @Test
    void aFailedCallLeavesNoFile() throws IOException {
        int calls = calls();
        for (int call = 0; call < calls; call++) {
            FailingFileSystem.fail(call, false);
            assertThatThrownBy(this::write)
                    .as("call " + call)
                    .hasMessageContaining(file().toString())
                    .hasMessageContaining("the storage fails");
            assertThat(directory).as("call " + call).isEmptyDirectory();
        }
    }

    @Test
    void aFileThatCannotBeDeletedHasNoFooter() throws IOException {
        // Without the last call: if only closing fails, all bytes may be written.
        int calls = calls() - 1;
        for (int call = 0; call < calls; call++) {
            FailingFileSystem.fail(call, true);
            assertThatThrownBy(this::write)
                    .as("call " + call)
                    .hasMessageContaining(file().toString())
                    .hasMessageContaining("the storage fails");
            HadoopInputFile left = HadoopInputFile.of(new Path(file().toUri()), new Configuration(false));
            assertThatThrownBy(() -> ParquetFile.open(left).close())
                    .as("call " + call)
                    .isInstanceOf(CorruptFileException.class);
            Files.delete(file());
        }
    }
}
