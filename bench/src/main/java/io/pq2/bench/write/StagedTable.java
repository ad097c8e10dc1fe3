package io.pq2.bench.write;

import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** A table, and a file from which engines that do not accept vectors load it. */
final class StagedTable {

    private final Table table;
    private final Path file;
    /** Absent until Spark's writers need it. */
    private @Nullable SparkRows sparkRows;

    /**
     * Creates a staged table.
     *
     * @param file all rows of the table, written uncompressed by parquet-java and compared with the table
     */
    StagedTable(Table table, Path file) {
        this.table = table;
        this.file = file;
    }

    Table table() {
        return table;
    }

    Path file() {
        return file;
    }

    /** Returns the rows for Spark's writers; loads them once. */
    SparkRows sparkRows() throws IOException {
        SparkRows rows = sparkRows;
        if (rows == null) {
            rows = SparkRows.load(table, file);
            sparkRows = rows;
        }
        return rows;
    }
}
