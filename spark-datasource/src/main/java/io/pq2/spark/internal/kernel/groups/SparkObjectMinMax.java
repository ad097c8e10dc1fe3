package io.pq2.spark.internal.kernel.groups;

import java.util.Comparator;
import java.util.function.UnaryOperator;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.jspecify.annotations.Nullable;

/** Min or max of values that are objects. */
final class SparkObjectMinMax<T> implements SparkMinMax {

    /** Gets the value of a slot. */
    interface Getter<T> {
        T get(ColumnVector column, int slot);
    }

    private final Getter<T> getter;
    private final Comparator<T> order;
    private final UnaryOperator<T> copy;
    private @Nullable T current;

    /**
     * Creates the min or max of no values yet.
     *
     * @param copy copies a value that would otherwise be invalid after the batch
     * @param min whether to find the min rather than the max
     */
    SparkObjectMinMax(Getter<T> getter, Comparator<T> order, UnaryOperator<T> copy, boolean min) {
        this.getter = getter;
        this.order = min ? order : order.reversed();
        this.copy = copy;
    }

    @Override
    public void update(ColumnVector column, int slots) {
        for (int i = 0; i < slots; i++) {
            if (!column.isNullAt(i)) {
                T value = getter.get(column, i);
                if (current == null || order.compare(value, current) < 0) {
                    current = copy.apply(value);
                }
            }
        }
    }

    @Override
    public @Nullable Object value() {
        return current;
    }
}
