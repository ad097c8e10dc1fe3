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

/**
 * Where a literal of another kind lies among the values of a column: a floating point number among integers and decimals, an integer
 * or decimal among floating point numbers, a local date and time among days, each of which counts as its first moment. Comparisons with
 * it become comparisons with values that the column can have, which are true, false and unknown for the same rows.
 *
 * @param below the greatest value of the column's kind that is not above the literal, null if all are above
 * @param above the least value of the column's kind that is not below the literal, null if all are below
 * @param never less than all values of the column, so that nothing that is not null is less
 */
public record ColumnTerms(Literal below, Literal above, Literal never) {

    /** The magnitude of this is beyond that of all columns of integers and decimals. */
    private static final BigDecimal FAR = BigDecimal.ONE.scaleByPowerOfTen(100_000);

    private static final Literal LESS_THAN_INTEGERS = new DecimalLiteral(FAR.negate());
    private static final Literal LESS_THAN_NUMBERS = new DoubleLiteral(Double.NEGATIVE_INFINITY);
    private static final Literal LESS_THAN_DAYS = new DateLiteral(Integer.MIN_VALUE);

    /**
     * A comparison with a value of the column's kind.
     *
     * @param operator how it compares
     * @param literal the value
     */
    public record Comparison(Operator operator, Literal literal) {}

    /** The literals as values of the column's kind, without those that no value of that kind equals. */
    public static List<Literal> equals(List<Literal> literals, PrimitiveField field) {
        List<Literal> equal = new ArrayList<>(literals.size());
        for (Literal literal : literals) {
            ColumnTerms terms = of(literal, field);
            if (terms == null || terms.isExact()) {
                equal.add(terms == null ? literal : terms.below);
            }
        }
        return equal;
    }

    /** Null if the literal is of the column's kind, or if it is not for us to say how it compares with values of that kind. */
    public static ColumnTerms of(Literal literal, PrimitiveField field) {
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

    private static Literal day(long epochDay) {
        boolean exists = epochDay >= Integer.MIN_VALUE && epochDay <= Integer.MAX_VALUE;
        return exists ? new DateLiteral((int) epochDay) : null;
    }

    private boolean isExact() {
        return below != null && below.equals(above);
    }

    /** The comparison that is true for the same values, NaN among them; not for NE, which is true where EQ is not. */
    public Comparison comparison(Operator operator) {
        if (isExact()) {
            return new Comparison(operator, below);
        }
        Comparison none = new Comparison(Operator.LT, never);
        return switch (operator) {
            case LT, LE -> below == null ? none : new Comparison(Operator.LE, below);
            case GT, GE -> above == null ? none : new Comparison(Operator.GE, above);
            case EQ -> none;
            case NE -> throw new IllegalArgumentException("the opposite of EQ");
        };
    }
}
