package io.pq2.bench.select;

import io.pq2.predicate.Predicate;
import java.util.List;

/**
 * A query: some columns of the rows for which a condition is true.
 *
 * @param title what the tables call it
 * @param columns what it returns
 */
record SelectQuery(String title, List<SelectColumn> columns, Predicate condition) {

    /** The query on a table; Spark and DuckDB read it alike. */
    String sql(String table) {
        List<String> names = columns.stream().map(SelectColumn::sql).toList();
        return "SELECT " + String.join(", ", names) + " FROM " + table + " WHERE " + SqlCondition.of(condition);
    }
}
