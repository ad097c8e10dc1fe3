package io.pq2.mapreduce.internal;

import io.pq2.hadoop.split.ScanSelector;
import io.pq2.read.ParquetFile;
import io.pq2.read.ScanBuilder;
import io.pq2.schema.Schema;
import io.pq2.schema.Shape;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;

/** The columns and rows that a job reads of each file. Split planning and tasks use the same selection. */
public record JobScan(Projection projection, JobFilter filter) implements ScanSelector {

    /**
     * Returns the selection of a job.
     *
     * @throws io.pq2.exception.InvalidDataException if a key does not accept its value
     */
    public static JobScan of(Configuration configuration) {
        return new JobScan(Projection.of(configuration), JobFilter.of(configuration));
    }

    /** @throws io.pq2.exception.InvalidDataException if the file lacks a column that the job reads */
    @Override
    public void select(ParquetFile file, ScanBuilder scan) {
        projection.applyTo(scan);
        filter.applyTo(scan);
    }

    /** Returns the schema of the rows that the job reads of a file. */
    public Schema schema(ParquetFile file) {
        ScanBuilder scan = file.scan();
        select(file, scan);
        return schema(file, scan.plan().shape());
    }

    /** Returns the part of a file's schema that contains the columns of a shape. */
    public static Schema schema(ParquetFile file, Shape.Struct shape) {
        return file.schema().select(Set.copyOf(shape.columns())::contains);
    }
}
