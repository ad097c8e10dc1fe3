package io.pq2.internal.predicate.prune;

import io.pq2.internal.predicate.filter.ColumnTerms;
import io.pq2.internal.predicate.filter.SpatialBoxes;
import io.pq2.internal.statistics.ValueOrder;
import io.pq2.predicate.ByteString;
import io.pq2.predicate.Literal;
import io.pq2.predicate.Predicate;
import io.pq2.predicate.Predicate.Operator;
import io.pq2.predicate.ValuePredicate;
import io.pq2.statistics.ColumnStatistics;
import org.jspecify.annotations.Nullable;

/** Evaluates conditions on a column with the column's statistics in a row group or page. */
public final class LeafStatisticsEvaluator {

    private LeafStatisticsEvaluator() {}

    /**
     * Returns the truth values of a condition for the values that the statistics describe. The column must not be
     * below a repeated field, where a row has more than one value, unless the condition is {@link Predicate.AnyValue}.
     */
    public static TruthValues truthValues(Predicate.Leaf leaf, ColumnStatistics statistics) {
        if (leaf instanceof Predicate.AnyValue any) {
            return ofAnyValue(truthValues(any.condition(), statistics));
        }
        if (statistics.valueCount() != null && statistics.valueCount() == 0) {
            return TruthValues.NONE;
        }
        if (leaf instanceof Predicate.IsNull) {
            return new TruthValues(statistics.mayHaveNull(), statistics.mayHaveNonNull(), false);
        } else if (leaf instanceof Predicate.IsNotNull) {
            return new TruthValues(statistics.mayHaveNonNull(), statistics.mayHaveNull(), false);
        } else if (leaf instanceof Predicate.Comparison comparison) {
            TruthValues values = ofValues(comparison.operator(), comparison.literal(), statistics);
            return withNulls(values, TruthValues.UNKNOWN, statistics);
        } else if (leaf instanceof Predicate.EqualNullSafe equal) {
            return equal.literal() == null
                    ? new TruthValues(statistics.mayHaveNull(), statistics.mayHaveNonNull(), false)
                    : withNulls(ofValues(Operator.EQ, equal.literal(), statistics), TruthValues.FALSE, statistics);
        } else if (leaf instanceof Predicate.In in) {
            return withNulls(in(in, statistics), nullIn(in), statistics);
        }
        return leaf instanceof Predicate.IsNan
                ? isNan(statistics)
                : withNulls(ofOtherConditions(leaf, statistics), TruthValues.UNKNOWN, statistics);
    }

    /**
     * Returns the truth values of {@link Predicate.AnyValue}. It is not certain for any row, because a row may have no
     * value.
     *
     * @param ofValues the truth values of its condition among the values
     */
    static TruthValues ofAnyValue(TruthValues ofValues) {
        return new TruthValues(ofValues.mayBeTrue(), true, true);
    }

    private static TruthValues isNan(ColumnStatistics statistics) {
        return new TruthValues(
                statistics.mayHaveNan() && statistics.isFloating(),
                statistics.mayHaveNull() || statistics.mayHaveNumber(),
                false);
    }

    /** Returns the truth values of conditions other than comparisons for non-null values. */
    private static TruthValues ofOtherConditions(Predicate.Leaf leaf, ColumnStatistics statistics) {
        if (leaf instanceof Predicate.StartsWith startsWith) {
            return startsWith(startsWith.prefix(), statistics);
        } else if (leaf instanceof Predicate.EndsWith endsWith) {
            ByteString one = onlyValue(statistics);
            return one == null ? TruthValues.EITHER : TruthValues.certain(one.endsWith(endsWith.suffix()));
        } else if (leaf instanceof Predicate.Contains contains) {
            ByteString one = onlyValue(statistics);
            return one == null ? TruthValues.EITHER : TruthValues.certain(one.contains(contains.part()));
        } else if (leaf instanceof Predicate.Intersects intersects) {
            return SpatialBoxes.mayIntersect(statistics, intersects.box()) ? TruthValues.EITHER : TruthValues.FALSE;
        }
        ValuePredicate test = ((Predicate.Custom) leaf).test();
        return new TruthValues(test.mayPass(statistics), test.mayFail(statistics), false);
    }

    /** Returns the value that all non-null values equal; absent when they may differ. */
    private static @Nullable ByteString onlyValue(ColumnStatistics statistics) {
        return statistics.min() instanceof ByteString min && statistics.max() != null && min.equals(statistics.max())
                ? min
                : null;
    }

    /** Returns the truth values of a condition for null. */
    public static TruthValues truthValuesOfNull(Predicate.Leaf leaf) {
        if (leaf instanceof Predicate.AnyValue any) {
            return ofAnyValue(truthValuesOfNull(any.condition()));
        } else if (leaf instanceof Predicate.IsNull) {
            return TruthValues.TRUE;
        } else if (leaf instanceof Predicate.IsNotNull || leaf instanceof Predicate.IsNan) {
            return TruthValues.FALSE;
        } else if (leaf instanceof Predicate.EqualNullSafe equal) {
            return equal.literal() == null ? TruthValues.TRUE : TruthValues.FALSE;
        } else if (leaf instanceof Predicate.In in) {
            return nullIn(in);
        }
        return TruthValues.UNKNOWN;
    }

    private static TruthValues withNulls(TruthValues ofValues, TruthValues ofNull, ColumnStatistics statistics) {
        TruthValues nulls = statistics.mayHaveNull() ? ofNull : TruthValues.NONE;
        return statistics.mayHaveNonNull() ? ofValues.union(nulls) : nulls;
    }

    /** Returns the truth values of null in a list. Engines disagree about the empty list. */
    private static TruthValues nullIn(Predicate.In in) {
        return in.literals().isEmpty() && !in.containsNull()
                ? TruthValues.FALSE.union(TruthValues.UNKNOWN)
                : TruthValues.UNKNOWN;
    }

    private static TruthValues in(Predicate.In in, ColumnStatistics statistics) {
        boolean mayBeTrue = false;
        for (Literal literal : in.literals()) {
            TruthValues one = ofValues(Operator.EQ, literal, statistics);
            if (!one.mayBeFalse() && !one.mayBeUnknown()) {
                return TruthValues.TRUE;
            }
            mayBeTrue |= one.mayBeTrue();
        }
        return new TruthValues(mayBeTrue, !in.containsNull(), in.containsNull());
    }

    /** Returns the truth values of a comparison for non-null values. */
    private static TruthValues ofValues(Operator operator, Literal literal, ColumnStatistics statistics) {
        ColumnTerms terms = ColumnTerms.of(literal, statistics.column().field());
        if (terms != null && operator == Operator.NE) {
            return ofValues(Operator.EQ, literal, statistics).not();
        } else if (terms != null) {
            ColumnTerms.Comparison comparison = terms.comparison(operator);
            return ofValues(comparison.operator(), comparison.literal(), statistics);
        }
        if (literal.value() instanceof Double != statistics.isFloating()) {
            return TruthValues.EITHER; // engines compare a number with NaN differently
        }
        TruthValues numbers = statistics.mayHaveNumber() ? ofNumbers(operator, literal, statistics) : TruthValues.NONE;
        return statistics.mayHaveNan() ? numbers.union(ofNans(operator, literal)) : numbers;
    }

    /** Returns the truth values of a comparison for values that are neither null nor NaN. */
    private static TruthValues ofNumbers(Operator operator, Literal literal, ColumnStatistics statistics) {
        if (literal.isNan()) {
            return switch (operator) {
                case EQ, GT, GE -> TruthValues.FALSE;
                case NE -> TruthValues.TRUE;
                case LT, LE -> TruthValues.EITHER; // true if NaN is greater than all numbers, false if it is unordered
            };
        }
        Position position = Position.of(literal.value(), statistics);
        return switch (operator) {
            case EQ -> equal(position);
            case NE -> equal(position).not();
            case LT ->
                new TruthValues(
                        position.someMayBeBelow(), position.someMayBeEqual() || position.someMayBeAbove(), false);
            case LE ->
                new TruthValues(
                        position.someMayBeBelow() || position.someMayBeEqual(), position.someMayBeAbove(), false);
            case GT ->
                new TruthValues(
                        position.someMayBeAbove(), position.someMayBeEqual() || position.someMayBeBelow(), false);
            case GE ->
                new TruthValues(
                        position.someMayBeAbove() || position.someMayBeEqual(), position.someMayBeBelow(), false);
        };
    }

    private static TruthValues equal(Position position) {
        return new TruthValues(
                position.someMayBeEqual(), position.someMayBeBelow() || position.someMayBeAbove(), false);
    }

    /** The possible positions of values relative to a literal. */
    private record Position(boolean someMayBeBelow, boolean someMayBeEqual, boolean someMayBeAbove) {

        static Position of(Comparable<?> value, ColumnStatistics statistics) {
            // a min or max of another class is incomparable and does not limit the values
            int min = -1;
            if (statistics.min() != null && ValueOrder.comparable(statistics.min(), value)) {
                min = ValueOrder.compare(statistics.min(), value);
            }
            int max = 1;
            if (statistics.max() != null && ValueOrder.comparable(statistics.max(), value)) {
                max = ValueOrder.compare(statistics.max(), value);
            }
            return new Position(min < 0, min <= 0 && max >= 0, max > 0);
        }
    }

    /** Returns the truth values of a comparison for NaN, for both orders of NaN. */
    private static TruthValues ofNans(Operator operator, Literal literal) {
        if (literal.isNan()) {
            return TruthValues.EITHER;
        }
        return switch (operator) {
            case EQ, LT, LE -> TruthValues.FALSE;
            case NE -> TruthValues.TRUE;
            case GT, GE -> TruthValues.EITHER;
        };
    }

    private static TruthValues startsWith(ByteString prefix, ColumnStatistics statistics) {
        boolean minMatches = false;
        boolean maxMatches = false;
        boolean mayBeTrue = true;
        if (statistics.min() instanceof ByteString min) {
            minMatches = min.startsWith(prefix);
            mayBeTrue = minMatches || min.compareTo(prefix) < 0;
        } else if (statistics.min() != null) {
            return TruthValues.EITHER;
        }
        if (statistics.max() instanceof ByteString max) {
            maxMatches = max.startsWith(prefix);
            mayBeTrue &= max.compareTo(prefix) >= 0;
        }
        return new TruthValues(mayBeTrue, !(minMatches && maxMatches), false);
    }
}
