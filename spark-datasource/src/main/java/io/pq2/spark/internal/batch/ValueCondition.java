package io.pq2.spark.internal.batch;

import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.jspecify.annotations.NullUnmarked;

/** A condition on single values, tested with code that Spark generates before the first test. */
@NullUnmarked // the code is absent before the first test
final class ValueCondition {

    private final Supplier<Predicate<InternalRow>> code;
    private final GenericInternalRow row = new GenericInternalRow(1);
    private Predicate<InternalRow> condition;
    private boolean nullPasses;

    /** @param code generates code for a condition on rows with the value alone, which never throws */
    ValueCondition(Supplier<Predicate<InternalRow>> code) {
        this.code = code;
    }

    /** Whether the condition is true for a value, which is not null. */
    boolean passes(Object value) {
        generate();
        return test(value);
    }

    /** Whether the condition is true for null. */
    boolean nullPasses() {
        generate();
        return nullPasses;
    }

    private void generate() {
        if (condition == null) {
            condition = code.get();
            nullPasses = test(null);
        }
    }

    private boolean test(Object value) {
        row.update(0, value);
        return condition.test(row);
    }
}
