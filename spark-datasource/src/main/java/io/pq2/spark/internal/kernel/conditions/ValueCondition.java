package io.pq2.spark.internal.kernel.conditions;

import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.jspecify.annotations.NullUnmarked;

/** A condition on single values, tested with code that Spark generates before the first test. Tests null once. */
@NullUnmarked // the code and the result for null are absent before the first test
final class ValueCondition {

    private final Supplier<Predicate<InternalRow>> code;
    private final GenericInternalRow row = new GenericInternalRow(1);
    private Predicate<InternalRow> condition;
    private Boolean nullPasses;

    /** @param code generates code for a condition on rows with the value alone, which never throws */
    ValueCondition(Supplier<Predicate<InternalRow>> code) {
        this.code = code;
    }

    /**
     * Whether the condition is true for a value. It may be null only if it is one of a column that may be null: for
     * others, such as the name of the file, Spark's code does not look for null.
     */
    boolean test(Object value) {
        if (value != null) {
            return evaluate(value);
        }
        if (nullPasses == null) {
            nullPasses = evaluate(null);
        }
        return nullPasses;
    }

    private boolean evaluate(Object value) {
        if (condition == null) {
            condition = code.get();
        }
        row.update(0, value);
        return condition.test(row);
    }
}
