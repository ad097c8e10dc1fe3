package io.pq2.mapreduce.internal;

import io.pq2.exception.InvalidDataException;
import io.pq2.internal.predicate.filter.BatchFilter;
import io.pq2.mapreduce.Pq2InputFormat;
import io.pq2.predicate.FilterSemantics;
import io.pq2.predicate.MissingColumns;
import io.pq2.predicate.Predicate;
import io.pq2.predicate.PredicateText;
import io.pq2.read.ParquetFile;
import io.pq2.read.RowFiltering;
import io.pq2.read.ScanBuilder;
import io.pq2.schema.Column;
import io.pq2.schema.LogicalType;
import io.pq2.schema.Schema;
import java.util.List;
import java.util.Locale;
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
        String missing = configuration.getTrimmed(Pq2InputFormat.FILTER_MISSING_COLUMNS, "error");
        return new JobFilter(
                text == null || text.isBlank() ? null : predicate(text),
                switch (missing.toLowerCase(Locale.ROOT)) {
                    case "error" -> MissingColumns.UNKNOWN;
                    case "null" -> MissingColumns.ARE_NULL;
                    default ->
                        throw new InvalidDataException(Pq2InputFormat.FILTER_MISSING_COLUMNS + " is \"" + missing
                                + "\", which is neither error nor null");
                });
    }

    private static Predicate predicate(String text) {
        try {
            return PredicateText.parse(text);
        } catch (InvalidDataException e) {
            throw new InvalidDataException(Pq2InputFormat.FILTER + ": " + e.getMessage(), e);
        }
    }

    void applyTo(ParquetFile file, ScanBuilder scan) {
        if (predicate == null) {
            return;
        }
        FilterSemantics semantics = FilterSemantics.of(missingColumns);
        check(predicate, file, semantics);
        scan.filter(predicate, semantics, RowFiltering.ALWAYS);
    }

    private void check(Predicate condition, ParquetFile file, FilterSemantics semantics) {
        Schema schema = file.schema();
        BatchFilter filter = BatchFilter.of(condition, schema, schema.shape(), semantics);
        if (filter.isExact()) {
            return;
        }
        Predicate.Leaf leaf = filter.undecided().get(0);
        throw new InvalidDataException(Pq2InputFormat.FILTER + ": "
                + file.input().location() + ": the condition " + leaf + ' ' + reason(leaf.path(), schema));
    }

    private String reason(List<String> path, Schema schema) {
        Column column = schema.column(path);
        if (column == null) {
            return missingColumns == MissingColumns.UNKNOWN
                    ? "names a column that the file does not contain"
                    : "names a group, or a field of a list or map";
        } else if (column.maxRepetitionLevel() > 0) {
            return "names a column in a list or map";
        }
        LogicalType type = column.field().logicalType();
        return "cannot be evaluated, because the column is " + column.field().physicalType()
                + (type == null ? "" : " of logical type " + type);
    }
}
