package io.pq2.bench;

import io.pq2.bench.measure.ReportWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.optimizer.BuildLeft$;
import org.apache.spark.sql.catalyst.optimizer.BuildSide;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.execution.aggregate.BaseAggregateExec;
import org.apache.spark.sql.execution.exchange.Exchange;
import org.apache.spark.sql.execution.exchange.ReusedExchangeExec;
import org.apache.spark.sql.execution.exchange.ShuffleExchangeExec;
import org.apache.spark.sql.execution.joins.BaseJoinExec;
import org.apache.spark.sql.execution.joins.BroadcastHashJoinExec;
import org.apache.spark.sql.execution.joins.BroadcastNestedLoopJoinExec;
import org.apache.spark.sql.execution.joins.CartesianProductExec;
import org.apache.spark.sql.execution.joins.ShuffledHashJoinExec;
import org.apache.spark.sql.execution.joins.SortMergeJoinExec;

/** The strategies of a query's joins. */
final class Joins {

    private Joins() {}

    /**
     * Returns a text for each join of a query that ran, from the top: the strategy, and the tables of the side that is
     * built, by the prefix of their columns, with the number of exchanged rows. A merge has both sides.
     */
    static List<String> of(Dataset<Row> query) {
        List<String> joins = new ArrayList<>();
        collect(PlanNodes.root(query), joins);
        return joins;
    }

    private static void collect(SparkPlan plan, List<String> joins) {
        if (plan instanceof ReusedExchangeExec) {
            return; // its joins run once
        }
        if (plan instanceof BaseJoinExec join) {
            joins.add(text(join));
        }
        PlanNodes.inputs(plan).forEach(input -> collect(input, joins));
        PlanNodes.subqueries(plan).forEach(subquery -> collect(subquery, joins));
    }

    private static String text(BaseJoinExec join) {
        if (join instanceof BroadcastHashJoinExec hash) {
            return "broadcast " + built(join, hash.buildSide());
        } else if (join instanceof BroadcastNestedLoopJoinExec loop) {
            return "nested loop " + built(join, loop.buildSide());
        } else if (join instanceof ShuffledHashJoinExec hash) {
            return "hash " + built(join, hash.buildSide());
        } else if (join instanceof SortMergeJoinExec) {
            return "merge " + side(PlanNodes.inputs((SparkPlan) join).get(0)) + " with "
                    + side(PlanNodes.inputs((SparkPlan) join).get(1));
        } else if (join instanceof CartesianProductExec) {
            return "product " + side(PlanNodes.inputs((SparkPlan) join).get(1));
        }
        throw new IllegalStateException("unknown join: " + ((SparkPlan) join).nodeName());
    }

    private static String built(BaseJoinExec join, BuildSide side) {
        List<SparkPlan> sides = PlanNodes.inputs((SparkPlan) join);
        String built = side(sides.get(side == BuildLeft$.MODULE$ ? 0 : 1));
        return sides.stream().anyMatch(Joins::isShuffled) ? built + " after shuffles" : built;
    }

    /** Whether a side was shuffled for a join. An adaptive query may have replaced a merge when it knew the sizes. */
    private static boolean isShuffled(SparkPlan plan) {
        SparkPlan node = plan;
        while (!(node instanceof BaseAggregateExec)) {
            List<SparkPlan> inputs =
                    node instanceof ReusedExchangeExec reused ? List.of(reused.child()) : PlanNodes.inputs(node);
            if (node instanceof ShuffleExchangeExec) {
                return true;
            } else if (inputs.size() != 1) {
                return false;
            }
            node = inputs.get(0);
        }
        return false;
    }

    private static String side(SparkPlan plan) {
        List<String> tables = new ArrayList<>();
        collectTables(plan, tables);
        OptionalLong rows = exchanged(plan);
        String size = rows.isEmpty() ? "" : " (" + ReportWriter.count(rows.getAsLong()) + ")";
        return String.join("⋈", tables.stream().sorted().toList()) + size;
    }

    private static void collectTables(SparkPlan plan, List<String> tables) {
        if (plan instanceof ReusedExchangeExec reused) {
            collectTables(reused.child(), tables);
        } else if (!plan.children().isEmpty()) {
            PlanNodes.inputs(plan).forEach(input -> collectTables(input, tables));
        } else if (!plan.output().isEmpty()) {
            String column = plan.output().head().name();
            tables.add(column.substring(0, Math.max(0, column.indexOf('_'))));
        }
    }

    /** Returns the rows of the exchange at the top of a side; absent if a join or a scan is at the top. */
    private static OptionalLong exchanged(SparkPlan plan) {
        SparkPlan node = plan;
        while (true) {
            if (node instanceof ReusedExchangeExec reused) {
                node = reused.child();
            } else if (node instanceof Exchange) {
                String rows = node instanceof ShuffleExchangeExec ? "shuffleRecordsWritten" : "numOutputRows";
                return OptionalLong.of(node.metrics().apply(rows).value());
            } else {
                List<SparkPlan> inputs = PlanNodes.inputs(node);
                if (inputs.size() != 1) {
                    return OptionalLong.empty();
                }
                node = inputs.get(0);
            }
        }
    }
}
