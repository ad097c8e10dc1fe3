package io.pq2.predicate;

import io.pq2.metadata.BoundingBox;
import io.pq2.predicate.FilterTable.Value;
import io.pq2.schema.Column;
import io.pq2.schema.LogicalType;
import io.pq2.statistics.ByteString;
import io.pq2.statistics.ValueOrder;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.LocalDateTime;

/** What a predicate is for one row, found slowly: one outcome, or all that are possible where it is not decided upon. */
final class FilterTruth {

    private final FilterTable table;
    private final int row;
    private final boolean nanIsGreatest;

    FilterTruth(FilterTable table, int row, boolean nanIsGreatest) {
        this.table = table;
        this.row = row;
        this.nanIsGreatest = nanIsGreatest;
    }

    Outcomes of(Predicate predicate) {
        if (predicate instanceof Predicate.And and) {
            return and.operands().stream().map(this::of).reduce(Outcomes.TRUE, Outcomes::and);
        } else if (predicate instanceof Predicate.Or or) {
            return or.operands().stream().map(this::of).reduce(Outcomes.FALSE, Outcomes::or);
        } else if (predicate instanceof Predicate.Not not) {
            return of(not.operand()).not();
        } else if (predicate instanceof Predicate.Leaf leaf) {
            return ofLeaf(leaf);
        }
        return Outcomes.certain(predicate instanceof Predicate.AlwaysTrue);
    }

    private Outcomes ofLeaf(Predicate.Leaf leaf) {
        Column column = FilterTable.SCHEMA.column(leaf.path());
        if (column == null) {
            return FilterTable.GROUPS.contains(leaf.path()) ? ofGroup(leaf) : ofNull(leaf);
        }
        Value value = table.value(column, row);
        Outcomes outcomes = ofValue(leaf, column, value == null ? Double.NaN : value.meaning(), value);
        return outcomes.mayBeUnknown() && outcomes.mayBeTrue() ? Outcomes.ANY : value == null ? ofNull(leaf) : outcomes;
    }

    private Outcomes ofGroup(Predicate.Leaf leaf) {
        boolean isPresent = table.isPresent(leaf.path(), row);
        if (leaf instanceof Predicate.IsNull
                || leaf instanceof Predicate.EqualNullSafe equal && equal.literal() == null) {
            return Outcomes.certain(!isPresent);
        }
        return leaf instanceof Predicate.IsNotNull ? Outcomes.certain(isPresent) : Outcomes.ANY;
    }

    private static Outcomes ofNull(Predicate.Leaf leaf) {
        if (leaf instanceof Predicate.IsNull) {
            return Outcomes.TRUE;
        } else if (leaf instanceof Predicate.IsNotNull || leaf instanceof Predicate.IsNan) {
            return Outcomes.FALSE;
        } else if (leaf instanceof Predicate.EqualNullSafe equal) {
            return Outcomes.certain(equal.literal() == null);
        } else if (leaf instanceof Predicate.In in && in.literals().isEmpty() && !in.containsNull()) {
            return Outcomes.FALSE;
        }
        return Outcomes.UNKNOWN;
    }

    /** Whatever the value is, {@link Outcomes#ANY} if the kind of condition is not decided upon for the column. */
    private Outcomes ofValue(Predicate.Leaf leaf, Column column, Comparable<?> meaning, Value value) {
        Class<?> type = LiteralPosition.valueClass(column.field());
        if (leaf instanceof Predicate.IsNull) {
            return Outcomes.FALSE;
        } else if (leaf instanceof Predicate.IsNotNull) {
            return Outcomes.TRUE;
        } else if (leaf instanceof Predicate.IsNan) {
            return Outcomes.certain(meaning instanceof Double number && number.isNaN());
        } else if (leaf instanceof Predicate.Comparison comparison) {
            return compare(comparison.operator(), comparison.literal(), type, meaning);
        } else if (leaf instanceof Predicate.EqualNullSafe equal) {
            return equal.literal() == null
                    ? Outcomes.FALSE
                    : compare(Predicate.Operator.EQ, equal.literal(), type, meaning);
        } else if (leaf instanceof Predicate.In in) {
            return ofIn(in, type, meaning);
        } else if (leaf instanceof Predicate.Custom custom) {
            return Outcomes.certain(meaning != null && custom.test().test(meaning));
        } else if (leaf instanceof Predicate.Intersects intersects) {
            return column.field().logicalType() instanceof LogicalType.GeometryType
                    ? Outcomes.certain(value != null && intersects(intersects.box(), value.plain()))
                    : Outcomes.ANY;
        }
        return type == ByteString.class ? ofText(leaf, value) : Outcomes.ANY;
    }

    private static Outcomes ofText(Predicate.Leaf leaf, Value value) {
        String text = value == null ? "" : latin(value.plain());
        if (leaf instanceof Predicate.StartsWith startsWith) {
            return Outcomes.certain(text.startsWith(latin(startsWith.prefix().bytes())));
        } else if (leaf instanceof Predicate.EndsWith endsWith) {
            return Outcomes.certain(text.endsWith(latin(endsWith.suffix().bytes())));
        }
        return Outcomes.certain(
                text.contains(latin(((Predicate.Contains) leaf).part().bytes())));
    }

    private static String latin(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    private Outcomes ofIn(Predicate.In in, Class<?> type, Comparable<?> meaning) {
        boolean found = false;
        for (Literal literal : in.literals()) {
            Outcomes one = compare(Predicate.Operator.EQ, literal, type, meaning);
            if (one.equals(Outcomes.ANY)) {
                return Outcomes.ANY;
            }
            found |= one.mayBeTrue();
        }
        return found || !in.containsNull() ? Outcomes.certain(found) : Outcomes.UNKNOWN;
    }

    private Outcomes compare(Predicate.Operator operator, Literal literal, Class<?> type, Comparable<?> meaning) {
        if (!areComparable(literal, type)) {
            return Outcomes.ANY;
        } else if (meaning == null || meaning.getClass() != type) {
            return Outcomes.FALSE; // a null: its outcome is found elsewhere
        }
        boolean nan = literal.isNan() || (meaning instanceof Double number && number.isNaN());
        if (nan && !nanIsGreatest) {
            return Outcomes.certain(operator == Predicate.Operator.NE);
        }
        int order = order(meaning, literal.value());
        return Outcomes.certain(
                switch (operator) {
                    case EQ -> order == 0;
                    case NE -> order != 0;
                    case LT -> order < 0;
                    case LE -> order <= 0;
                    case GT -> order > 0;
                    case GE -> order >= 0;
                });
    }

    /** Whether the order of a literal and values of a class is for the engine to say. */
    static boolean areComparable(Literal literal, Class<?> type) {
        Class<?> other = literal.value().getClass();
        boolean numbers = other == BigDecimal.class || other == Double.class;
        if (type == BigDecimal.class) {
            return numbers && !literal.isNan();
        }
        return type == Double.class
                ? numbers
                : type == other || type == LocalDate.class && other == LocalDateTime.class;
    }

    /** Negative, zero or positive as a value is before, the same as or behind a literal; NaN is the greatest. */
    static int order(Comparable<?> value, Comparable<?> literal) {
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

    /** Of the shapes that {@link TypedValues} makes: a point, a line of two points in 3 dimensions, an empty line, nonsense. */
    private static boolean intersects(BoundingBox box, byte[] shape) {
        if (shape.length < 20) {
            return false;
        }
        boolean point = shape.length == 21;
        ByteBuffer in = ByteBuffer.wrap(shape).order(point ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
        double[] x = {in.getDouble(point ? 5 : 9), in.getDouble(point ? 5 : 33)};
        double[] y = {in.getDouble(point ? 13 : 17), in.getDouble(point ? 13 : 41)};
        boolean inX = box.xmin() > box.xmax()
                ? greatest(x) >= box.xmin() || least(x) <= box.xmax()
                : greatest(x) >= box.xmin() && least(x) <= box.xmax();
        boolean inY = greatest(y) >= box.ymin() && least(y) <= box.ymax() && box.ymin() <= box.ymax();
        return inX && inY && !Double.isNaN(least(y)) && !Double.isNaN(least(x));
    }

    private static double least(double[] pair) {
        return Double.isNaN(pair[0]) || pair[1] < pair[0] ? pair[1] : pair[0];
    }

    private static double greatest(double[] pair) {
        return Double.isNaN(pair[0]) || pair[1] > pair[0] ? pair[1] : pair[0];
    }
}
