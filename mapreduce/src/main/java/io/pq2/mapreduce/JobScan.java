package io.pq2.mapreduce;

import io.pq2.hadoop.WantedRows;
import io.pq2.read.ParquetFile;
import io.pq2.read.ScanBuilder;
import org.apache.hadoop.conf.Configuration;

/** What a job wants of each of its files; the same where splits are planned and where they are read. */
record JobScan(Projection projection, JobFilter filter) implements WantedRows {

    /** @throws io.pq2.InvalidDataException if a key has no value that it takes */
    static JobScan of(Configuration configuration) {
        return new JobScan(Projection.of(configuration), JobFilter.of(configuration));
    }

    /** @throws io.pq2.InvalidDataException if the file does not have what is wanted */
    @Override
    public void select(ParquetFile file, ScanBuilder scan) {
        projection.applyTo(scan);
        filter.applyTo(file, scan);
    }
}
