package io.pq2.hadoop.split;

import io.pq2.read.ParquetFile;
import io.pq2.read.ScanBuilder;

/** What a job wants of each of its files: columns and a filter. Used by several threads at once. */
@FunctionalInterface
public interface ScanSelector {

    /** Tells a scan of a file which columns are wanted, and which rows. */
    void select(ParquetFile file, ScanBuilder scan);
}
