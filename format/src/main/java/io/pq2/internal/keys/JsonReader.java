package io.pq2.internal.keys;

import io.pq2.exception.CorruptFileException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Reads the JSON (RFC 8259) of key material: one object whose fields of interest are text or booleans. What else a field may hold is checked
 * for its grammar and passed over. Nothing of the content is in messages.
 */
public final class JsonReader {

    /** What stands for values that are neither text nor boolean. */
    public static final Object OTHER = new Object();

    /** Levels of values that are passed over. */
    private static final int MOST_LEVELS = 16;

    private final String text;
    private final String what;
    private int at;

    private JsonReader(String text, String what) {
        this.text = text;
        this.what = what;
    }

    /**
     * The fields of an object in their order: a {@link String}, a {@link Boolean}, or {@link #OTHER}.
     *
     * @param what is read, for messages
     * @param mostBytes how long it may be
     * @throws CorruptFileException if it is longer, is no UTF-8, is not one object, or has a field twice
     */
    public static Map<String, Object> object(byte[] json, String what, int mostBytes) {
        if (json.length > mostBytes) {
            throw new CorruptFileException(what + " has " + json.length + " bytes, more than " + mostBytes);
        }
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(json))
                    .toString();
            return new JsonReader(text, what).whole();
        } catch (CharacterCodingException e) {
            throw new CorruptFileException(what + " is no UTF-8", e);
        }
    }

    private Map<String, Object> whole() {
        skipBlanks();
        Map<String, Object> fields = new LinkedHashMap<>();
        readObject(fields, 0);
        skipBlanks();
        if (at < text.length()) {
            throw fault("the end");
        }
        return fields;
    }

    /** @param fields where they go, null to pass them over */
    private void readObject(Map<String, Object> fields, int level) {
        expect('{');
        skipBlanks();
        if (take('}')) {
            return;
        }
        do {
            skipBlanks();
            String name = readString();
            skipBlanks();
            expect(':');
            Object value = readValue(level + 1);
            if (fields != null && fields.put(name, value) != null) {
                throw new CorruptFileException(what + " is no proper JSON: a field stands there twice");
            }
            skipBlanks();
        } while (take(','));
        expect('}');
    }

    private Object readValue(int level) {
        if (level > MOST_LEVELS) {
            throw new CorruptFileException(
                    what + " is no key material: it is nested more than " + MOST_LEVELS + " deep");
        }
        skipBlanks();
        char first = peek();
        return switch (first) {
            case '"' -> readString();
            case 't' -> word("true", true);
            case 'f' -> word("false", false);
            case 'n' -> word("null", OTHER);
            case '{' -> {
                readObject(null, level);
                yield OTHER;
            }
            case '[' -> {
                skipArray(level);
                yield OTHER;
            }
            default -> {
                skipNumber();
                yield OTHER;
            }
        };
    }

    private void skipArray(int level) {
        expect('[');
        skipBlanks();
        if (take(']')) {
            return;
        }
        do {
            readValue(level + 1);
            skipBlanks();
        } while (take(','));
        expect(']');
    }

    private Object word(String word, Object value) {
        if (!text.startsWith(word, at)) {
            throw fault("a value");
        }
        at += word.length();
        return value;
    }

    private void skipNumber() {
        take('-');
        if (!take('0')) {
            skipDigits();
        }
        if (take('.')) {
            skipDigits();
        }
        if (take('e') || take('E')) {
            if (!take('+')) {
                take('-');
            }
            skipDigits();
        }
    }

    private void skipDigits() {
        int start = at;
        while (peek() >= '0' && peek() <= '9') {
            at++;
        }
        if (at == start) {
            throw fault("a value");
        }
    }

    private String readString() {
        expect('"');
        StringBuilder value = new StringBuilder();
        while (true) {
            char next = next();
            if (next == '"') {
                return value.toString();
            }
            if (next < ' ') {
                at--;
                throw fault("an escaped control character");
            }
            value.append(next == '\\' ? readEscape() : next);
        }
    }

    private char readEscape() {
        char escape = next();
        return switch (escape) {
            case '"', '\\', '/' -> escape;
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> readHexadecimal();
            default -> throw fault("an escape");
        };
    }

    private char readHexadecimal() {
        int value = 0;
        for (int i = 0; i < 4; i++) {
            char digit = next();
            int known = digit < 0x80 ? Character.digit(digit, 16) : -1;
            if (known < 0) {
                throw fault("four hexadecimal digits");
            }
            value = value << 4 | known;
        }
        return (char) value;
    }

    private void skipBlanks() {
        while (peek() == ' ' || peek() == '\t' || peek() == '\n' || peek() == '\r') {
            at++;
        }
    }

    private void expect(char wanted) {
        if (!take(wanted)) {
            throw fault("'" + wanted + "'");
        }
    }

    private boolean take(char wanted) {
        if (peek() != wanted) {
            return false;
        }
        at++;
        return true;
    }

    /** The next character; 0, which JSON does not have, at the end. */
    private char peek() {
        return at < text.length() ? text.charAt(at) : 0;
    }

    private char next() {
        if (at == text.length()) {
            throw fault("the rest of a string");
        }
        return text.charAt(at++);
    }

    private CorruptFileException fault(String expected) {
        return new CorruptFileException(
                what + " is no proper JSON: " + expected + " is missing at character " + at + " of " + text.length());
    }
}
