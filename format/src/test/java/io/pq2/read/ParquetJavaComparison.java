package io.pq2.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.io.LocalInputFile;
import io.pq2.schema.Column;
import io.pq2.vector.Batch;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Compares the column entries that pq2 and parquet-java read from a file. */
public final class ParquetJavaComparison {

    private ParquetJavaComparison() {}

    /**
     * Fails unless pq2 and parquet-java read the same entries of each column of each row group, with each batch size.
     */
    static void assertReadsAsParquetJava(Path path, int... batchSizes) throws IOException {
        assertReadsAsParquetJava(path, ReadOptions.DEFAULT, batchSizes);
    }

    /** As {@link #assertReadsAsParquetJava(Path, int...)}, with read options for pq2. */
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

    /** Returns the entries of each column of a row group, read by pq2. */
    public static List<List<ColumnEntries.Entry>> rowGroup(ParquetFile file, int ordinal, int batchSize)
            throws IOException {
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
