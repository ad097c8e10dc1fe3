package io.pq2.spark.internal.expressions;

import java.util.Optional;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.aggregate.AggregateExpression;
import org.apache.spark.sql.connector.expressions.aggregate.Aggregation;
import org.apache.spark.sql.execution.datasources.DataSourceStrategy$;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.OptionConverters;

/** Spark's translation of aggregates for sources. (This is Java because the method is private to Spark in Scala.) */
public final class AggregateTranslation {

    private AggregateTranslation() {}

    /**
     * Returns the aggregation as Spark offers it to a source of Data Source V2; empty if a part has no translation.
     *
     * @param aggregates the aggregate functions, on columns of the source
     * @param groupBy the grouping expressions
     */
    public static Optional<Aggregation> of(Seq<AggregateExpression> aggregates, Seq<Expression> groupBy) {
        return OptionConverters.toJava(DataSourceStrategy$.MODULE$.translateAggregation(aggregates, groupBy));
    }
}
