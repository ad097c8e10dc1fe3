package io.pq2.internal.predicate.filter;

import io.pq2.predicate.ValuePredicate;

/**
 * A test that gets the values of a column as the file stores them: a date as its number of days, not as a date object.
 * This saves an object per value.
 *
 * <p>{@link #testLong} gets values of INT32 and INT64, and those of BOOLEAN as 0 or 1. {@link #testBytes} gets those of
 * BYTE_ARRAY and FIXED_LEN_BYTE_ARRAY, {@link #testInt96} those of INT96, and {@link #testDouble} those of FLOAT and
 * DOUBLE.
 */
public interface StoredValueTest extends ValuePredicate {

    /** Returns true, because a value that is not in its stored form is not tested. */
    @Override
    default boolean test(Comparable<?> value) {
        return true;
    }
}
