package io.pq2.bench;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;

/**
 * The rows that all sources must return for a query. The first one decides.
 *
 * <p>Rows are compared without the LIMIT of the query, because its order may have ties.
 */
final class ExpectedRows {

    private static final Pattern LIMIT = Pattern.compile("(?i)\\s+LIMIT\\s+\\d+[\\s;]*$");

    private final String unlimitedQuery;
    private final double tolerance;
    private @Nullable RowSet allRows;
    private int rows = -1;
    private boolean isEqual = true;

    /** @param query a query that returns rows in any order without its LIMIT */
    ExpectedRows(String query) {
        this(query, 0);
    }

    /**
     * @param query a query that returns rows in any order without its LIMIT
     * @param tolerance the largest relative difference of equal floating-point numbers. An aggregate of such numbers
     *     depends on their order, which differs from run to run. With 0, they must be the same numbers.
     */
    ExpectedRows(String query, double tolerance) {
        unlimitedQuery = LIMIT.matcher(query).replaceFirst("");
        this.tolerance = tolerance;
    }

    /** Compares the rows without LIMIT of the views of a session. Returns whether they are equal. */
    boolean compareAll(SparkSession session) {
        return compareAll(session.sql(unlimitedQuery));
    }

    /** Returns the query without its LIMIT. */
    String unlimitedQuery() {
        return unlimitedQuery;
    }

    /** Compares the rows of {@link #unlimitedQuery}. Returns whether they are equal. */
    boolean compareAll(Dataset<Row> unlimited) {
        RowSet all = new RowSet(unlimited.collectAsList());
        if (allRows == null) {
            allRows = all;
        }
        boolean equal = allRows.size == all.size && allRows.contains(all);
        isEqual &= equal;
        return equal;
    }

    /**
     * Compares the rows of the query itself: their number, and that they are among those without LIMIT. Returns whether
     * they are equal.
     */
    boolean compare(List<Row> answer) {
        if (rows < 0) {
            rows = answer.size();
        }
        boolean equal = answer.size() == rows && allRows != null && allRows.contains(new RowSet(answer));
        isEqual &= equal;
        return equal;
    }

    /** Returns whether no comparison has found a difference. */
    boolean isEqual() {
        return isEqual;
    }

    /** Rows in any order. */
    private final class RowSet {

        /** The numbers that are compared with a tolerance, of each row, by the text of its other values. */
        private final Map<String, List<double[]>> numbers = new HashMap<>();

        private final int size;

        private RowSet(List<Row> rows) {
            size = rows.size();
            rows.forEach(this::add);
        }

        private void add(Row row) {
            StringBuilder text = new StringBuilder();
            double[] rowNumbers = new double[row.length()];
            int count = 0;
            for (int i = 0; i < row.length(); i++) {
                Object value = row.get(i);
                if (isNumber(value)) {
                    rowNumbers[count++] = ((Number) value).doubleValue();
                    text.append("number,");
                } else {
                    text.append(value).append(',');
                }
            }
            numbers.computeIfAbsent(text.toString(), key -> new ArrayList<>(1)).add(Arrays.copyOf(rowNumbers, count));
        }

        private boolean isNumber(@Nullable Object value) {
            return tolerance > 0
                    && (value instanceof Double || value instanceof Float)
                    && Double.isFinite(((Number) value).doubleValue());
        }

        /** Whether each of the other rows equals a row of this, and no two of them the same one. */
        private boolean contains(RowSet others) {
            return others.numbers.entrySet().stream()
                    .allMatch(other -> contains(numbers.getOrDefault(other.getKey(), List.of()), other.getValue()));
        }

        private boolean contains(List<double[]> all, List<double[]> some) {
            if (some.get(0).length == 0) {
                return some.size() <= all.size();
            }
            List<double[]> rest = new ArrayList<>(all);
            return some.stream().allMatch(row -> {
                for (int i = 0; i < rest.size(); i++) {
                    if (isClose(rest.get(i), row)) {
                        rest.remove(i);
                        return true;
                    }
                }
                return false;
            });
        }

        private boolean isClose(double[] a, double[] b) {
            for (int i = 0; i < a.length; i++) {
                if (Math.abs(a[i] - b[i]) > tolerance * Math.max(Math.abs(a[i]), Math.abs(b[i]))) {
                    return false;
                }
            }
            return true;
        }
    }
}
