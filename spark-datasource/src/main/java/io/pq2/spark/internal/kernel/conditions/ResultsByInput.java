package io.pq2.spark.internal.kernel.conditions;

import io.pq2.spark.internal.kernel.values.BatchColumns;
import io.pq2.spark.internal.kernel.values.LongIndex;
import io.pq2.spark.internal.kernel.values.LongNode;
import io.pq2.spark.internal.kernel.values.LongValues;
import io.pq2.spark.internal.kernel.values.Sizes;
import io.pq2.spark.internal.vectors.BytesColumnVector;
import java.util.Arrays;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.NullUnmarked;

/**
 * The results of an expression that depends on one column only. Evaluates it once for each entry of a dictionary of
 * strings or binaries, or for each distinct number, date or timestamp unless these are many, and once for null. Does
 * not evaluate it for values of rows that are not selected, because it could fail.
 */
@NullUnmarked // Scala's parser of Java sources rejects annotations of array types
public final class ResultsByInput {

    /** The most numbers whose results are kept. A dictionary of 1 MiB has at most this many. */
    private static final int MAX_INPUTS = 1 << 18;

    /** The number of rows after which it shows whether a column repeats numbers. */
    private static final int TRIAL_ROWS = 1 << 17;

    /** In place of a result before it is known. */
    private static final int UNKNOWN = -1;

    /** What has the results. */
    @FunctionalInterface
    public interface Expression {
        /** Returns the result for a row of a batch, at least 0. */
        int evaluate(BatchColumns batch, int row);
    }

    private final int bytesOrdinal;
    private final LongNode input;
    private final Expression expression;

    private UTF8String[] entries;
    /** The result for each entry. */
    private int[] resultsOfEntries = {};

    private final LongIndex inputs = new LongIndex();
    /** The result for each number of an input. */
    private int[] resultsOfInputs = {};
    /** The numbers of the inputs of the rows of a batch. */
    private int[] inputsOfRows = {};
    /** The number of rows since the inputs were forgotten. */
    private long rowsOfInputs;

    private int resultOfNull = UNKNOWN;
    private boolean repeatsInputs = true;

    /**
     * Creates the results of an expression.
     *
     * @param bytesOrdinal the column of strings or binaries that the expression depends on; -1 if it is another one
     * @param input what the expression depends on if that is a number, a date or a timestamp; null otherwise
     */
    public ResultsByInput(int bytesOrdinal, LongNode input, Expression expression) {
        this.bytesOrdinal = bytesOrdinal;
        this.input = input;
        this.expression = expression;
    }

    /** Whether {@link #find} accepts a batch: one with a dictionary, or numbers of a column that repeats them. */
    public boolean covers(BatchColumns batch) {
        return hasEntries(batch) || repeatsInputs && input != null && input.evaluate(batch) != null;
    }

    /** Whether the results for numbers are looked up in a hash table, because the numbers have a large range. */
    boolean areHashed() {
        return inputs.isHashed();
    }

    private boolean hasEntries(BatchColumns batch) {
        return bytesOrdinal >= 0
                && batch.column(bytesOrdinal) instanceof BytesColumnVector bytes
                && bytes.entries() != null;
    }

    /**
     * Sets {@code results[row]} to the result of the row, for the first {@code count} rows in {@code rows}.
     *
     * @param batch a batch that {@link #covers} accepts
     */
    public void find(BatchColumns batch, int[] rows, int count, int[] results) {
        if (hasEntries(batch)) {
            findByEntries(batch, (BytesColumnVector) batch.column(bytesOrdinal), rows, count, results);
        } else {
            findByInputs(batch, input.evaluate(batch), rows, count, results);
        }
    }

    private void findByEntries(BatchColumns batch, BytesColumnVector column, int[] rows, int count, int[] results) {
        if (column.entries() != entries) {
            entries = column.entries();
            resultsOfEntries = new int[entries.length];
            Arrays.fill(resultsOfEntries, UNKNOWN);
        }
        boolean hasNull = column.hasNull();
        int[] ids = column.ids();
        for (int i = 0; i < count; i++) {
            int row = rows[i];
            if (hasNull && column.isNullAt(row)) {
                results[row] = resultOfNull(batch, row);
                continue;
            }
            int id = ids[row];
            if (resultsOfEntries[id] == UNKNOWN) {
                resultsOfEntries[id] = expression.evaluate(batch, row);
            }
            results[row] = resultsOfEntries[id];
        }
    }

    private void findByInputs(BatchColumns batch, LongValues values, int[] rows, int count, int[] results) {
        if (inputsOfRows.length < results.length) {
            inputsOfRows = new int[results.length];
        }
        inputs.number(values, rows, count, inputsOfRows);
        growInputs();
        for (int i = 0; i < count; i++) {
            int row = rows[i];
            int number = inputsOfRows[row];
            if (number == 0) {
                results[row] = resultOfNull(batch, row);
                continue;
            }
            if (resultsOfInputs[number] == UNKNOWN) {
                resultsOfInputs[number] = expression.evaluate(batch, row);
            }
            results[row] = resultsOfInputs[number];
        }
        limitInputs(count);
    }

    private void growInputs() {
        int known = resultsOfInputs.length;
        if (inputs.size() >= known) {
            resultsOfInputs = Arrays.copyOf(resultsOfInputs, 2 * inputs.size() + 1);
            Arrays.fill(resultsOfInputs, known, resultsOfInputs.length, UNKNOWN);
        }
    }

    /** Keeps no more results if nearly all rows of the trial had different numbers. Bounds the memory otherwise. */
    private void limitInputs(int count) {
        boolean isTrial = rowsOfInputs < TRIAL_ROWS;
        rowsOfInputs += count;
        if (isTrial && rowsOfInputs >= TRIAL_ROWS) {
            repeatsInputs = inputs.size() <= rowsOfInputs / 16 * 15;
        }
        if (!repeatsInputs || inputs.size() > MAX_INPUTS) {
            forgetInputs();
        }
    }

    private void forgetInputs() {
        inputs.clear();
        resultsOfInputs = new int[0];
        rowsOfInputs = 0;
    }

    private int resultOfNull(BatchColumns batch, int row) {
        if (resultOfNull == UNKNOWN) {
            resultOfNull = expression.evaluate(batch, row);
        }
        return resultOfNull;
    }

    /** Returns the bytes that inputs and results take. */
    public long bytes() {
        return inputs.bytes() + Sizes.bytes(resultsOfInputs) + Sizes.bytes(resultsOfEntries);
    }

    /** Forgets all results, and frees their memory. */
    public void clear() {
        entries = null;
        resultsOfEntries = new int[0];
        forgetInputs();
        resultOfNull = UNKNOWN;
    }
}
