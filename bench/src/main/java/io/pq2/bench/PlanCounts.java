package io.pq2.bench;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.execution.exchange.ShuffleExchangeLike;

/**
 * The numbers of some operators in the plan of a query, with its subqueries. What is reused counts once.
 *
 * @param broadcastHashJoins broadcast hash joins
 * @param sortMergeJoins sort-merge joins
 * @param shuffledHashJoins shuffled hash joins
 * @param shuffles shuffle exchanges
 * @param engineNodes all operators of the engine that ran the query
 */
record PlanCounts(int broadcastHashJoins, int sortMergeJoins, int shuffledHashJoins, int shuffles, int engineNodes) {

    /** The counts of a query that was not planned. */
    static final PlanCounts NONE = new PlanCounts(0, 0, 0, 0, 0);

    private static final String SEPARATOR = " / ";
    private static final int COUNTS = 5;

    /** Counts the operators of a query: of its adaptive plan so far, or of the final one after the query ran. */
    static PlanCounts of(Dataset<Row> query, Engine engine) {
        Set<SparkPlan> nodes = Collections.newSetFromMap(new IdentityHashMap<>());
        collect(PlanNodes.root(query), nodes);
        return new PlanCounts(
                count(
                        nodes,
                        node -> isNamed(
                                node, "BroadcastHashJoinExec", "Pq2BroadcastJoinExec", "CometBroadcastHashJoinExec")),
                count(nodes, node -> isNamed(node, "SortMergeJoinExec", "CometSortMergeJoinExec")),
                count(nodes, node -> isNamed(node, "ShuffledHashJoinExec", "CometHashJoinExec")),
                count(nodes, node -> node instanceof ShuffleExchangeLike),
                count(nodes, engine::has));
    }

    /**
     * Parses the text of counts.
     *
     * @throws IllegalArgumentException if it is no such text
     */
    static PlanCounts parse(String text) {
        List<Integer> counts =
                Stream.of(text.split(SEPARATOR, -1)).map(Integer::valueOf).toList();
        if (counts.size() != COUNTS) {
            throw new IllegalArgumentException("not " + COUNTS + " counts: " + text);
        }
        return new PlanCounts(counts.get(0), counts.get(1), counts.get(2), counts.get(3), counts.get(4));
    }

    /** Returns all counts in their order. */
    @Override
    public String toString() {
        return strategies() + SEPARATOR + engineNodes;
    }

    /** Returns the counts of joins and shuffles in their order. */
    String strategies() {
        return Stream.of(broadcastHashJoins, sortMergeJoins, shuffledHashJoins, shuffles)
                .map(String::valueOf)
                .collect(Collectors.joining(SEPARATOR));
    }

    private static void collect(SparkPlan plan, Set<SparkPlan> nodes) {
        if (nodes.add(plan)) {
            PlanNodes.inputs(plan).forEach(input -> collect(input, nodes));
            PlanNodes.subqueries(plan).forEach(subquery -> collect(subquery, nodes));
        }
    }

    private static boolean isNamed(SparkPlan node, String... names) {
        return List.of(names).contains(node.getClass().getSimpleName());
    }

    private static int count(Set<SparkPlan> nodes, Predicate<SparkPlan> predicate) {
        return (int) nodes.stream().filter(predicate).count();
    }
}
