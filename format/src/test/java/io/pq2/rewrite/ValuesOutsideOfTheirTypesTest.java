package io.pq2.rewrite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.exception.CorruptFileException;
import io.pq2.exception.InvalidDataException;
import io.pq2.internal.schema.tree.SchemaElements;
import io.pq2.io.MemoryInputFile;
import io.pq2.io.MemoryOutputFile;
import io.pq2.metadata.FileMetaData;
import io.pq2.read.OnCorruption;
import io.pq2.read.ParquetFile;
import io.pq2.read.TestFooters;
import io.pq2.schema.Schema;
import io.pq2.schema.SchemaText;
import io.pq2.write.SortedBy;
import io.pq2.write.TestRows;
import io.pq2.write.WriteOptions;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Rewrites files with a value that its type does not allow. The file is wrong then, not what the caller passed. */
class ValuesOutsideOfTheirTypesTest {

    private static final Schema TIMES = SchemaText.parse("message m { required int32 t (TIME(MILLIS,true)); }");
    private static final int MILLIS_PER_DAY = 86_400_000;

    /** Returns a file whose second row is a time after the end of the day. */
    private static byte[] file() {
        Schema integers = SchemaText.parse("message m { required int32 t; }");
        byte[] written = TestRows.write(
                        integers, List.of(List.of(7), List.of(MILLIS_PER_DAY)), WriteOptions.DEFAULT, 10)
                .bytes();
        FileMetaData footer = TestFooters.read(written);
        return TestFooters.withFooter(
                written,
                new FileMetaData(
                        footer.version(),
                        SchemaElements.fromSchema(TIMES),
                        footer.numRows(),
                        footer.rowGroups(),
                        null,
                        footer.createdBy(),
                        footer.columnOrders(),
                        null,
                        null));
    }

    private static void rewrite(RewriteOptions options, String... names) throws IOException {
        List<MemoryInputFile> inputs = List.of(names).stream()
                .map(name -> new MemoryInputFile(name, file()))
                .toList();
        FileRewriter.rewrite(inputs, new MemoryOutputFile("new"), options);
    }

    @Test
    void anEncodedValueIsAnErrorOfTheFile() {
        RewriteOptions options = RewriteOptions.builder().decodeAll(true).build();
        assertThatThrownBy(() -> rewrite(options, "times"))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContaining("file times, row group 0")
                .hasMessageContaining("not allowed by its type")
                .hasMessageContaining("column t, row 1")
                .hasMessageContaining("" + MILLIS_PER_DAY);
    }

    @Test
    void aSortedValueIsAnErrorOfOneOfTheFiles() {
        RewriteOptions options = RewriteOptions.builder()
                .sortedBy(List.of(SortedBy.ascending("t")))
                .build();
        assertThatThrownBy(() -> rewrite(options, "times"))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContaining("file times")
                .hasMessageContaining("column t");
        assertThatThrownBy(() -> rewrite(options, "one", "two"))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContaining("one of [one, two]")
                .hasMessageContaining("column t");
    }

    @Test
    void aSalvagedValueIsAnErrorOfTheFile() throws IOException {
        try (ParquetFile file = ParquetFile.open(new MemoryInputFile("times", file()))) {
            assertThatThrownBy(() -> RowSalvage.salvage(
                            file, new MemoryOutputFile("new"), OnCorruption.SKIP_ROWS, WriteOptions.DEFAULT))
                    .isInstanceOf(CorruptFileException.class)
                    .hasMessageContaining("file times")
                    .hasMessageContaining("column t, row 1");
        }
    }

    @Test
    void aValueOfACallerIsInvalidData() {
        assertThatThrownBy(() -> TestRows.write(TIMES, List.of(List.of(MILLIS_PER_DAY)), WriteOptions.DEFAULT, 10))
                .isInstanceOf(InvalidDataException.class)
                .hasMessageContaining("column t, row 0");
        assertThat(TestRows.write(TIMES, List.of(List.of(MILLIS_PER_DAY - 1)), WriteOptions.DEFAULT, 10)
                        .bytes())
                .isNotEmpty();
    }
}
