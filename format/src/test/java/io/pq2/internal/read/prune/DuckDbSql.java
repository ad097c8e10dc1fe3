package io.pq2.internal.read.prune;

import io.pq2.predicate.ByteString;
import io.pq2.predicate.Literal;
import io.pq2.predicate.Predicate;
import io.pq2.schema.Column;
import io.pq2.schema.LogicalType;
import io.pq2.schema.Schema;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Predicates as SQL of DuckDB, which treats NaN as the greatest number. Some predicates have no SQL with the same
 * meaning.
 */
final class DuckDbSql {

    private static final int DIGITS = 38;

    private final Schema schema;

    DuckDbSql(Schema schema) {
        this.schema = schema;
    }

    /** Returns a condition in SQL, or null if there is none with the same meaning. */
    String of(Predicate predicate) {
        if (predicate instanceof Predicate.And and) {
            return joined(and.operands(), " AND ", "true");
        } else if (predicate instanceof Predicate.Or or) {
            return joined(or.operands(), " OR ", "false");
        } else if (predicate instanceof Predicate.Not not) {
            String operand = of(not.operand());
            return operand == null ? null : "NOT (" + operand + ")";
        } else if (predicate instanceof Predicate.Leaf leaf) {
            Column column = schema.column(leaf.path());
            return column == null || column.maxRepetitionLevel() > 0 ? null : of(leaf, column);
        }
        return String.valueOf(predicate instanceof Predicate.AlwaysTrue);
    }

    private String joined(List<Predicate> operands, String word, String none) {
        List<String> texts = new ArrayList<>();
        for (Predicate operand : operands) {
            String text = of(operand);
            if (text == null) {
                return null;
            }
            texts.add("(" + text + ")");
        }
        return texts.isEmpty() ? none : String.join(word, texts);
    }

    private static String of(Predicate.Leaf leaf, Column column) {
        String name = "t.\"" + String.join("\".\"", column.path()) + "\"";
        if (leaf instanceof Predicate.IsNull) {
            return name + " IS NULL";
        } else if (leaf instanceof Predicate.IsNotNull) {
            return name + " IS NOT NULL";
        } else if (leaf instanceof Predicate.Comparison comparison) {
            String value = value(comparison.literal(), column);
            return value == null ? null : name + " " + comparison.operator().symbol() + " " + value;
        } else if (leaf instanceof Predicate.EqualNullSafe equal) {
            String value = equal.literal() == null ? "NULL" : value(equal.literal(), column);
            return value == null ? null : name + " IS NOT DISTINCT FROM " + value;
        } else if (leaf instanceof Predicate.In in && !in.literals().isEmpty()) {
            return ofIn(in, name, column);
        }
        return null;
    }

    private static String ofIn(Predicate.In in, String name, Column column) {
        List<String> values = new ArrayList<>();
        for (Literal literal : in.literals()) {
            String value = value(literal, column);
            if (value == null) {
                return null;
            }
            values.add(value);
        }
        return name + " IN (" + String.join(", ", values) + (in.containsNull() ? ", NULL)" : ")");
    }

    private static String value(Literal literal, Column column) {
        Class<?> kind = LogicalValue.kind(column.field());
        LogicalType type = column.field().logicalType();
        if (kind == Boolean.class && literal instanceof Literal.BooleanLiteral flag) {
            return String.valueOf(flag.flag());
        } else if (kind == BigDecimal.class && literal.value() instanceof BigDecimal number) {
            return number(number, type instanceof LogicalType.DecimalType decimal ? decimal.scale() : 0);
        } else if (kind == Double.class && literal.value() instanceof Double number) {
            return "'" + (Double.isInfinite(number) ? number > 0 ? "inf" : "-inf" : number.toString()) + "'::DOUBLE";
        } else if (type instanceof LogicalType.StringType && literal.value() instanceof ByteString bytes) {
            return text(bytes.bytes());
        } else if (type instanceof LogicalType.DateType && literal instanceof Literal.DateLiteral date) {
            return "(DATE '1970-01-01' + (" + date.epochDay() + "))";
        }
        return null;
    }

    private static String number(BigDecimal number, int scale) {
        BigDecimal plain = number.stripTrailingZeros();
        boolean fits = plain.scale() <= scale && (long) plain.precision() - plain.scale() <= DIGITS - scale;
        return fits ? "'" + plain.toPlainString() + "'::DECIMAL(" + DIGITS + ", " + scale + ")" : null;
    }

    /** Returns a SQL string, or null if the bytes are not simple text. */
    private static String text(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.UTF_8);
        boolean plain = text.chars().allMatch(c -> c >= ' ' && c < 0x7F && c != '\'');
        return plain ? "'" + text + "'" : null;
    }
}
