package io.pq2.internal.read.prune;

import io.pq2.predicate.ByteString;
import io.pq2.predicate.Literal;
import io.pq2.predicate.Predicate;
import io.pq2.predicate.Predicate.Operator;
import io.pq2.schema.Column;
import io.pq2.schema.LogicalType;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Random predicates over a {@link PlainTable}. Literals are equal to, near, or far from its values. */
public final class DataPredicates {

    private final PlainTable table;
    private final Random random;
    private final DataLiterals literals;
    /** A column that many conditions test, so that conditions on one column meet; null for no preference. */
    private final Column preferred;

    public DataPredicates(PlainTable table, Random random) {
        this.table = table;
        this.random = random;
        this.literals = new DataLiterals(random);
        this.preferred = random.nextBoolean() ? anyColumn() : null;
    }

    /** Returns a predicate of conditions within AND, OR and NOT, with the given maximum depth. */
    public Predicate predicate(int depth) {
        return switch (depth == 0 ? 0 : random.nextInt(6)) {
            case 1 -> new Predicate.And(operands(depth));
            case 2, 3 -> new Predicate.Or(operands(depth));
            case 4 -> new Predicate.Not(predicate(depth - 1));
            default -> leafOrConstant();
        };
    }

    private List<Predicate> operands(int depth) {
        List<Predicate> operands = new ArrayList<>();
        for (int i = random.nextInt(3) + (random.nextInt(10) == 0 ? 0 : 1); i > 0; i--) {
            operands.add(predicate(depth - 1));
        }
        return operands;
    }

    private Predicate leafOrConstant() {
        return switch (random.nextInt(60)) {
            case 0 -> new Predicate.AlwaysTrue();
            case 1 -> new Predicate.AlwaysFalse();
            default -> leaf();
        };
    }

    private Column anyColumn() {
        List<Column> columns = table.schema().columns();
        return columns.get(random.nextInt(columns.size()));
    }

    private Predicate.Leaf leaf() {
        Column column = preferred != null && random.nextBoolean() ? preferred : anyColumn();
        List<String> path = column.path();
        if (random.nextInt(25) == 0) {
            path = otherPath(path);
        }
        // Conditions on groups are null checks.
        int kinds = path.equals(column.path()) ? 16 : random.nextInt(2) * 13 + 3;
        return switch (random.nextInt(kinds)) {
            case 0 -> new Predicate.IsNull(path);
            case 1 -> new Predicate.IsNotNull(path);
            case 2 -> new Predicate.EqualNullSafe(path, random.nextInt(4) == 0 ? null : literal(column));
            case 3, 4, 5 -> new Predicate.In(path, literals(column), random.nextInt(5) == 0);
            case 6 -> new Predicate.IsNan(path);
            case 7 -> new Predicate.Custom(path, custom(column));
            case 8, 9, 10 -> shape(path, column);
            case 11, 12 -> new Predicate.Comparison(path, Operator.EQ, literal(column));
            default ->
                new Predicate.Comparison(
                        path, Operator.values()[random.nextInt(Operator.values().length)], literal(column));
        };
    }

    /** Returns the path of a parent group or a path that does not exist. */
    private List<String> otherPath(List<String> path) {
        if (path.size() > 1 && random.nextBoolean()) {
            return path.subList(0, 1 + random.nextInt(path.size() - 1));
        }
        List<String> missing = new ArrayList<>(path);
        if (random.nextInt(3) == 0) {
            missing.add("below");
        } else {
            missing.set(random.nextInt(path.size()), "missing");
        }
        return missing;
    }

    private Predicate.Leaf shape(List<String> path, Column column) {
        Comparable<?> value = anyValue(column);
        if (isSpatial(column) || random.nextInt(30) == 0) {
            return new Predicate.Intersects(path, literals.box(value));
        } else if (!(value instanceof ByteString) && random.nextInt(8) > 0) {
            return new Predicate.Comparison(path, Operator.EQ, literal(column));
        }
        ByteString part = literals.part(value);
        return switch (random.nextInt(3)) {
            case 0 -> new Predicate.StartsWith(path, part);
            case 1 -> new Predicate.EndsWith(path, part);
            default -> new Predicate.Contains(path, part);
        };
    }

    private static boolean isSpatial(Column column) {
        return column.field().logicalType() instanceof LogicalType.GeometryType
                || column.field().logicalType() instanceof LogicalType.GeographyType;
    }

    private CustomPredicates custom(Column column) {
        return random.nextBoolean()
                ? new CustomPredicates.Hash(random.nextInt(3))
                : new CustomPredicates.Between(anyValue(column), anyValue(column));
    }

    private List<Literal> literals(Column column) {
        List<Literal> result = new ArrayList<>();
        int max = random.nextInt(6) == 0 ? 40 : 6;
        for (int i = random.nextInt(max); i >= 0; i--) {
            result.add(literal(column));
        }
        return random.nextInt(60) == 0 ? List.of() : result;
    }

    private Literal literal(Column column) {
        return random.nextInt(40) == 0 ? literals.ofAnyKind() : literals.near(anyValue(column));
    }

    /** Returns a value of a column, or a default value if it finds none. */
    private Comparable<?> anyValue(Column column) {
        for (int i = 0;
                i < 3 && column.maxRepetitionLevel() == 0 && !table.rows().isEmpty();
                i++) {
            Comparable<?> value =
                    table.value(column, random.nextInt(table.rows().size()));
            if (value != null) {
                return value;
            }
        }
        return DataLiterals.zero(LogicalValue.kind(column.field()));
    }
}
