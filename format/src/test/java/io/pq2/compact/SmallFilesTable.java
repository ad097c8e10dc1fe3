package io.pq2.compact;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.compact.TableFileSystem.Entry;
import io.pq2.exception.CorruptFileException;
import io.pq2.internal.io.HiddenNames;
import io.pq2.io.LocalInputFile;
import io.pq2.io.LocalOutputFile;
import io.pq2.read.ParquetFile;
import io.pq2.record.RecordWriter;
import io.pq2.record.Row;
import io.pq2.record.RowReader;
import io.pq2.write.WriteOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** A table of small files with the rows 0, 1, 2, …, and a reader of it. */
final class SmallFilesTable {

    static final String SCHEMA = "message m { required int64 id; optional binary text (STRING); }";

    private final Path directory;
    private long rows;

    SmallFilesTable(Path directory) {
        this.directory = directory;
    }

    Path path() {
        return directory;
    }

    long rows() {
        return rows;
    }

    /** Writes a file with the next rows. */
    Path add(String name, int count, WriteOptions options) throws IOException {
        Path file = directory.resolve(name);
        Files.createDirectories(file.getParent());
        try (RecordWriter writer = RecordWriter.create(LocalOutputFile.of(file), SCHEMA, options)) {
            for (int i = 0; i < count; i++) {
                long id = rows++;
                writer.write(writer.record().setLong("id", id).setString("text", text(id)));
            }
        }
        return file;
    }

    static String text(long id) {
        return "row " + id;
    }

    Path add(String name, int count) throws IOException {
        return add(name, count, WriteOptions.DEFAULT);
    }

    /**
     * Reads the table as a query does: lists the visible files, then opens each.
     *
     * @return the sorted ids; empty if a file is not a Parquet file, which must be a barrier
     */
    Optional<List<Long>> read() throws IOException {
        List<Long> ids = new ArrayList<>();
        for (Path file : visible()) {
            try (ParquetFile opened = ParquetFile.open(new LocalInputFile(file));
                    RowReader reader = new RowReader(opened.scan().open())) {
                while (reader.next()) {
                    Row row = reader.row();
                    long id = row.getLong("id");
                    assertThat(row.getString("text")).isEqualTo(text(id));
                    ids.add(id);
                }
            } catch (CorruptFileException e) {
                assertThat(file.getFileName().toString()).startsWith("~unfinished-compaction.run-pq2-compact-again.");
                assertThat(e).hasMessageContaining("run-pq2-compact-again");
                return Optional.empty();
            }
        }
        ids.sort(null);
        return Optional.of(ids);
    }

    List<Long> expected() {
        return LongStream.range(0, rows).boxed().toList();
    }

    /** Returns the visible files below the directory in the order of their paths. */
    List<Path> visible() throws IOException {
        return all().stream()
                .filter(file -> Stream.iterate(file, path -> !path.equals(directory), Path::getParent)
                        .noneMatch(
                                path -> HiddenNames.isHidden(path.getFileName().toString())))
                .toList();
    }

    /** Returns all files below the directory, also hidden ones, and hidden directories. */
    List<Path> all() throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(file -> Files.isRegularFile(file)
                            || file.getFileName().toString().startsWith("."))
                    .sorted()
                    .toList();
        }
    }

    /** Copies the table to a new directory. */
    SmallFilesTable copyTo(Path target) throws IOException {
        for (Path file : all()) {
            Path copy = target.resolve(directory.relativize(file).toString());
            Files.createDirectories(copy.getParent());
            Files.copy(file, copy);
        }
        SmallFilesTable table = new SmallFilesTable(target);
        table.rows = rows;
        return table;
    }

    static Entry entry(Path file) throws IOException {
        Entry entry = new LocalTableFileSystem().find(file.toString());
        assertThat(entry).isNotNull();
        return entry;
    }
}
