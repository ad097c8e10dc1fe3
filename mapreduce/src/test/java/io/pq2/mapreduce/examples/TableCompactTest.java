package io.pq2.mapreduce.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.compact.CompactionListener;
import io.pq2.compact.CompactionOptions;
import io.pq2.compact.CompactionPlan;
import io.pq2.compact.DistributedCompaction;
import io.pq2.compact.LocalTableFileSystem;
import io.pq2.compact.TableCompaction;
import io.pq2.exception.InvalidDataException;
import io.pq2.io.LocalInputFile;
import io.pq2.io.LocalOutputFile;
import io.pq2.mapreduce.LocalJobs;
import io.pq2.read.ParquetFile;
import io.pq2.record.RecordWriter;
import io.pq2.record.RowReader;
import io.pq2.schema.PhysicalType;
import io.pq2.write.WriteOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.hadoop.util.ToolRunner;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compacts a table of two partitions by jobs in this process. */
class TableCompactTest {

    private static final String SCHEMA = "message m { required int64 id; }";

    @TempDir
    Path directory;

    private Path table;
    private long rows;

    @BeforeEach
    void createTable() throws IOException {
        Files.createDirectory(directory.resolve("tmp"));
        table = directory.resolve("table");
        for (int i = 0; i < 3; i++) {
            write("day=1/part-" + i + ".parquet", SCHEMA);
            write("day=2/part-" + i + ".parquet", SCHEMA);
        }
    }

    private void write(String name, String schema) throws IOException {
        Path file = table.resolve(name);
        Files.createDirectories(file.getParent());
        try (RecordWriter writer = RecordWriter.create(LocalOutputFile.of(file), schema, WriteOptions.DEFAULT)) {
            for (int i = 0; i < 10; i++) {
                writer.write(writer.record().setLong("id", rows++));
            }
        }
    }

    private int compact(String... settings) throws Exception {
        List<String> arguments = new ArrayList<>(List.of(table.toUri().toString()));
        arguments.addAll(List.of(settings));
        return ToolRunner.run(LocalJobs.configuration(directory), new TableCompact(), arguments.toArray(String[]::new));
    }

    /** Checks that each row is in the table once, and that no other files are left. */
    private void checkRows(int files) throws IOException {
        List<String> names = LocalJobs.files(table);
        assertThat(names).hasSize(files);
        List<Long> ids = new ArrayList<>();
        for (String name : names) {
            try (ParquetFile file = ParquetFile.open(new LocalInputFile(table.resolve(name)));
                    RowReader reader = new RowReader(file.scan().open())) {
                while (reader.next()) {
                    ids.add(reader.row().getLong("id"));
                }
            }
        }
        assertThat(ids.stream().sorted())
                .containsExactlyElementsOf(LongStream.range(0, rows).boxed().toList());
        try (Stream<Path> paths = Files.walk(table)) {
            assertThat(paths.map(Path::toString)).noneMatch(path -> path.contains(".pq2-compaction"));
        }
        try (Stream<Path> paths = Files.walk(directory.resolve("tmp"))) {
            assertThat(paths.map(Path::toString)).noneMatch(path -> path.contains("pq2-compact-"));
        }
    }

    @Test
    void eachMapTaskWritesANewFile() throws Exception {
        assertThat(compact("sort_by=id:desc", "codec=zstd")).isZero();
        checkRows(2);
        try (ParquetFile file = ParquetFile.open(
                new LocalInputFile(table.resolve(LocalJobs.files(table).get(0))))) {
            assertThat(file.metadata().rowGroups()).hasSize(1);
            assertThat(file.metadata().rowGroups().get(0).sortingColumns()).hasSize(1);
        }
        assertThat(compact()).isZero();
        checkRows(2);
    }

    @Test
    void int96TimestampsBecomeMicrosecondsOnRequest() throws Exception {
        String schema = "message m { required int64 id; optional int96 t; }";
        write("day=3/part-0.parquet", schema);
        write("day=3/part-1.parquet", schema);
        assertThat(compact("timestamps=micros")).isZero();
        checkRows(3);
        try (ParquetFile file = ParquetFile.open(
                new LocalInputFile(table.resolve(LocalJobs.files(table).get(2))))) {
            assertThat(file.schema().columns().get(1).field().physicalType()).isEqualTo(PhysicalType.INT64);
        }
    }

    @Test
    void filesThatCannotBeMergedStay() throws Exception {
        assertThatThrownBy(() -> compact("sort_by=nothing"))
                .isInstanceOf(InvalidDataException.class)
                .hasMessageContaining("there is no column nothing to sort by. The columns of the files are id");
        checkRows(6);
    }

    @Test
    void aRunningCompactionOfAnotherKindIsRespected() throws Exception {
        TableCompaction command =
                TableCompaction.of(new LocalTableFileSystem(), table.toString(), CompactionOptions.DEFAULT);
        CompactionPlan plan = command.plan();
        try (DistributedCompaction running =
                DistributedCompaction.begin(new LocalTableFileSystem(), plan, CompactionOptions.DEFAULT)) {
            assertThat(running.failures()).isEmpty();
            assertThatThrownBy(this::compact)
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("another compaction of");
        }
        assertThat(command.run(plan, CompactionListener.NONE).files()).hasSize(2);
        assertThat(compact()).isZero();
        checkRows(2);
    }

    @Test
    void wrongArgumentsAreExplained() throws Exception {
        assertThat(ToolRunner.run(LocalJobs.configuration(directory), new TableCompact(), new String[0]))
                .isEqualTo(2);
        assertThatThrownBy(() -> compact("target_size")).hasMessageContaining("is no setting such as target_size=");
        assertThatThrownBy(() -> compact("target-size=1")).hasMessageContaining("did you mean target_size?");
        assertThatThrownBy(() -> ObjectLines.parse("AAAA", String.class)).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> ObjectLines.parse(ObjectLines.format(new java.io.File("x")), java.io.File.class))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("REJECTED");
        assertThat(ObjectLines.parse(ObjectLines.format("x"), String.class)).isEqualTo("x");
        assertThatThrownBy(() -> ObjectLines.parse(ObjectLines.format("x"), Integer.class))
                .hasMessageContaining("damaged");
    }
}
