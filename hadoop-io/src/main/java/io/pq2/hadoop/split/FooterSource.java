package io.pq2.hadoop.split;

import io.pq2.read.ParquetFile;
import java.io.IOException;
import org.apache.hadoop.fs.FileStatus;

/** Where a planner gets footers from. Used by several threads at once. */
@FunctionalInterface
public interface FooterSource {

    /**
     * A file of which nothing but the footer is going to be used; the caller closes it.
     *
     * @throws io.pq2.exception.ParquetException if it is no sound Parquet file, or not one that is supported
     * @throws IOException if it is not there or cannot be read
     */
    ParquetFile open(FileStatus file) throws IOException;
}
