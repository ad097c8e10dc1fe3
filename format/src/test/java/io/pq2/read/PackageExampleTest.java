package io.pq2.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.io.LocalInputFile;
import io.pq2.predicate.Literal;
import io.pq2.predicate.Predicate;
import io.pq2.record.RowReader;
import io.pq2.vector.Batch;
import io.pq2.vector.LongVector;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compiles and runs the example of the package comment. */
class PackageExampleTest {

    private static final int ROWS = 1_000;

    @TempDir
    Path directory;

    private Path path;
    private final StringWriter written = new StringWriter();
    private final PrintWriter out = new PrintWriter(written);
    private long sum;

    @BeforeEach
    void write() throws IOException {
        path = ParquetJavaFile.write(
                directory.resolve("file"),
                "message m { required int64 id; optional binary name (STRING); optional double other; }",
                ROWS,
                builder -> builder.withRowGroupRowCountLimit(100),
                (group, row) -> group.append("id", (long) row).append("name", "row " + row));
    }

    private void example() throws IOException {
        // begin
        try (ParquetFile file = ParquetFile.open(new LocalInputFile(path))) {
            out.println(file.schema());
            out.println(file.metadata().numRows() + " rows, written by "
                    + file.metadata().createdBy());

            Predicate large =
                    new Predicate.Comparison(List.of("id"), Predicate.Operator.GE, new Literal.IntegerLiteral(990));
            try (BatchReader batches = file.scan()
                    .columns("id", "name")
                    .filter(large)
                    .batchSize(1_000)
                    .open()) {
                for (Batch batch = batches.next(); batch != null; batch = batches.next()) {
                    LongVector ids = (LongVector) batch.column("id");
                    for (int i = 0; i < batch.rowCount(); i++) {
                        sum += ids.values()[i];
                    }
                }
            }

            try (RowReader rows = new RowReader(file.scan().rows(100, 3).open())) {
                while (rows.next()) {
                    out.println(rows.row().getLong("id") + ": " + rows.row().getString("name"));
                }
            }
        }
        // end
    }

    @Test
    void exampleReads() throws IOException {
        example();

        assertThat(written.toString())
                .contains("required int64 id;")
                .contains("1000 rows, written by parquet-mr")
                .contains("100: row 100", "101: row 101", "102: row 102")
                .doesNotContain("103: ");
        assertThat(sum).isEqualTo((990L + 999) * 10 / 2);
    }

    @Test
    void exampleEqualsDocumentation() throws IOException {
        String documentation = Files.readString(Path.of("src/main/java/io/pq2/read/package-info.java"));
        String test = Files.readString(Path.of("src/test/java/io/pq2/read/PackageExampleTest.java"));

        assertThat(between(documentation.replace("\n *", "\n"), "<pre>{@code", "}</pre>"))
                .isEqualTo(between(test, "// begin\n", "// end\n"));
    }

    /** Returns the text between two marks without whitespace, which the formatter changes. */
    private static String between(String text, String first, String last) {
        int start = text.indexOf(first) + first.length();
        return text.substring(start, text.indexOf(last, start)).replaceAll("\\s", "");
    }
}
