package io.pq2.internal.variant.shred;

import io.pq2.exception.InvalidDataException;
import io.pq2.variant.ShreddedType;
import io.pq2.variant.VariantType;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/** The text form of {@link ShreddedType}. */
public final class TypeText {

    private static final Pattern WORD = Pattern.compile("[A-Za-z0-9_]+");
    private static final int MAX_DEPTH = 100;

    private final String text;
    private int at;

    private TypeText(String text) {
        this.text = text;
    }

    /** Returns the name of a primitive type. */
    public static String name(VariantType type) {
        return type.name().toLowerCase(Locale.ROOT);
    }

    /** Returns the name of a field, in quotes if it needs them. */
    public static String quote(String name) {
        return WORD.matcher(name).matches()
                ? name
                : '"' + name.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    /**
     * Parses a type.
     *
     * @throws InvalidDataException if the text is not a type
     */
    public static ShreddedType parse(String text) {
        TypeText parser = new TypeText(text);
        ShreddedType type = parser.type(0);
        if (parser.next() != 0) {
            throw parser.wrong("the end is expected");
        }
        return type;
    }

    private ShreddedType type(int depth) {
        if (depth > MAX_DEPTH) {
            throw wrong("types are nested deeper than " + MAX_DEPTH + " levels");
        }
        char first = next();
        if (first == '[') {
            at++;
            ShreddedType element = type(depth + 1);
            expect(']');
            return new ShreddedType.ArrayType(element);
        } else if (first == '{') {
            at++;
            return object(depth);
        }
        int start = at;
        String word = word();
        return word.equals("variant") ? ShreddedType.UNTYPED : word.equals("decimal") ? decimal() : named(word, start);
    }

    private ShreddedType named(String word, int start) {
        for (VariantType type : VariantType.values()) {
            if (name(type).equals(word)) {
                try {
                    return new ShreddedType.PrimitiveType(type);
                } catch (IllegalArgumentException e) {
                    break;
                }
            }
        }
        at = start;
        throw wrong("\"" + word + "\" is no type");
    }

    private ShreddedType decimal() {
        expect('(');
        int precision = number();
        expect(',');
        int scale = number();
        expect(')');
        try {
            return new ShreddedType.DecimalType(precision, scale);
        } catch (IllegalArgumentException e) {
            throw wrong("a decimal has a precision from 1 to 38 and a scale from 0 to its precision");
        }
    }

    private int number() {
        next();
        String digits = word();
        try {
            return Integer.parseInt(digits);
        } catch (NumberFormatException e) {
            throw wrong("a number is expected");
        }
    }

    private ShreddedType object(int depth) {
        Map<String, ShreddedType> fields = new LinkedHashMap<>();
        do {
            String name = fieldName();
            expect(':');
            if (fields.put(name, type(depth + 1)) != null) {
                throw wrong("field " + name + " occurs twice");
            }
        } while (skip(','));
        expect('}');
        return new ShreddedType.ObjectType(fields);
    }

    private String fieldName() {
        if (next() != '"') {
            return word();
        }
        StringBuilder name = new StringBuilder();
        for (at++; at < text.length() && text.charAt(at) != '"'; at++) {
            if (text.charAt(at) == '\\') {
                at++;
            }
            name.append(at < text.length() ? text.charAt(at) : ' ');
        }
        expect('"');
        return name.toString();
    }

    private String word() {
        int start = at;
        while (at < text.length() && WORD.matcher(text.substring(at, at + 1)).matches()) {
            at++;
        }
        if (at == start) {
            throw wrong("a name is expected");
        }
        return text.substring(start, at);
    }

    private boolean skip(char expected) {
        boolean found = next() == expected;
        at += found ? 1 : 0;
        return found;
    }

    private void expect(char expected) {
        if (!skip(expected)) {
            throw wrong(expected + " is expected");
        }
    }

    /** Skips white space. Returns the next character, or 0 at the end. */
    private char next() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
        return at < text.length() ? text.charAt(at) : 0;
    }

    private InvalidDataException wrong(String rule) {
        return new InvalidDataException("shredded type \"" + text + "\" at character " + at + ": " + rule);
    }
}
