package io.pq2.it.suites;

import org.apache.spark.sql.Column;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.classic.ExpressionUtils;
import org.apache.spark.sql.execution.datasources.DataSourceStrategy$;
import org.apache.spark.sql.sources.Filter;
import scala.Option;

/** Spark's conversions of expressions, which Scala code outside of Spark cannot access. */
final class Expressions {

    private Expressions() {}

    static Column column(Expression expression) {
        return ExpressionUtils.column(expression);
    }

    /** Returns the filter that Spark pushes down, if there is one for the expression. */
    static Option<Filter> filter(Expression expression) {
        return DataSourceStrategy$.MODULE$.translateFilter(expression, true);
    }
}
