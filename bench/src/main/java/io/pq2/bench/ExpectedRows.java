package io.pq2.bench;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;

/** The rows that all sources must return for a query. The first one decides. */
final class ExpectedRows {

    private final String unlimitedQuery;
    private @Nullable Map<String, Integer> allRows;
    private int rows = -1;
    private boolean isEqual = true;

    /** @param unlimitedQuery the query without its LIMIT, which returns rows in any order */
    ExpectedRows(String unlimitedQuery) {
        this.unlimitedQuery = unlimitedQuery;
    }

    /** Compares the rows without LIMIT of the views of a session. */
    void compareAll(SparkSession session) {
        Map<String, Integer> counts = counts(session.sql(unlimitedQuery).collectAsList());
        if (allRows == null) {
            allRows = counts;
        }
        isEqual &= allRows.equals(counts);
    }

    /** Compares the rows of the query itself: their number, and that they are among those without LIMIT. */
    void compare(List<Row> answer) {
        if (rows < 0) {
            rows = answer.size();
        }
        Map<String, Integer> all = allRows == null ? Map.of() : allRows;
        isEqual &= answer.size() == rows
                && counts(answer).entrySet().stream()
                        .allMatch(row -> row.getValue() <= all.getOrDefault(row.getKey(), 0));
    }

    /** Returns whether no comparison has found a difference. */
    boolean isEqual() {
        return isEqual;
    }

    private static Map<String, Integer> counts(List<Row> rows) {
        Map<String, Integer> counts = new HashMap<>();
        rows.forEach(row -> counts.merge(row.toString(), 1, Integer::sum));
        return counts;
    }
}
