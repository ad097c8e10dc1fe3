package io.pq2.predicate;

import io.pq2.metadata.BoundingBox;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A condition on rows with three-valued logic: for each row it is true, false or unknown.
 *
 * <p>A path consists of the field names from a top-level field down to a column; it is case-sensitive. {@link
 * IsNull}, {@link IsNotNull} and {@link EqualNullSafe} with null also accept the path of a struct, list or map.
 * {@code toString} returns the text form that {@link PredicateText} defines and parses.
 */
public sealed interface Predicate {

    /** A comparison operator. */
    enum Operator {
        EQ("="),
        NE("<>"),
        LT("<"),
        LE("<="),
        GT(">"),
        GE(">=");

        private final String symbol;

        Operator(String symbol) {
            this.symbol = symbol;
        }

        /** Returns the operator in SQL syntax. */
        public String symbol() {
            return symbol;
        }
    }

    /** A condition on one column or group. {@link AnyValue} is the only one for columns below a list or map. */
    sealed interface Leaf extends Predicate {

        /** Returns the field names from a top-level field down to the column or group. */
        List<String> path();
    }

    /** True for every row. */
    record AlwaysTrue() implements Predicate {
        @Override
        public String toString() {
            return PredicateText.write(this);
        }
    }

    /** False for every row. */
    record AlwaysFalse() implements Predicate {
        @Override
        public String toString() {
            return PredicateText.write(this);
        }
    }

    /** Compares the column with a literal. Unknown where the column is null. */
    record Comparison(List<String> path, Operator operator, Literal literal) implements Leaf {
        public Comparison {
            path = List.copyOf(path);
            Objects.requireNonNull(operator, "operator");
            Objects.requireNonNull(literal, "literal");
        }

        @Override
        public String toString() {
            return PredicateText.write(this);
        }
    }

    /**
     * Whether the column equals a literal, where null equals null. Never unknown.
     *
     * @param literal the value; absent to compare with null
     */
    record EqualNullSafe(List<String> path, @Nullable Literal literal) implements Leaf {
        public EqualNullSafe {
            path = List.copyOf(path);
        }

        @Override
        public String toString() {
            return PredicateText.write(this);
        }
    }

    /**
     * Whether the column equals one of the given values. Unknown where the column is null, and where it equals no
     * value but null is one of them.
     *
     * @param literals the values except null
     * @param containsNull whether null is one of the values
     */
    record In(List<String> path, List<Literal> literals, boolean containsNull) implements Leaf {
        public In {
            path = List.copyOf(path);
            literals = List.copyOf(literals);
        }

        @Override
        public String toString() {
            return PredicateText.write(this);
        }
    }

    /** Whether the column is null, or a group on its path is. */
    record IsNull(List<String> path) implements Leaf {
        public IsNull {
            path = List.copyOf(path);
        }

        @Override
        public String toString() {
            return PredicateText.write(this);
        }
    }

    /** Whether the column is not null. */
    record IsNotNull(List<String> path) implements Leaf {
        public IsNotNull {
            path = List.copyOf(path);
        }

        @Override
        public String toString() {
            return PredicateText.write(this);
        }
    }

    /** Whether the column is NaN. False where the column is null or its type has no NaN; never unknown. */
    record IsNan(List<String> path) implements Leaf {
        public IsNan {
            path = List.copyOf(path);
        }

        @Override
        public String toString() {
            return PredicateText.write(this);
        }
    }

    /** Whether the column's bytes start with a prefix. Unknown where the column is null. */
    record StartsWith(List<String> path, ByteString prefix) implements Leaf {
        public StartsWith {
            path = List.copyOf(path);
            Objects.requireNonNull(prefix, "prefix");
        }

        @Override
        public String toString() {
            return PredicateText.write(this);
        }
    }

    /** Whether the column's bytes end with a suffix. Unknown where the column is null. */
    record EndsWith(List<String> path, ByteString suffix) implements Leaf {
        public EndsWith {
            path = List.copyOf(path);
            Objects.requireNonNull(suffix, "suffix");
        }

        @Override
        public String toString() {
            return PredicateText.write(this);
        }
    }

    /** Whether the column's bytes contain a part. Unknown where the column is null. */
    record Contains(List<String> path, ByteString part) implements Leaf {
        public Contains {
            path = List.copyOf(path);
            Objects.requireNonNull(part, "part");
        }

        @Override
        public String toString() {
            return PredicateText.write(this);
        }
    }

    /**
     * Whether the bounding box of a GEOMETRY or GEOGRAPHY value intersects a box in x and y, including the edges.
     * Unknown where the column is null. A BYTE_ARRAY column without logical type counts as GEOMETRY, unless GeoParquet
     * metadata says that it has another encoding or edges that are not planar.
     *
     * <p>The box of a GEOMETRY value encloses all of its coordinates except NaNs. A value without x or y, or without
     * valid well-known binary (ISO or PostGIS type codes), has no box and intersects nothing. The box of a GEOGRAPHY
     * value depends on how its edges run, so single values are never excluded: only the boxes of geospatial
     * statistics prune.
     *
     * @param box the box; with {@code xmin > xmax} it crosses the antimeridian: it consists of all x at least {@code
     *     xmin} and all x at most {@code xmax}
     */
    record Intersects(List<String> path, BoundingBox box) implements Leaf {
        public Intersects {
            path = List.copyOf(path);
            Objects.requireNonNull(box, "box");
        }

        @Override
        public String toString() {
            return PredicateText.write(this);
        }
    }

    /** Whether the column passes a caller's test. Unknown where the column is null. */
    record Custom(List<String> path, ValuePredicate test) implements Leaf {
        public Custom {
            path = List.copyOf(path);
            Objects.requireNonNull(test, "test");
        }

        @Override
        public String toString() {
            return PredicateText.write(this);
        }
    }

    /**
     * True if a condition is true for a value of the column in the row. The column may be below a list or map, where a
     * row has any number of values. Otherwise false or unknown: which of the two is left open.
     *
     * <p>It excludes row groups and pages, and no single row.
     *
     * @param condition the condition on a value; not an {@code AnyValue} itself
     */
    record AnyValue(Leaf condition) implements Leaf {
        public AnyValue {
            if (condition instanceof AnyValue) {
                throw new IllegalArgumentException("a condition on any value of any value");
            }
        }

        @Override
        public List<String> path() {
            return condition.path();
        }

        @Override
        public String toString() {
            return PredicateText.write(this);
        }
    }

    /** True if all operands are true, false if one is false, otherwise unknown. Without operands it is true. */
    record And(List<Predicate> operands) implements Predicate {
        public And {
            operands = List.copyOf(operands);
        }

        /** Returns the conjunction of the operands. */
        public static And of(Predicate... operands) {
            return new And(List.of(operands));
        }

        @Override
        public String toString() {
            return PredicateText.write(this);
        }
    }

    /** True if one operand is true, false if all are false, otherwise unknown. Without operands it is false. */
    record Or(List<Predicate> operands) implements Predicate {
        public Or {
            operands = List.copyOf(operands);
        }

        /** Returns the disjunction of the operands. */
        public static Or of(Predicate... operands) {
            return new Or(List.of(operands));
        }

        @Override
        public String toString() {
            return PredicateText.write(this);
        }
    }

    /** True where the operand is false, false where it is true, unknown where it is unknown. */
    record Not(Predicate operand) implements Predicate {
        public Not {
            Objects.requireNonNull(operand, "operand");
        }

        @Override
        public String toString() {
            return PredicateText.write(this);
        }
    }

    /** Returns the distinct paths that this predicate names, in order of first occurrence. */
    default Set<List<String>> paths() {
        Set<List<String>> paths = new LinkedHashSet<>();
        collectPaths(this, paths);
        return paths;
    }

    private static void collectPaths(Predicate predicate, Set<List<String>> paths) {
        if (predicate instanceof Leaf leaf) {
            paths.add(leaf.path());
        } else if (predicate instanceof Not not) {
            collectPaths(not.operand(), paths);
        } else if (predicate instanceof And and) {
            and.operands().forEach(operand -> collectPaths(operand, paths));
        } else if (predicate instanceof Or or) {
            or.operands().forEach(operand -> collectPaths(operand, paths));
        }
    }
}
