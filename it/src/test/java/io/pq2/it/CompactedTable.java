package io.pq2.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.compact.CompactionListener;
import io.pq2.compact.CompactionOptions;
import io.pq2.compact.CompactionResult;
import io.pq2.compact.KilledFileSystem;
import io.pq2.compact.LocalTableFileSystem;
import io.pq2.compact.TableCompaction;
import io.pq2.compact.TableFileSystem;
import io.pq2.exception.CorruptFileException;
import io.pq2.hadoop.compact.HadoopTableFileSystem;
import io.pq2.hadoop.file.HadoopInputFile;
import io.pq2.hadoop.file.HadoopOutputFile;
import io.pq2.hadoop.file.HiddenFiles;
import io.pq2.read.ParquetFile;
import io.pq2.record.RecordWriter;
import io.pq2.record.RowReader;
import io.pq2.write.WriteOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** A table of small files on a Hadoop file system, which is compacted, also by processes that are killed. */
public final class CompactedTable {

    private static final int DEFAULT_FILES = 4;
    private static final int ROWS = 10;

    private final Path path;
    private final Configuration configuration;
    private final FileSystem fileSystem;
    private final int rows;

    /** Creates a table of four files; an existing directory is replaced. */
    public CompactedTable(Path path, Configuration configuration) throws IOException {
        this(path, configuration, DEFAULT_FILES);
    }

    /** Creates the table; an existing directory is replaced. */
    public CompactedTable(Path path, Configuration configuration, int files) throws IOException {
        this.rows = files * ROWS;
        this.fileSystem = path.getFileSystem(configuration);
        this.path = fileSystem.makeQualified(path);
        this.configuration = configuration;
        fileSystem.delete(path, true);
        long id = 0;
        for (int i = 0; i < files; i++) {
            Path file = new Path(path, "part-" + i + ".parquet");
            try (RecordWriter writer = RecordWriter.create(
                    HadoopOutputFile.of(file, configuration),
                    "message m { required int64 id; }",
                    WriteOptions.DEFAULT)) {
                for (int row = 0; row < ROWS; row++) {
                    writer.write(writer.record().setLong("id", id++));
                }
            }
        }
    }

    /** Returns the file system of a compaction: that of the JDK for local files, as in the command line. */
    static TableFileSystem files(Path path, Configuration configuration) throws IOException {
        return isLocal(path) ? new LocalTableFileSystem() : HadoopTableFileSystem.of(path, configuration);
    }

    /** Returns the name of a directory for {@link #files}. */
    static String name(Path path) {
        return isLocal(path) ? path.toUri().getPath() : path.toString();
    }

    static boolean isLocal(Path path) {
        return "file".equals(path.toUri().getScheme());
    }

    private TableFileSystem files() throws IOException {
        return files(path, configuration);
    }

    /** Returns the number of visible files. */
    int visibleFiles() throws IOException {
        return fileSystem.listStatus(path, HiddenFiles.VISIBLE).length;
    }

    /** Returns the length of the longest visible file in bytes. */
    long longestFile() throws IOException {
        return Stream.of(fileSystem.listStatus(path, HiddenFiles.VISIBLE))
                .mapToLong(FileStatus::getLen)
                .max()
                .orElse(0);
    }

    private CompactionResult compact(TableFileSystem files) throws IOException {
        TableCompaction compaction = TableCompaction.of(files, name(path), CompactionOptions.DEFAULT);
        compaction.recover();
        return compaction.run(compaction.plan(), CompactionListener.NONE);
    }

    /** Compacts the table and checks that one file with all rows remains, and returns it. */
    public FileStatus compact() throws IOException {
        assertThat(compact(files()).failures()).isEmpty();
        assertThat(read()).contains(expected());
        FileStatus[] all = fileSystem.listStatus(path);
        assertThat(all).hasSize(1);
        return all[0];
    }

    /**
     * Compacts the table in a process that is killed.
     *
     * @param last the number of operations before
     * @param lastIsDone whether the next operation is done, and only its answer is lost
     * @return whether the process was killed before it ended
     */
    public boolean compactUntilKilled(int last, boolean lastIsDone) throws IOException {
        KilledFileSystem files = new KilledFileSystem(files(), last, lastIsDone, () -> {});
        try {
            compact(files);
        } catch (IOException e) {
            assertThat(e).hasMessageContaining("killed");
        }
        return files.isKilled();
    }

    /** Reads the table as a query does, and returns whether it sees each row once; it may fail because of a barrier. */
    public boolean isReadable() throws IOException {
        Optional<List<Long>> rows = read();
        rows.ifPresent(ids -> assertThat(ids).isEqualTo(expected()));
        return rows.isPresent();
    }

    private Optional<List<Long>> read() throws IOException {
        List<Long> ids = new ArrayList<>();
        for (FileStatus status : fileSystem.listStatus(path, HiddenFiles.VISIBLE)) {
            try (ParquetFile file = ParquetFile.open(HadoopInputFile.of(status, configuration));
                    RowReader rows = new RowReader(file.scan().open())) {
                while (rows.next()) {
                    ids.add(rows.row().getLong("id"));
                }
            } catch (CorruptFileException e) {
                assertThat(e).hasMessageContaining("~unfinished-compaction.run-pq2-compact-again.");
                return Optional.empty();
            }
        }
        ids.sort(null);
        return Optional.of(ids);
    }

    private List<Long> expected() {
        return LongStream.range(0, rows).boxed().toList();
    }
}
