package io.pq2.internal.predicate.prune;

import io.pq2.internal.predicate.filter.LiteralPosition;
import io.pq2.internal.predicate.prune.FilterTable.Value;
import io.pq2.internal.statistics.ValueOrder;
import io.pq2.metadata.BoundingBox;
import io.pq2.predicate.ByteString;
import io.pq2.predicate.Literal;
import io.pq2.predicate.Predicate;
import io.pq2.schema.Column;
import io.pq2.schema.LogicalType;
import io.pq2.schema.PhysicalType;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.LocalDateTime;

/**
 * The truth value of a predicate in one row, computed by a simple evaluator. Undecided conditions can have any truth
 * value.
 */
public final class FilterTruth {

    private final FilterTable table;
    private final int row;
    private final boolean nanIsGreatest;

    public FilterTruth(FilterTable table, int row, boolean nanIsGreatest) {
        this.table = table;
        this.row = row;
        this.nanIsGreatest = nanIsGreatest;
    }

    public TruthValues of(Predicate predicate) {
        if (predicate instanceof Predicate.And and) {
            return and.operands().stream().map(this::of).reduce(TruthValues.TRUE, TruthValues::and);
        } else if (predicate instanceof Predicate.Or or) {
            return or.operands().stream().map(this::of).reduce(TruthValues.FALSE, TruthValues::or);
        } else if (predicate instanceof Predicate.Not not) {
            return of(not.operand()).not();
        } else if (predicate instanceof Predicate.Leaf leaf) {
            return ofLeaf(leaf);
        }
        return TruthValues.certain(predicate instanceof Predicate.AlwaysTrue);
    }

    private TruthValues ofLeaf(Predicate.Leaf leaf) {
        Column column = FilterTable.SCHEMA.column(leaf.path());
        if (column == null) {
            return FilterTable.GROUPS.contains(leaf.path()) ? ofGroup(leaf) : ofNull(leaf);
        }
        Value value = table.value(column, row);
        TruthValues truthValues = ofValue(leaf, column, value == null ? Double.NaN : value.logicalValue(), value);
        return truthValues.mayBeUnknown() && truthValues.mayBeTrue()
                ? TruthValues.ANY
                : value == null ? ofNull(leaf) : truthValues;
    }

    private TruthValues ofGroup(Predicate.Leaf leaf) {
        boolean isPresent = table.isPresent(leaf.path(), row);
        if (leaf instanceof Predicate.IsNull
                || leaf instanceof Predicate.EqualNullSafe equal && equal.literal() == null) {
            return TruthValues.certain(!isPresent);
        }
        return leaf instanceof Predicate.IsNotNull ? TruthValues.certain(isPresent) : TruthValues.ANY;
    }

    private static TruthValues ofNull(Predicate.Leaf leaf) {
        if (leaf instanceof Predicate.IsNull) {
            return TruthValues.TRUE;
        } else if (leaf instanceof Predicate.IsNotNull || leaf instanceof Predicate.IsNan) {
            return TruthValues.FALSE;
        } else if (leaf instanceof Predicate.EqualNullSafe equal) {
            return TruthValues.certain(equal.literal() == null);
        } else if (leaf instanceof Predicate.In in && in.literals().isEmpty() && !in.containsNull()) {
            return TruthValues.FALSE;
        }
        return TruthValues.UNKNOWN;
    }

    /**
     * Returns the truth value for a value that is not null, or {@link TruthValues#ANY} if the engine does not decide
     * this kind of condition on the column.
     */
    private TruthValues ofValue(Predicate.Leaf leaf, Column column, Comparable<?> logicalValue, Value value) {
        Class<?> type = LiteralPosition.valueClass(column.field());
        if (leaf instanceof Predicate.IsNull) {
            return TruthValues.FALSE;
        } else if (leaf instanceof Predicate.IsNotNull) {
            return TruthValues.TRUE;
        } else if (leaf instanceof Predicate.IsNan) {
            return TruthValues.certain(logicalValue instanceof Double number && number.isNaN());
        } else if (leaf instanceof Predicate.Comparison comparison) {
            return compare(comparison.operator(), comparison.literal(), type, logicalValue);
        } else if (leaf instanceof Predicate.EqualNullSafe equal) {
            return equal.literal() == null
                    ? TruthValues.FALSE
                    : compare(Predicate.Operator.EQ, equal.literal(), type, logicalValue);
        } else if (leaf instanceof Predicate.In in) {
            return ofIn(in, type, logicalValue);
        } else if (leaf instanceof Predicate.Custom custom) {
            return TruthValues.certain(logicalValue != null && custom.test().test(logicalValue));
        } else if (leaf instanceof Predicate.Intersects intersects) {
            return column.field().logicalType() instanceof LogicalType.GeometryType
                            || (column.field().logicalType() == null
                                    && column.field().physicalType() == PhysicalType.BYTE_ARRAY)
                    ? TruthValues.certain(value != null && intersects(intersects.box(), value.plain()))
                    : TruthValues.ANY;
        }
        return type == ByteString.class ? ofText(leaf, value) : TruthValues.ANY;
    }

    private static TruthValues ofText(Predicate.Leaf leaf, Value value) {
        String text = value == null ? "" : latin(value.plain());
        if (leaf instanceof Predicate.StartsWith startsWith) {
            return TruthValues.certain(text.startsWith(latin(startsWith.prefix().bytes())));
        } else if (leaf instanceof Predicate.EndsWith endsWith) {
            return TruthValues.certain(text.endsWith(latin(endsWith.suffix().bytes())));
        }
        return TruthValues.certain(
                text.contains(latin(((Predicate.Contains) leaf).part().bytes())));
    }

    private static String latin(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    private TruthValues ofIn(Predicate.In in, Class<?> type, Comparable<?> logicalValue) {
        boolean found = false;
        for (Literal literal : in.literals()) {
            TruthValues one = compare(Predicate.Operator.EQ, literal, type, logicalValue);
            if (one.equals(TruthValues.ANY)) {
                return TruthValues.ANY;
            }
            found |= one.mayBeTrue();
        }
        return found || !in.containsNull() ? TruthValues.certain(found) : TruthValues.UNKNOWN;
    }

    private TruthValues compare(
            Predicate.Operator operator, Literal literal, Class<?> type, Comparable<?> logicalValue) {
        if (!areComparable(literal, type)) {
            return TruthValues.ANY;
        } else if (logicalValue == null || logicalValue.getClass() != type) {
            return TruthValues.FALSE; // The value is null; ofNull computes the result.
        }
        boolean nan = literal.isNan() || (logicalValue instanceof Double number && number.isNaN());
        if (nan && !nanIsGreatest) {
            return TruthValues.certain(operator == Predicate.Operator.NE);
        }
        int order = order(logicalValue, literal.value());
        return TruthValues.certain(
                switch (operator) {
                    case EQ -> order == 0;
                    case NE -> order != 0;
                    case LT -> order < 0;
                    case LE -> order <= 0;
                    case GT -> order > 0;
                    case GE -> order >= 0;
                });
    }

    /** Whether the engine compares a literal with values of a class. */
    public static boolean areComparable(Literal literal, Class<?> type) {
        Class<?> other = literal.value().getClass();
        boolean numbers = other == BigDecimal.class || other == Double.class;
        if (type == BigDecimal.class) {
            return numbers && !literal.isNan();
        }
        return type == Double.class
                ? numbers
                : type == other || type == LocalDate.class && other == LocalDateTime.class;
    }

    /**
     * Compares a value with a literal. NaN is the greatest number.
     *
     * @return negative, zero or positive if the value is less than, equal to or greater than the literal
     */
    public static int order(Comparable<?> value, Comparable<?> literal) {
        if (value instanceof LocalDate day && literal instanceof LocalDateTime time) {
            return day.atStartOfDay().compareTo(time);
        } else if (value instanceof Double number && literal instanceof BigDecimal exact) {
            return number.isNaN() || number.isInfinite()
                    ? Double.compare(number, 0)
                    : new BigDecimal(number).compareTo(exact);
        } else if (value instanceof BigDecimal) {
            return literal instanceof Double ? -order(literal, value) : ValueOrder.compare(value, literal);
        }
        return ValueOrder.compare(value instanceof Double number ? (Comparable<?>) (number + 0.0) : value, literal);
    }

    /**
     * Whether a box intersects a shape of {@link FilterTableValues}: a point, a line of two points in 3 dimensions, an
     * empty line, or an invalid shape.
     */
    private static boolean intersects(BoundingBox box, byte[] shape) {
        if (shape.length < 20) {
            return false;
        }
        boolean point = shape.length == 21;
        ByteBuffer in = ByteBuffer.wrap(shape).order(point ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
        double[] x = {in.getDouble(point ? 5 : 9), in.getDouble(point ? 5 : 33)};
        double[] y = {in.getDouble(point ? 13 : 17), in.getDouble(point ? 13 : 41)};
        boolean inX = box.xmin() > box.xmax()
                ? max(x) >= box.xmin() || min(x) <= box.xmax()
                : max(x) >= box.xmin() && min(x) <= box.xmax();
        boolean inY = max(y) >= box.ymin() && min(y) <= box.ymax() && box.ymin() <= box.ymax();
        return inX && inY && !Double.isNaN(min(y)) && !Double.isNaN(min(x));
    }

    private static double min(double[] pair) {
        return Double.isNaN(pair[0]) || pair[1] < pair[0] ? pair[1] : pair[0];
    }

    private static double max(double[] pair) {
        return Double.isNaN(pair[0]) || pair[1] > pair[0] ? pair[1] : pair[0];
    }
}
