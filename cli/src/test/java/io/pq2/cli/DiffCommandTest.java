package io.pq2.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.cli.internal.ExitCode;
import io.pq2.io.LocalOutputFile;
import io.pq2.record.RecordValue;
import io.pq2.record.RecordWriter;
import io.pq2.write.WriteOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DiffCommandTest {

    private static final String COUNTRY = """
            message m {
              optional int64 id;
              optional binary country (STRING);
            }
            """;

    @TempDir
    Path directory;

    private Path table;
    private Path copy;

    @BeforeEach
    void writeTables() throws IOException {
        table = new ExampleTable(directory).path();
        copy = directory.resolve("copy.parquet");
    }

    /** Writes the ids of the table in descending order with their countries. */
    private void writeCopy(int... missing) throws IOException {
        try (RecordWriter writer =
                RecordWriter.create(LocalOutputFile.overwriting(copy), COUNTRY, WriteOptions.DEFAULT)) {
            for (int id = 11; id >= 0; id--) {
                RecordValue row = writer.record().setLong("id", id).setString("country", id < 6 ? "CH" : "FR");
                if (missing.length == 0 || id != missing[0]) {
                    writer.write(row);
                }
            }
        }
    }

    @Test
    void aTableAndItsCopyInOneFileHaveTheSameRows() throws IOException {
        writeCopy();
        assertThat(CommandRun.lines("diff", "-c", "id,country", table, copy))
                .containsExactly("A has 12 rows, B has 12 rows. The rows are the same.");
        CommandRun ordered = CommandRun.of("diff", "--in-order", "-n", "1", "-c", "id", table, copy);
        assertThat(ordered.code()).isEqualTo(ExitCode.REQUIREMENT_NOT_MET);
        assertThat(ordered.out()).contains("12 rows only in A, 12 rows only in B");
        assertThat(CommandRun.lines("diff", "--in-order", table, table))
                .containsExactly("A has 12 rows, B has 12 rows. The rows are the same, in the same order.");
    }

    @Test
    void rowsOfOneSideAreListedWithTheirPlace() throws IOException {
        writeCopy(7);
        CommandRun run = CommandRun.of("diff", "-c", "country,id", "--format", "csv", table, copy);
        assertThat(run.code()).isEqualTo(ExitCode.REQUIREMENT_NOT_MET);
        assertThat(run.out().lines())
                .containsExactly("only_in,file,row,country,id", "A," + table + "/country=FR/part-1.parquet,1,FR,7");
        assertThat(run.err()).contains("A has 12 rows, B has 11 rows. 1 row only in A, 0 rows only in B.");
        CommandRun others = CommandRun.of("diff", "-c", "id", "-w", "id <> 7", "--format", "csv", copy, table);
        assertThat(others.code()).isZero();
        assertThat(others.out().lines()).containsExactly("only_in,file,row,id");
    }

    @Test
    void columnsWhoseValuesDifferAreNamed() throws IOException {
        writeCopy();
        Path other = directory.resolve("other.parquet");
        Path swapped = directory.resolve("swapped.parquet");
        write(other, 4, "IT");
        write(swapped, 4, "FR", 7, "CH");
        assertThat(CommandRun.of("diff", "-c", "id,country", copy, other).out())
                .contains("1 row only in A, 1 row only in B.")
                .contains("Columns whose values differ: country\n");
        assertThat(CommandRun.of("diff", "-c", "id,country", "--in-order", copy, other)
                        .out())
                .contains("Columns whose values differ: country\n");
        // Both columns have the same values, but not in the same rows.
        CommandRun run = CommandRun.of("diff", "--format", "csv", "-c", "id,country", copy, swapped);
        assertThat(run.out()).doesNotContain("combine");
        assertThat(run.err()).contains("Each column has the same values in A and in B.");
        assertThat(CommandRun.of("diff", "-c", "id", "--in-order", table, copy).out())
                .contains("Columns whose values differ: id\n");
    }

    /** Writes the copy with other countries: an id, its country, and so on. */
    private static void write(Path file, Object... changes) throws IOException {
        try (RecordWriter writer =
                RecordWriter.create(LocalOutputFile.overwriting(file), COUNTRY, WriteOptions.DEFAULT)) {
            for (int id = 11; id >= 0; id--) {
                String country = id < 6 ? "CH" : "FR";
                for (int i = 0; i < changes.length; i += 2) {
                    country = changes[i].equals(id) ? (String) changes[i + 1] : country;
                }
                writer.write(writer.record().setLong("id", id).setString("country", country));
            }
        }
    }

    @Test
    void filesCanBeOnFileSystemsOfHadoop() {
        CommandRun run = CommandRun.of("diff", "-D", "io.file.buffer.size=4096", table.toUri(), table.toUri());
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out()).contains("The rows are the same");
    }

    @Test
    void columnsOfOneSideAreADifference() throws IOException {
        writeCopy();
        CommandRun run = CommandRun.of("diff", table, copy);
        assertThat(run.code()).isEqualTo(ExitCode.REQUIREMENT_NOT_MET);
        assertThat(run.out())
                .contains("The rows are the same.")
                .contains("Columns only in A, not compared: name, born, salary, phones")
                .doesNotContain("only in B");
        CommandRun none = CommandRun.of("diff", directory.resolve("cities.parquet"), copy);
        assertThat(none.code()).isEqualTo(ExitCode.FAILED);
        assertThat(none.err()).contains("no column in common");
    }

    @Test
    void aFileThatCannotBeReadIsNoComparison() throws IOException {
        Files.writeString(copy, "no Parquet file");
        CommandRun run = CommandRun.of("diff", table, copy);
        assertThat(run.code()).isEqualTo(ExitCode.FAILED);
        assertThat(run.err()).contains("copy.parquet");
    }
}
