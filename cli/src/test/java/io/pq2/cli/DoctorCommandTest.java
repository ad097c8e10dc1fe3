package io.pq2.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.cli.internal.ExitCode;
import io.pq2.io.LocalOutputFile;
import io.pq2.record.RecordWriter;
import io.pq2.write.WriteOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DoctorCommandTest {

    @TempDir
    Path directory;

    private Path table;

    @BeforeEach
    void writeTable() throws IOException {
        table = new ExampleTable(directory).path();
    }

    @Test
    void findingsHaveACostAndARemedy() {
        CommandRun run = CommandRun.of("doctor", "--format", "csv", "-c", "name", table);
        assertThat(run.code()).isEqualTo(ExitCode.REQUIREMENT_NOT_MET);
        assertThat(run.err()).isEmpty();
        assertThat(run.out().lines().toList())
                .startsWith("kind,column,files,finding,cost,remedy")
                .anyMatch(line -> line.startsWith("small-row-groups,,2,")
                        && line.endsWith("pq2 compact (unless a stream reads the files)"))
                .anyMatch(line -> line.startsWith("unsorted,name,2,")
                        && line.endsWith("pq2 compact --sort-by name (unless a stream reads the files)"));
    }

    @Test
    void timestampsOfTypeInt96AreFoundAndConverted() throws IOException {
        Path events = directory.resolve("events/e.parquet");
        Files.createDirectories(events.getParent());
        String schema = "message m { required int96 at; }";
        try (RecordWriter writer = RecordWriter.create(LocalOutputFile.of(events), schema, WriteOptions.DEFAULT)) {
            writer.write(writer.record().set("at", Instant.parse("2024-02-29T12:30:00.000001Z")));
        }
        CommandRun run = CommandRun.of("doctor", "--format", "csv", "-c", "at", events.getParent());
        assertThat(run.code()).isEqualTo(ExitCode.REQUIREMENT_NOT_MET);
        assertThat(run.out().lines().toList())
                .hasSize(2)
                .anyMatch(line -> line.startsWith("int96-timestamps,at,1,")
                        && line.endsWith("pq2 compact --all --timestamps micros (unless a stream reads the files)"));
        CommandRun.lines("compact", "--all", "--timestamps", "micros", events.getParent());
        assertThat(CommandRun.lines("doctor", "-c", "at", events.getParent())).containsExactly("1 file, 0 findings");
        assertThat(CommandRun.lines("cat", "--format", "csv", events.getParent()))
                .containsExactly("at", "2024-02-29T12:30:00.000001Z");
    }

    @Test
    void aHealthyFileHasNoFinding() {
        assertThat(CommandRun.lines("doctor", directory.resolve("cities.parquet")))
                .containsExactly("1 file, 0 findings");
    }

    @Test
    void anUnknownFilterColumnIsAnError() {
        CommandRun run = CommandRun.of("doctor", "-c", "nmae", table);
        assertThat(run.code()).isEqualTo(ExitCode.FAILED);
        assertThat(run.err()).contains("did you mean name?");
    }
}
