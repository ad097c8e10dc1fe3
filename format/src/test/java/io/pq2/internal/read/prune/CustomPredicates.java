package io.pq2.internal.read.prune;

import io.pq2.predicate.ValuePredicate;
import io.pq2.statistics.ColumnStatistics;
import java.math.BigDecimal;

/** Custom predicates, as users of the library define them. */
sealed interface CustomPredicates extends ValuePredicate {

    /** Passes some values without knowledge of statistics. */
    record Hash(int remainder) implements CustomPredicates {
        @Override
        public boolean test(Comparable<?> value) {
            Comparable<?> plain = value instanceof BigDecimal number ? number.stripTrailingZeros() : value;
            return Math.floorMod(plain.hashCode(), 3) == remainder;
        }
    }

    /** Passes the values in a closed interval and evaluates statistics. NaN is greater than all numbers. */
    record Between(Comparable<?> min, Comparable<?> max) implements CustomPredicates {
        @Override
        public boolean test(Comparable<?> value) {
            return compare(min, value) <= 0 && compare(value, max) <= 0;
        }

        @Override
        public boolean mayPass(ColumnStatistics statistics) {
            return !hasMinAndMax(statistics)
                    || (compare(statistics.max(), min) >= 0 && compare(max, statistics.min()) >= 0);
        }

        @Override
        public boolean mayFail(ColumnStatistics statistics) {
            return !hasMinAndMax(statistics) || !test(statistics.min()) || !test(statistics.max());
        }

        private static boolean hasMinAndMax(ColumnStatistics statistics) {
            return statistics.min() != null && statistics.max() != null && !statistics.mayHaveNan();
        }

        @SuppressWarnings({"unchecked", "rawtypes"}) // The arguments are values of one column.
        private static int compare(Comparable left, Comparable right) {
            return left instanceof Double one && right instanceof Double other
                    ? Double.compare(one + 0.0, other + 0.0)
                    : left.compareTo(right);
        }
    }
}
