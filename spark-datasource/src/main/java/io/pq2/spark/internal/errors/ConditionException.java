package io.pq2.spark.internal.errors;

import java.util.Map;
import org.apache.spark.QueryContext;
import org.apache.spark.SparkException;
import org.jspecify.annotations.Nullable;
import scala.Option;
import scala.jdk.javaapi.CollectionConverters;

/**
 * An error with a condition of pq2. The message has the condition, the reason, the remedy and the SQLSTATE. It is no
 * error of analysis, because Spark copies those and looks up the SQLSTATE among its own conditions.
 */
public final class ConditionException extends SparkException {

    private static final long serialVersionUID = 1L;

    private final Condition condition;

    private ConditionException(Condition condition, String reason, @Nullable Throwable cause) {
        super(
                "[" + condition.conditionName() + "] " + reason + (reason.endsWith(".") ? " " : ". ")
                        + condition.remedy() + " SQLSTATE: " + condition.sqlState(),
                cause,
                Option.apply(condition.conditionName()),
                scala.collection.immutable.Map$.MODULE$.from(CollectionConverters.asScala(Map.of("reason", reason))),
                new QueryContext[0]);
        this.condition = condition;
    }

    /**
     * Returns an error.
     *
     * @param reason what happened, and where
     * @param cause absent if there is none
     */
    public static ConditionException of(Condition condition, String reason, @Nullable Throwable cause) {
        return new ConditionException(condition, reason, cause);
    }

    @Override
    public String getSqlState() {
        return condition.sqlState();
    }
}
