package io.pq2.internal.schema;

/** The text form of names in schemas; see {@link io.pq2.schema.SchemaText}. */
public final class NameText {

    private static final String DELIMITERS = ",;{}()=\"\\";

    private NameText() {}

    /** Returns a name, in quotes if it is empty or contains delimiters or characters that are escaped. */
    public static String quote(String name) {
        if (!name.isEmpty() && name.codePoints().noneMatch(any -> isDelimiter(any) || isEscaped(any))) {
            return name;
        }
        StringBuilder quoted = new StringBuilder("\"");
        name.codePoints().forEach(codePoint -> append(codePoint, quoted));
        return quoted.append('"').toString();
    }

    private static void append(int codePoint, StringBuilder quoted) {
        if (isEscaped(codePoint)) {
            quoted.append(String.format("\\u%04x", codePoint));
            return;
        }
        if (codePoint == '"' || codePoint == '\\') {
            quoted.append('\\');
        }
        quoted.appendCodePoint(codePoint);
    }

    /**
     * Whether a character is written as its hexadecimal number: characters that are not in UTF-8 or XML, which store
     * the texts of schemas, and white space other than blanks.
     */
    private static boolean isEscaped(int codePoint) {
        return (codePoint != ' ' && Character.isWhitespace(codePoint))
                || Character.isISOControl(codePoint)
                || (codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE)
                || codePoint == 0xFFFE
                || codePoint == 0xFFFF;
    }

    /** Whether a character ends a name without quotes. */
    static boolean isDelimiter(int character) {
        return Character.isWhitespace(character) || DELIMITERS.indexOf(character) >= 0;
    }
}
