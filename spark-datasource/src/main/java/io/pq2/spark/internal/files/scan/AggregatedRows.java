package io.pq2.spark.internal.files.scan;

import io.pq2.spark.internal.files.scan.PushedAggregates.Function;
import java.io.Serializable;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.apache.spark.sql.sources.Filter;
import org.apache.spark.sql.types.StructType;

/**
 * What a query computes of the rows of a scan, so that a footer may replace the rows of a row group; see
 * docs/design/partial-aggregates.md. Grouping columns, if any, are constant for a file.
 *
 * @param functions the aggregate functions, on columns of the scan's rows
 * @param conditions filters that are true together for exactly the rows that the query aggregates
 */
public record AggregatedRows(List<Function> functions, List<Filter> conditions) implements Serializable {

    /** The key of the functions in Spark's explanations. */
    public static final String KEY = "FooterAggregates";

    public AggregatedRows {
        functions = List.copyOf(functions);
        conditions = List.copyOf(conditions);
    }

    /**
     * Returns the functions as an explanation shows them, for example {@code [count(*), min(day)]}.
     *
     * @param rowColumns the columns of the scan's rows
     */
    public String describe(StructType rowColumns) {
        return functions.stream()
                .map(function -> function.kind().name().toLowerCase(Locale.ROOT) + "("
                        + (function.column() < 0 ? "*" : rowColumns.fieldNames()[function.column()]) + ")")
                .collect(Collectors.joining(", ", "[", "]"));
    }
}
