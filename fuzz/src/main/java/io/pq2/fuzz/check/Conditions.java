package io.pq2.fuzz.check;

import io.pq2.predicate.ByteString;
import io.pq2.predicate.Literal;
import io.pq2.predicate.Predicate;
import io.pq2.schema.Column;
import io.pq2.schema.Schema;
import java.math.BigDecimal;
import java.util.List;
import java.util.SplittableRandom;

/** Random conditions on the columns of any schema. */
final class Conditions {

    private final SplittableRandom random;

    Conditions(SplittableRandom random) {
        this.random = random;
    }

    /** Returns a condition on one or two columns. */
    Predicate predicate(Schema schema) {
        Predicate first = leaf(schema);
        return switch (random.nextInt(6)) {
            case 0 -> new Predicate.Not(first);
            case 1 -> new Predicate.And(List.of(first, leaf(schema)));
            case 2 -> new Predicate.Or(List.of(first, leaf(schema)));
            default -> first;
        };
    }

    private Predicate leaf(Schema schema) {
        if (schema.columns().isEmpty()) {
            return new Predicate.AlwaysTrue();
        }
        Column column = schema.columns().get(random.nextInt(schema.columns().size()));
        List<String> path = column.path();
        Literal literal = literal(column);
        return switch (random.nextInt(8)) {
            case 0 -> new Predicate.IsNull(path);
            case 1 -> new Predicate.IsNotNull(path);
            case 2 -> new Predicate.In(path, List.of(literal, literal(column)), random.nextBoolean());
            case 3 -> new Predicate.EqualNullSafe(path, literal);
            case 4 -> new Predicate.StartsWith(path, ByteString.of("a"));
            default ->
                new Predicate.Comparison(
                        path, Predicate.Operator.values()[random.nextInt(Predicate.Operator.values().length)], literal);
        };
    }

    Literal literal(Column column) {
        int number = random.nextInt(8) == 0 ? random.nextInt() : random.nextInt(100);
        return switch (column.field().physicalType()) {
            case BOOLEAN -> new Literal.BooleanLiteral(random.nextBoolean());
            case FLOAT -> new Literal.FloatLiteral(number);
            case DOUBLE -> new Literal.DoubleLiteral(number);
            case INT32, INT64 -> integer(number);
            case INT96 -> new Literal.TimestampLiteral(number, 0, random.nextBoolean());
            case BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY ->
                random.nextInt(4) == 0
                        ? new Literal.DecimalLiteral(BigDecimal.valueOf(number, 2))
                        : new Literal.BinaryLiteral(ByteString.of("" + number));
        };
    }

    private Literal integer(int number) {
        return switch (random.nextInt(6)) {
            case 0 -> new Literal.DateLiteral(number % 100_000);
            case 1 -> new Literal.TimestampLiteral(number, 0, random.nextBoolean());
            case 2 -> new Literal.DecimalLiteral(BigDecimal.valueOf(number, 2));
            default -> new Literal.IntegerLiteral(number);
        };
    }
}
