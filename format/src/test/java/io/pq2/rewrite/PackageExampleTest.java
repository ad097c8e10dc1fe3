package io.pq2.rewrite;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.io.InputFile;
import io.pq2.io.LocalInputFile;
import io.pq2.io.LocalOutputFile;
import io.pq2.metadata.CompressionCodec;
import io.pq2.read.ParquetFile;
import io.pq2.schema.SchemaText;
import io.pq2.write.TestRows;
import io.pq2.write.WriteOptions;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compiles and runs the example of the package comment. */
class PackageExampleTest {

    @TempDir
    Path directory;

    private Path monday;
    private Path tuesday;
    private Path both;
    private final StringWriter written = new StringWriter();
    private final PrintWriter out = new PrintWriter(written);

    private void example() throws IOException {
        // begin
        RewriteOptions options = RewriteOptions.builder()
                .dropColumns("secret")
                .codec(CompressionCodec.ZSTD)
                .keyValueMetadata("origin", "two days")
                .build();
        List<InputFile> days = List.of(new LocalInputFile(monday), new LocalInputFile(tuesday));
        RewriteResult result = FileRewriter.rewrite(days, LocalOutputFile.of(both), options);
        out.println(
                result.rowGroupsCopied() + " row groups, " + result.metadata().numRows() + " rows");
        // end
    }

    @Test
    void exampleMerges() throws IOException {
        byte[] file = TestRows.write(
                        SchemaText.parse("message m { required int32 id; required int32 secret; }"),
                        List.of(List.of(1, 2), List.of(3, 4)),
                        WriteOptions.DEFAULT,
                        2)
                .bytes();
        monday = Files.write(directory.resolve("monday"), file);
        tuesday = Files.write(directory.resolve("tuesday"), file);
        both = directory.resolve("both");

        example();

        assertThat(written.toString().strip()).isEqualTo("2 row groups, 4 rows");
        try (ParquetFile rewritten = ParquetFile.open(new LocalInputFile(both))) {
            assertThat(rewritten.schema()).isEqualTo(SchemaText.parse("message m { required int32 id; }"));
            assertThat(rewritten.keyValueMetadata()).containsEntry("origin", "two days");
        }
    }

    @Test
    void exampleEqualsDocumentation() throws IOException {
        String documentation = Files.readString(Path.of("src/main/java/io/pq2/rewrite/package-info.java"));
        String test = Files.readString(Path.of("src/test/java/io/pq2/rewrite/PackageExampleTest.java"));

        assertThat(between(documentation.replace("\n *", "\n"), "<pre>{@code", "}</pre>"))
                .isEqualTo(between(test, "// begin\n", "// end\n"));
    }

    /** Returns the text between two marks without whitespace, which the formatter changes. */
    private static String between(String text, String first, String last) {
        int start = text.indexOf(first) + first.length();
        return text.substring(start, text.indexOf(last, start)).replaceAll("\\s", "");
    }
}
