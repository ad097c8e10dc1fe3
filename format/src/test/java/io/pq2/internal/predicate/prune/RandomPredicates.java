package io.pq2.internal.predicate.prune;

import io.pq2.predicate.ByteString;
import io.pq2.predicate.Literal;
import io.pq2.predicate.Predicate;
import io.pq2.predicate.Predicate.Operator;
import io.pq2.schema.Column;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Random predicates over a {@link RandomTable}. Literals often equal a value and sometimes have another type. */
public final class RandomPredicates {

    private final Random random;

    public RandomPredicates(Random random) {
        this.random = random;
    }

    public Predicate predicate(int depth) {
        int kind = depth == 0 ? 0 : random.nextInt(6);
        return switch (kind) {
            case 1 -> new Predicate.And(operands(depth));
            case 2 -> new Predicate.Or(operands(depth));
            case 3 -> new Predicate.Not(predicate(depth - 1));
            case 4 ->
                random.nextInt(8) > 0
                        ? leaf()
                        : random.nextBoolean() ? new Predicate.AlwaysTrue() : new Predicate.AlwaysFalse();
            default -> leaf();
        };
    }

    private List<Predicate> operands(int depth) {
        List<Predicate> operands = new ArrayList<>();
        for (int i = 1 + random.nextInt(3); i > 0; i--) {
            operands.add(predicate(depth - 1));
        }
        return operands;
    }

    private Predicate leaf() {
        Column column = RandomTable.SCHEMA
                .columns()
                .get(random.nextInt(RandomTable.SCHEMA.columns().size()));
        List<String> path = random.nextInt(20) == 0 ? List.of("missing") : column.path();
        return switch (random.nextInt(8)) {
            case 0 -> new Predicate.IsNull(path);
            case 1 -> new Predicate.IsNotNull(path);
            case 2 -> new Predicate.EqualNullSafe(path, random.nextInt(4) == 0 ? null : literal(column));
            case 3 -> new Predicate.In(path, literals(column), random.nextInt(4) == 0);
            case 4 ->
                new Predicate.StartsWith(path, ByteString.of(new String[] {"", "a", "ab", "é"}[random.nextInt(4)]));
            default ->
                new Predicate.Comparison(
                        path, Operator.values()[random.nextInt(Operator.values().length)], literal(column));
        };
    }

    private List<Literal> literals(Column column) {
        List<Literal> literals = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            literals.add(literal(column));
        }
        return literals;
    }

    private Literal literal(Column column) {
        int small = random.nextInt(9) - 4;
        if (random.nextInt(10) == 0) {
            return new Literal.IntegerLiteral(small); // For many columns, this literal has another type.
        }
        Comparable<?> value = RandomTableValues.random(column.field(), random, random.nextInt(6) == 0)
                .logicalValue();
        if (value instanceof BigDecimal number) {
            return switch (random.nextInt(3)) {
                case 0 -> new Literal.IntegerLiteral(number.longValue());
                case 1 -> new Literal.DecimalLiteral(number.setScale(number.scale() + 3));
                default -> new Literal.DecimalLiteral(number.subtract(new BigDecimal("0.001")));
            };
        } else if (value instanceof Double number) {
            return random.nextBoolean()
                    ? new Literal.DoubleLiteral(number)
                    : new Literal.FloatLiteral(number.floatValue());
        } else if (value instanceof Boolean flag) {
            return new Literal.BooleanLiteral(flag);
        } else if (value instanceof ByteString bytes) {
            return new Literal.BinaryLiteral(bytes);
        } else if (value instanceof LocalDate date) {
            return new Literal.DateLiteral((int) date.toEpochDay());
        } else if (value instanceof LocalTime time) {
            return new Literal.TimeLiteral(time.toNanoOfDay());
        }
        return random.nextInt(5) == 0
                ? Literal.TimestampLiteral.ofMicros(small, random.nextBoolean())
                : value instanceof Instant
                        ? Literal.TimestampLiteral.ofMicros(small, true)
                        : Literal.TimestampLiteral.ofNanos(small, false);
    }
}
