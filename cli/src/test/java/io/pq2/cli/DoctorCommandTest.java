package io.pq2.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.cli.internal.ExitCode;
import java.io.IOException;
import java.nio.file.Path;
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
