package io.pq2.spark.internal.kernel.groups;

import io.pq2.spark.internal.kernel.conditions.ResultsByInput;
import io.pq2.spark.internal.kernel.values.BatchColumns;
import io.pq2.spark.internal.kernel.values.LongNode;
import io.pq2.spark.internal.kernel.values.LongValues;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.codegen.UnsafeRowWriter;
import org.apache.spark.sql.types.DataType;
import org.jspecify.annotations.NullUnmarked;

/**
 * A grouping column that is an expression, evaluated for whole batches or with Spark's code. If it depends on one
 * column only, Spark's code runs once for each entry of a dictionary, or for each distinct number, date or timestamp
 * unless these are many. It does not run for values of rows that are not selected, because it could fail.
 */
@NullUnmarked // Scala's parser of Java sources rejects annotations of array types
public final class ExpressionKey extends GroupKey {

    private final LongNode onBatches;
    private final Supplier<UnaryOperator<InternalRow>> code;
    private final ResultValues results;
    private final ResultsByInput numbersByInput;
    private UnaryOperator<InternalRow> expression;

    /**
     * Creates a key.
     *
     * @param textOrdinal the column of strings that the expression depends on; -1 if it depends on another one, or more
     * @param input what the expression depends on, if that is one column of whole numbers, or one of timestamps of
     *     which the expression needs the dates only; null otherwise
     * @param onBatches evaluates the expression, whose values fit 64 bits, for whole batches; null if nothing does
     * @param code generates code for the expression on rows of the scan
     */
    public ExpressionKey(
            int textOrdinal,
            LongNode input,
            LongNode onBatches,
            DataType type,
            Supplier<UnaryOperator<InternalRow>> code) {
        this.onBatches = onBatches;
        this.code = code;
        this.results = new ResultValues(type);
        this.numbersByInput = new ResultsByInput(textOrdinal, input, this::numberOf);
    }

    /** Returns the values of a batch; null if they cannot be evaluated together, for example because one overflows. */
    private LongValues computed(BatchColumns batch) {
        return onBatches == null ? null : onBatches.evaluate(batch);
    }

    private InternalRow evaluate(InternalRow row) {
        if (expression == null) {
            expression = code.get();
        }
        return expression.apply(row);
    }

    private int numberOf(InternalRow row) {
        return results.numberOf(evaluate(row));
    }

    @Override
    public void number(BatchColumns batch, int[] rows, int count, int[] numbers) {
        LongValues computed = computed(batch);
        if (computed != null) {
            results.number(computed, rows, count, numbers);
            return;
        }
        if (numbersByInput.covers(batch)) {
            numbersByInput.find(batch, rows, count, numbers);
            return;
        }
        for (int i = 0; i < count; i++) {
            numbers[rows[i]] = numberOf(batch.row(rows[i]));
        }
    }

    @Override
    void writeRow(BatchColumns batch, UnsafeRowWriter writer, int field, int row) {
        LongValues computed = computed(batch);
        if (computed != null) {
            results.write(writer, field, computed, row);
        } else {
            results.write(writer, field, evaluate(batch.row(row)));
        }
    }

    @Override
    public void write(UnsafeRowWriter writer, int field, int number) {
        results.write(writer, field, number);
    }

    @Override
    public long bytes() {
        return results.bytes() + numbersByInput.bytes();
    }

    @Override
    long textBytes() {
        return results.textBytes();
    }

    @Override
    public void clear() {
        results.clear();
        numbersByInput.clear();
    }
}
