package io.pq2.rewrite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.exception.CorruptFileException;
import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.internal.schema.tree.SchemaElements;
import io.pq2.io.MemoryInputFile;
import io.pq2.io.MemoryOutputFile;
import io.pq2.metadata.ColumnOrder;
import io.pq2.metadata.FileMetaData;
import io.pq2.metadata.RowGroup;
import io.pq2.read.ParquetFile;
import io.pq2.schema.SchemaText;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Checks that summary files are readable, whatever the files of the summary state. */
class SummaryFooterTest {

    /** Returns a footer of a file without columns. */
    private static FileMetaData footer(long rows, long rowsOfRowGroup) {
        return new FileMetaData(
                1,
                SchemaElements.fromSchema(SchemaText.parse("message m { }")),
                rows,
                List.of(new RowGroup(List.of(), 0, rowsOfRowGroup, null, null, null, null)),
                null,
                null,
                null,
                null,
                null);
    }

    private static void write(SummaryFooter summary, long rows) throws IOException {
        MemoryOutputFile output = new MemoryOutputFile("_metadata");
        summary.write(output, true);
        try (ParquetFile file = ParquetFile.open(new MemoryInputFile("_metadata", output.bytes()))) {
            assertThat(file.metadata().numRows()).isEqualTo(rows);
        }
    }

    @Test
    void doesNotAddAFileBeyondTheLargestNumberOfRows() throws IOException {
        SummaryFooter summary = new SummaryFooter(true);
        summary.add("a", footer(Long.MAX_VALUE - 5, 1));
        assertThatThrownBy(() -> summary.add("b", footer(6, 6)))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageStartingWith("file b: num_rows is 6")
                .hasMessageContaining("2^63 - 1 rows");
        write(summary, Long.MAX_VALUE - 5);
        summary.add("c", footer(5, 5));
        write(summary, Long.MAX_VALUE);
    }

    @Test
    void countsTheRowsOfRowGroupsToo() throws IOException {
        SummaryFooter summary = new SummaryFooter(true);
        summary.add("a", footer(1, Long.MAX_VALUE));
        assertThatThrownBy(() -> summary.add("b", footer(1, 1)))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageStartingWith("file b: num_rows is 1");
        write(summary, 1);
    }

    @Test
    void refusesMetadataThatItCannotWrite() {
        FileMetaData known = footer(1, 1);
        FileMetaData unknown = new FileMetaData(
                1, known.schema(), 1, known.rowGroups(), null, null, List.of(ColumnOrder.UNKNOWN), null, null);
        SummaryFooter summary = new SummaryFooter(true);
        assertThatThrownBy(() -> summary.add("a", unknown))
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessageContaining("file a")
                .hasMessageContaining("column_orders");
        assertThat(summary.isEmpty()).isTrue();
    }
}
