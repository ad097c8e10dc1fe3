package io.pq2.mapreduce.internal;

import io.pq2.exception.InvalidDataException;
import io.pq2.hadoop.internal.options.MapReduceKeys;
import io.pq2.hadoop.internal.options.Settings;
import io.pq2.mapreduce.Pq2InputFormat;
import io.pq2.predicate.MissingColumns;
import io.pq2.predicate.Predicate;
import io.pq2.predicate.PredicateText;
import io.pq2.read.ScanBuilder;
import org.apache.hadoop.conf.Configuration;
import org.jspecify.annotations.Nullable;

/**
 * The filter of a job, which reads exactly the rows for which a predicate is true. A predicate that cannot be evaluated
 * on a file is an error.
 *
 * @param predicate the predicate; null if the job reads all rows
 * @param missingColumns the treatment of columns that a file does not contain; UNKNOWN is an error
 */
public record JobFilter(@Nullable Predicate predicate, MissingColumns missingColumns) {

    /** Returns the filter of a job. */
    public static JobFilter of(Configuration configuration) {
        String text = configuration.get(Pq2InputFormat.FILTER);
        return new JobFilter(
                text == null || text.isBlank() ? null : predicate(text),
                new Settings(configuration).get(MapReduceKeys.FILTER_MISSING_COLUMNS, MissingColumns.UNKNOWN));
    }

    private static Predicate predicate(String text) {
        try {
            return PredicateText.parse(text);
        } catch (InvalidDataException e) {
            throw new InvalidDataException(Pq2InputFormat.FILTER + ": " + e.getMessage(), e);
        }
    }

    void applyTo(ScanBuilder scan) {
        if (predicate == null) {
            return;
        }
        try {
            scan.filter(predicate, missingColumns);
        } catch (InvalidDataException e) {
            throw new InvalidDataException(Pq2InputFormat.FILTER + ": " + e.getMessage(), e);
        }
    }
}
