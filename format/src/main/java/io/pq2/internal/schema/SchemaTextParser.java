package io.pq2.internal.schema;

import io.pq2.exception.InvalidDataException;
import io.pq2.schema.Field;
import io.pq2.schema.GroupField;
import io.pq2.schema.LogicalType;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.PrimitiveField;
import io.pq2.schema.Repetition;
import io.pq2.schema.Schema;
import io.pq2.schema.SchemaText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Parses the text form of a schema; see {@link SchemaText}. */
public final class SchemaTextParser {

    private static final int MAX_DEPTH = 200;

    /** The number of digits of an escaped character. */
    private static final int UNICODE_DIGITS = 4;

    private static final Pattern HEX_DIGITS = Pattern.compile("[0-9a-fA-F]*");

    private final String text;
    private int position;

    /** The next token: a name, the content of quotes, or a delimiter. Empty at the end of the text. */
    private String token = "";

    private boolean quoted;
    private int tokenStart;

    /** Creates a parser at the start of a text. */
    public SchemaTextParser(String text) {
        this.text = text;
        advance();
    }

    /**
     * Parses the text.
     *
     * @throws InvalidDataException if the text is not a schema
     */
    public Schema schema() {
        if (!takeKeyword("message")) {
            throw unexpected("message");
        }
        String name = isDelimiter("{") ? "" : takeName("the name of the message or {");
        List<Field> fields = fields(1);
        if (!atEnd()) {
            throw unexpected("the end");
        }
        return new Schema(name, fields);
    }

    private List<Field> fields(int depth) {
        if (depth > MAX_DEPTH) {
            throw unexpected("at most " + MAX_DEPTH + " levels of groups");
        }
        takeDelimiter("{");
        List<Field> fields = new ArrayList<>();
        while (!isDelimiter("}")) {
            fields.add(field(depth));
        }
        advance();
        return fields;
    }

    private Field field(int depth) {
        Repetition repetition = takeRepetition();
        int typeStart = tokenStart;
        String type = takeName("a type or group").toLowerCase(Locale.ROOT);
        if (type.equals("group")) {
            String name = takeName("the name of the group");
            LogicalType annotation = annotation();
            Integer fieldId = fieldId();
            return new GroupField(name, repetition, fields(depth + 1), annotation, fieldId);
        }
        PhysicalType physicalType = physicalType(type, typeStart);
        int length = 0;
        if (physicalType == PhysicalType.FIXED_LEN_BYTE_ARRAY) {
            takeDelimiter("(");
            length = takeNumber("a number of bytes", 1);
            takeDelimiter(")");
        }
        String name = takeName("the name of the field");
        LogicalType annotation = annotation();
        Integer fieldId = fieldId();
        takeDelimiter(";");
        return new PrimitiveField(name, repetition, physicalType, length, annotation, fieldId);
    }

    private Repetition takeRepetition() {
        for (Repetition repetition : Repetition.values()) {
            if (takeKeyword(repetition.name())) {
                return repetition;
            }
        }
        throw unexpected("required, optional, repeated or }");
    }

    private PhysicalType physicalType(String type, int start) {
        if (type.equals("binary")) {
            return PhysicalType.BYTE_ARRAY;
        }
        for (PhysicalType candidate : PhysicalType.values()) {
            if (candidate != PhysicalType.BYTE_ARRAY && candidate.name().equalsIgnoreCase(type)) {
                return candidate;
            }
        }
        throw failure(start, "unknown type " + type);
    }

    private @Nullable LogicalType annotation() {
        if (!isDelimiter("(")) {
            return null;
        }
        advance();
        int start = tokenStart;
        String name = takeName("an annotation").toUpperCase(Locale.ROOT);
        List<String> arguments = new ArrayList<>();
        if (isDelimiter("(")) {
            do {
                advance();
                arguments.add(takeName("an argument of " + name));
            } while (isDelimiter(","));
            takeDelimiter(")");
        }
        takeDelimiter(")");
        try {
            return AnnotationText.parse(name, arguments);
        } catch (IllegalArgumentException e) {
            throw failure(start, String.valueOf(e.getMessage()));
        }
    }

    private @Nullable Integer fieldId() {
        if (!isDelimiter("=")) {
            return null;
        }
        advance();
        return takeNumber("a field id", Integer.MIN_VALUE);
    }

    private int takeNumber(String expected, int min) {
        try {
            int number = Integer.parseInt(token);
            if (number >= min && !quoted) {
                advance();
                return number;
            }
        } catch (NumberFormatException e) {
            // Reported below like any other unexpected token.
        }
        throw unexpected(expected);
    }

    private String takeName(String expected) {
        if (atEnd() || (!quoted && NameText.isDelimiter(token.charAt(0)))) {
            throw unexpected(expected);
        }
        String name = token;
        advance();
        return name;
    }

    private boolean takeKeyword(String keyword) {
        if (quoted || !token.equalsIgnoreCase(keyword)) {
            return false;
        }
        advance();
        return true;
    }

    private void takeDelimiter(String delimiter) {
        if (!isDelimiter(delimiter)) {
            throw unexpected(delimiter);
        }
        advance();
    }

    private boolean isDelimiter(String delimiter) {
        return !quoted && token.equals(delimiter);
    }

    private boolean atEnd() {
        return !quoted && token.isEmpty();
    }

    private void advance() {
        while (position < text.length() && Character.isWhitespace(text.charAt(position))) {
            position++;
        }
        tokenStart = position;
        quoted = false;
        if (position == text.length()) {
            token = "";
        } else if (text.charAt(position) == '"') {
            quoted = true;
            token = quotedName();
        } else if (NameText.isDelimiter(text.charAt(position))) {
            token = text.substring(position, ++position);
        } else {
            while (position < text.length() && !NameText.isDelimiter(text.charAt(position))) {
                position++;
            }
            token = text.substring(tokenStart, position);
        }
    }

    private String quotedName() {
        StringBuilder name = new StringBuilder();
        for (position++; position < text.length(); position++) {
            char character = text.charAt(position);
            if (character == '"') {
                position++;
                return name.toString();
            }
            if (character == '\\' && position + 1 < text.length()) {
                character = escaped();
            }
            name.append(character);
        }
        throw failure(tokenStart, "the closing quote of a name is missing");
    }

    /** Returns the character of an escape and moves to the last character of the escape. */
    private char escaped() {
        char character = text.charAt(++position);
        if (character != 'u') {
            return character;
        }
        int digits = position + 1;
        int end = digits + UNICODE_DIGITS;
        if (end > text.length()
                || !HEX_DIGITS.matcher(text.substring(digits, end)).matches()) {
            throw failure(position - 1, "the escape \\u needs four hexadecimal digits");
        }
        position = end - 1;
        return (char) Integer.parseInt(text.substring(digits, end), 16);
    }

    private InvalidDataException unexpected(String expected) {
        return failure(tokenStart, "expected " + expected + ", found " + (atEnd() ? "the end" : token));
    }

    private InvalidDataException failure(int where, String what) {
        long line = text.substring(0, where).chars().filter(c -> c == '\n').count() + 1;
        return new InvalidDataException("line " + line + " of the schema: " + what);
    }
}
