package io.pq2.mapreduce.internal;

import io.pq2.exception.InvalidDataException;
import io.pq2.mapreduce.Pq2InputFormat;
import io.pq2.read.ScanBuilder;
import io.pq2.schema.Schema;
import io.pq2.schema.SchemaText;
import org.apache.hadoop.conf.Configuration;
import org.jspecify.annotations.Nullable;

/**
 * The columns that a job reads.
 *
 * @param paths dotted paths of columns or groups, which every file must contain; empty if the job names none
 * @param schema a schema whose columns are read from the files that contain them; null if the job has none
 */
public record Projection(String[] paths, @Nullable Schema schema) {

    static Projection of(Configuration configuration) {
        String[] paths = configuration.getTrimmedStrings(Pq2InputFormat.COLUMNS);
        String text = configuration.get(Pq2InputFormat.READ_SCHEMA);
        return new Projection(paths, text == null ? null : schema(Pq2InputFormat.READ_SCHEMA, text));
    }

    /**
     * Parses the schema in the value of a key.
     *
     * @throws InvalidDataException if the text is not a schema
     */
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
