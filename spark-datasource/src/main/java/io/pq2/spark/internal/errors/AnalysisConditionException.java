package io.pq2.spark.internal.errors;

import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.catalyst.trees.CurrentOrigin;
import org.apache.spark.sql.catalyst.trees.Origin;
import scala.Option;

/** An error with a condition of pq2, while Spark looks up the files of a query and infers their schema. */
public final class AnalysisConditionException extends AnalysisException {

    private static final long serialVersionUID = 1L;

    private final Condition condition;

    AnalysisConditionException(Condition condition, String reason, Throwable cause) {
        this(condition, reason, cause, CurrentOrigin.get());
    }

    private AnalysisConditionException(Condition condition, String reason, Throwable cause, Origin origin) {
        super(
                ConditionException.message(condition, reason),
                origin.line(),
                origin.startPosition(),
                Option.apply(cause),
                Option.apply(condition.conditionName()),
                ConditionException.parameters(reason),
                origin.getQueryContext());
        this.condition = condition;
    }

    @Override
    public String getSqlState() {
        return condition.sqlState();
    }
}
