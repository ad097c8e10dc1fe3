package io.pq2.spark.internal.aggregate;

import java.io.Serializable;
import java.util.List;
import org.apache.spark.sql.types.StructType;

/**
 * The aggregates that a V2 scan returns in the place of rows: for each partition of files one row, or one for each group in it, which
 * Spark puts together.
 *
 * @param functions what is aggregated
 * @param groups the partition columns by which rows are grouped, as indexes into those of the scan; null for one group of all rows
 * @param schema the rows that are returned: the groups' columns, then a column a function
 */
public record PushedAggregates(List<Function> functions, List<Integer> groups, StructType schema)
        implements Serializable {

    /** The key by which aggregates are pushed or not, see docs/configuration.md. */
    public static final String KEY = "pq2.aggregates";

    public PushedAggregates {
        functions = List.copyOf(functions);
        groups = groups == null ? null : List.copyOf(groups);
    }

    /** What is found out about a column. */
    public enum Kind {
        COUNT,
        MIN,
        MAX
    }

    /**
     * One of the aggregates.
     *
     * @param column an index into the data columns of the scan or, behind them, its partition columns; -1 to count rows
     */
    public record Function(Kind kind, int column) implements Serializable {

        /** The number of rows. */
        public static final Function ROWS = new Function(Kind.COUNT, -1);
    }

    /** Whether there is a row only for groups that have rows. */
    public boolean isGrouped() {
        return groups != null;
    }

    /** Whether the footer always has the answer. */
    public boolean isOfRowsOnly() {
        return functions.stream().allMatch(Function.ROWS::equals);
    }
}
