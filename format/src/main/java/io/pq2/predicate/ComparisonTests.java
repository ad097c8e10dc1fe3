package io.pq2.predicate;

import io.pq2.predicate.Literal.BooleanLiteral;
import io.pq2.predicate.Literal.TimestampLiteral;
import io.pq2.predicate.Predicate.Operator;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.PrimitiveField;
import io.pq2.statistics.ByteString;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Compiles comparisons and IN for the values of one column. */
final class ComparisonTests {

    /** So few numbers are compared one by one. */
    private static final int FEW = 3;

    private final PrimitiveField field;
    private final NanOrder nans;

    ComparisonTests(PrimitiveField field, NanOrder nans) {
        this.field = field;
        this.nans = nans;
    }

    /** The test for a comparison with a literal; null if values and literal have no common order. */
    ValueTest compare(Operator operator, Literal literal) {
        if (!LiteralPosition.comparable(literal, field)) {
            return null;
        }
        return switch (operator) {
            case NE -> compare(Operator.EQ, literal).not();
            case GT, GE ->
                literal.value() instanceof Double && nans == NanOrder.UNORDERED
                        ? ofNumbers(operator, ((Double) literal.value()))
                        : compare(operator == Operator.GT ? Operator.LE : Operator.LT, literal)
                                .not();
            case EQ, LT, LE -> below(operator, literal);
        };
    }

    private ValueTest below(Operator operator, Literal literal) {
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
            case EQ -> position.exact() ? ofIntegers(position.floor(), position.floor()) : ValueTest.NONE;
            case LT -> ofIntegers(null, position.below());
            default -> ofIntegers(null, position.floor());
        };
    }

    private static ValueTest ofBooleans(Operator operator, boolean flag) {
        ValueTest isTrue = new SmallTests.IsTrue();
        return switch (operator) {
            case EQ -> flag ? isTrue : isTrue.not();
            case LT -> flag ? isTrue.not() : ValueTest.NONE;
            default -> flag ? ValueTest.ALL : isTrue.not();
        };
    }

    /** Integers from one to another; null for no bound. */
    private ValueTest ofIntegers(BigInteger least, BigInteger greatest) {
        if (!LiteralPosition.isInteger(field.physicalType())) {
            return new DecimalRange(least, greatest);
        }
        BigInteger first = LiteralPosition.least(field);
        BigInteger last = LiteralPosition.greatest(field);
        BigInteger from = least == null ? first : least.max(first);
        BigInteger to = greatest == null ? last : greatest.min(last);
        if (from.compareTo(to) > 0) {
            return ValueTest.NONE;
        } else if (from.equals(first) && to.equals(last)) {
            return ValueTest.ALL;
        }
        return field.physicalType() == PhysicalType.INT32
                ? new IntTests.Range(from.intValue(), to.intValue())
                : new LongTests.Range(from.longValue(), to.longValue());
    }

    private static ValueTest ofBytes(Operator operator, byte[] literal) {
        return operator == Operator.EQ
                ? new BytesTest.Equal(literal)
                : new BytesTest.Before(literal, operator == Operator.LE);
    }

    private static ValueTest ofInt96(Operator operator, TimestampLiteral literal) {
        ValueTest before = new SmallTests.Int96Before(literal.epochSecond(), literal.nano());
        ValueTest orAt = new SmallTests.Int96Before(literal.epochSecond(), literal.nano() + 1L);
        return switch (operator) {
            case EQ -> new ValueTest.Any(orAt.not(), before).not();
            case LT -> before;
            default -> orAt;
        };
    }

    private ValueTest ofNumbers(Operator operator, double literal) {
        if (Double.isNaN(literal)) {
            return switch (operator) {
                case EQ -> nans == NanOrder.GREATEST ? isNan() : ValueTest.NONE;
                case LT -> nans == NanOrder.GREATEST ? isNan().not() : ValueTest.NONE;
                case LE -> nans == NanOrder.GREATEST ? ValueTest.ALL : ValueTest.NONE;
                default -> ValueTest.NONE; // GT and GE come here for UNORDERED only
            };
        }
        return switch (operator) {
            case EQ -> range(literal, literal);
            case LT ->
                literal == Double.NEGATIVE_INFINITY
                        ? ValueTest.NONE
                        : range(Double.NEGATIVE_INFINITY, Math.nextDown(literal));
            case LE -> range(Double.NEGATIVE_INFINITY, literal);
            case GT ->
                literal == Double.POSITIVE_INFINITY
                        ? ValueTest.NONE
                        : range(Math.nextUp(literal), Double.POSITIVE_INFINITY);
            default -> range(literal, Double.POSITIVE_INFINITY);
        };
    }

    /** The test for NaN, in columns that have it. */
    ValueTest isNan() {
        return range(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY).not();
    }

    private ValueTest range(double least, double greatest) {
        return switch (field.physicalType()) {
            case DOUBLE -> new LongTests.DoubleRange(least, greatest);
            case FLOAT -> floatRange(least, greatest);
            default -> new SmallTests.HalfRange(least, greatest);
        };
    }

    private static ValueTest floatRange(double least, double greatest) {
        float from = (float) least;
        float to = (float) greatest;
        from = from < least ? Math.nextUp(from) : from;
        to = to > greatest ? Math.nextDown(to) : to;
        return from > to ? ValueTest.NONE : new IntTests.FloatRange(from, to);
    }

    /** The test for being one of some literals; null if one of them has no common order with the values. */
    ValueTest in(List<Literal> literals) {
        for (Literal literal : literals) {
            if (!LiteralPosition.comparable(literal, field)) {
                return null;
            }
        }
        if (literals.isEmpty()) {
            return ValueTest.NONE;
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
            }
        }
        List<ValueTest> each = new ArrayList<>();
        for (Literal literal : literals) {
            each.add(compare(Operator.EQ, literal));
        }
        return each.size() == 1 ? each.get(0) : new ValueTest.Any(each.toArray(new ValueTest[0]));
    }

    private ValueTest inIntegers(List<Literal> literals) {
        boolean wide = field.physicalType() == PhysicalType.INT64;
        long[] stored = literals.stream()
                .map(literal -> LiteralPosition.of(literal, field).stored(field))
                .filter(Objects::nonNull)
                .mapToLong(integer -> wide ? integer.longValue() : integer.intValue())
                .toArray();
        if (stored.length == 0) {
            return ValueTest.NONE;
        }
        LongSet set = new LongSet(stored);
        return wide ? new LongTests.In(set) : new IntTests.In(set);
    }

    private ValueTest inNumbers(List<Literal> literals) {
        long[] bits = literals.stream()
                .mapToDouble(literal -> (Double) literal.value())
                .filter(number -> nans == NanOrder.GREATEST || !Double.isNaN(number))
                .mapToLong(SmallTests::bits)
                .toArray();
        return bits.length == 0 ? ValueTest.NONE : new SmallTests.FloatingIn(new LongSet(bits));
    }
}
