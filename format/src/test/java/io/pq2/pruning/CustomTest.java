package io.pq2.pruning;

import io.pq2.predicate.ValuePredicate;
import io.pq2.statistics.ColumnStatistics;
import java.math.BigDecimal;

/** Tests of values such as callers have. */
sealed interface CustomTest extends ValuePredicate {

    /** Passes some of the values, and says nothing of statistics. */
    record Hash(int rest) implements CustomTest {
        @Override
        public boolean test(Comparable<?> value) {
            Comparable<?> plain = value instanceof BigDecimal number ? number.stripTrailingZeros() : value;
            return Math.floorMod(plain.hashCode(), 3) == rest;
        }
    }

    /** Passes the values from one to another, and knows what that means for bounds. NaN is greater than all numbers. */
    record Between(Comparable<?> least, Comparable<?> greatest) implements CustomTest {
        @Override
        public boolean test(Comparable<?> value) {
            return compare(least, value) <= 0 && compare(value, greatest) <= 0;
        }

        @Override
        public boolean mayPass(ColumnStatistics statistics) {
            return !hasMinAndMax(statistics)
                    || (compare(statistics.max(), least) >= 0 && compare(greatest, statistics.min()) >= 0);
        }

        @Override
        public boolean mayFail(ColumnStatistics statistics) {
            return !hasMinAndMax(statistics) || !test(statistics.min()) || !test(statistics.max());
        }

        private static boolean hasMinAndMax(ColumnStatistics statistics) {
            return statistics.min() != null && statistics.max() != null && !statistics.mayHaveNan();
        }

        @SuppressWarnings({"unchecked", "rawtypes"}) // values of one column
        private static int compare(Comparable left, Comparable right) {
            return left instanceof Double one && right instanceof Double other
                    ? Double.compare(one + 0.0, other + 0.0)
                    : left.compareTo(right);
        }
    }
}
