package io.pq2.spark.internal.batch;

import io.pq2.spark.internal.column.BytesColumnVector;
import java.util.Arrays;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.codegen.UnsafeRowWriter;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.NullUnmarked;

/**
 * A grouping column that is an expression, evaluated for whole batches or with Spark's code. If it depends on one
 * column only, Spark's code runs once for each entry of a dictionary, or for each distinct number, date or timestamp
 * unless these are many. It does not run for values of rows that are not selected, because it could fail.
 */
@NullUnmarked // Scala's parser of Java sources rejects annotations of array types
final class ExpressionKey extends GroupKey {

    /** If a column has more distinct values, the expression is evaluated for each row. */
    private static final int MAX_INPUTS = 1 << 16;

    /** In place of the number of a result before it is known. */
    private static final int UNKNOWN = -1;

    private final int textOrdinal;
    private final LongNode input;
    private final LongNode onBatches;
    private final Supplier<UnaryOperator<InternalRow>> code;
    private final ResultValues results;
    private UnaryOperator<InternalRow> expression;

    private UTF8String[] entries;
    /** The number of the result for each entry. */
    private int[] numbersOfEntries = {};

    private final LongIndex inputs = new LongIndex();
    /** The number of the result for each number of an input. */
    private int[] numbersOfInputs = {};
    /** The numbers of the inputs of the rows of a batch. */
    private int[] inputsOfRows = {};

    private int numberOfNull = UNKNOWN;
    private boolean fewInputs = true;

    /**
     * Creates a key.
     *
     * @param textOrdinal the column of strings that the expression depends on; -1 if it depends on another one, or more
     * @param input what the expression depends on, if that is one column of whole numbers, or one of timestamps of
     *     which the expression needs the dates only; null otherwise
     * @param onBatches evaluates the expression, whose values fit 64 bits, for whole batches; null if nothing does
     * @param code generates code for the expression on rows of the scan
     */
    ExpressionKey(
            int textOrdinal,
            LongNode input,
            LongNode onBatches,
            DataType type,
            Supplier<UnaryOperator<InternalRow>> code) {
        this.textOrdinal = textOrdinal;
        this.input = input;
        this.onBatches = onBatches;
        this.code = code;
        this.results = new ResultValues(type);
    }

    /** Returns the values of a batch; null if they cannot be evaluated together, for example because one overflows. */
    private LongValues computed(BatchColumns batch) {
        return onBatches == null ? null : onBatches.evaluate(batch);
    }

    private InternalRow evaluate(BatchColumns batch, int row) {
        if (expression == null) {
            expression = code.get();
        }
        return expression.apply(batch.row(row));
    }

    private int numberOf(BatchColumns batch, int row) {
        return results.numberOf(evaluate(batch, row));
    }

    @Override
    void number(BatchColumns batch, int[] rows, int count, int[] numbers) {
        LongValues computed = computed(batch);
        if (computed != null) {
            results.number(computed, rows, count, numbers);
            return;
        }
        if (textOrdinal >= 0
                && batch.column(textOrdinal) instanceof BytesColumnVector bytes
                && bytes.entries() != null) {
            numberEntries(batch, bytes, rows, count, numbers);
            return;
        }
        LongValues values = input == null || !fewInputs ? null : input.evaluate(batch);
        if (values != null) {
            numberInputs(batch, values, rows, count, numbers);
            return;
        }
        for (int i = 0; i < count; i++) {
            numbers[rows[i]] = numberOf(batch, rows[i]);
        }
    }

    private void numberEntries(BatchColumns batch, BytesColumnVector column, int[] rows, int count, int[] numbers) {
        if (column.entries() != entries) {
            entries = column.entries();
            numbersOfEntries = new int[entries.length];
            Arrays.fill(numbersOfEntries, UNKNOWN);
        }
        boolean hasNull = column.hasNull();
        int[] ids = column.ids();
        for (int i = 0; i < count; i++) {
            int row = rows[i];
            if (hasNull && column.isNullAt(row)) {
                numbers[row] = numberOfNull(batch, row);
                continue;
            }
            int id = ids[row];
            if (numbersOfEntries[id] == UNKNOWN) {
                numbersOfEntries[id] = numberOf(batch, row);
            }
            numbers[row] = numbersOfEntries[id];
        }
    }

    private void numberInputs(BatchColumns batch, LongValues values, int[] rows, int count, int[] numbers) {
        if (inputsOfRows.length < numbers.length) {
            inputsOfRows = new int[numbers.length];
        }
        inputs.number(values, rows, count, inputsOfRows);
        growInputs();
        for (int i = 0; i < count; i++) {
            int row = rows[i];
            int number = inputsOfRows[row];
            if (number == 0) {
                numbers[row] = numberOfNull(batch, row);
                continue;
            }
            if (numbersOfInputs[number] == UNKNOWN) {
                numbersOfInputs[number] = numberOf(batch, row);
            }
            numbers[row] = numbersOfInputs[number];
        }
        if (inputs.size() > MAX_INPUTS) {
            fewInputs = false;
            inputs.clear();
            numbersOfInputs = new int[0];
        }
    }

    private void growInputs() {
        int known = numbersOfInputs.length;
        if (inputs.size() >= known) {
            numbersOfInputs = Arrays.copyOf(numbersOfInputs, 2 * inputs.size() + 1);
            Arrays.fill(numbersOfInputs, known, numbersOfInputs.length, UNKNOWN);
        }
    }

    private int numberOfNull(BatchColumns batch, int row) {
        if (numberOfNull == UNKNOWN) {
            numberOfNull = numberOf(batch, row);
        }
        return numberOfNull;
    }

    @Override
    void writeRow(BatchColumns batch, UnsafeRowWriter writer, int field, int row) {
        LongValues computed = computed(batch);
        if (computed != null) {
            results.write(writer, field, computed, row);
        } else {
            results.write(writer, field, evaluate(batch, row));
        }
    }

    @Override
    void write(UnsafeRowWriter writer, int field, int number) {
        results.write(writer, field, number);
    }

    @Override
    long bytes() {
        return results.bytes() + inputs.bytes() + Sizes.bytes(numbersOfInputs);
    }

    @Override
    void clear() {
        results.clear();
        entries = null;
        inputs.clear();
        numbersOfInputs = new int[0];
        numberOfNull = UNKNOWN;
    }
}
