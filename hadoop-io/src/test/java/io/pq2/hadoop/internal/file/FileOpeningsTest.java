package io.pq2.hadoop.internal.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.hadoop.internal.file.FileOpenings.Opening;
import io.pq2.io.ByteRange;
import io.pq2.io.InputFile;
import io.pq2.io.LocalInputFile;
import io.pq2.io.LocalOutputFile;
import io.pq2.io.RangeSource;
import io.pq2.read.ParquetFile;
import io.pq2.record.RecordWriter;
import io.pq2.write.WriteOptions;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests that files which were opened before their turn are closed, however the task ends. */
@Timeout(30)
class FileOpeningsTest {

    private static final List<Integer> PARTS = List.of(0, 1, 2, 3, 4);

    @TempDir
    private Path folder;

    /** The sources that are open. */
    private final Set<RangeSource> open = ConcurrentHashMap.newKeySet();

    private final CountDownLatch closed = new CountDownLatch(PARTS.size());

    /** Whether closing a source fails. */
    private volatile boolean failing;

    /** Writes a file that is longer than what is read of its end. A shorter one is closed when its footer is read. */
    @BeforeEach
    void write() throws IOException {
        LocalOutputFile output = LocalOutputFile.of(folder.resolve("file"));
        Random random = new Random(1);
        try (RecordWriter writer =
                RecordWriter.create(output, "message m { required int64 id; }", WriteOptions.DEFAULT)) {
            for (int i = 0; i < 3 * RangeSource.REQUEST_COST / Long.BYTES; i++) {
                writer.write(writer.record().setLong("id", random.nextLong()));
            }
        }
    }

    private ParquetFile open() throws IOException {
        InputFile local = new LocalInputFile(folder.resolve("file"));
        return ParquetFile.open(new InputFile() {
            @Override
            public String location() {
                return local.location();
            }

            @Override
            public long length() throws IOException {
                return local.length();
            }

            @Override
            public RangeSource open() throws IOException {
                return counted(local.open());
            }
        });
    }

    private RangeSource counted(RangeSource source) {
        RangeSource counted = new RangeSource() {
            @Override
            public ByteBuffer read(ByteRange range) throws IOException {
                return source.read(range);
            }

            @Override
            public void close() throws IOException {
                source.close();
                if (open.remove(this)) {
                    closed.countDown();
                }
                if (failing) {
                    throw new IOException("the connection is lost");
                }
            }
        };
        open.add(counted);
        return counted;
    }

    @Test
    void aFileForWhichAnInterruptedTaskWaitedIsClosed() throws Exception {
        CountDownLatch permitted = new CountDownLatch(1);
        CountDownLatch begun = new CountDownLatch(PARTS.size());
        FileOpenings<Integer> openings = new FileOpenings<>(PARTS, part -> {
            begun.countDown();
            await(permitted);
            return open();
        });
        Opening<Integer> first = openings.take();
        await(begun);
        Thread.currentThread().interrupt();
        assertThatThrownBy(first::await).isInstanceOf(InterruptedIOException.class);
        openings.close();
        assertThat(Thread.interrupted()).isTrue();
        permitted.countDown();
        await(closed);
        assertThat(open).isEmpty();
    }

    @Test
    void allFilesAreClosedIfClosingOneFails() throws Exception {
        FileOpenings<Integer> openings = new FileOpenings<>(PARTS, part -> open());
        openings.take().await().close();
        for (Opening<Integer> opening : openings.ahead()) {
            opening.await();
        }
        assertThat(open).hasSize(PARTS.size() - 1);
        failing = true;
        assertThatThrownBy(openings::close).hasMessage("the connection is lost");
        assertThat(open).isEmpty();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
