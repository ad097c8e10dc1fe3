package io.pq2.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.execution.adaptive.AdaptiveSparkPlanExec;
import org.apache.spark.sql.execution.adaptive.QueryStageExec;
import scala.jdk.javaapi.CollectionConverters;

/** Walks over the nodes of a physical plan. Adaptive nodes are skipped: they only contain the plans of others. */
final class PlanNodes {

    private PlanNodes() {}

    /** Returns the root of the plan of a query; of the executed plan if the query ran. */
    static SparkPlan root(Dataset<Row> query) {
        return node(((org.apache.spark.sql.classic.Dataset<Row>) query)
                .queryExecution()
                .executedPlan());
    }

    /** Returns the inputs of a node. */
    static List<SparkPlan> inputs(SparkPlan plan) {
        return CollectionConverters.asJava(plan.children()).stream()
                .map(PlanNodes::node)
                .toList();
    }

    /** Returns the root of each subquery in the expressions of a node. */
    static List<SparkPlan> subqueries(SparkPlan plan) {
        List<SparkPlan> subqueries = new ArrayList<>();
        CollectionConverters.asJava(plan.subqueries()).forEach(subquery -> subqueries.add(node(subquery)));
        return subqueries;
    }

    /** Calls {@code visitor} with a node and all nodes below, except subqueries, from the top. */
    static void forEach(SparkPlan plan, Consumer<SparkPlan> visitor) {
        visitor.accept(plan);
        inputs(plan).forEach(input -> forEach(input, visitor));
    }

    private static SparkPlan node(SparkPlan plan) {
        if (plan instanceof AdaptiveSparkPlanExec adaptive) {
            return node(adaptive.executedPlan());
        }
        return plan instanceof QueryStageExec stage ? node(stage.plan()) : plan;
    }
}
