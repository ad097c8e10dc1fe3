package io.pq2.internal.predicate.prune;

import io.pq2.internal.predicate.prune.FilterTable.Value;
import io.pq2.metadata.BoundingBox;
import io.pq2.predicate.ByteString;
import io.pq2.predicate.Literal;
import io.pq2.predicate.Predicate;
import io.pq2.predicate.Predicate.Operator;
import io.pq2.predicate.ValuePredicate;
import io.pq2.schema.Column;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Random predicates over a {@link FilterTable}. Literals are equal to, near, or far from its values. */
public final class FilterPredicates {

    private final Random random;
    private final FilterTable table;
    private final FilterTableValues values;
    /** A column that many conditions test, so that conditions on one column meet; null for no preference. */
    private final Column preferred;

    public FilterPredicates(FilterTable table, Random random) {
        this.random = random;
        this.table = table;
        this.values = new FilterTableValues(random);
        this.preferred = random.nextBoolean() ? anyColumn() : null;
    }

    public Predicate predicate(int depth) {
        return switch (depth == 0 ? 0 : random.nextInt(6)) {
            case 1, 2 -> new Predicate.And(operands(depth));
            case 3 -> new Predicate.Or(operands(depth));
            case 4 -> new Predicate.Not(predicate(depth - 1));
            default ->
                random.nextInt(20) > 0
                        ? anyLeaf()
                        : random.nextBoolean() ? new Predicate.AlwaysTrue() : new Predicate.AlwaysFalse();
        };
    }

    private Predicate.Leaf anyLeaf() {
        if (random.nextInt(12) > 0) {
            return leaf(random.nextInt(30) == 0 ? null : anyColumn());
        }
        List<String> group = FilterTable.GROUPS.get(random.nextInt(FilterTable.GROUPS.size()));
        return switch (random.nextInt(7)) {
            case 0, 1 -> new Predicate.IsNull(group);
            case 2, 3 -> new Predicate.IsNotNull(group);
            case 4, 5 -> new Predicate.EqualNullSafe(group, null);
            default -> new Predicate.IsNan(group);
        };
    }

    private Column anyColumn() {
        List<Column> columns = FilterTable.SCHEMA.columns();
        if (preferred != null && random.nextBoolean()) {
            return preferred;
        }
        return columns.get(random.nextInt(columns.size()));
    }

    private List<Predicate> operands(int depth) {
        List<Predicate> operands = new ArrayList<>();
        for (int i = random.nextInt(4); i >= 0; i--) {
            operands.add(predicate(depth - 1));
        }
        return operands;
    }

    /** Returns a condition on a column. The column is null for a path without a column. */
    Predicate.Leaf leaf(Column target) {
        Column column = target == null ? anyColumn() : target;
        List<String> path = target == null ? List.of("missing") : column.path();
        return switch (random.nextInt(14)) {
            case 0 -> new Predicate.IsNull(path);
            case 1 -> new Predicate.IsNotNull(path);
            case 2 -> new Predicate.EqualNullSafe(path, random.nextInt(4) == 0 ? null : literal(column));
            case 3, 4 -> new Predicate.In(path, literals(column), random.nextInt(4) == 0);
            case 5 -> new Predicate.IsNan(path);
            case 6 -> ofText(path);
            case 7 -> new Predicate.Custom(path, new EvenHash());
            case 8 ->
                new Predicate.Intersects(
                        path,
                        new BoundingBox(
                                values.coordinate(),
                                values.coordinate(),
                                values.coordinate(),
                                values.coordinate(),
                                null,
                                null,
                                null,
                                null));
            default ->
                new Predicate.Comparison(
                        path, Operator.values()[random.nextInt(Operator.values().length)], literal(column));
        };
    }

    private Predicate.Leaf ofText(List<String> path) {
        ByteString text = ByteString.of(values.text());
        return switch (random.nextInt(3)) {
            case 0 -> new Predicate.StartsWith(path, text);
            case 1 -> new Predicate.EndsWith(path, text);
            default -> new Predicate.Contains(path, text);
        };
    }

    /** Passes about half of the values. */
    private static final class EvenHash implements ValuePredicate {
        @Override
        public boolean test(Comparable<?> value) {
            Comparable<?> plain = value instanceof BigDecimal number ? number.stripTrailingZeros() : value;
            return plain.hashCode() % 2 == 0;
        }
    }

    private List<Literal> literals(Column column) {
        List<Literal> literals = new ArrayList<>();
        for (int i = random.nextInt(7); i > 0; i--) {
            literals.add(literal(column));
        }
        return literals;
    }

    private Literal literal(Column column) {
        if (random.nextInt(25) == 0) {
            return new Literal.IntegerLiteral(random.nextInt(5) - 2); // Often of another type.
        }
        Value value = table.value(column, random.nextInt(table.rows()));
        Comparable<?> logicalValue = value == null ? null : value.logicalValue();
        Literal literal = literal(logicalValue == null ? 0.0 : logicalValue);
        return random.nextInt(8) == 0 ? otherKind(literal) : literal;
    }

    /** Returns a literal of another type with the same or almost the same value; if none exists, the literal itself. */
    private Literal otherKind(Literal literal) {
        if (literal.value() instanceof BigDecimal number) {
            double nearest = number.doubleValue();
            return new Literal.DoubleLiteral(random.nextInt(10) == 0 ? values.number() : nearest);
        } else if (literal.value() instanceof Double number && !number.isNaN() && !number.isInfinite()) {
            return new Literal.DecimalLiteral(values.near(new BigDecimal(number)));
        } else if (literal instanceof Literal.DateLiteral date) {
            long second = date.epochDay() * 86_400L + random.nextInt(3) - 1;
            return new Literal.TimestampLiteral(second, random.nextInt(2), random.nextInt(10) == 0);
        }
        return literal;
    }

    private Literal literal(Comparable<?> value) {
        if (value instanceof BigDecimal number) {
            boolean fits = number.scale() <= 0 && number.abs().compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) <= 0;
            return fits && random.nextBoolean()
                    ? new Literal.IntegerLiteral(number.longValueExact())
                    : new Literal.DecimalLiteral(values.near(number));
        } else if (value instanceof Double number) {
            double other = random.nextInt(3) == 0 ? values.number() : number;
            return random.nextInt(3) == 0 ? new Literal.FloatLiteral((float) other) : new Literal.DoubleLiteral(other);
        } else if (value instanceof Boolean flag) {
            return new Literal.BooleanLiteral(flag);
        } else if (value instanceof ByteString bytes) {
            return new Literal.BinaryLiteral(random.nextInt(4) == 0 ? ByteString.of(values.text()) : bytes);
        } else if (value instanceof LocalDate date) {
            return new Literal.DateLiteral((int) date.toEpochDay());
        } else if (value instanceof LocalTime time) {
            return new Literal.TimeLiteral(Math.max(0, time.toNanoOfDay() - random.nextInt(2)));
        }
        Instant instant = value instanceof LocalDateTime local ? local.toInstant(ZoneOffset.UTC) : (Instant) value;
        Instant near = instant.plusNanos(random.nextInt(4) == 0 ? 1 : 0);
        boolean utc = value instanceof Instant;
        return new Literal.TimestampLiteral(
                near.getEpochSecond(), near.getNano(), random.nextInt(10) == 0 ? !utc : utc);
    }
}
