package io.pq2.internal.predicate.filter;

import io.pq2.predicate.ValuePredicate;

/**
 * A test of values as a column stores them, whatever its logical type. No object is created per value.
 *
 * <p>{@link #testLong} sees INT32, INT64, and BOOLEAN as 0 or 1, {@link #testBytes} BYTE_ARRAY and
 * FIXED_LEN_BYTE_ARRAY, {@link #testInt96} INT96, and {@link #testDouble} FLOAT and DOUBLE.
 */
public interface StoredValueTest extends ValuePredicate {

    /** Passes all values, which are no stored ones. */
    @Override
    default boolean test(Comparable<?> value) {
        return true;
    }
}
