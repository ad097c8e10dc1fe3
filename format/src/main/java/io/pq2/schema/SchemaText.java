package io.pq2.schema;

import io.pq2.internal.schema.AnnotationText;
import io.pq2.internal.schema.NameText;
import io.pq2.internal.schema.SchemaTextParser;
import java.util.Locale;

/**
 * The text form of schemas, in the notation of the Parquet documents, the Dremel paper and parquet-java:
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
 * <p>White space separates tokens and has no other meaning. A name that contains delimiters or control characters is in
 * double quotes. In quotes, <code>&#92;uXXXX</code> is the UTF-16 code unit with these four hexadecimal digits, and a
 * backslash before another character means that character. parquet-java cannot write such names.
 */
public final class SchemaText {

    private static final String INDENT = "  ";

    private SchemaText() {}

    /**
     * Returns the text of a schema. {@link #parse} returns an equal schema for it, except that unrecognized logical
     * types are omitted.
     */
    public static String write(Schema schema) {
        StringBuilder text = new StringBuilder("message ")
                .append(NameText.quote(schema.name()))
                .append(" {\n");
        for (Field field : schema.fields()) {
            write(field, INDENT, text);
        }
        return text.append("}\n").toString();
    }

    /**
     * Parses the text of a schema.
     *
     * @throws io.pq2.exception.InvalidDataException if the text is not a schema; the message names the line
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
        text.append(' ').append(NameText.quote(field.name()));
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
}
