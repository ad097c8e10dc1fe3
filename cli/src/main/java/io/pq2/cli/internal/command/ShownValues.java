package io.pq2.cli.internal.command;

import io.pq2.cli.internal.output.ValueText;
import io.pq2.inspect.PlainValue;
import io.pq2.record.Interval;
import io.pq2.schema.Column;
import io.pq2.variant.Variant;
import io.pq2.vector.Vector;
import org.jspecify.annotations.Nullable;

/** Values of columns as records show them. */
final class ShownValues {

    private ShownValues() {}

    /**
     * Returns a stored min or max.
     *
     * @param plain the value in the PLAIN encoding; null if it is absent
     */
    static @Nullable Object plain(Column column, byte @Nullable [] plain) {
        if (plain == null) {
            return null;
        }
        Object value = PlainValue.of(column, plain);
        return value == null ? ValueText.hex(plain) : leaf(value);
    }

    /** Returns the value of a slot that is not null. */
    static Object slot(Column column, Vector vector, int slot) {
        Object value = PlainValue.of(column, vector, slot);
        return value == null ? "(out of range)" : leaf(value);
    }

    /** Returns the value of a leaf: booleans, numbers, text and variants as they are, everything else as text. */
    static Object leaf(Object value) {
        if (value instanceof byte[] bytes) {
            return ValueText.hex(bytes);
        } else if (value instanceof Interval interval) {
            return interval.months() + " months " + interval.days() + " days " + interval.millis() + " ms";
        } else if (value instanceof Boolean || value instanceof Number || value instanceof Variant) {
            return value;
        }
        return value.toString();
    }
}
