package io.pq2.mapreduce.internal;

import io.pq2.hadoop.split.ScanSelector;
import io.pq2.read.ParquetFile;
import io.pq2.read.ScanBuilder;
import io.pq2.schema.Column;
import io.pq2.schema.Schema;
import io.pq2.schema.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;

/** What a job wants of each of its files; the same where splits are planned and where they are read. */
public record JobScan(Projection projection, JobFilter filter) implements ScanSelector {

    /** @throws io.pq2.exception.InvalidDataException if a key has no value that it takes */
    public static JobScan of(Configuration configuration) {
        return new JobScan(Projection.of(configuration), JobFilter.of(configuration));
    }

    /** @throws io.pq2.exception.InvalidDataException if the file does not have what is wanted */
    @Override
    public void select(ParquetFile file, ScanBuilder scan) {
        projection.applyTo(scan);
        filter.applyTo(file, scan);
    }

    /** The schema of the rows of a file. */
    public Schema schema(ParquetFile file) {
        ScanBuilder scan = file.scan();
        select(file, scan);
        return schema(file, scan.plan().shape());
    }

    /** The part of a file's schema that rows of a shape have. */
    public static Schema schema(ParquetFile file, Shape.Struct shape) {
        List<Column> columns = new ArrayList<>();
        shape.collectColumns(columns);
        return file.schema().select(Set.copyOf(columns)::contains);
    }
}
