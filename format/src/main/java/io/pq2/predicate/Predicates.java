package io.pq2.predicate;

import io.pq2.exception.InvalidDataException;
import io.pq2.internal.predicate.text.JavaLiterals;
import io.pq2.metadata.BoundingBox;
import io.pq2.predicate.Predicate.Operator;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Builds predicates from Java values:
 * <pre>{@code
 * Predicates.and(
 *         Predicates.column("l_shipdate").isAtLeast(LocalDate.of(1994, 1, 1)),
 *         Predicates.column("address", "city").isIn("Bern", "Basel"))
 * }</pre>
 *
 * <p>A value is a Boolean, Byte, Short, Integer, Long, BigInteger, BigDecimal, Float, Double, String, byte[] (which is
 * copied), {@link ByteString}, UUID, LocalDate, LocalTime, Instant (for INT96 and timestamps adjusted to UTC),
 * LocalDateTime (for other timestamps) or {@link Literal}. Methods throw {@link InvalidDataException} for other values,
 * and for null unless they say otherwise.
 */
public final class Predicates {

    private Predicates() {}

    /**
     * Returns a column.
     *
     * @param names the field names from a top-level field down to the column
     */
    public static Column column(String... names) {
        return new Column(List.of(names));
    }

    /** Returns a predicate that is true where all operands are true. */
    public static Predicate and(Predicate... operands) {
        return Predicate.And.of(operands);
    }

    /** Returns a predicate that is true where at least one operand is true. */
    public static Predicate or(Predicate... operands) {
        return Predicate.Or.of(operands);
    }

    /** Returns a predicate that is true where the operand is false. */
    public static Predicate not(Predicate operand) {
        return new Predicate.Not(operand);
    }

    /**
     * A column to build conditions on. Comparisons are unknown where the column is null, except {@link
     * #isEqualToOrBothNull}.
     *
     * @param path the field names from a top-level field down to the column
     */
    public record Column(List<String> path) {

        /** Copies the path. */
        public Column {
            path = List.copyOf(path);
        }

        /** Returns the condition {@code column = value}. */
        public Predicate isEqualTo(Object value) {
            return compare(Operator.EQ, value);
        }

        /** Returns the condition {@code column <> value}. */
        public Predicate isNotEqualTo(Object value) {
            return compare(Operator.NE, value);
        }

        /** Returns the condition {@code column < value}. */
        public Predicate isLessThan(Object value) {
            return compare(Operator.LT, value);
        }

        /** Returns the condition {@code column <= value}. */
        public Predicate isAtMost(Object value) {
            return compare(Operator.LE, value);
        }

        /** Returns the condition {@code column > value}. */
        public Predicate isGreaterThan(Object value) {
            return compare(Operator.GT, value);
        }

        /** Returns the condition {@code column >= value}. */
        public Predicate isAtLeast(Object value) {
            return compare(Operator.GE, value);
        }

        private Predicate compare(Operator operator, Object value) {
            return new Predicate.Comparison(path, operator, JavaLiterals.of(value));
        }

        /**
         * Returns the condition {@code column <=> value}: whether both are equal or both are null. It is never
         * unknown.
         *
         * @param value the value; absent to compare with null
         */
        public Predicate isEqualToOrBothNull(@Nullable Object value) {
            return new Predicate.EqualNullSafe(path, value == null ? null : JavaLiterals.of(value));
        }

        /**
         * Returns the condition that the column equals one of the values.
         *
         * @param values the values; none is null
         * @throws NullPointerException if a value is null
         */
        public Predicate isIn(Object... values) {
            return isIn(List.of(values));
        }

        /**
         * Returns the condition that the column equals one of the values.
         *
         * @param values the values; if null is one of them, the condition is unknown instead of false
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

        /** Returns the condition that the column is null. */
        public Predicate isNull() {
            return new Predicate.IsNull(path);
        }

        /** Returns the condition that the column is not null. */
        public Predicate isNotNull() {
            return new Predicate.IsNotNull(path);
        }

        /** Returns the condition that the column is NaN. */
        public Predicate isNan() {
            return new Predicate.IsNan(path);
        }

        /** Returns the condition that the column starts with the UTF-8 bytes of a text. */
        public Predicate startsWith(String prefix) {
            return new Predicate.StartsWith(path, ByteString.of(prefix));
        }

        /** Returns the condition that the column ends with the UTF-8 bytes of a text. */
        public Predicate endsWith(String suffix) {
            return new Predicate.EndsWith(path, ByteString.of(suffix));
        }

        /** Returns the condition that the column contains the UTF-8 bytes of a text. */
        public Predicate contains(String part) {
            return new Predicate.Contains(path, ByteString.of(part));
        }

        /** Returns the condition that the value's bounding box intersects a box, see {@link Predicate.Intersects}. */
        public Predicate intersects(double xmin, double ymin, double xmax, double ymax) {
            return new Predicate.Intersects(path, new BoundingBox(xmin, xmax, ymin, ymax, null, null, null, null));
        }
    }
}
