package io.pq2.internal.predicate.filter;

import io.pq2.predicate.Literal;
import io.pq2.predicate.Literal.DateLiteral;
import io.pq2.predicate.Literal.DecimalLiteral;
import io.pq2.predicate.Literal.DoubleLiteral;
import io.pq2.predicate.Literal.TimestampLiteral;
import io.pq2.predicate.Predicate.Operator;
import io.pq2.schema.PrimitiveField;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The position of a literal among values of another kind: a floating-point number among integers and decimals, an
 * integer or decimal among floating-point numbers, or a local timestamp among dates. A date counts as its midnight. The
 * position turns a comparison with the literal into an equivalent comparison with a value that the column can have.
 *
 * @param below the largest value of the column's kind that is at most the literal; absent when all values are greater
 * @param above the smallest value of the column's kind that is at least the literal; absent when all values are
 *     smaller
 * @param belowAll a value less than all values of the column, so that {@code column < belowAll} is false unless the
 *     column is null
 */
public record ColumnTerms(@Nullable Literal below, @Nullable Literal above, Literal belowAll) {

    /** A magnitude beyond all columns of integers and decimals. */
    private static final BigDecimal FAR = BigDecimal.ONE.scaleByPowerOfTen(100_000);

    private static final Literal LESS_THAN_INTEGERS = new DecimalLiteral(FAR.negate());
    private static final Literal LESS_THAN_NUMBERS = new DoubleLiteral(Double.NEGATIVE_INFINITY);
    private static final Literal LESS_THAN_DAYS = new DateLiteral(Integer.MIN_VALUE);

    /**
     * A comparison with a value of the column's kind.
     *
     * @param operator the operator
     * @param literal the value
     */
    public record Comparison(Operator operator, Literal literal) {}

    /** Converts literals to the column's kind. Leaves out a literal if no value of that kind equals it. */
    public static List<Literal> equals(List<Literal> literals, PrimitiveField field) {
        List<Literal> equal = new ArrayList<>(literals.size());
        for (Literal literal : literals) {
            ColumnTerms terms = of(literal, field);
            if (terms == null || terms.isExact()) {
                equal.add(terms == null ? literal : Objects.requireNonNull(terms.below));
            }
        }
        return equal;
    }

    /**
     * Returns the position of a literal; absent when the literal already has the column's kind, or when the two kinds
     * are incomparable.
     */
    public static @Nullable ColumnTerms of(Literal literal, PrimitiveField field) {
        Class<?> values = LiteralPosition.valueClass(field);
        Comparable<?> value = literal.value();
        if (values == BigDecimal.class && value instanceof Double number) {
            return Double.isNaN(number) ? null : amongIntegers(number);
        } else if (values == Double.class && value instanceof BigDecimal number) {
            return amongNumbers(number);
        } else if (values == LocalDate.class && value instanceof LocalDateTime) {
            return amongDays((TimestampLiteral) literal);
        }
        return null;
    }

    private static ColumnTerms amongIntegers(double number) {
        BigDecimal exact = Double.isInfinite(number) ? number < 0 ? FAR.negate() : FAR : new BigDecimal(number);
        Literal literal = new DecimalLiteral(exact);
        return new ColumnTerms(literal, literal, LESS_THAN_INTEGERS);
    }

    private static ColumnTerms amongNumbers(BigDecimal number) {
        double nearest = number.doubleValue();
        int order = Double.isInfinite(nearest) ? nearest < 0 ? -1 : 1 : new BigDecimal(nearest).compareTo(number);
        double below = order > 0 ? Math.nextDown(nearest) : nearest;
        double above = order < 0 ? Math.nextUp(nearest) : nearest;
        return new ColumnTerms(new DoubleLiteral(below), new DoubleLiteral(above), LESS_THAN_NUMBERS);
    }

    private static ColumnTerms amongDays(TimestampLiteral literal) {
        long secondsPerDay = 86_400;
        long day = Math.floorDiv(literal.epochSecond(), secondsPerDay);
        boolean midnight = Math.floorMod(literal.epochSecond(), secondsPerDay) == 0 && literal.nano() == 0;
        return new ColumnTerms(day(day), day(midnight ? day : day + 1), LESS_THAN_DAYS);
    }

    private static @Nullable Literal day(long epochDay) {
        boolean exists = epochDay >= Integer.MIN_VALUE && epochDay <= Integer.MAX_VALUE;
        return exists ? new DateLiteral((int) epochDay) : null;
    }

    private boolean isExact() {
        return below != null && below.equals(above);
    }

    /**
     * Returns the comparison that is true for the same values, including NaN. The operator must not be NE, which
     * negates EQ.
     */
    public Comparison comparison(Operator operator) {
        if (below != null && below.equals(above)) {
            return new Comparison(operator, below);
        }
        Comparison none = new Comparison(Operator.LT, belowAll);
        return switch (operator) {
            case LT, LE -> below == null ? none : new Comparison(Operator.LE, below);
            case GT, GE -> above == null ? none : new Comparison(Operator.GE, above);
            case EQ -> none;
            case NE -> throw new IllegalArgumentException("NE is the negation of EQ");
        };
    }
}
