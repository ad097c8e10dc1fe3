package io.pq2.internal.write.options;

/**
 * The checks of values and options.
 *
 * @param text whether STRING, ENUM and JSON values must be UTF-8
 * @param columns whether options must name columns of the schema
 */
public record CheckOptions(boolean text, boolean columns) {

    /** Both checks. */
    public static final CheckOptions DEFAULT = new CheckOptions(true, true);

    /** Returns these options with or without the check of text. */
    public CheckOptions withText(boolean value) {
        return new CheckOptions(value, columns);
    }

    /** Returns these options with or without the check of column names. */
    public CheckOptions withColumns(boolean value) {
        return new CheckOptions(text, value);
    }
}
