package io.pq2.predicate;

import io.pq2.predicate.Predicate.Operator;
import io.pq2.statistics.ByteString;
import io.pq2.statistics.ColumnStatistics;
import io.pq2.statistics.ValueOrder;

/** What statistics of a column, in a row group or a page, say about a condition on that column. */
public final class LeafEvaluator {

    private LeafEvaluator() {}

    /**
     * The outcomes of a condition among the values that the statistics describe. The column must not be below a repeated field:
     * there a row has more than one value.
     */
    public static Outcomes outcomes(Predicate.Leaf leaf, ColumnStatistics statistics) {
        if (statistics.valueCount() != null && statistics.valueCount() == 0) {
            return Outcomes.NONE;
        }
        if (leaf instanceof Predicate.IsNull) {
            return new Outcomes(statistics.mayHaveNull(), statistics.mayHaveNonNull(), false);
        } else if (leaf instanceof Predicate.IsNotNull) {
            return new Outcomes(statistics.mayHaveNonNull(), statistics.mayHaveNull(), false);
        } else if (leaf instanceof Predicate.Comparison comparison) {
            Outcomes values = ofValues(comparison.operator(), comparison.literal(), statistics);
            return withNulls(values, Outcomes.UNKNOWN, statistics);
        } else if (leaf instanceof Predicate.EqualNullSafe equal) {
            return equal.literal() == null
                    ? new Outcomes(statistics.mayHaveNull(), statistics.mayHaveNonNull(), false)
                    : withNulls(ofValues(Operator.EQ, equal.literal(), statistics), Outcomes.FALSE, statistics);
        } else if (leaf instanceof Predicate.In in) {
            return withNulls(in(in, statistics), nullIn(in), statistics);
        }
        return leaf instanceof Predicate.IsNan
                ? isNan(statistics)
                : withNulls(ofShape(leaf, statistics), Outcomes.UNKNOWN, statistics);
    }

    private static Outcomes isNan(ColumnStatistics statistics) {
        return new Outcomes(
                statistics.mayHaveNan() && statistics.isFloating(),
                statistics.mayHaveNull() || statistics.mayHaveNumber(),
                false);
    }

    /** The outcomes among the values that are not null of conditions other than comparisons. */
    private static Outcomes ofShape(Predicate.Leaf leaf, ColumnStatistics statistics) {
        if (leaf instanceof Predicate.StartsWith startsWith) {
            return startsWith(startsWith.prefix(), statistics);
        } else if (leaf instanceof Predicate.EndsWith endsWith) {
            ByteString one = onlyValue(statistics);
            return one == null ? Outcomes.EITHER : Outcomes.certain(one.endsWith(endsWith.suffix()));
        } else if (leaf instanceof Predicate.Contains contains) {
            ByteString one = onlyValue(statistics);
            return one == null ? Outcomes.EITHER : Outcomes.certain(one.contains(contains.part()));
        } else if (leaf instanceof Predicate.Intersects intersects) {
            return SpatialBoxes.mayIntersect(statistics, intersects.box()) ? Outcomes.EITHER : Outcomes.FALSE;
        }
        return ((Predicate.Custom) leaf).test().outcomes(statistics).intersect(Outcomes.EITHER);
    }

    /** The value of all that are not null, null if it is not certain that it is one. */
    private static ByteString onlyValue(ColumnStatistics statistics) {
        return statistics.min() instanceof ByteString min && min.equals(statistics.max()) ? min : null;
    }

    /** The outcomes of a condition on a column that is null in each row. */
    static Outcomes outcomesOfNull(Predicate.Leaf leaf) {
        if (leaf instanceof Predicate.IsNull) {
            return Outcomes.TRUE;
        } else if (leaf instanceof Predicate.IsNotNull || leaf instanceof Predicate.IsNan) {
            return Outcomes.FALSE;
        } else if (leaf instanceof Predicate.EqualNullSafe equal) {
            return equal.literal() == null ? Outcomes.TRUE : Outcomes.FALSE;
        } else if (leaf instanceof Predicate.In in) {
            return nullIn(in);
        }
        return Outcomes.UNKNOWN;
    }

    private static Outcomes withNulls(Outcomes ofValues, Outcomes ofNull, ColumnStatistics statistics) {
        Outcomes nulls = statistics.mayHaveNull() ? ofNull : Outcomes.NONE;
        return statistics.mayHaveNonNull() ? ofValues.union(nulls) : nulls;
    }

    /** Engines disagree whether a null is in an empty list. */
    private static Outcomes nullIn(Predicate.In in) {
        return in.literals().isEmpty() && !in.containsNull()
                ? Outcomes.FALSE.union(Outcomes.UNKNOWN)
                : Outcomes.UNKNOWN;
    }

    private static Outcomes in(Predicate.In in, ColumnStatistics statistics) {
        boolean mayBeTrue = false;
        for (Literal literal : in.literals()) {
            Outcomes one = ofValues(Operator.EQ, literal, statistics);
            if (!one.mayBeFalse() && !one.mayBeUnknown()) {
                return Outcomes.TRUE;
            }
            mayBeTrue |= one.mayBeTrue();
        }
        return new Outcomes(mayBeTrue, !in.containsNull(), in.containsNull());
    }

    /** The outcomes of a comparison among the values that are not null. */
    private static Outcomes ofValues(Operator operator, Literal literal, ColumnStatistics statistics) {
        ColumnTerms terms = ColumnTerms.of(literal, statistics.column().field());
        if (terms != null && operator == Operator.NE) {
            return ofValues(Operator.EQ, literal, statistics).not();
        } else if (terms != null) {
            ColumnTerms.Comparison comparison = terms.comparison(operator);
            return ofValues(comparison.operator(), comparison.literal(), statistics);
        }
        if (literal.value() instanceof Double != statistics.isFloating()) {
            return Outcomes.EITHER; // how an engine compares them is not for us to say
        }
        Outcomes numbers = statistics.mayHaveNumber() ? ofNumbers(operator, literal, statistics) : Outcomes.NONE;
        return statistics.mayHaveNan() ? numbers.union(ofNans(operator, literal)) : numbers;
    }

    /** The outcomes of a comparison among the values that are neither null nor NaN. */
    private static Outcomes ofNumbers(Operator operator, Literal literal, ColumnStatistics statistics) {
        if (literal.isNan()) {
            return switch (operator) {
                case EQ, GT, GE -> Outcomes.FALSE;
                case NE -> Outcomes.TRUE;
                case LT, LE -> Outcomes.EITHER; // true if NaN is the greatest, false if it has no order
            };
        }
        Bounds bounds = Bounds.around(literal.value(), statistics);
        return switch (operator) {
            case EQ -> equal(bounds);
            case NE -> equal(bounds).not();
            case LT -> new Outcomes(bounds.someMayBeBelow(), bounds.someMayBeEqual() || bounds.someMayBeAbove(), false);
            case LE -> new Outcomes(bounds.someMayBeBelow() || bounds.someMayBeEqual(), bounds.someMayBeAbove(), false);
            case GT -> new Outcomes(bounds.someMayBeAbove(), bounds.someMayBeEqual() || bounds.someMayBeBelow(), false);
            case GE -> new Outcomes(bounds.someMayBeAbove() || bounds.someMayBeEqual(), bounds.someMayBeBelow(), false);
        };
    }

    private static Outcomes equal(Bounds bounds) {
        return new Outcomes(bounds.someMayBeEqual(), bounds.someMayBeBelow() || bounds.someMayBeAbove(), false);
    }

    /** Where values may lie relative to one value. */
    private record Bounds(boolean someMayBeBelow, boolean someMayBeEqual, boolean someMayBeAbove) {

        static Bounds around(Comparable<?> value, ColumnStatistics statistics) {
            // a bound of another class has no order with the value: as good as none
            int min = -1;
            if (statistics.min() != null && ValueOrder.comparable(statistics.min(), value)) {
                min = ValueOrder.compare(statistics.min(), value);
            }
            int max = 1;
            if (statistics.max() != null && ValueOrder.comparable(statistics.max(), value)) {
                max = ValueOrder.compare(statistics.max(), value);
            }
            return new Bounds(min < 0, min <= 0 && max >= 0, max > 0);
        }
    }

    /** The outcomes of a comparison among NaNs, by the rules of Spark and those of IEEE 754 together. */
    private static Outcomes ofNans(Operator operator, Literal literal) {
        if (literal.isNan()) {
            return Outcomes.EITHER;
        }
        return switch (operator) {
            case EQ, LT, LE -> Outcomes.FALSE;
            case NE -> Outcomes.TRUE;
            case GT, GE -> Outcomes.EITHER;
        };
    }

    private static Outcomes startsWith(ByteString prefix, ColumnStatistics statistics) {
        boolean minBegins = false;
        boolean maxBegins = false;
        boolean mayBeTrue = true;
        if (statistics.min() instanceof ByteString min) {
            minBegins = min.startsWith(prefix);
            mayBeTrue = minBegins || min.compareTo(prefix) < 0;
        } else if (statistics.min() != null) {
            return Outcomes.EITHER;
        }
        if (statistics.max() instanceof ByteString max) {
            maxBegins = max.startsWith(prefix);
            mayBeTrue &= max.compareTo(prefix) >= 0;
        }
        return new Outcomes(mayBeTrue, !(minBegins && maxBegins), false);
    }
}
