package io.pq2.spark.internal.files.keys;

import io.pq2.internal.predicate.filter.StoredValueTest;

/**
 * Tests whether a stored value may be one of the keys of a join. Counts its results, and passes all values once the
 * counts of the executor show that the test excludes few of them. Values that are not converted to Spark's pass.
 *
 * <p>Threads may share the counts of a test. A race can only make the decision less accurate.
 */
public abstract class CountedLookup implements StoredValueTest {

    /** The number of tests between two looks at the counts of the executor. */
    private static final int PERIOD = 1024;

    private final JoinKeys keys;
    private final StoredKeys column;
    private final Trial trial;
    private int tests;
    private int passes;
    private boolean dropped;

    CountedLookup(JoinKeys keys, StoredKeys column, Trial trial) {
        this.keys = keys;
        this.column = column;
        this.trial = trial;
    }

    /** Returns the conversion of stored values. */
    final StoredKeys column() {
        return column;
    }

    /** Whether a number of Spark may be a key. Called if the keys are numbers. */
    boolean isKey(long number) {
        return true;
    }

    /** Whether a slice may be a key. Called if the keys are bytes. */
    boolean isKey(byte[] bytes, int start, int length) {
        return true;
    }

    /** Counts a result and returns it. */
    private boolean counted(boolean passed) {
        passes += passed ? 1 : 0;
        if (++tests >= PERIOD) {
            trial.count(tests, passes);
            tests = 0;
            passes = 0;
            dropped = trial.isLost();
        }
        return passed;
    }

    @Override
    public final boolean testLong(long value) {
        return dropped || !column.converts(value) || counted(isKey(column.number(value)));
    }

    @Override
    public final boolean testInt96(long nanosOfDay, int julianDay) {
        return dropped || counted(isKey(column.micros(nanosOfDay, julianDay)));
    }

    @Override
    public final boolean testBytes(byte[] bytes, int start, int length) {
        if (dropped) {
            return true;
        }
        return column.isDecimal() ? testDecimal(bytes, start, length) : counted(isKey(bytes, start, length));
    }

    private boolean testDecimal(byte[] bytes, int start, int length) {
        int end = start + length;
        int first = start;
        while (first < end - 1 && bytes[first] == bytes[first + 1] >> Byte.SIZE - 1) {
            first++; // The byte only repeats the sign.
        }
        if (!column.isNumber()) {
            return length == 0 || counted(isKey(bytes, first, end - first));
        }
        if (length == 0 || end - first > Long.BYTES) {
            return true;
        }
        long number = bytes[first];
        for (int i = first + 1; i < end; i++) {
            number = number << Byte.SIZE | bytes[i] & 0xFF;
        }
        return counted(isKey(number));
    }

    @Override
    public final String toString() {
        return keys.toString();
    }
}
