package io.pq2.predicate;

import io.pq2.metadata.BoundingBox;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * A condition on rows: true, false or unknown for each. A path names a leaf column by the names from the top-level field to the
 * leaf; case matters. {@link IsNull}, {@link IsNotNull} and {@link EqualNullSafe} with null may name a struct,
 * list or map as well. As a string it has the text form of {@link PredicateText}, which reads it, too.
 */
public sealed interface Predicate {

    /** How a comparison compares. */
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

        /** The operator in SQL. */
        public String symbol() {
            return symbol;
        }
    }

    /** A condition on one column. */
    sealed interface Leaf extends Predicate {

        /** The names from the top-level field to the leaf. */
        List<String> path();
    }

    /** True for all rows. */
    record AlwaysTrue() implements Predicate {
        @Override
        public String toString() {
            return PredicateText.write(this);
        }
    }

    /** False for all rows. */
    record AlwaysFalse() implements Predicate {
        @Override
        public String toString() {
            return PredicateText.write(this);
        }
    }

    /** A comparison of the column with a value; unknown where the column is null. */
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
     * Whether column and value are equal or both null; never unknown.
     *
     * @param literal the value, null for null
     */
    record EqualNullSafe(List<String> path, Literal literal) implements Leaf {
        public EqualNullSafe {
            path = List.copyOf(path);
        }

        @Override
        public String toString() {
            return PredicateText.write(this);
        }
    }

    /**
     * Whether the column equals one of some values; unknown where it is null, and where it equals none and a null is among them.
     *
     * @param literals the values that are not null
     * @param containsNull whether a null is among the values
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

    /** Whether the column is null, be it because a group around it is. */
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

    /** Whether the column is NaN: false where it is null or has a type without NaN; never unknown. */
    record IsNan(List<String> path) implements Leaf {
        public IsNan {
            path = List.copyOf(path);
        }

        @Override
        public String toString() {
            return PredicateText.write(this);
        }
    }

    /** Whether the column begins with a prefix; unknown where it is null. */
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

    /** Whether the column ends with some bytes; unknown where it is null. */
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

    /** Whether the column has some bytes somewhere, one behind the other; unknown where it is null. */
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
     * Whether a shape's box and a box have a point in common; unknown where the column is null. Only x and y count, and a box's
     * edges belong to it.
     *
     * <p>The box of a GEOMETRY value is the smallest one around its coordinates that are numbers. It has none if it has no x or no
     * y, or if its bytes are no well-known binary (the codes of ISO and those of PostGIS are understood); it then intersects
     * nothing. The box of a GEOGRAPHY value depends on how edges run between its coordinates: values are not decided upon, only
     * the boxes of geospatial statistics are.
     *
     * @param box with {@code xmin > xmax} what lies at {@code xmin} and beyond together with what lies at {@code xmax} and
     *     before
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

    /** Whether the column passes a caller's test; unknown where it is null. */
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

    /** True if all operands are, false if one is false, otherwise unknown. */
    record And(List<Predicate> operands) implements Predicate {
        public And {
            operands = List.copyOf(operands);
        }

        /** Both of two conditions. */
        public static And of(Predicate... operands) {
            return new And(List.of(operands));
        }

        @Override
        public String toString() {
            return PredicateText.write(this);
        }
    }

    /** True if one operand is, false if all are false, otherwise unknown. */
    record Or(List<Predicate> operands) implements Predicate {
        public Or {
            operands = List.copyOf(operands);
        }

        /** At least one of some conditions. */
        public static Or of(Predicate... operands) {
            return new Or(List.of(operands));
        }

        @Override
        public String toString() {
            return PredicateText.write(this);
        }
    }

    /** True where the operand is false and the other way round, unknown where it is unknown. */
    record Not(Predicate operand) implements Predicate {
        public Not {
            Objects.requireNonNull(operand, "operand");
        }

        @Override
        public String toString() {
            return PredicateText.write(this);
        }
    }

    /** The paths of the columns that this is about, each once, in the order in which they occur. */
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
