package io.pq2.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.cli.internal.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs {@code profile --costs}. */
class EncodingCostsCommandTest {

    @TempDir
    Path directory;

    private Path table;

    @BeforeEach
    void writeTable() throws IOException {
        table = new ExampleTable(directory).path();
    }

    private static List<String> costs(Object... arguments) {
        List<Object> all = new ArrayList<>(List.of("profile", "--costs"));
        all.addAll(Arrays.asList(arguments));
        return CommandRun.lines(all.toArray());
    }

    @Test
    void aRecordPerEncodingAndCodecHasSizesAndTimes() {
        List<String> lines = costs("--format", "csv", "-c", "id", table);
        assertThat(lines.get(0)).isEqualTo("column,encoding,codec,bytes,encode_ms,decode_ms,smallest,rows,all_rows");
        assertThat(lines.subList(1, lines.size()))
                .hasSizeGreaterThanOrEqualTo(3 * 5)
                .allMatch(line ->
                        line.matches("id,[A-Z_]+,[A-Z0-9_]+,\\d+,\\d+\\.\\d{3},\\d+\\.\\d{3},(true|false),12,true"));
        assertThat(lines).filteredOn(line -> line.contains(",true,12,")).hasSize(1);
        assertThat(lines)
                .anyMatch(line -> line.startsWith("id,DELTA_BINARY_PACKED,ZSTD,"))
                .anyMatch(line -> line.startsWith("id,BYTE_STREAM_SPLIT,LZ4_RAW,"))
                .anyMatch(line -> line.startsWith("id,PLAIN,GZIP,"));
    }

    @Test
    void theSizeIsThatOfTheStoredChunk() {
        Path cities = directory.resolve("cities.parquet");
        String stored = CommandRun.lines("meta", "--show", "chunks", "--format", "json", cities).stream()
                .filter(line -> line.contains("\"city\""))
                .findFirst()
                .orElseThrow();
        String measured = costs("--format", "csv", "--codec", "snappy", "--runs", "0", cities).stream()
                .filter(line -> line.startsWith("city,RLE_DICTIONARY,SNAPPY,"))
                .findFirst()
                .orElseThrow();
        String bytes = measured.split(",")[3];
        assertThat(stored).containsPattern("\"compressed[a-z_]*\": ?" + bytes + "\\b");
    }

    @Test
    void columnsInListsAndFiltersArePossible() {
        List<String> lines =
                costs("--format", "csv", "--runs", "0", "--codec", "zstd", "-w", "id > 5 AND country = 'FR'", table);
        assertThat(lines)
                .anyMatch(line -> line.matches("id,PLAIN,ZSTD,\\d+,,,(true|false),6,true"))
                .anyMatch(line -> line.matches("phones\\.list\\.element,PLAIN,ZSTD,\\d+,,,(true|false),6,true"))
                .noneMatch(line -> line.startsWith("country"));
        assertThat(costs("--format", "csv", "-c", "country", table)).hasSize(1);
    }

    @Test
    void aSampleSaysThatItHasNotAllRows() {
        List<String> lines = costs("--runs", "0", "--codec", "zstd", "--sample-size", "1", "-c", "id", table);
        assertThat(lines.get(lines.size() - 1))
                .isEqualTo(
                        "Columns whose all_rows is false were measured in their first rows, of 1 B in PLAIN encoding.");
        assertThat(lines.get(1)).matches("id +[A-Z_]+ +ZSTD .* 4 +false");
        List<String> all = costs("--runs", "0", "--codec", "zstd", "-c", "id", table);
        assertThat(all.get(all.size() - 1)).isEqualTo("All rows were measured.");
        assertThat(all).filteredOn(line -> line.contains(" * ")).hasSize(1);
    }

    @Test
    void anUnreadableFileIsReportedOnce() throws IOException {
        Files.write(table.resolve("country=CH/part-9.parquet"), new byte[20]);
        CommandRun run =
                CommandRun.of("profile", "--costs", "--runs", "0", "--codec", "snappy", "-c", "id,name", table);
        assertThat(run.code()).isEqualTo(ExitCode.FAILED);
        assertThat(run.err().lines().filter(line -> line.contains("part-9.parquet")))
                .hasSize(1);
        assertThat(run.out()).contains("id ").contains("name ");
    }

    @Test
    void wrongOptionsAreRejected() {
        for (List<String> words : List.of(
                List.of("--runs", "1", "--runs needs --costs"),
                List.of("--codec", "zstd", "--codec needs --costs"),
                List.of("--sample-size", "1k", "--sample-size needs --costs"))) {
            CommandRun run = CommandRun.of("profile", words.get(0), words.get(1), table);
            assertThat(run.code()).isEqualTo(2);
            assertThat(run.err()).contains(words.get(2));
        }
        for (List<String> words : List.of(
                List.of("--runs", "-1", "--runs -1: expected 0 or more"),
                List.of("--codec", "ztsd", "did you mean zstd?"),
                List.of("--sample-size", "1g", "--sample-size: at most 256 MiB"))) {
            CommandRun run = CommandRun.of("profile", "--costs", words.get(0), words.get(1), table);
            assertThat(run.code()).isEqualTo(2);
            assertThat(run.err()).contains(words.get(2));
        }
        CommandRun lz = CommandRun.of("profile", "--costs", "-c", "nome", table);
        assertThat(lz.err()).contains("no column nome").contains("did you mean name?");
    }
}
