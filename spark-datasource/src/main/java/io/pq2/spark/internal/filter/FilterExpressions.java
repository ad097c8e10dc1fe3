package io.pq2.spark.internal.filter;

import java.util.Optional;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.execution.datasources.DataSourceStrategy$;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.sources.Filter;
import scala.Function0;
import scala.jdk.javaapi.OptionConverters;

/** Spark's expressions as its filters, those on fields of structs too. */
public final class FilterExpressions {

    private FilterExpressions() {}

    /** The filter for an expression without subqueries, by Spark's own rules; empty if it has none. */
    public static Optional<Filter> filter(Expression condition, SQLConf conf) {
        return withExactTimes(
                conf, () -> OptionConverters.toJava(DataSourceStrategy$.MODULE$.translateFilter(condition, true)));
    }

    /**
     * Runs what makes filters of expressions so that dates and timestamps become values of {@code java.time}. Those of {@code java.sql}
     * go through another calendar and the zone of the machine, and do not always come back as what they were.
     */
    public static <T> T withExactTimes(SQLConf conf, Function0<T> translation) {
        SQLConf exact = conf.clone();
        exact.setConf(SQLConf.DATETIME_JAVA8API_ENABLED(), true);
        return SQLConf.withExistingConf(exact, translation);
    }
}
