package io.pq2.predicate;

import io.pq2.internal.predicate.text.LiteralText;
import io.pq2.internal.predicate.text.PredicateTextParser;
import io.pq2.internal.predicate.text.PredicateTokens;
import io.pq2.metadata.BoundingBox;
import io.pq2.predicate.Predicate.Operator;
import java.util.List;

/**
 * Writes predicates as text and parses them, in a syntax like SQL. docs/predicates.md has the grammar.
 * <pre>{@code
 * l_shipdate >= DATE '1994-01-01' AND NOT (name LIKE 'x%') AND price IN (1, 2.50, NULL) AND `a.b`.c IS NOT NULL
 * }</pre>
 *
 * <p>Keywords are case-insensitive and column names are case-sensitive. White space only separates words. The
 * spelling of a literal determines its type, independently of the column.
 */
public final class PredicateText {

    private final StringBuilder text = new StringBuilder();

    private PredicateText() {}

    /**
     * Returns the text of a predicate. {@link #parse} returns an equal predicate, with these exceptions:
     *
     * <ul>
     *   <li>{@link Predicate.Custom} cannot be parsed.
     *   <li>AND and OR with one operand are written as that operand, and those without operands as TRUE and FALSE.
     *   <li>The z and m ranges of a box are omitted.
     *   <li>A predicate that exceeds the limits of {@link #parse} on nesting depth, digits or exponents cannot be
     *       parsed.
     * </ul>
     */
    public static String write(Predicate predicate) {
        PredicateText writer = new PredicateText();
        writer.add(predicate);
        return writer.text.toString();
    }

    /**
     * Parses a predicate.
     *
     * @throws io.pq2.exception.InvalidDataException if the text is not a predicate; the message has the position,
     *     counted from 1, and the reason
     */
    public static Predicate parse(String text) {
        return new PredicateTextParser(text).predicate();
    }

    /** Returns a path in text form. */
    static String column(List<String> path) {
        StringBuilder text = new StringBuilder();
        for (String name : path) {
            text.append(text.isEmpty() ? "" : ".").append(name(name));
        }
        return text.toString();
    }

    private static String name(String name) {
        boolean plain = !name.isEmpty() && PredicateTokens.isNameStart(name.codePointAt(0));
        if (plain && name.codePoints().allMatch(PredicateTokens::isNamePart) && !PredicateTokens.isReserved(name)) {
            return name;
        }
        return '`' + name.replace("`", "``") + '`';
    }

    private void add(Predicate predicate) {
        if (predicate instanceof Predicate.Leaf leaf) {
            add(leaf);
        } else if (predicate instanceof Predicate.Not not) {
            text.append("NOT (");
            add(not.operand());
            text.append(')');
        } else if (predicate instanceof Predicate.And and) {
            add(and.operands(), " AND ", "TRUE");
        } else if (predicate instanceof Predicate.Or or) {
            add(or.operands(), " OR ", "FALSE");
        } else {
            text.append(predicate instanceof Predicate.AlwaysTrue ? "TRUE" : "FALSE");
        }
    }

    private void add(List<Predicate> operands, String word, String ofNone) {
        if (operands.size() == 1) {
            add(operands.get(0));
            return;
        }
        for (int i = 0; i < operands.size(); i++) {
            text.append(i == 0 ? "" : word);
            boolean inBrackets = isJunction(operands.get(i));
            text.append(inBrackets ? "(" : "");
            add(operands.get(i));
            text.append(inBrackets ? ")" : "");
        }
        text.append(operands.isEmpty() ? ofNone : "");
    }

    /** Whether the operand needs parentheses. Superfluous ones do no harm. */
    private static boolean isJunction(Predicate predicate) {
        return predicate instanceof Predicate.And || predicate instanceof Predicate.Or;
    }

    private void add(Predicate.Leaf leaf) {
        String column = column(leaf.path());
        if (leaf instanceof Predicate.Comparison comparison) {
            add(column, comparison.operator(), comparison.literal());
        } else if (leaf instanceof Predicate.EqualNullSafe equal) {
            text.append(column)
                    .append(" <=> ")
                    .append(equal.literal() == null ? "NULL" : LiteralText.write(equal.literal()));
        } else if (leaf instanceof Predicate.In in) {
            add(column, in);
        } else if (leaf instanceof Predicate.IsNull) {
            text.append(column).append(" IS NULL");
        } else if (leaf instanceof Predicate.IsNotNull) {
            text.append(column).append(" IS NOT NULL");
        } else if (leaf instanceof Predicate.IsNan) {
            text.append(column).append(" IS NAN");
        } else if (leaf instanceof Predicate.StartsWith startsWith) {
            addCall("starts_with", column, LiteralText.write(startsWith.prefix()));
        } else if (leaf instanceof Predicate.EndsWith endsWith) {
            addCall("ends_with", column, LiteralText.write(endsWith.suffix()));
        } else if (leaf instanceof Predicate.Contains contains) {
            addCall("contains", column, LiteralText.write(contains.part()));
        } else if (leaf instanceof Predicate.Intersects intersects) {
            BoundingBox box = intersects.box();
            addCall("intersects", column, box.xmin(), box.ymin(), box.xmax(), box.ymax());
        } else if (leaf instanceof Predicate.AnyValue any) {
            text.append("any(");
            add(any.condition());
            text.append(')');
        } else {
            text.append(column).append(" PASSES ").append(((Predicate.Custom) leaf).test());
        }
    }

    private void add(String column, Operator operator, Literal literal) {
        text.append(column).append(' ').append(operator.symbol()).append(' ').append(LiteralText.write(literal));
    }

    private void add(String column, Predicate.In in) {
        text.append(column).append(" IN (");
        String separator = "";
        for (Literal literal : in.literals()) {
            text.append(separator).append(LiteralText.write(literal));
            separator = ", ";
        }
        text.append(in.containsNull() ? separator + "NULL)" : ")");
    }

    private void addCall(String function, String column, Object... operands) {
        text.append(function).append('(').append(column);
        for (Object operand : operands) {
            text.append(", ").append(operand instanceof Double number ? LiteralText.write(number) : operand);
        }
        text.append(')');
    }
}
