package io.pq2.bench.select;

import io.pq2.predicate.Predicate;
import java.util.List;

/**
 * A query: some columns of the rows that satisfy a condition.
 *
 * @param title the name in the tables
 * @param columns the returned columns
 */
record SelectQuery(String title, List<SelectColumn> columns, Predicate condition) {

    /** Returns the SQL of the query, for Spark and DuckDB. */
    String sql(String table) {
        List<String> names = columns.stream().map(SelectColumn::sql).toList();
        return "SELECT " + String.join(", ", names) + " FROM " + table + " WHERE " + SqlCondition.of(condition);
    }
}
