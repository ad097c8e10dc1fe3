package io.pq2.spark.internal.errors;

import java.util.Map;
import org.apache.spark.QueryContext;
import org.apache.spark.SparkException;
import org.jspecify.annotations.Nullable;
import scala.Option;

/**
 * An error with a condition of pq2. The message has the condition, the reason, the remedy and the SQLSTATE. It is no
 * error of analysis, because Spark copies those of its checks and looks up the SQLSTATE among its own conditions.
 */
public final class ConditionException extends SparkException {

    private static final long serialVersionUID = 2L;

    private final Condition condition;
    private final String reason;

    /**
     * The condition that the task sees in place of the own one; absent for the own one. Not serialized, so that the
     * driver sees the own one.
     */
    private transient @Nullable String inTask;

    private ConditionException(Condition condition, String reason, @Nullable Throwable cause) {
        super(
                message(condition, reason),
                cause,
                Option.apply(condition.conditionName()),
                parameters(reason),
                new QueryContext[0]);
        this.condition = condition;
        this.reason = reason;
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

    static String message(Condition condition, String reason) {
        return "[" + condition.conditionName() + "] " + reason + (reason.endsWith(".") ? " " : ". ")
                + condition.remedy() + " SQLSTATE: " + condition.sqlState();
    }

    static scala.collection.immutable.Map<String, String> parameters(String reason) {
        return SparkErrors.parameters(Map.of("reason", reason));
    }

    /**
     * Returns this error for a task that reads a file. Spark's readers of files replace all errors but those with one
     * condition by an error without the reason. They run in the task, so the error has that condition there.
     */
    ConditionException passedOn() {
        inTask = FileErrors.CONDITION;
        return this;
    }

    /**
     * Returns the same error for the analysis of a query: SQL on a path passes on only errors of this class, and Spark
     * does not copy them.
     */
    public AnalysisConditionException ofAnalysis() {
        return new AnalysisConditionException(condition, reason, this);
    }

    @Override
    public String getCondition() {
        return inTask == null ? condition.conditionName() : inTask;
    }

    @Override
    public String getSqlState() {
        return condition.sqlState();
    }
}
