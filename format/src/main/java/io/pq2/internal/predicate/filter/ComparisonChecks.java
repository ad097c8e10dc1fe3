package io.pq2.internal.predicate.filter;

import io.pq2.predicate.ByteString;
import io.pq2.predicate.Literal;
import io.pq2.predicate.Literal.BooleanLiteral;
import io.pq2.predicate.Literal.TimestampLiteral;
import io.pq2.predicate.NanOrder;
import io.pq2.predicate.Predicate.Operator;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.PrimitiveField;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Compiles comparisons and IN into checks of the values of one column. */
final class ComparisonChecks {

    /** The largest number of literals that IN compares one by one. */
    private static final int FEW = 3;

    private final PrimitiveField field;
    private final NanOrder nans;

    ComparisonChecks(PrimitiveField field, NanOrder nans) {
        this.field = field;
        this.nans = nans;
    }

    /** Compiles a comparison; absent when the column and the literal have no common order. */
    @Nullable
    ValueCheck compare(Operator operator, Literal literal) {
        if (operator == Operator.NE) {
            ValueCheck equal = compare(Operator.EQ, literal);
            return equal == null ? null : equal.not();
        }
        ColumnTerms terms = ColumnTerms.of(literal, field);
        if (terms != null) {
            ColumnTerms.Comparison comparison = terms.comparison(operator);
            return compare(comparison.operator(), comparison.literal());
        } else if (!LiteralPosition.comparable(literal, field)) {
            return null;
        } else if (operator == Operator.EQ || operator == Operator.LT || operator == Operator.LE) {
            return below(operator, literal);
        } else if (literal.value() instanceof Double number && nans == NanOrder.UNORDERED) {
            return ofNumbers(operator, number);
        }
        return below(operator == Operator.GT ? Operator.LE : Operator.LT, literal)
                .not();
    }

    private ValueCheck below(Operator operator, Literal literal) {
        if (literal instanceof BooleanLiteral bool) {
            return ofBooleans(operator, bool.flag());
        } else if (literal.value() instanceof Double number) {
            return ofNumbers(operator, number);
        } else if (literal.value() instanceof ByteString bytes) {
            return ofBytes(operator, bytes.bytes());
        } else if (field.physicalType() == PhysicalType.INT96) {
            return ofInt96(operator, (TimestampLiteral) literal);
        }
        LiteralPosition position = LiteralPosition.of(literal, field);
        return switch (operator) {
            case EQ -> position.exact() ? ofIntegers(position.floor(), position.floor()) : ValueCheck.NONE;
            case LT -> ofIntegers(null, position.below());
            default -> ofIntegers(null, position.floor());
        };
    }

    private static ValueCheck ofBooleans(Operator operator, boolean flag) {
        ValueCheck isTrue = new SmallChecks.IsTrue();
        return switch (operator) {
            case EQ -> flag ? isTrue : isTrue.not();
            case LT -> flag ? isTrue.not() : ValueCheck.NONE;
            default -> flag ? ValueCheck.ALL : isTrue.not();
        };
    }

    /** Returns a check for integers in a closed range; an absent end is unbounded. */
    private ValueCheck ofIntegers(@Nullable BigInteger min, @Nullable BigInteger max) {
        if (!LiteralPosition.isInteger(field.physicalType())) {
            return new DecimalRange(min, max);
        }
        BigInteger first = LiteralPosition.minStored(field);
        BigInteger last = LiteralPosition.maxStored(field);
        BigInteger from = min == null ? first : min.max(first);
        BigInteger to = max == null ? last : max.min(last);
        if (from.compareTo(to) > 0) {
            return ValueCheck.NONE;
        } else if (from.equals(first) && to.equals(last)) {
            return ValueCheck.ALL;
        }
        return field.physicalType() == PhysicalType.INT32
                ? new IntRange(from.intValue(), to.intValue())
                : new LongRange(from.longValue(), to.longValue());
    }

    private static ValueCheck ofBytes(Operator operator, byte[] literal) {
        return operator == Operator.EQ
                ? new BytesCheck.Equal(literal)
                : new BytesCheck.Before(literal, operator == Operator.LE);
    }

    private static ValueCheck ofInt96(Operator operator, TimestampLiteral literal) {
        ValueCheck before = new SmallChecks.Int96Before(literal.epochSecond(), literal.nano());
        ValueCheck orAt = new SmallChecks.Int96Before(literal.epochSecond(), literal.nano() + 1L);
        return switch (operator) {
            case EQ -> new ValueCheck.Any(orAt.not(), before).not();
            case LT -> before;
            default -> orAt;
        };
    }

    private ValueCheck ofNumbers(Operator operator, double literal) {
        if (Double.isNaN(literal)) {
            return switch (operator) {
                case EQ -> nans == NanOrder.GREATEST ? isNan() : ValueCheck.NONE;
                case LT -> nans == NanOrder.GREATEST ? isNan().not() : ValueCheck.NONE;
                case LE -> nans == NanOrder.GREATEST ? ValueCheck.ALL : ValueCheck.NONE;
                default -> ValueCheck.NONE; // GT and GE get here with UNORDERED only
            };
        }
        return switch (operator) {
            case EQ -> range(literal, literal);
            case LT ->
                literal == Double.NEGATIVE_INFINITY
                        ? ValueCheck.NONE
                        : range(Double.NEGATIVE_INFINITY, Math.nextDown(literal));
            case LE -> range(Double.NEGATIVE_INFINITY, literal);
            case GT ->
                literal == Double.POSITIVE_INFINITY
                        ? ValueCheck.NONE
                        : range(Math.nextUp(literal), Double.POSITIVE_INFINITY);
            default -> range(literal, Double.POSITIVE_INFINITY);
        };
    }

    /** Returns a check for NaN; the column must be floating-point. */
    ValueCheck isNan() {
        return range(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY).not();
    }

    private ValueCheck range(double min, double max) {
        return switch (field.physicalType()) {
            case DOUBLE -> new DoubleRange(min, max);
            case FLOAT -> floatRange(min, max);
            default -> new SmallChecks.Float16Range(min, max);
        };
    }

    private static ValueCheck floatRange(double min, double max) {
        float from = (float) min;
        float to = (float) max;
        from = from < min ? Math.nextUp(from) : from;
        to = to > max ? Math.nextDown(to) : to;
        return from > to ? ValueCheck.NONE : new FloatRange(from, to);
    }

    /** Compiles IN; absent when the column has no common order with one of the literals. */
    @Nullable
    ValueCheck in(List<Literal> givenLiterals) {
        List<Literal> literals = ColumnTerms.equals(givenLiterals, field);
        for (Literal literal : literals) {
            if (!LiteralPosition.comparable(literal, field)) {
                return null;
            }
        }
        if (literals.isEmpty()) {
            return ValueCheck.NONE;
        } else if (literals.size() > FEW) {
            Class<?> values = LiteralPosition.valueClass(field);
            if (values == ByteString.class) {
                return new BytesIn(literals.stream()
                        .map(literal -> ((ByteString) literal.value()).bytes())
                        .toList());
            } else if (values == Double.class) {
                return inNumbers(literals);
            } else if (LiteralPosition.isInteger(field.physicalType())) {
                return inIntegers(literals);
            } else if (field.physicalType() == PhysicalType.INT96) {
                return new SmallChecks.Int96In(
                        literals.stream().map(TimestampLiteral.class::cast).toList());
            } else if (values == BigDecimal.class) {
                return inDecimals(literals);
            }
        }
        List<ValueCheck> each = new ArrayList<>();
        for (Literal literal : literals) {
            each.add(compare(Operator.EQ, literal));
        }
        return each.size() == 1 ? each.get(0) : new ValueCheck.Any(each.toArray(new ValueCheck[0]));
    }

    private ValueCheck inIntegers(List<Literal> literals) {
        boolean wide = field.physicalType() == PhysicalType.INT64;
        long[] stored = literals.stream()
                .map(literal -> LiteralPosition.of(literal, field).stored(field))
                .filter(Objects::nonNull)
                .mapToLong(integer -> wide ? integer.longValue() : integer.intValue())
                .toArray();
        if (stored.length == 0) {
            return ValueCheck.NONE;
        }
        LongSet set = new LongSet(stored);
        return wide ? new LongIn(set) : new IntIn(set);
    }

    private ValueCheck inDecimals(List<Literal> literals) {
        List<BigInteger> unscaled = literals.stream()
                .map(literal -> LiteralPosition.of(literal, field))
                .filter(LiteralPosition::exact)
                .map(LiteralPosition::floor)
                .toList();
        return unscaled.isEmpty() ? ValueCheck.NONE : new DecimalIn(unscaled);
    }

    private ValueCheck inNumbers(List<Literal> literals) {
        long[] bits = literals.stream()
                .mapToDouble(literal -> (Double) literal.value())
                .filter(number -> nans == NanOrder.GREATEST || !Double.isNaN(number))
                .mapToLong(SmallChecks::bits)
                .toArray();
        return bits.length == 0 ? ValueCheck.NONE : new SmallChecks.FloatingIn(new LongSet(bits));
    }
}
