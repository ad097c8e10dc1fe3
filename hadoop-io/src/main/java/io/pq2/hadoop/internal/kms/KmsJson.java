package io.pq2.hadoop.internal.kms;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads JSON (RFC 8259) of a KMS: objects as maps, arrays as lists, strings; other values as {@link #OTHER}. Nothing of the content is in
 * messages, for it may be a key.
 */
final class KmsJson {

    /** What stands for numbers, booleans and null. */
    static final Object OTHER = new Object();

    private static final int MOST_LEVELS = 32;

    private final String text;
    private int at;

    private KmsJson(String text) {
        this.text = text;
    }

    /** Text that is no JSON. */
    static final class SyntaxException extends Exception {

        private static final long serialVersionUID = 1L;

        SyntaxException(String message) {
            super(message);
        }
    }

    static Object parse(String text) throws SyntaxException {
        KmsJson json = new KmsJson(text);
        Object value = json.value(0);
        json.skipBlanks();
        if (json.at < text.length()) {
            throw json.fault();
        }
        return value;
    }

    /** What the names lead to, one object after the other; null if there is no such value. */
    static Object get(Object value, String... names) {
        Object at = value;
        for (String name : names) {
            at = at instanceof Map<?, ?> fields ? fields.get(name) : null;
        }
        return at;
    }

    private Object value(int level) throws SyntaxException {
        if (level > MOST_LEVELS) {
            throw fault();
        }
        skipBlanks();
        char first = peek();
        return switch (first) {
            case '{' -> object(level);
            case '[' -> array(level);
            case '"' -> string();
            default -> other();
        };
    }

    private Map<String, Object> object(int level) throws SyntaxException {
        Map<String, Object> fields = new LinkedHashMap<>();
        expect('{');
        if (next('}')) {
            return fields;
        }
        do {
            skipBlanks();
            String name = string();
            skipBlanks();
            expect(':');
            if (fields.put(name, value(level + 1)) != null) {
                throw fault();
            }
        } while (next(','));
        expect('}');
        return fields;
    }

    private List<Object> array(int level) throws SyntaxException {
        List<Object> elements = new ArrayList<>();
        expect('[');
        if (next(']')) {
            return elements;
        }
        do {
            elements.add(value(level + 1));
        } while (next(','));
        expect(']');
        return elements;
    }

    private String string() throws SyntaxException {
        expect('"');
        StringBuilder string = new StringBuilder();
        while (true) {
            char next = take();
            if (next == '"') {
                return string.toString();
            }
            if (next < ' ') {
                throw fault();
            }
            string.append(next == '\\' ? escaped() : next);
        }
    }

    private char escaped() throws SyntaxException {
        char escape = take();
        return switch (escape) {
            case '"', '\\', '/' -> escape;
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> hexadecimal();
            default -> throw fault();
        };
    }

    private char hexadecimal() throws SyntaxException {
        int value = 0;
        for (int i = 0; i < 4; i++) {
            int digit = Character.digit(take(), 16);
            if (digit < 0) {
                throw fault();
            }
            value = value << 4 | digit;
        }
        return (char) value;
    }

    /** A number or a word. */
    private Object other() throws SyntaxException {
        int start = at;
        while (at < text.length() && ",]} \t\n\r".indexOf(text.charAt(at)) < 0) {
            at++;
        }
        String word = text.substring(start, at);
        if (!word.matches("true|false|null|-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][-+]?[0-9]+)?")) {
            throw fault();
        }
        return OTHER;
    }

    private void skipBlanks() {
        while (at < text.length() && " \t\n\r".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
    }

    /** Passes over blanks, and over a character if it stands there. */
    private boolean next(char wanted) {
        skipBlanks();
        if (peek() != wanted) {
            return false;
        }
        at++;
        return true;
    }

    private void expect(char wanted) throws SyntaxException {
        if (take() != wanted) {
            throw fault();
        }
    }

    private char peek() {
        return at < text.length() ? text.charAt(at) : 0;
    }

    private char take() throws SyntaxException {
        if (at == text.length()) {
            throw fault();
        }
        return text.charAt(at++);
    }

    private SyntaxException fault() {
        return new SyntaxException("no JSON: at character " + at + " of " + text.length());
    }
}
