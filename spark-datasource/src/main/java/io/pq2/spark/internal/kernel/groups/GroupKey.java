package io.pq2.spark.internal.kernel.groups;

import io.pq2.spark.internal.kernel.conditions.ResultsByInput;
import io.pq2.spark.internal.kernel.values.BatchColumns;
import io.pq2.spark.internal.kernel.values.LongField;
import io.pq2.spark.internal.kernel.values.LongIndex;
import io.pq2.spark.internal.kernel.values.LongNode;
import io.pq2.spark.internal.kernel.values.LongValues;
import io.pq2.spark.internal.vectors.BytesColumnVector;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.codegen.UnsafeRowWriter;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.NullUnmarked;

/**
 * A grouping column. Numbers its distinct values from 1; null has number 0.
 *
 * <p>The column is one of strings, or an expression, which is evaluated for whole batches or with Spark's code. Each
 * entry of a dictionary is looked up once. If an expression depends on one column only, Spark's code runs once for each
 * entry, or for each distinct number, date or timestamp unless these are many. It does not run for values of rows that
 * are not selected, because it could fail.
 */
@NullUnmarked // Scala's parser of Java sources rejects annotations of array types
public final class GroupKey {

    private final boolean isText;
    private final LongField field;
    private final TextIndex texts = new TextIndex();
    private final LongIndex longs = new LongIndex();

    private final int textOrdinal;
    private final LongNode onBatches;
    private final Supplier<UnaryOperator<InternalRow>> code;
    private final ResultsByInput numbersByInput;
    private UnaryOperator<InternalRow> expression;

    /**
     * Creates a key.
     *
     * @param textOrdinal the column of strings that the expression depends on; -1 if it depends on another one, or more
     * @param input what the expression depends on, if that is one column of whole numbers, or one of timestamps of
     *     which the expression needs the dates only; null otherwise
     * @param onBatches evaluates the expression, whose values fit 64 bits, for whole batches; null if nothing does
     * @param type a type of strings that compare byte by byte, of values that fit 64 bits, or of floating-point numbers
     * @param code generates code for the expression on rows of the scan; null if it is the column itself
     */
    public GroupKey(
            int textOrdinal,
            LongNode input,
            LongNode onBatches,
            DataType type,
            Supplier<UnaryOperator<InternalRow>> code) {
        this.isText = type instanceof StringType;
        this.field = new LongField(type);
        this.textOrdinal = textOrdinal;
        this.onBatches = onBatches;
        this.code = code;
        this.numbersByInput = new ResultsByInput(textOrdinal, input, this::numberOf);
    }

    /** Returns a key that is a column of strings. */
    public static GroupKey ofText(int ordinal) {
        return new GroupKey(ordinal, null, null, DataTypes.StringType, null);
    }

    /** @param numbers a node that can always be evaluated, for values of FLOAT and DOUBLE their bits */
    public static GroupKey ofNumbers(LongNode numbers, DataType type) {
        return new GroupKey(-1, null, numbers, type, null);
    }

    /** Sets {@code numbers[row]} to the number of the row's value, for the first {@code count} rows in {@code rows}. */
    void number(BatchColumns batch, int[] rows, int count, int[] numbers) {
        LongValues computed = computed(batch);
        if (computed != null) {
            longs.number(computed, rows, count, numbers);
        } else if (numbersByInput.covers(batch)) {
            numbersByInput.find(batch, rows, count, numbers);
        } else if (code == null && batch.column(textOrdinal) instanceof BytesColumnVector slices) {
            numberSlices(slices, rows, count, numbers);
        } else {
            for (int i = 0; i < count; i++) {
                numbers[rows[i]] = numberOf(batch, rows[i]);
            }
        }
    }

    /** Numbers strings without an object for each. */
    private void numberSlices(BytesColumnVector slices, int[] rows, int count, int[] numbers) {
        byte[] bytes = slices.bytes();
        int[] starts = slices.starts();
        int[] lengths = slices.lengths();
        for (int i = 0; i < count; i++) {
            int row = rows[i];
            numbers[row] = slices.isNullAt(row) ? 0 : texts.numberOf(bytes, starts[row], lengths[row]);
        }
    }

    /** Returns the values of a batch; null if they cannot be evaluated together, for example because one overflows. */
    private LongValues computed(BatchColumns batch) {
        return onBatches == null ? null : onBatches.evaluate(batch);
    }

    private int numberOf(BatchColumns batch, int row) {
        if (isText) {
            UTF8String text = text(batch, row);
            return text == null ? 0 : texts.numberOf(text);
        }
        InternalRow result = evaluate(batch, row);
        return result.isNullAt(0) ? 0 : longs.indexOf(field.read(result, 0)) + 1;
    }

    private UTF8String text(BatchColumns batch, int row) {
        if (code == null) {
            return batch.column(textOrdinal).getUTF8String(row);
        }
        InternalRow result = evaluate(batch, row);
        return result.isNullAt(0) ? null : result.getUTF8String(0);
    }

    private InternalRow evaluate(BatchColumns batch, int row) {
        if (expression == null) {
            expression = code.get();
        }
        return expression.apply(batch.row(row));
    }

    /** Returns the number of distinct values. */
    int size() {
        return isText ? texts.size() : longs.size();
    }

    /** Writes the value of a row of the batch. */
    void writeRow(BatchColumns batch, UnsafeRowWriter writer, int ordinal, int row) {
        if (isText) {
            write(writer, ordinal, text(batch, row));
            return;
        }
        LongValues computed = computed(batch);
        InternalRow result = computed == null ? evaluate(batch, row) : null;
        if (computed == null ? result.isNullAt(0) : computed.isNull(row)) {
            field.writeNull(writer, ordinal);
        } else {
            field.write(writer, ordinal, computed == null ? field.read(result, 0) : computed.values[row]);
        }
    }

    /** Writes the value with a number. */
    void write(UnsafeRowWriter writer, int ordinal, int number) {
        if (isText) {
            write(writer, ordinal, number == 0 ? null : texts.value(number));
        } else if (number == 0) {
            field.writeNull(writer, ordinal);
        } else {
            field.write(writer, ordinal, longs.value(number - 1));
        }
    }

    private static void write(UnsafeRowWriter writer, int ordinal, UTF8String text) {
        if (text == null) {
            writer.setNullAt(ordinal);
        } else {
            writer.write(ordinal, text);
        }
    }

    /** Returns the bytes of the arrays with an element for each value, which double when they are full. */
    long bytes() {
        return texts.bytes() + longs.bytes() + numbersByInput.bytes();
    }

    /** Returns the bytes that the strings among the values take, in addition to {@link #bytes}. */
    long textBytes() {
        return texts.textBytes();
    }

    /** Forgets all values, and frees their memory. */
    void clear() {
        texts.clear();
        longs.clear();
        numbersByInput.clear();
    }
}
