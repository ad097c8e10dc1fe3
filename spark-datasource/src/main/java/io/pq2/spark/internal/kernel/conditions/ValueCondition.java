package io.pq2.spark.internal.kernel.conditions;

import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.jspecify.annotations.NullUnmarked;

/** A condition on single values, tested with code that Spark generates before the first test. */
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

    /** Whether the condition is true for a value, which is not null. */
    boolean passes(Object value) {
        return test(value);
    }

    /**
     * Whether the condition is true for null. Only for columns that may be null: for others, such as the name of the
     * file, Spark's code does not look for null.
     */
    boolean nullPasses() {
        if (nullPasses == null) {
            nullPasses = test(null);
        }
        return nullPasses;
    }

    private boolean test(Object value) {
        if (condition == null) {
            condition = code.get();
        }
        row.update(0, value);
        return condition.test(row);
    }
}
