package io.pq2.spark.internal.estimate;

import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.execution.datasources.PruneFileSourcePartitions$;
import org.apache.spark.sql.execution.datasources.SchemaPruning$;

/** Spark's rules that prune partitions and fields of V1 relations. Scala code outside of Spark has no access. */
public final class SparkPruning {

    private SparkPruning() {}

    /** Applies the rules, which have no further effect when Spark applies them again. */
    public static LogicalPlan prune(LogicalPlan plan) {
        return PruneFileSourcePartitions$.MODULE$.apply(SchemaPruning$.MODULE$.apply(plan));
    }
}
