package io.pq2.internal.predicate.text;

import io.pq2.exception.InvalidDataException;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Splits the text of a predicate into tokens: names, literals and symbols. */
public final class PredicateTokens {

    private static final int EXCERPT = 30;
    private static final String SYMBOLS = "(),.";
    private static final Set<String> RESERVED =
            Set.of("AND", "OR", "NOT", "TRUE", "FALSE", "NULL", "IS", "IN", "LIKE", "BETWEEN");

    private final String text;
    private Kind kind = Kind.END;
    /** The token's text: a name or text without its quotes, the digits of bytes, otherwise as written. */
    private String value = "";

    private boolean quoted;
    private int start;
    private int end;

    enum Kind {
        NAME,
        TEXT,
        BYTES,
        NUMBER,
        SYMBOL,
        END
    }

    PredicateTokens(String text) {
        this.text = text;
        next();
    }

    Kind kind() {
        return kind;
    }

    String value() {
        return value;
    }

    /** Returns the index of the current token's first character. */
    int start() {
        return start;
    }

    /** Whether the current token is a given keyword. */
    boolean isWord(String word) {
        return kind == Kind.NAME && !quoted && value.equalsIgnoreCase(word);
    }

    /** Whether the current token is a name that is allowed for a column. */
    boolean isName() {
        return kind == Kind.NAME && (quoted || !isReserved(value));
    }

    /** Whether an unquoted name is a keyword, in upper or lower case. */
    public static boolean isReserved(String name) {
        return RESERVED.contains(name.toUpperCase(Locale.ROOT));
    }

    /** Whether the current token is an unquoted name. */
    boolean isBare() {
        return kind == Kind.NAME && !quoted;
    }

    boolean isSymbol(String symbol) {
        return kind == Kind.SYMBOL && value.equals(symbol);
    }

    /** Advances if the current token is a given keyword. */
    boolean takeWord(String word) {
        boolean is = isWord(word);
        if (is) {
            next();
        }
        return is;
    }

    boolean takeSymbol(String symbol) {
        boolean is = isSymbol(symbol);
        if (is) {
            next();
        }
        return is;
    }

    /** Whether the next character after the current token, ignoring white space, is a given one. */
    boolean isFollowedBy(char character) {
        int at = afterSpace(end);
        return at < text.length() && text.charAt(at) == character;
    }

    /** Returns an error at the current token. */
    InvalidDataException error(String message) {
        return error(start, message, null);
    }

    InvalidDataException error(int at, String message, @Nullable Throwable cause) {
        int to = Math.min(text.length(), at + EXCERPT);
        String there = at >= text.length()
                ? "at the end"
                : "at \"" + text.substring(at, to) + (to < text.length() ? "…\"" : "\"");
        return new InvalidDataException(
                "not a predicate: " + message + ", at character " + (at + 1) + ", " + there, cause);
    }

    /** Advances to the next token. */
    void next() {
        start = afterSpace(end);
        quoted = false;
        if (start == text.length()) {
            take(Kind.END, start, "");
            return;
        }
        int character = text.codePointAt(start);
        if (character == '\'') {
            quoted(Kind.TEXT, start, '\'');
        } else if (character == '`') {
            quoted(Kind.NAME, start, '`');
        } else if ((character == 'x' || character == 'X') && isAt(start + 1, '\'')) {
            quoted(Kind.BYTES, start + 1, '\'');
        } else if (isNameStart(character)) {
            int to = endOfName(start);
            take(Kind.NAME, to, text.substring(start, to));
        } else if (isNumberAt(start)) {
            number();
        } else if (character == '<' || character == '>' || character == '=' || character == '!') {
            operator();
        } else if (SYMBOLS.indexOf(character) >= 0) {
            take(Kind.SYMBOL, start + 1, text.substring(start, start + 1));
        } else if (character == '"') {
            throw error("names need backquotes and text needs single quotes");
        } else {
            throw error("unexpected character");
        }
    }

    private void take(Kind newKind, int newEnd, String newValue) {
        kind = newKind;
        end = newEnd;
        value = newValue;
    }

    private int afterSpace(int from) {
        int at = from;
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
        return at;
    }

    private boolean isAt(int at, char character) {
        return at < text.length() && text.charAt(at) == character;
    }

    /** Reads a quoted token, in which two quotes mean one. */
    private void quoted(Kind newKind, int opening, char quote) {
        StringBuilder inside = new StringBuilder();
        int at = opening + 1;
        while (true) {
            int closing = text.indexOf(quote, at);
            if (closing < 0) {
                throw error("missing closing " + quote);
            }
            inside.append(text, at, closing);
            at = closing + 1;
            if (!isAt(at, quote)) {
                break;
            }
            inside.append(quote);
            at++;
        }
        quoted = true;
        take(newKind, at, inside.toString());
    }

    private int endOfName(int from) {
        int at = from;
        while (at < text.length() && isNamePart(text.codePointAt(at))) {
            at += Character.charCount(text.codePointAt(at));
        }
        return at;
    }

    public static boolean isNameStart(int character) {
        return character == '_' || Character.isLetter(character);
    }

    public static boolean isNamePart(int character) {
        return isNameStart(character) || Character.isDigit(character);
    }

    private boolean isDigitAt(int at) {
        return at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9';
    }

    private boolean isSignAt(int at) {
        return isAt(at, '-') || isAt(at, '+');
    }

    private boolean isNumberAt(int from) {
        int at = isSignAt(from) ? from + 1 : from;
        return isDigitAt(at) || (isAt(at, '.') && isDigitAt(at + 1));
    }

    private void number() {
        int at = isSignAt(start) ? start + 1 : start;
        at = afterDigits(at);
        if (isAt(at, '.')) {
            at = afterDigits(at + 1);
        }
        if (isAt(at, 'e') || isAt(at, 'E')) {
            int exponent = isSignAt(at + 1) ? at + 2 : at + 1;
            at = isDigitAt(exponent) ? afterDigits(exponent) : at;
        }
        if (at < text.length() && isNamePart(text.codePointAt(at))) {
            throw error("a letter follows a number");
        }
        take(Kind.NUMBER, at, text.substring(start, at));
    }

    private int afterDigits(int from) {
        int at = from;
        while (isDigitAt(at)) {
            at++;
        }
        return at;
    }

    private void operator() {
        int at = start;
        while (at < text.length() && at < start + 3 && "<>=!".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        take(Kind.SYMBOL, at, text.substring(start, at));
    }
}
