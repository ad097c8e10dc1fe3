package io.pq2.spark.internal.runtime;

import io.pq2.predicate.ByteString;
import io.pq2.predicate.ValuePredicate;
import java.math.BigDecimal;

/**
 * Tests whether a value may be one of the keys of a join. Counts its results, and passes all values once the counts of
 * the executor show that the test excludes few of them.
 *
 * <p>Threads may share the counts of a test. A race can only make the decision less accurate.
 */
public abstract class CountedTest implements ValuePredicate {

    /** The number of tests between two looks at the counts of the executor. */
    private static final int PERIOD = 1024;

    private final JoinKeys keys;
    private final Trial trial;
    private int tests;
    private int passes;
    private boolean dropped;

    CountedTest(JoinKeys keys, Trial trial) {
        this.keys = keys;
        this.trial = trial;
    }

    /** Whether all values pass from now on. */
    final boolean isDropped() {
        return dropped;
    }

    /** Counts a result and returns it. */
    final boolean counted(boolean passed) {
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
    public boolean test(Comparable<?> value) {
        if (value instanceof ByteString text) {
            byte[] bytes = text.bytes();
            return testBytes(bytes, 0, bytes.length);
        }
        return !(value instanceof BigDecimal number)
                || number.stripTrailingZeros().scale() > 0
                || number.toBigInteger().bitLength() >= Long.SIZE
                || testLong(number.longValue());
    }

    @Override
    public boolean testLong(long value) {
        return true;
    }

    @Override
    public boolean testBytes(byte[] bytes, int start, int length) {
        return true;
    }

    @Override
    public final String toString() {
        return keys.toString();
    }
}
