package io.pq2.predicate;

import io.pq2.exception.InvalidDataException;
import io.pq2.internal.predicate.text.JavaLiterals;
import io.pq2.metadata.BoundingBox;
import io.pq2.predicate.Predicate.Operator;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * Predicates from Java values:
 *
 * <pre>{@code
 * Predicates.and(
 *         Predicates.column("l_shipdate").isAtLeast(LocalDate.of(1994, 1, 1)),
 *         Predicates.column("address", "city").isIn("Bern", "Basel"))
 * }</pre>
 *
 * <p>A value is a Boolean, Byte, Short, Integer, Long, BigInteger, BigDecimal, Float, Double, String, byte[], UUID, LocalDate,
 * LocalTime, Instant (for timestamps that are adjusted to UTC, and INT96), LocalDateTime (for those that are not) or {@link Literal};
 * others are refused with {@link InvalidDataException}.
 */
public final class Predicates {

    private Predicates() {}

    /** A column, named by the names from the top-level field to the leaf. */
    public static Column column(String... names) {
        return new Column(List.of(names));
    }

    /** True where all are. */
    public static Predicate and(Predicate... operands) {
        return Predicate.And.of(operands);
    }

    /** True where one is. */
    public static Predicate or(Predicate... operands) {
        return Predicate.Or.of(operands);
    }

    /** True where the other one is false. */
    public static Predicate not(Predicate operand) {
        return new Predicate.Not(operand);
    }

    /**
     * A column, to be made a condition of.
     *
     * @param path the names from the top-level field to the leaf
     */
    public record Column(List<String> path) {

        public Column {
            path = List.copyOf(path);
        }

        /** Unknown where the column is null, as all comparisons but {@link #isEqualToOrBothNull}. */
        public Predicate isEqualTo(Object value) {
            return compare(Operator.EQ, value);
        }

        public Predicate isNotEqualTo(Object value) {
            return compare(Operator.NE, value);
        }

        public Predicate isLessThan(Object value) {
            return compare(Operator.LT, value);
        }

        public Predicate isAtMost(Object value) {
            return compare(Operator.LE, value);
        }

        public Predicate isGreaterThan(Object value) {
            return compare(Operator.GT, value);
        }

        public Predicate isAtLeast(Object value) {
            return compare(Operator.GE, value);
        }

        private Predicate compare(Operator operator, Object value) {
            return new Predicate.Comparison(path, operator, JavaLiterals.of(value));
        }

        /**
         * Never unknown.
         *
         * @param value null for null
         */
        public Predicate isEqualToOrBothNull(Object value) {
            return new Predicate.EqualNullSafe(path, value == null ? null : JavaLiterals.of(value));
        }

        /** Equal to one of some values. */
        public Predicate isIn(Object... values) {
            return isIn(List.of(values));
        }

        /**
         * Equal to one of some values.
         *
         * @param values null among them makes it unknown where it would be false
         */
        public Predicate isIn(Collection<?> values) {
            List<Literal> literals = new ArrayList<>();
            boolean containsNull = false;
            for (Object value : values) {
                if (value == null) {
                    containsNull = true;
                } else {
                    literals.add(JavaLiterals.of(value));
                }
            }
            return new Predicate.In(path, literals, containsNull);
        }

        public Predicate isNull() {
            return new Predicate.IsNull(path);
        }

        public Predicate isNotNull() {
            return new Predicate.IsNotNull(path);
        }

        public Predicate isNan() {
            return new Predicate.IsNan(path);
        }

        public Predicate startsWith(String prefix) {
            return new Predicate.StartsWith(path, ByteString.of(prefix));
        }

        public Predicate endsWith(String suffix) {
            return new Predicate.EndsWith(path, ByteString.of(suffix));
        }

        public Predicate contains(String part) {
            return new Predicate.Contains(path, ByteString.of(part));
        }

        /** See {@link Predicate.Intersects}. */
        public Predicate intersects(double xmin, double ymin, double xmax, double ymax) {
            return new Predicate.Intersects(path, new BoundingBox(xmin, xmax, ymin, ymax, null, null, null, null));
        }
    }
}
