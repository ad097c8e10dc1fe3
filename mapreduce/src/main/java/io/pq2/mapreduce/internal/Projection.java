package io.pq2.mapreduce.internal;

import io.pq2.exception.InvalidDataException;
import io.pq2.mapreduce.Pq2InputFormat;
import io.pq2.read.ScanBuilder;
import io.pq2.schema.Schema;
import io.pq2.schema.SchemaText;
import org.apache.hadoop.conf.Configuration;

/**
 * The columns that a job wants.
 *
 * @param paths dotted paths of which each has to be in a file; empty if the job names none
 * @param schema the schema whose columns are read where a file has them; null if the job has none
 */
public record Projection(String[] paths, Schema schema) {

    static Projection of(Configuration configuration) {
        String[] paths = configuration.getTrimmedStrings(Pq2InputFormat.COLUMNS);
        String text = configuration.get(Pq2InputFormat.READ_SCHEMA);
        return new Projection(paths, text == null ? null : schema(Pq2InputFormat.READ_SCHEMA, text));
    }

    /** The schema that the value of a key describes. */
    public static Schema schema(String key, String text) {
        try {
            return SchemaText.parse(text);
        } catch (InvalidDataException e) {
            throw new InvalidDataException(key + ": " + e.getMessage(), e);
        }
    }

    void applyTo(ScanBuilder scan) {
        if (paths.length > 0) {
            scan.columns(paths);
        } else if (schema != null) {
            scan.columns(column -> schema.column(column.path()) != null);
        }
    }
}
