package io.pq2.hadoop.internal.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.hadoop.internal.file.FilesAhead.FileInTurn;
import io.pq2.hadoop.internal.file.FilesAhead.PartOpener;
import io.pq2.io.LocalInputFile;
import io.pq2.io.LocalOutputFile;
import io.pq2.read.BatchReader;
import io.pq2.read.ParquetFile;
import io.pq2.read.ReadOptions;
import io.pq2.record.RecordWriter;
import io.pq2.write.WriteOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests which parts begin before their turn, and what becomes of those that cannot begin. */
@Timeout(30)
class FilesAheadTest {

    private static final List<Integer> PARTS = List.of(0, 1, 2);

    @TempDir
    private Path folder;

    /** The parts that have begun, or have failed to, in this order. */
    private final List<Integer> begun = new ArrayList<>();

    private final Set<Integer> damaged = new HashSet<>();
    private final List<Integer> closed = new ArrayList<>();

    /** The part for which the thread waits, and whether it has begun or failed to. */
    private int awaited = -1;

    private final CompletableFuture<Integer> arrived = new CompletableFuture<>();

    private final class Reader implements FilesAhead.PartReader {

        private final int part;
        private final ParquetFile file;
        private final BatchReader batches;

        Reader(int part, ParquetFile file) throws IOException {
            this.part = part;
            this.file = file;
            this.batches = file.scan().open();
        }

        @Override
        public BatchReader batches() {
            return batches;
        }

        @Override
        public void close() throws IOException {
            closed.add(part);
            batches.close();
            file.close();
        }
    }

    private final class Opener implements PartOpener<Integer, Reader> {

        @Override
        public ParquetFile openFile(Integer part) throws IOException {
            return ParquetFile.open(new LocalInputFile(folder.resolve("file")));
        }

        @Override
        public Reader begin(Integer part, FileInTurn opening, FilesAhead<Integer, Reader> files) throws IOException {
            ParquetFile file = opening.open();
            begun.add(part);
            if (part == awaited) {
                arrived.complete(part);
            }
            if (damaged.contains(part)) {
                file.close();
                throw new IOException("part " + part + " is damaged");
            }
            return new Reader(part, file);
        }
    }

    @BeforeEach
    void write() throws IOException {
        LocalOutputFile output = LocalOutputFile.of(folder.resolve("file"));
        try (RecordWriter writer =
                RecordWriter.create(output, "message m { required int64 id; }", WriteOptions.DEFAULT)) {
            writer.write(writer.record().setLong("id", 1));
        }
    }

    /** Returns the parts of files of a file system that is not local. */
    private FilesAhead<Integer, Reader> remote() throws IOException {
        Configuration configuration = new Configuration(false);
        configuration.set("fs.viewfs.impl", "org.apache.hadoop.fs.viewfs.ViewFileSystem");
        configuration.set("fs.file.impl", "org.apache.hadoop.fs.LocalFileSystem");
        configuration.set(
                "fs.viewfs.mounttable.ahead.link./files", folder.toUri().toString());
        return FilesAhead.of(
                PARTS,
                part -> new org.apache.hadoop.fs.Path("viewfs://ahead/files/file"),
                ReadOptions.DEFAULT,
                configuration,
                new Opener());
    }

    private void waitFor(int part, FilesAhead<Integer, Reader> files) {
        awaited = part;
        files.whileWaiting(arrived);
    }

    @Test
    void theNextPartsBeginWhileTheThreadWaits() throws IOException {
        FilesAhead<Integer, Reader> files = remote();
        files.open(0).close();
        waitFor(2, files);
        assertThat(begun).isEqualTo(PARTS);
        assertThat(files.open(1).part).isEqualTo(1);
        assertThat(files.open(2).part).isEqualTo(2);
        assertThat(begun).isEqualTo(PARTS);
        files.close();
        assertThat(closed).containsExactly(0);
    }

    @Test
    void aPartThatCannotBeginFailsInItsTurn() throws IOException {
        damaged.add(1);
        FilesAhead<Integer, Reader> files = remote();
        files.open(0).close();
        waitFor(1, files);
        assertThat(begun).containsExactly(0, 1);
        assertThatThrownBy(() -> files.open(1)).hasMessage("part 1 is damaged");
        assertThat(files.open(2).part).isEqualTo(2);
        assertThat(begun).containsExactly(0, 1, 1, 2);
    }

    @Test
    void partsWhoseTurnDoesNotComeAreClosed() throws IOException {
        FilesAhead<Integer, Reader> files = remote();
        files.open(0).close();
        waitFor(2, files);
        files.close();
        assertThat(closed).containsExactlyInAnyOrder(0, 1, 2);
    }

    @Test
    void partsAreReadInTheirOrder() throws IOException {
        FilesAhead<Integer, Reader> files = remote();
        assertThatThrownBy(() -> files.open(1)).isInstanceOf(IllegalStateException.class);
        files.close();
    }

    @Test
    void localFilesAreOpenedInTheirTurn() throws IOException {
        FilesAhead<Integer, Reader> files = FilesAhead.of(
                PARTS,
                part -> new org.apache.hadoop.fs.Path(folder.resolve("file").toUri()),
                ReadOptions.DEFAULT,
                new Configuration(false),
                new Opener());
        files.open(0).close();
        files.requestNext();
        assertThat(begun).containsExactly(0);
        files.open(1).close();
        assertThat(begun).containsExactly(0, 1);
    }
}
