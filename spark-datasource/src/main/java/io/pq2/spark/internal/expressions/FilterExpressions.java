package io.pq2.spark.internal.expressions;

import java.util.Optional;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.execution.datasources.DataSourceStrategy$;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.sources.Filter;
import scala.Function0;
import scala.jdk.javaapi.OptionConverters;

/** Translates Spark's expressions to its filters, including expressions on fields of structs. */
public final class FilterExpressions {

    private FilterExpressions() {}

    /** Returns the filter for an expression without subqueries, by Spark's own rules; empty if there is none. */
    public static Optional<Filter> filter(Expression condition, SQLConf conf) {
        return withExactTimes(
                conf, () -> OptionConverters.toJava(DataSourceStrategy$.MODULE$.translateFilter(condition, true)));
    }

    /** Returns the filter that a condition implies, for a scan whose rows Spark tests again; empty if there is none. */
    public static Optional<Filter> implied(Expression condition, SQLConf conf) {
        return filter(ImpliedConditions.of(condition), conf);
    }

    /**
     * Runs a translation of expressions to filters so that dates and timestamps become values of {@code java.time}.
     * Conversions through {@code java.sql} use another calendar and the JVM's time zone, and can change the value.
     */
    public static <T> T withExactTimes(SQLConf conf, Function0<T> translation) {
        SQLConf exact = conf.clone();
        exact.setConf(SQLConf.DATETIME_JAVA8API_ENABLED(), true);
        return SQLConf.withExistingConf(exact, translation);
    }
}
