package io.pq2.cli.internal.command;

import io.pq2.exception.InvalidDataException;
import io.pq2.predicate.ByteString;
import io.pq2.predicate.Literal;
import io.pq2.predicate.Predicate;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Evaluates the conditions of a filter on partition columns, whose values are in the names of directories. A value has
 * the type of the literal that it is compared with.
 */
final class PartitionFilter {

    private static final Predicate TRUE = new Predicate.AlwaysTrue();
    private static final Predicate FALSE = new Predicate.AlwaysFalse();

    private final Map<String, @Nullable String> values;

    private PartitionFilter(Map<String, @Nullable String> values) {
        this.values = values;
    }

    /**
     * Returns a filter that is true for the same rows of a file and has no conditions on partition columns.
     *
     * @param values the partition values of the file; a value is null for Hive's default partition
     * @throws InvalidDataException if a value cannot be compared with a literal
     */
    static Predicate apply(Predicate filter, Map<String, @Nullable String> values) {
        return values.isEmpty() ? filter : new PartitionFilter(values).fold(filter, false);
    }

    /**
     * Replaces conditions, with negations moved down to the conditions. An unknown condition then counts as false: both
     * keep a row out, and no negation is above it.
     */
    private Predicate fold(Predicate predicate, boolean negated) {
        if (predicate instanceof Predicate.Not not) {
            return fold(not.operand(), !negated);
        } else if (predicate instanceof Predicate.And and) {
            return join(and.operands(), negated, !negated);
        } else if (predicate instanceof Predicate.Or or) {
            return join(or.operands(), negated, negated);
        } else if (predicate instanceof Predicate.AlwaysTrue || predicate instanceof Predicate.AlwaysFalse) {
            return predicate instanceof Predicate.AlwaysTrue == negated ? FALSE : TRUE;
        }
        Predicate.Leaf leaf = (Predicate.Leaf) predicate;
        if (leaf.path().size() > 1 || !values.containsKey(leaf.path().get(0))) {
            return negated ? new Predicate.Not(leaf) : leaf;
        }
        Boolean truth = truth(leaf, values.get(leaf.path().get(0)));
        return truth != null && truth != negated ? TRUE : FALSE;
    }

    private Predicate join(List<Predicate> operands, boolean negated, boolean conjunction) {
        List<Predicate> kept = new ArrayList<>();
        Predicate neutral = conjunction ? TRUE : FALSE;
        for (Predicate operand : operands) {
            Predicate folded = fold(operand, negated);
            boolean constant = folded.equals(TRUE) || folded.equals(FALSE);
            if (constant && !folded.equals(neutral)) {
                return folded;
            } else if (!constant) {
                kept.add(folded);
            }
        }
        if (kept.isEmpty()) {
            return neutral;
        }
        return conjunction ? new Predicate.And(kept) : new Predicate.Or(kept);
    }

    /** Returns the truth value of a condition; null if it is unknown. */
    private static @Nullable Boolean truth(Predicate.Leaf leaf, @Nullable String value) {
        if (leaf instanceof Predicate.IsNull || leaf instanceof Predicate.IsNotNull) {
            return leaf instanceof Predicate.IsNull == (value == null);
        } else if (leaf instanceof Predicate.EqualNullSafe equal) {
            Literal literal = equal.literal();
            return value == null || literal == null
                    ? (value == null) == (literal == null)
                    : compare(value, literal) == 0;
        } else if (leaf instanceof Predicate.IsNan) {
            return false;
        } else if (value == null) {
            return null;
        } else if (leaf instanceof Predicate.Comparison comparison) {
            return holds(comparison.operator(), compare(value, comparison.literal()));
        } else if (leaf instanceof Predicate.In in) {
            boolean found = in.literals().stream().anyMatch(literal -> compare(value, literal) == 0);
            return found ? Boolean.TRUE : in.containsNull() ? null : Boolean.FALSE;
        } else if (leaf instanceof Predicate.StartsWith startsWith) {
            return value.startsWith(text(startsWith.prefix()));
        } else if (leaf instanceof Predicate.EndsWith endsWith) {
            return value.endsWith(text(endsWith.suffix()));
        } else if (leaf instanceof Predicate.Contains contains) {
            return value.contains(text(contains.part()));
        }
        throw new InvalidDataException("a partition column cannot be in the condition " + leaf);
    }

    private static boolean holds(Predicate.Operator operator, int comparison) {
        return switch (operator) {
            case EQ -> comparison == 0;
            case NE -> comparison != 0;
            case LT -> comparison < 0;
            case LE -> comparison <= 0;
            case GT -> comparison > 0;
            case GE -> comparison >= 0;
        };
    }

    private static String text(ByteString bytes) {
        return new String(bytes.bytes(), StandardCharsets.UTF_8);
    }

    private static int compare(String value, Literal literal) {
        Comparable<?> right = literal.value();
        if (right instanceof ByteString bytes) {
            return ByteString.of(value).compareTo(bytes);
        } else if (right instanceof BigDecimal number) {
            return converted(value, literal, BigDecimal::new).compareTo(number);
        } else if (right instanceof Double number) {
            return converted(value, literal, Double::valueOf).compareTo(number);
        } else if (right instanceof Boolean flag) {
            return Boolean.valueOf(value).compareTo(flag);
        } else if (right instanceof LocalDate day) {
            return converted(value, literal, LocalDate::parse).compareTo(day);
        } else if (right instanceof LocalTime time) {
            return converted(value, literal, LocalTime::parse).compareTo(time);
        } else if (right instanceof LocalDateTime time) {
            return converted(value, literal, text -> LocalDateTime.parse(iso(text)))
                    .compareTo(time);
        }
        return converted(value, literal, text -> Instant.parse(iso(text))).compareTo((Instant) right);
    }

    /** Returns a date and time with T between them instead of a space. */
    private static String iso(String text) {
        UnaryOperator<String> day = date -> date.length() == "2000-01-01".length() ? date + "T00:00:00" : date;
        return day.apply(text).replace(' ', 'T');
    }

    private interface Conversion<T> {
        T of(String text);
    }

    private static <T> T converted(String value, Literal literal, Conversion<T> conversion) {
        try {
            return conversion.of(value);
        } catch (NumberFormatException | DateTimeException e) {
            throw new InvalidDataException(
                    "the partition value " + value + " cannot be compared with " + literal.value());
        }
    }
}
