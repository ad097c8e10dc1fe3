package io.pq2.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

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

class SalvageCommandTest {

    private static final Path SHARED = Path.of(System.getProperty("pq2.shared", "../../shared"));

    @TempDir
    Path directory;

    private Path intact;
    private Path damaged;
    private Path rescued;

    @BeforeEach
    void writeTable() throws IOException {
        intact = new ExampleTable(directory).path().resolve("country=CH/part-0.parquet");
        damaged = directory.resolve("damaged.parquet");
        rescued = directory.resolve("rescued.parquet");
    }

    private static List<String> rows(Path file) {
        return CommandRun.lines("cat", "-c", "id,name,born,salary,phones", "--format", "json", file);
    }

    /** The second page of the column id has the rows 2 and 3. */
    private void damagePage() throws IOException {
        byte[] bytes = Files.readAllBytes(intact);
        String offset = CommandRun.lines("pages", "-c", "id", "-g", "0", "--format", "csv", intact)
                .get(2)
                .split(",")[6];
        bytes[Integer.parseInt(offset) + 30] ^= 1;
        Files.write(damaged, bytes);
    }

    private void cut(int bytes) throws IOException {
        byte[] all = Files.readAllBytes(intact);
        Files.write(damaged, Arrays.copyOf(all, all.length - bytes));
    }

    @Test
    void rowsOfDamagedPagesAreLostAndTheOthersKept() throws IOException {
        damagePage();
        CommandRun run = CommandRun.of("salvage", damaged, rescued);
        assertThat(run.code()).isEqualTo(ExitCode.REQUIREMENT_NOT_MET);
        assertThat(run.out()).contains("4 rows kept, 2 lost");
        List<String> expected = new ArrayList<>(rows(intact));
        expected.subList(2, 4).clear();
        assertThat(rows(rescued)).isEqualTo(expected);
        assertThat(CommandRun.lines("check", rescued))
                .contains("1 files checked: 0 errors, 0 known faults, 0 deviations, 0 notes");
    }

    @Test
    void aRowGroupCanBeLostAsAWhole() throws IOException {
        damagePage();
        CommandRun run = CommandRun.of("salvage", "--lose", "row-group", "--format", "csv", damaged, rescued);
        assertThat(run.out().lines()).hasSize(2).element(1).asString().startsWith("0,0,4,id,");
        assertThat(run.err()).contains("2 rows kept, 4 lost");
        assertThat(rows(rescued)).isEqualTo(rows(intact).subList(4, 6));
    }

    @Test
    void anIntactFileLosesNothing() {
        assertThat(CommandRun.lines("salvage", intact, rescued)).containsExactly("6 rows kept, 0 lost");
        assertThat(rows(rescued)).isEqualTo(rows(intact));
    }

    @Test
    void filesCanBeOnFileSystemsOfHadoop() throws IOException {
        damagePage();
        String setting = "io.file.buffer.size=4096";
        CommandRun run = CommandRun.of("salvage", "-D", setting, damaged.toUri(), rescued.toUri());
        assertThat(run.code()).as(run.err()).isEqualTo(ExitCode.REQUIREMENT_NOT_MET);
        assertThat(rows(rescued)).hasSize(4);
        assertThat(CommandRun.lines("count", "-D", setting, "--format", "csv", rescued.toUri()))
                .containsExactly("rows", "4");
        CommandRun again = CommandRun.of("salvage", "-D", setting, damaged.toUri(), rescued.toUri());
        assertThat(again.code()).isEqualTo(ExitCode.FAILED);
        assertThat(rows(rescued)).hasSize(4);
    }

    @Test
    void aFileIsNeverReplaced() throws IOException {
        Files.writeString(rescued, "mine");
        CommandRun run = CommandRun.of("salvage", intact, rescued);
        assertThat(run.code()).isEqualTo(ExitCode.FAILED);
        assertThat(rescued).hasContent("mine");
    }

    @Test
    void rowGroupsOfAFileWithoutFooterNeedASchema() throws IOException {
        cut(1);
        CommandRun without = CommandRun.of("salvage", damaged, rescued);
        assertThat(without.code()).isEqualTo(ExitCode.FAILED);
        assertThat(without.err()).contains("--like").contains("--schema");
        assertThat(rescued).doesNotExist();

        CommandRun like = CommandRun.of("salvage", "--like", intact, damaged, rescued);
        assertThat(like.err()).isEmpty();
        assertThat(like.code()).isEqualTo(ExitCode.REQUIREMENT_NOT_MET);
        assertThat(like.out()).contains("6 rows in 2 row groups kept");
        assertThat(rows(rescued)).isEqualTo(rows(intact));
    }

    @Test
    void theSchemaCanComeFromATextFile() throws IOException {
        cut(1);
        Path schema = directory.resolve("schema.txt");
        Files.write(schema, CommandRun.lines("schema", intact));
        CommandRun run = CommandRun.of("salvage", "--schema", schema, "--format", "json", damaged, rescued);
        assertThat(run.out()).startsWith("{\"row_group\":2,\"first_row\":6,\"rows\":null,");
        assertThat(rows(rescued)).isEqualTo(rows(intact));
    }

    @Test
    void limitsApplyToRowGroupsOfAFileWithoutFooter() throws IOException {
        cut(1);
        Path schema = directory.resolve("schema.txt");
        Files.write(schema, CommandRun.lines("schema", intact));
        String limit = "pq2.read.maxDecodingBytes=100";
        CommandRun run = CommandRun.of("salvage", "-D", limit, "--schema", schema, damaged.toUri(), rescued.toUri());
        assertThat(run.code()).as(run.out()).isEqualTo(ExitCode.FAILED);
        assertThat(run.err()).contains("maxDecodingBytes");
        assertThat(rescued).doesNotExist();
    }

    @Test
    void nothingIsWrittenWithoutACompleteRowGroup() throws IOException {
        cut((int) Files.size(intact) - 200);
        CommandRun run = CommandRun.of("salvage", "--like", intact, damaged, rescued);
        assertThat(run.code()).isEqualTo(ExitCode.FAILED);
        assertThat(run.out()).contains("no file was written");
        assertThat(rescued).doesNotExist();
    }

    @Test
    void aReadableFooterCanBeIgnored() {
        CommandRun run = CommandRun.of("salvage", "--ignore-footer", intact, rescued);
        assertThat(run.out()).contains("6 rows in 2 row groups kept");
        assertThat(rows(rescued)).isEqualTo(rows(intact));
    }

    @Test
    void everyBadFileOfTheCommunityIsSalvagedOrRefusedWithAReason() throws IOException {
        Path bad = SHARED.resolve("parquet-testing/bad_data");
        assumeTrue(Files.isDirectory(bad));
        try (var files = Files.list(bad)) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith(".parquet")).toList()) {
                Path out = directory.resolve("rescued-" + file.getFileName());
                CommandRun run = CommandRun.of("salvage", file, out);
                assertThat(run.code()).as(file + run.err()).isIn(0, 1, 3);
                assertThat(run.out() + run.err()).as(file.toString()).isNotBlank();
                if (run.code() == 1) {
                    assertThat(out).doesNotExist();
                } else {
                    assertThat(CommandRun.of("check", out).out()).contains(" 0 errors");
                }
            }
        }
    }
}
