package io.pq2.hadoop.split;

import io.pq2.read.ParquetFile;
import io.pq2.read.ScanBuilder;

/** Selects the columns and rows that a job reads of each file. Implementations are thread-safe. */
@FunctionalInterface
public interface ScanSelector {

    /**
     * Sets the columns and the filter of a scan.
     *
     * @param file the opened file
     * @param scan the scan of the file
     * @throws io.pq2.exception.ParquetException if the file lacks a column that the job reads
     */
    void select(ParquetFile file, ScanBuilder scan);
}
