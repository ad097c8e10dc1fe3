package io.pq2.spark.internal.aggregate;

import java.util.Comparator;
import java.util.function.UnaryOperator;
import org.apache.spark.sql.vectorized.ColumnVector;

/** Values that are objects. */
final class SparkObjectMinMax<T> implements SparkMinMax {

    /** Gets the value of a slot. */
    interface Getter<T> {
        T get(ColumnVector column, int slot);
    }

    private final Getter<T> getter;
    private final Comparator<T> order;
    private final UnaryOperator<T> copy;
    private T found;

    /** @param copy makes a value last that would otherwise be gone with the batch */
    SparkObjectMinMax(Getter<T> getter, Comparator<T> order, UnaryOperator<T> copy, boolean least) {
        this.getter = getter;
        this.order = least ? order : order.reversed();
        this.copy = copy;
    }

    @Override
    public void see(ColumnVector column, int slots) {
        for (int i = 0; i < slots; i++) {
            if (!column.isNullAt(i)) {
                T value = getter.get(column, i);
                if (found == null || order.compare(value, found) < 0) {
                    found = copy.apply(value);
                }
            }
        }
    }

    @Override
    public Object value() {
        return found;
    }
}
