package io.pq2.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.testing.Seeds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random tables are the same after a conversion to another format and back. */
class ConvertRoundTripTest {

    private static final int ROWS = 500;

    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"csv", "tsv", "jsonl", "arrow", "arrows"})
    void otherFormatsHaveAllValues(String suffix) throws IOException {
        long seed = Seeds.next();
        Path first = directory.resolve("first.parquet");
        RandomRecords.write(first, seed, ROWS);
        Path schema = Files.write(directory.resolve("schema.txt"), CommandRun.lines("schema", first));
        Path other = directory.resolve("other." + suffix);
        Path second = directory.resolve("second.parquet");
        CommandRun.lines("convert", first, other);
        CommandRun.lines("convert", "--schema", schema, other, second);
        CommandRun diff = CommandRun.of("diff", first, second);
        assertThat(diff.out()).as("seed %d", seed).contains("The rows are the same");
        Path again = directory.resolve("again." + suffix);
        CommandRun.lines("convert", second, again);
        assertThat(again).as("seed %d", seed).hasSameBinaryContentAs(other);
        assertThat(CommandRun.lines("schema", second)).isEqualTo(CommandRun.lines("schema", first));
    }
}
