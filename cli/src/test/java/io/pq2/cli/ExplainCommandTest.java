package io.pq2.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.cli.internal.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExplainCommandTest {

    @TempDir
    Path directory;

    private Path table;
    private Path swiss;

    @BeforeEach
    void writeTable() throws IOException {
        table = new ExampleTable(directory).path();
        swiss = table.resolve("country=CH/part-0.parquet");
    }

    @Test
    void aRecordSaysWhatHappenedToEachRowGroup() {
        List<String> rows = CommandRun.lines("explain", "-c", "id", "-w", "id >= 4", "--format", "csv", table);
        assertThat(rows).hasSize(5);
        assertThat(rows.get(1)).contains("part-0.parquet,0,4,").contains(",skipped,statistics,id >= 4,0,0,0,");
        assertThat(rows.get(2)).contains("part-0.parquet,1,2,").contains(",matched,statistics,id >= 4,0,0,2,");
        assertThat(rows.get(3)).contains("part-1.parquet,0,4,").contains(",matched,");
    }

    @Test
    void everySkipReasonIsReported() {
        assertThat(CommandRun.lines("explain", "-c", "name", "-w", "id = 2", swiss))
                .anyMatch(
                        line -> line.startsWith("row groups") && line.contains("1 of 2 read, 1 skipped by statistics"))
                .anyMatch(line -> line.contains("2 rows skipped by page indexes, 1 rows filtered individually"));
        assertThat(CommandRun.lines("explain", "-w", "name = 'name 00'", swiss))
                .anyMatch(line -> line.contains("0 of 2 read") && line.contains("by bloom filters"));
        assertThat(CommandRun.lines("explain", "-w", "city = 'Chur'", directory.resolve("cities.parquet")))
                .anyMatch(line -> line.contains("0 of 1 read, 1 skipped by dictionaries"));
    }

    @Test
    void filesThatPartitionValuesExcludeAreNotOpened() throws IOException {
        Files.writeString(table.resolve("country=CH/broken.parquet"), "no Parquet file");
        List<String> lines = CommandRun.lines("explain", "-w", "country = 'FR' AND id > 7", "--format", "csv", table);
        assertThat(lines).anyMatch(line -> line.contains("broken.parquet,,,,skipped,partition values,"));
        assertThat(CommandRun.lines("explain", "-w", "country = 'FR' AND id > 7", table))
                .contains("files       1 of 3 read, 2 excluded by partition values")
                .contains("rows        4 of 6 returned, 2 skipped with their pages");
        CommandRun all = CommandRun.of("explain", table);
        assertThat(all.code()).isEqualTo(ExitCode.FAILED);
        assertThat(all.err()).contains("broken.parquet");
        assertThat(all.out()).contains("files       2 of 2 read");
    }

    @Test
    void thePlanReadsOnlyFooters() {
        assertThat(CommandRun.lines("explain", "--plan", "-w", "id >= 4", table))
                .contains("files       2 of 2 read")
                .anyMatch(line ->
                        line.startsWith("row groups") && line.contains("1 skipped by statistics, 3 not reached"))
                .contains("bytes       0 B read in 0 requests; 438 B skipped");
    }

    @Test
    void anUnknownColumnIsAnError() {
        CommandRun run = CommandRun.of("explain", "-w", "salry > 1", table);
        assertThat(run.code()).isEqualTo(ExitCode.FAILED);
        assertThat(run.err()).contains("did you mean salary?");
    }
}
