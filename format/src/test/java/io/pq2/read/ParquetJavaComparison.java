package io.pq2.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.io.LocalInputFile;
import io.pq2.schema.Column;
import io.pq2.vector.Batch;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Holds what this library reads against what parquet-java reads, entry by entry. */
public final class ParquetJavaComparison {

    private ParquetJavaComparison() {}

    /** Fails unless each column of each row group is the same, however many rows a batch has. */
    static void assertReadsAsParquetJava(Path path, int... batchSizes) throws IOException {
        assertReadsAsParquetJava(path, ReadOptions.DEFAULT, batchSizes);
    }

    /** The same, read with options. */
    static void assertReadsAsParquetJava(Path path, ReadOptions options, int... batchSizes) throws IOException {
        List<List<List<ColumnEntries.Entry>>> expected = ParquetJavaColumns.read(path);
        try (ParquetFile file = ParquetFile.open(new LocalInputFile(path), options)) {
            for (int batchSize : batchSizes) {
                for (int group = 0; group < expected.size(); group++) {
                    List<List<ColumnEntries.Entry>> found = rowGroup(file, group, batchSize);
                    for (Column column : file.schema().columns()) {
                        assertThat(found.get(column.index()))
                                .as("row group %d, column %s, batches of %d", group, column.dottedPath(), batchSize)
                                .isEqualTo(expected.get(group).get(column.index()));
                    }
                }
            }
        }
    }

    /** The entries of each column of a row group. */
    public static List<List<ColumnEntries.Entry>> rowGroup(ParquetFile file, int ordinal, int batchSize) throws IOException {
        List<List<ColumnEntries.Entry>> found = new ArrayList<>();
        file.schema().columns().forEach(column -> found.add(new ArrayList<>()));
        try (BatchReader reader =
                file.scan().rowGroups(i -> i == ordinal).batchSize(batchSize).open()) {
            for (Batch batch = reader.next(); batch != null; batch = reader.next()) {
                for (Column column : file.schema().columns()) {
                    found.get(column.index()).addAll(ColumnEntries.column(batch, reader.shape(), column));
                }
            }
        }
        return found;
    }
}
