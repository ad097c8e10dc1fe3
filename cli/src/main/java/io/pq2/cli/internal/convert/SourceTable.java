package io.pq2.cli.internal.convert;

import io.pq2.io.InputFile;
import io.pq2.schema.Schema;
import java.io.IOException;

/** Files of another format that become one Parquet file. */
public interface SourceTable {

    /**
     * Returns the schema of the Parquet file.
     *
     * @throws io.pq2.exception.ParquetException if the files have no common schema, or one that Parquet does not have
     * @throws IOException if a file cannot be read
     */
    Schema schema() throws IOException;

    /**
     * Opens a file.
     *
     * @param schema the result of {@link #schema()}
     */
    RowSource open(InputFile file, Schema schema) throws IOException;
}
