package io.pq2.hadoop.split;

import io.pq2.read.ParquetFile;
import java.io.IOException;
import org.apache.hadoop.fs.FileStatus;

/** Opens files for a planner, which reads only their footers. Implementations are thread-safe. */
@FunctionalInterface
public interface FooterSource {

    /**
     * Opens a file. The caller uses only its footer, and closes it.
     *
     * @throws io.pq2.exception.ParquetException if the file is not a valid Parquet file or not supported
     * @throws IOException if the file does not exist or cannot be read
     */
    ParquetFile open(FileStatus file) throws IOException;
}
