package io.pq2.spark.internal.kernel.join;

import io.pq2.spark.internal.kernel.values.BatchColumns;
import io.pq2.spark.internal.kernel.values.LongNode;
import io.pq2.spark.internal.kernel.values.LongValues;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;

/** The keys of a batch's rows: one or several whole numbers, packed into a long as Spark packs them. */
@NullUnmarked // Scala's parser of Java sources rejects annotations of array types
public final class JoinKeys {

    private final List<LongNode> parts;
    private final int[] bits;
    private long[] keys = {};
    private boolean[] nulls = {};
    private boolean hasNull;

    /**
     * Creates keys.
     *
     * @param parts the numbers of a key, the most significant first; all batches can be evaluated
     * @param bits the number of bits of each
     */
    public JoinKeys(List<LongNode> parts, int[] bits) {
        this.parts = List.copyOf(parts);
        this.bits = bits.clone();
    }

    /** Computes the keys of a batch. */
    void begin(BatchColumns batch) {
        int rows = batch.rows();
        if (keys.length < rows) {
            keys = new long[rows];
            nulls = new boolean[rows];
        }
        hasNull = false;
        for (int i = 0; i < bits.length; i++) {
            LongValues values = parts.get(i).evaluate(batch);
            add(values, bits[i], i == 0, rows);
        }
    }

    private void add(LongValues values, int bitCount, boolean isFirst, int rows) {
        long[] numbers = values.values;
        if (isFirst) {
            System.arraycopy(numbers, 0, keys, 0, rows);
        } else {
            long mask = (1L << bitCount) - 1;
            for (int i = 0; i < rows; i++) {
                keys[i] = keys[i] << bitCount | numbers[i] & mask;
            }
        }
        if (values.hasNull()) {
            for (int i = 0; i < rows; i++) {
                nulls[i] = hasNull && nulls[i] || values.isNull(i);
            }
            hasNull = true;
        }
    }

    /** Whether one of the numbers of a row's key is null. */
    boolean isNull(int row) {
        return hasNull && nulls[row];
    }

    /** Returns the key of a row in which none of the numbers is null. */
    long key(int row) {
        return keys[row];
    }
}
