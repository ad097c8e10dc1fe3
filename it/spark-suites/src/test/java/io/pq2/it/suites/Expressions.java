package io.pq2.it.suites;

import io.pq2.spark.internal.expressions.FilterExpressions;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.classic.ExpressionUtils;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.sources.Filter;
import scala.Option;
import scala.jdk.javaapi.OptionConverters;

/** Spark's conversions of expressions, which Scala code outside of Spark cannot access. */
final class Expressions {

    private Expressions() {}

    static Column column(Expression expression) {
        return ExpressionUtils.column(expression);
    }

    /** Returns the filter that is pushed down to pq2, if there is one for the expression. */
    static Option<Filter> filter(Expression expression, SQLConf conf) {
        return OptionConverters.toScala(FilterExpressions.filter(expression, conf));
    }
}
