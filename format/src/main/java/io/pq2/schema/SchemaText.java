package io.pq2.schema;

import io.pq2.internal.schema.AnnotationText;
import io.pq2.internal.schema.SchemaTextParser;
import java.util.Locale;

/**
 * Schemas as people write them down, in the notation of the format's documents, of Dremel's paper and of parquet-java:
 *
 * <pre>{@code
 * message point {
 *   required int64 id (INTEGER(64,true)) = 1;
 *   optional binary name (STRING);
 *   optional group tags (LIST) {
 *     repeated group list {
 *       optional binary element (STRING);
 *     }
 *   }
 * }
 * }</pre>
 *
 * <p>White space separates and has no other meaning. A name with characters that have a meaning here stands in double quotes, where
 * a backslash makes the next character stand for itself; parquet-java has no way to write such names.
 */
public final class SchemaText {

    private static final String INDENT = "  ";
    private static final String MARKS = " \t\r\n,;{}()=\"\\";

    private SchemaText() {}

    /**
     * The text of a schema. {@link #parse} makes an equal schema of it, but for annotations that this version does not know,
     * which are left out.
     */
    public static String write(Schema schema) {
        StringBuilder text =
                new StringBuilder("message ").append(name(schema.name())).append(" {\n");
        for (Field field : schema.fields()) {
            write(field, INDENT, text);
        }
        return text.append("}\n").toString();
    }

    /**
     * The schema that a text describes.
     *
     * @throws io.pq2.exception.InvalidDataException if it describes none, saying in which line
     */
    public static Schema parse(String text) {
        return new SchemaTextParser(text).schema();
    }

    private static void write(Field field, String indent, StringBuilder text) {
        text.append(indent)
                .append(field.repetition().name().toLowerCase(Locale.ROOT))
                .append(' ');
        if (field instanceof PrimitiveField leaf) {
            text.append(type(leaf));
        } else {
            text.append("group");
        }
        text.append(' ').append(name(field.name()));
        String annotation = AnnotationText.write(field.logicalType());
        if (annotation != null) {
            text.append(" (").append(annotation).append(')');
        }
        if (field.fieldId() != null) {
            text.append(" = ").append(field.fieldId());
        }
        if (field instanceof GroupField group) {
            text.append(" {\n");
            for (Field child : group.fields()) {
                write(child, indent + INDENT, text);
            }
            text.append(indent).append("}\n");
        } else {
            text.append(";\n");
        }
    }

    private static String type(PrimitiveField leaf) {
        return switch (leaf.physicalType()) {
            case BYTE_ARRAY -> "binary";
            case FIXED_LEN_BYTE_ARRAY -> "fixed_len_byte_array(" + leaf.typeLength() + ")";
            case BOOLEAN, INT32, INT64, INT96, FLOAT, DOUBLE ->
                leaf.physicalType().name().toLowerCase(Locale.ROOT);
        };
    }

    /** A name as it stands in a text, in quotes if it must. */
    public static String name(String name) {
        if (!name.isEmpty() && name.chars().noneMatch(SchemaText::isMark)) {
            return name;
        }
        return '"' + name.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    public static boolean isMark(int character) {
        return MARKS.indexOf(character) >= 0;
    }
}
