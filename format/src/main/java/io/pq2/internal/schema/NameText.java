package io.pq2.internal.schema;

/** The text form of names in schemas; see {@link io.pq2.schema.SchemaText}. */
public final class NameText {

    private static final String DELIMITERS = " \t\r\n,;{}()=\"\\";

    private NameText() {}

    /** Returns a name, in quotes if it is empty or contains delimiters. */
    public static String quote(String name) {
        if (!name.isEmpty() && name.chars().noneMatch(NameText::isDelimiter)) {
            return name;
        }
        return '"' + name.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    /** Whether a character ends a name without quotes. */
    static boolean isDelimiter(int character) {
        return DELIMITERS.indexOf(character) >= 0;
    }
}
