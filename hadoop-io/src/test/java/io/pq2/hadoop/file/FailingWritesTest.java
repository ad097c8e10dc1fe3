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

/** Wherever a file system fails, nothing stays that looks like a whole file. */
class FailingWritesTest {

    private static final Schema SCHEMA =
            new Schema("test", List.of(new PrimitiveField("x", Repetition.REQUIRED, PhysicalType.INT64)));

    @TempDir
    private java.nio.file.Path directory;

    /**
     * A local file system that fails at one of the calls of its streams: bytes that are written, and then their end.
     */
    public static class FragileFileSystem extends RawLocalFileSystem {

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
                throw new IOException("the medium fails");
            }
        }

        @Override
        public FSDataOutputStream create(
                Path path, boolean overwrite, int bufferSize, short copies, long bytes, Progressable progress)
                throws IOException {
            FSDataOutputStream stream = super.create(path, overwrite, bufferSize, copies, bytes, progress);
            FilterOutputStream fragile = new FilterOutputStream(stream) {
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
            return new FSDataOutputStream(fragile, null);
        }

        @Override
        public boolean delete(Path path, boolean recursive) throws IOException {
            if (failsToDelete) {
                throw new IOException("and so does deleting");
            }
            return super.delete(path, recursive);
        }
    }

    private java.nio.file.Path file() {
        return directory.resolve("a.parquet");
    }

    private void write() throws IOException {
        Configuration configuration = new Configuration(false);
        configuration.set("fs.file.impl", FragileFileSystem.class.getName());
        configuration.setBoolean("fs.file.impl.disable.cache", true);
        OutputFile file = HadoopOutputFile.of(new Path(file().toUri()), configuration);
        WriteOptions options = WriteOptions.builder().rowGroupRows(300).build();
        try (ParquetWriter writer = ParquetWriter.create(file, SCHEMA, options)) {
            long[] values = LongStream.range(0, 1000).toArray();
            writer.write(new Batch(values.length, List.of(new LongVector(values.length, values, null))));
        }
    }

    /** How many calls there are that can fail, the one that ends the file last. */
    private int calls() throws IOException {
        FragileFileSystem.fail(-1, false);
        write();
        Files.delete(file());
        assertThat(FragileFileSystem.calls).isGreaterThan(6);
        return FragileFileSystem.calls;
    }

    @Test
    void afterAnyCallThatFailsThereIsNoFile() throws IOException {
        int calls = calls();
        for (int call = 0; call < calls; call++) {
            FragileFileSystem.fail(call, false);
            assertThatThrownBy(this::write)
                    .as("call " + call)
                    .hasMessageContaining(file().toString())
                    .hasMessageContaining("the medium fails");
            assertThat(directory).as("call " + call).isEmptyDirectory();
        }
    }

    @Test
    void whatCannotBeRemovedHasNoFooter() throws IOException {
        // Where only the end of the stream fails, all bytes may have arrived.
        int calls = calls() - 1;
        for (int call = 0; call < calls; call++) {
            FragileFileSystem.fail(call, true);
            assertThatThrownBy(this::write)
                    .as("call " + call)
                    .hasMessageContaining(file().toString())
                    .hasMessageContaining("the medium fails");
            HadoopInputFile left = HadoopInputFile.of(new Path(file().toUri()), new Configuration(false));
            assertThatThrownBy(() -> ParquetFile.open(left).close())
                    .as("call " + call)
                    .isInstanceOf(CorruptFileException.class);
            Files.delete(file());
        }
    }
}
