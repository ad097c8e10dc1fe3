package io.pq2.internal.read.prune;

import io.pq2.predicate.ByteString;
import io.pq2.predicate.FilterSemantics;
import io.pq2.predicate.Literal;
import io.pq2.predicate.MissingColumns;
import io.pq2.predicate.NanOrder;
import io.pq2.predicate.Predicate;
import io.pq2.schema.Column;
import io.pq2.schema.Field;
import io.pq2.schema.GroupField;
import io.pq2.schema.LogicalType;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.Repetition;
import io.pq2.schema.Schema;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * The truth values of predicates, computed without the engine from the documentation of {@link Predicate}.
 *
 * <p>Scans must return the rows for which a predicate is certainly true. The engine does not decide some conditions
 * (see {@link io.pq2.internal.predicate.filter.BatchFilter}); scans may return further rows because of these.
 */
public final class TruthOracle {

    private final PlainTable table;
    private final Schema schema;
    private final FilterSemantics semantics;

    public TruthOracle(PlainTable table, FilterSemantics semantics) {
        this.table = table;
        this.schema = table.schema();
        this.semantics = semantics;
    }

    /** Returns the rows for which a predicate is true. */
    public BitSet certain(Predicate predicate) {
        BitSet rows = new BitSet();
        for (int row = 0; row < table.rows().size(); row++) {
            rows.set(row, truth(predicate, row, true) == TruthBits.TRUE);
        }
        return rows;
    }

    /** Returns the rows that a filtering scan may return: {@link #certain} rows and rows with undecided conditions. */
    public BitSet allowed(Predicate predicate) {
        BitSet rows = new BitSet();
        for (int row = 0; row < table.rows().size(); row++) {
            rows.set(row, (truth(predicate, row, false) & TruthBits.TRUE) != 0);
        }
        return rows;
    }

    /**
     * @param all whether to evaluate conditions that the engine does not decide
     */
    private int truth(Predicate predicate, int row, boolean all) {
        if (predicate instanceof Predicate.And and) {
            int truth = TruthBits.TRUE;
            for (Predicate operand : and.operands()) {
                truth = TruthBits.and(truth, truth(operand, row, all));
            }
            return truth;
        } else if (predicate instanceof Predicate.Or or) {
            int truth = TruthBits.FALSE;
            for (Predicate operand : or.operands()) {
                truth = TruthBits.or(truth, truth(operand, row, all));
            }
            return truth;
        } else if (predicate instanceof Predicate.Not not) {
            return TruthBits.not(truth(not.operand(), row, all));
        } else if (predicate instanceof Predicate.Leaf leaf) {
            return all || isDecided(leaf) ? ofLeaf(leaf, row) : TruthBits.ANY;
        }
        return TruthBits.of(predicate instanceof Predicate.AlwaysTrue);
    }

    /** Whether the engine decides a condition that has a meaning. */
    private boolean isDecided(Predicate.Leaf leaf) {
        Column column = schema.column(leaf.path());
        return column == null || semantics.comparesAsStored().test(column);
    }

    /** Whether the documentation defines the meaning of a condition on a column. */
    private static boolean hasMeaning(Predicate.Leaf leaf, Column column) {
        Class<?> kind = LogicalValue.kind(column.field());
        if (column.maxRepetitionLevel() > 0) {
            return false;
        } else if (leaf instanceof Predicate.Intersects) {
            return column.field().logicalType() instanceof LogicalType.GeometryType
                    || (column.field().logicalType() == null
                            && column.field().physicalType() == PhysicalType.BYTE_ARRAY);
        } else if (leaf instanceof Predicate.StartsWith
                || leaf instanceof Predicate.EndsWith
                || leaf instanceof Predicate.Contains) {
            return kind == ByteString.class;
        }
        return literals(leaf).stream()
                .allMatch(literal ->
                        kind(literal) == kind || (isNumber(kind(literal)) && isNumber(kind) && !isNan(value(literal))));
    }

    private static boolean isNumber(Class<?> kind) {
        return kind == BigDecimal.class || kind == Double.class;
    }

    private static List<Literal> literals(Predicate.Leaf leaf) {
        if (leaf instanceof Predicate.Comparison comparison) {
            return List.of(comparison.literal());
        } else if (leaf instanceof Predicate.EqualNullSafe equal && equal.literal() != null) {
            return List.of(equal.literal());
        }
        return leaf instanceof Predicate.In in ? in.literals() : List.of();
    }

    private int ofLeaf(Predicate.Leaf leaf, int row) {
        Column column = schema.column(leaf.path());
        if (column == null) {
            return ofNoColumn(leaf, row);
        } else if (!hasMeaning(leaf, column)) {
            return TruthBits.ANY;
        } else if (table.stored(column.path(), row) == null) {
            return ofNull(leaf);
        }
        return ofValue(leaf, table.value(column, row));
    }

    private int ofNoColumn(Predicate.Leaf leaf, int row) {
        if (isMissing(leaf.path())) {
            return semantics.missingColumns() == MissingColumns.ARE_NULL ? ofNull(leaf) : TruthBits.ANY;
        } else if (!isGroup(leaf.path())) {
            return TruthBits.ANY;
        }
        boolean isNull = table.stored(leaf.path(), row) == null;
        if (leaf instanceof Predicate.IsNull
                || (leaf instanceof Predicate.EqualNullSafe equal && equal.literal() == null)) {
            return TruthBits.of(isNull);
        }
        return leaf instanceof Predicate.IsNotNull ? TruthBits.of(!isNull) : TruthBits.ANY;
    }

    /** Whether a path does not exist, and no leaf, list or map is on it. */
    private boolean isMissing(List<String> path) {
        List<Field> fields = schema.fields();
        for (String name : path) {
            Field found = named(fields, name);
            if (found == null) {
                return true;
            } else if (!(found instanceof GroupField group) || isList(group)) {
                return false;
            } else {
                fields = group.fields();
            }
        }
        return false;
    }

    /** Whether a path leads through plain groups to a group, list or map. */
    private boolean isGroup(List<String> path) {
        List<Field> fields = schema.fields();
        Field found = null;
        for (String name : path) {
            if (found instanceof GroupField parent && isList(parent)) {
                return false;
            }
            found = named(fields, name);
            if (!(found instanceof GroupField group) || group.repetition() == Repetition.REPEATED) {
                return false;
            }
            fields = group.fields();
        }
        return found != null;
    }

    private static boolean isList(GroupField group) {
        return group.repetition() == Repetition.REPEATED || group.logicalType() != null;
    }

    private static Field named(List<Field> fields, String name) {
        return fields.stream()
                .filter(field -> field.name().equals(name))
                .findFirst()
                .orElse(null);
    }

    private static int ofNull(Predicate.Leaf leaf) {
        if (leaf instanceof Predicate.IsNull) {
            return TruthBits.TRUE;
        } else if (leaf instanceof Predicate.IsNotNull || leaf instanceof Predicate.IsNan) {
            return TruthBits.FALSE;
        } else if (leaf instanceof Predicate.EqualNullSafe equal) {
            return TruthBits.of(equal.literal() == null);
        } else if (leaf instanceof Predicate.In in && in.literals().isEmpty() && !in.containsNull()) {
            return TruthBits.FALSE;
        }
        return TruthBits.UNKNOWN;
    }

    /**
     * @param value the logical value, or null for an invalid stored value, which equals no literal and has no order
     */
    private int ofValue(Predicate.Leaf leaf, Comparable<?> value) {
        if (leaf instanceof Predicate.IsNull) {
            return TruthBits.FALSE;
        } else if (leaf instanceof Predicate.IsNotNull) {
            return TruthBits.TRUE;
        } else if (leaf instanceof Predicate.EqualNullSafe equal && equal.literal() == null) {
            return TruthBits.FALSE;
        } else if (leaf instanceof Predicate.IsNan) {
            return TruthBits.of(value instanceof Double number && number.isNaN());
        } else if (value == null) {
            return TruthBits.ANY;
        } else if (leaf instanceof Predicate.Comparison comparison) {
            return TruthBits.of(compare(value, comparison.operator(), comparison.literal()));
        } else if (leaf instanceof Predicate.EqualNullSafe equal) {
            return TruthBits.of(compare(value, Predicate.Operator.EQ, equal.literal()));
        } else if (leaf instanceof Predicate.In in) {
            boolean found = in.literals().stream().anyMatch(literal -> compare(value, Predicate.Operator.EQ, literal));
            return found || !in.containsNull() ? TruthBits.of(found) : TruthBits.UNKNOWN;
        } else if (leaf instanceof Predicate.Custom custom) {
            return TruthBits.of(custom.test().test(value));
        }
        byte[] bytes = ((ByteString) value).bytes();
        if (leaf instanceof Predicate.Intersects intersects) {
            return TruthBits.of(WkbExtent.of(bytes).intersects(intersects.box()));
        }
        return TruthBits.of(ofText(leaf, new String(bytes, StandardCharsets.ISO_8859_1)));
    }

    private static boolean ofText(Predicate.Leaf leaf, String text) {
        if (leaf instanceof Predicate.StartsWith startsWith) {
            return text.startsWith(text(startsWith.prefix()));
        } else if (leaf instanceof Predicate.EndsWith endsWith) {
            return text.endsWith(text(endsWith.suffix()));
        }
        return text.contains(text(((Predicate.Contains) leaf).part()));
    }

    private static String text(ByteString bytes) {
        return new String(bytes.bytes(), StandardCharsets.ISO_8859_1);
    }

    private boolean compare(Comparable<?> value, Predicate.Operator operator, Literal literal) {
        Comparable<?> other = value(literal);
        if (isNan(value) || isNan(other)) {
            if (semantics.nanOrder() == NanOrder.UNORDERED) {
                return operator == Predicate.Operator.NE;
            }
            return holds(operator, Boolean.compare(isNan(value), isNan(other)));
        }
        return holds(operator, order(value, other));
    }

    private static boolean isNan(Comparable<?> value) {
        return value instanceof Double number && number.isNaN();
    }

    private static boolean holds(Predicate.Operator operator, int order) {
        return switch (operator) {
            case EQ -> order == 0;
            case NE -> order != 0;
            case LT -> order < 0;
            case LE -> order <= 0;
            case GT -> order > 0;
            case GE -> order >= 0;
        };
    }

    /** Compares two values that are not NaN. */
    private static int order(Comparable<?> left, Comparable<?> right) {
        if (left instanceof ByteString bytes) {
            return Arrays.compareUnsigned(bytes.bytes(), ((ByteString) right).bytes());
        } else if (left instanceof LocalDateTime local) {
            return local.compareTo((LocalDateTime) right);
        } else if (left instanceof LocalDate date) {
            return date.compareTo((LocalDate) right);
        } else if (left instanceof LocalTime time) {
            return time.compareTo((LocalTime) right);
        } else if (left instanceof Instant instant) {
            return instant.compareTo((Instant) right);
        } else if (left instanceof Boolean flag) {
            return flag.compareTo((Boolean) right);
        }
        int infinite = Integer.compare(infinity(left), infinity(right));
        return infinite != 0 || infinity(left) != 0 ? infinite : exact(left).compareTo(exact(right));
    }

    /** Returns -1 or 1 for the infinities, 0 for other numbers. */
    private static int infinity(Comparable<?> number) {
        return number instanceof Double floating && Double.isInfinite(floating) ? (int) Math.signum(floating) : 0;
    }

    private static BigDecimal exact(Comparable<?> number) {
        return number instanceof Double floating ? new BigDecimal(floating) : (BigDecimal) number;
    }

    private static Class<?> kind(Literal literal) {
        return value(literal).getClass();
    }

    private static Comparable<?> value(Literal literal) {
        if (literal instanceof Literal.BooleanLiteral flag) {
            return flag.flag();
        } else if (literal instanceof Literal.IntegerLiteral integer) {
            return BigDecimal.valueOf(integer.integer());
        } else if (literal instanceof Literal.FloatLiteral number) {
            return (double) number.number();
        } else if (literal instanceof Literal.DoubleLiteral number) {
            return number.number();
        } else if (literal instanceof Literal.DateLiteral date) {
            return LocalDate.ofEpochDay(date.epochDay());
        } else if (literal instanceof Literal.TimeLiteral time) {
            return LocalTime.ofNanoOfDay(time.nanoOfDay());
        } else if (literal instanceof Literal.TimestampLiteral timestamp) {
            Instant instant = Instant.ofEpochSecond(timestamp.epochSecond(), timestamp.nano());
            return timestamp.utc() ? instant : LocalDateTime.ofInstant(instant, ZoneOffset.UTC);
        }
        return literal.value(); // Decimals and bytes need no conversion.
    }
}
