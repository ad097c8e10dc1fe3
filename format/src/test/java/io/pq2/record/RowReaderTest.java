package io.pq2.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.SharedFiles;
import io.pq2.io.LocalInputFile;
import io.pq2.read.ParquetFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Reads the rows of batches one after another. */
class RowReaderTest {

    @Test
    void readsRowsOfAllBatches() throws IOException {
        try (ParquetFile file = ParquetFile.open(
                        new LocalInputFile(SharedFiles.parquetTesting("data/alltypes_plain.parquet")));
                RowReader rows = new RowReader(file.scan().batchSize(3).open())) {
            assertThatThrownBy(rows::row).isInstanceOf(IllegalStateException.class);
            List<Object> ids = new ArrayList<>();
            List<Object> texts = new ArrayList<>();
            while (rows.next()) {
                assertThat(rows.rowIndex()).isEqualTo(ids.size());
                ids.add(rows.row().get("id"));
                texts.add(new String(rows.row().getBinary("date_string_col"), java.nio.charset.StandardCharsets.UTF_8));
            }
            assertThat(ids).containsExactly(4, 5, 6, 7, 2, 3, 0, 1);
            assertThat(texts).startsWith("03/01/09").endsWith("01/01/09");
            assertThat(rows.next()).isFalse();
        }
    }

    @Test
    void readsNestedRows() throws IOException {
        try (ParquetFile file = ParquetFile.open(
                        new LocalInputFile(SharedFiles.parquetTesting("data/nested_lists.snappy.parquet")));
                RowReader rows = new RowReader(file.scan().open())) {
            assertThat(rows.next()).isTrue();
            assertThat(rows.row()).hasToString("{a: [[[a, b], [c]], [null, [d]]], b: 1}");
        }
    }
}
