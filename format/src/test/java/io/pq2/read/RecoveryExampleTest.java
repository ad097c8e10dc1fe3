package io.pq2.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.io.LocalInputFile;
import io.pq2.io.LocalOutputFile;
import io.pq2.rewrite.FileSalvage;
import io.pq2.rewrite.SalvageOptions;
import io.pq2.rewrite.SalvageReport;
import io.pq2.schema.SchemaText;
import io.pq2.vector.Batch;
import io.pq2.write.TestRows;
import io.pq2.write.WriteOptions;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compiles and runs the examples of docs/recovery.md. */
class RecoveryExampleTest {

    @TempDir
    Path directory;

    private final StringWriter written = new StringWriter();
    private final PrintWriter out = new PrintWriter(written);
    private Path intact;
    private Path path;
    private Path damaged;
    private Path salvaged;
    private long rows;
    private long lost;

    @BeforeEach
    void write() throws IOException {
        List<List<Object>> values =
                LongStream.range(0, 1_000).mapToObj(i -> List.<Object>of(i)).toList();
        byte[] bytes = TestRows.write(
                        SchemaText.parse("message m { required int64 id; }"),
                        values,
                        WriteOptions.builder().pageRows(100).build(),
                        100)
                .bytes();
        intact = Files.write(directory.resolve("intact.parquet"), bytes);
        damaged = Files.write(directory.resolve("damaged.parquet"), Arrays.copyOf(bytes, bytes.length - 10));
        salvaged = directory.resolve("salvaged.parquet");
        try (ParquetFile file = ParquetFile.open(new LocalInputFile(intact))) {
            OffsetIndexPage page = OffsetIndexPage.of(file, 1);
            bytes[page.end() - 1] ^= 1;
        }
        path = Files.write(directory.resolve("orders.parquet"), bytes);
    }

    private record OffsetIndexPage(int end) {

        static OffsetIndexPage of(ParquetFile file, int page) throws IOException {
            var location = file.offsetIndex(0, file.schema().columns().get(0))
                    .pageLocations()
                    .get(page);
            return new OffsetIndexPage((int) location.offset() + location.compressedPageSize());
        }
    }

    private void skipRows() throws IOException {
        // begin
        try (ParquetFile file = ParquetFile.open(new LocalInputFile(path));
                BatchReader batches =
                        file.scan().onCorruption(OnCorruption.SKIP_ROWS).open()) {
            for (Batch batch = batches.next(); batch != null; batch = batches.next()) {
                rows += batch.rowCount();
            }
            for (CorruptionReport loss : batches.corruption()) {
                out.println(loss);
            }
            lost = batches.metrics().rowsLost();
        }
        // end
    }

    private void salvage() throws IOException {
        // begin
        try (ParquetFile other = ParquetFile.open(new LocalInputFile(intact))) {
            SalvageReport report = FileSalvage.salvage(
                    new LocalInputFile(damaged), LocalOutputFile.of(salvaged), SalvageOptions.like(other));
            out.println(report.rowGroups() + " row groups, " + report.rows() + " rows; " + report.reason());
        }
        // end
    }

    @Test
    void examplesRun() throws IOException {
        skipRows();
        assertThat(rows).isEqualTo(900);
        assertThat(lost).isEqualTo(100);
        assertThat(written.toString())
                .contains("orders.parquet, row group 0, column id, page 1: lost rows 100 to 199: the page's crc is ");

        salvage();
        assertThat(written.toString()).contains("1 row groups, 1000 rows; ");
        try (ParquetFile file = ParquetFile.open(new LocalInputFile(salvaged))) {
            assertThat(file.metadata().numRows()).isEqualTo(1_000);
        }
    }

    @Test
    void examplesEqualDocumentation() throws IOException {
        String[] documentation = withoutSpace(Files.readString(Path.of("..", "docs", "recovery.md")))
                .split("```java", -1);
        String[] test = withoutSpace(Files.readString(Path.of("src/test/java/io/pq2/read/RecoveryExampleTest.java")))
                .split("//begin", -1);
        assertThat(documentation).hasSize(3);
        for (int i = 1; i < 3; i++) {
            assertThat(documentation[i].substring(0, documentation[i].indexOf("```")))
                    .isEqualTo(test[i].substring(0, test[i].indexOf("//end")));
        }
    }

    private static String withoutSpace(String text) {
        return text.replaceAll("\\s", "");
    }
}
