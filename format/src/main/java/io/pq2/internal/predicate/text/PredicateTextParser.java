package io.pq2.internal.predicate.text;

import io.pq2.exception.InvalidDataException;
import io.pq2.internal.predicate.filter.LikePattern;
import io.pq2.metadata.BoundingBox;
import io.pq2.predicate.ByteString;
import io.pq2.predicate.Literal;
import io.pq2.predicate.Literal.BinaryLiteral;
import io.pq2.predicate.Literal.BooleanLiteral;
import io.pq2.predicate.Literal.DecimalLiteral;
import io.pq2.predicate.Literal.DoubleLiteral;
import io.pq2.predicate.Literal.FloatLiteral;
import io.pq2.predicate.Literal.IntegerLiteral;
import io.pq2.predicate.Predicate;
import io.pq2.predicate.Predicate.Operator;
import io.pq2.predicate.PredicateText;
import java.time.DateTimeException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;

/** Parses the text of a predicate by recursive descent, see {@link PredicateText}. */
public final class PredicateTextParser {

    /** The limit on the nesting of parentheses and NOT, which protects the stack. */
    private static final int MAX_DEPTH = 256;

    private static final Map<String, Operator> OPERATORS = Map.of(
            "=", Operator.EQ,
            "==", Operator.EQ,
            "<>", Operator.NE,
            "!=", Operator.NE,
            "<", Operator.LT,
            "<=", Operator.LE,
            ">", Operator.GT,
            ">=", Operator.GE);

    private final PredicateTokens tokens;
    private int depth;

    /** @param text the text of a predicate */
    public PredicateTextParser(String text) {
        tokens = new PredicateTokens(text);
    }

    /**
     * Parses the whole text.
     *
     * @throws InvalidDataException if the text is not a predicate
     */
    public Predicate predicate() {
        Predicate predicate = disjunction();
        if (tokens.kind() != PredicateTokens.Kind.END) {
            throw tokens.error("expected AND, OR or the end");
        }
        return predicate;
    }

    private Predicate disjunction() {
        return operands("OR", this::conjunction, Predicate.Or::new);
    }

    private Predicate conjunction() {
        return operands("AND", this::negation, Predicate.And::new);
    }

    private Predicate operands(
            String word, Supplier<Predicate> operand, Function<List<Predicate>, Predicate> junction) {
        Predicate first = operand.get();
        if (!tokens.isWord(word)) {
            return first;
        }
        List<Predicate> operands = new ArrayList<>();
        operands.add(first);
        while (tokens.takeWord(word)) {
            operands.add(operand.get());
        }
        return junction.apply(operands);
    }

    private Predicate negation() {
        if (!tokens.isWord("NOT")) {
            return primary();
        }
        descend();
        tokens.next();
        Predicate negated = new Predicate.Not(negation());
        depth--;
        return negated;
    }

    private Predicate primary() {
        if (tokens.isSymbol("(")) {
            descend();
            tokens.next();
            Predicate inner = disjunction();
            expect(")");
            depth--;
            return inner;
        } else if (tokens.takeWord("TRUE")) {
            return new Predicate.AlwaysTrue();
        } else if (tokens.takeWord("FALSE")) {
            return new Predicate.AlwaysFalse();
        } else if (tokens.isBare() && tokens.isName() && tokens.isFollowedBy('(')) {
            return call();
        }
        return condition();
    }

    private void descend() {
        if (++depth > MAX_DEPTH) {
            throw tokens.error("parentheses and NOT are nested more than " + MAX_DEPTH + " levels deep");
        }
    }

    private void expect(String symbol) {
        if (!tokens.takeSymbol(symbol)) {
            throw tokens.error("expected " + symbol);
        }
    }

    private Predicate call() {
        int at = tokens.start();
        String function = tokens.value().toLowerCase(Locale.ROOT);
        tokens.next();
        expect("(");
        if (function.equals("any")) {
            return anyValue(at);
        }
        List<String> path = path();
        expect(",");
        Predicate called = switch (function) {
            case "starts_with" -> new Predicate.StartsWith(path, bytes());
            case "ends_with" -> new Predicate.EndsWith(path, bytes());
            case "contains" -> new Predicate.Contains(path, bytes());
            case "intersects" -> new Predicate.Intersects(path, box());
            default ->
                throw tokens.error(
                        at,
                        "unknown function; the functions are starts_with, ends_with, contains, intersects and any",
                        null);
        };
        expect(")");
        return called;
    }

    private Predicate anyValue(int at) {
        descend();
        Predicate condition = primary();
        depth--;
        if (!(condition instanceof Predicate.Leaf leaf) || leaf instanceof Predicate.AnyValue) {
            throw tokens.error(at, "any needs a condition on one column", null);
        }
        expect(")");
        return new Predicate.AnyValue(leaf);
    }

    private BoundingBox box() {
        double xmin = coordinate();
        expect(",");
        double ymin = coordinate();
        expect(",");
        double xmax = coordinate();
        expect(",");
        double ymax = coordinate();
        return new BoundingBox(xmin, xmax, ymin, ymax, null, null, null, null);
    }

    private double coordinate() {
        int at = tokens.start();
        Literal literal = literal();
        if (literal instanceof IntegerLiteral integer) {
            return integer.integer();
        } else if (literal instanceof DecimalLiteral decimal) {
            return decimal.value().doubleValue();
        } else if (literal instanceof DoubleLiteral number) {
            return number.number();
        } else if (literal instanceof FloatLiteral number) {
            return number.number();
        }
        throw tokens.error(at, "expected a number", null);
    }

    private ByteString bytes() {
        int at = tokens.start();
        if (literal() instanceof BinaryLiteral binary) {
            return binary.value();
        }
        throw tokens.error(at, "expected text or bytes", null);
    }

    private List<String> path() {
        List<String> path = new ArrayList<>();
        do {
            if (!tokens.isName()) {
                throw tokens.error(path.isEmpty() ? "expected a condition" : "expected a name");
            }
            path.add(tokens.value());
            tokens.next();
        } while (tokens.takeSymbol("."));
        return path;
    }

    private Predicate condition() {
        List<String> path = path();
        if (tokens.takeWord("IS")) {
            return is(path);
        } else if (tokens.takeWord("NOT")) {
            return new Predicate.Not(membership(path, "expected IN, LIKE or BETWEEN"));
        } else if (tokens.takeSymbol("<=>")) {
            return new Predicate.EqualNullSafe(path, tokens.takeWord("NULL") ? null : literal());
        }
        Operator operator = tokens.kind() == PredicateTokens.Kind.SYMBOL ? OPERATORS.get(tokens.value()) : null;
        if (operator != null) {
            tokens.next();
            return new Predicate.Comparison(path, operator, literal());
        } else if (tokens.isWord("PASSES")) {
            throw tokens.error("PASSES is a test in a program and has no text form");
        }
        return membership(path, "expected a comparison, IS, IN, LIKE or BETWEEN");
    }

    private Predicate is(List<String> path) {
        boolean negated = tokens.takeWord("NOT");
        if (tokens.takeWord("NULL")) {
            return negated ? new Predicate.IsNotNull(path) : new Predicate.IsNull(path);
        } else if (tokens.takeWord("NAN")) {
            return negated ? new Predicate.Not(new Predicate.IsNan(path)) : new Predicate.IsNan(path);
        }
        throw tokens.error(negated ? "expected NULL or NAN" : "expected NULL, NAN or NOT");
    }

    private Predicate membership(List<String> path, String otherwise) {
        if (tokens.takeWord("IN")) {
            return in(path);
        } else if (tokens.takeWord("LIKE")) {
            return like(path);
        } else if (tokens.takeWord("BETWEEN")) {
            Literal min = literal();
            if (!tokens.takeWord("AND")) {
                throw tokens.error("expected AND");
            }
            return Predicate.And.of(
                    new Predicate.Comparison(path, Operator.GE, min),
                    new Predicate.Comparison(path, Operator.LE, literal()));
        }
        throw tokens.error(otherwise);
    }

    private Predicate in(List<String> path) {
        expect("(");
        List<Literal> literals = new ArrayList<>();
        boolean containsNull = false;
        if (!tokens.isSymbol(")")) {
            do {
                if (tokens.takeWord("NULL")) {
                    containsNull = true;
                } else {
                    literals.add(literal());
                }
            } while (tokens.takeSymbol(","));
        }
        expect(")");
        return new Predicate.In(path, literals, containsNull);
    }

    private Predicate like(List<String> path) {
        if (tokens.kind() != PredicateTokens.Kind.TEXT) {
            throw tokens.error("expected a pattern in single quotes");
        }
        Predicate like = LikePattern.predicate(path, tokens.value());
        if (like == null) {
            throw tokens.error("unsupported pattern; the patterns are 'text', 'text%', '%text' and '%text%'");
        }
        tokens.next();
        return like;
    }

    /** Parses a literal other than NULL. */
    private Literal literal() {
        int at = tokens.start();
        try {
            Literal literal = literalHere();
            tokens.next();
            return literal;
        } catch (InvalidDataException e) {
            throw e;
        } catch (IllegalArgumentException | ArithmeticException | DateTimeException e) {
            throw tokens.error(at, "invalid literal: " + e.getMessage(), e);
        }
    }

    private Literal literalHere() {
        return switch (tokens.kind()) {
            case NUMBER -> LiteralText.number(tokens.value());
            case TEXT -> BinaryLiteral.of(tokens.value());
            case BYTES -> BinaryLiteral.of(HexFormat.of().parseHex(tokens.value()));
            case NAME -> named();
            case SYMBOL, END -> throw tokens.error("expected a literal");
        };
    }

    private Literal named() {
        if (tokens.isWord("TRUE") || tokens.isWord("FALSE")) {
            return new BooleanLiteral(tokens.isWord("TRUE"));
        } else if (tokens.isWord("NULL")) {
            throw tokens.error("a comparison with NULL is always unknown: use IS NULL or <=> NULL");
        } else if (!tokens.isBare() || !tokens.isFollowedBy('\'')) {
            throw tokens.error("expected a literal; text needs single quotes");
        }
        int at = tokens.start();
        String type = tokens.value().toUpperCase(Locale.ROOT);
        tokens.next();
        Literal literal = LiteralText.typed(type, tokens.value());
        if (literal == null) {
            throw tokens.error(
                    at, "the types of literals are DATE, TIME, TIMESTAMP, DECIMAL, DOUBLE, FLOAT and UUID", null);
        }
        return literal;
    }
}
