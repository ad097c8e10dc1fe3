package io.pq2.hadoop.keys;

/**
 * How a column of a file is encrypted.
 *
 * @param column its names from the top-level field on with dots between them
 * @param protection whether it is encrypted, and with what
 * @param key its key; null if it is not encrypted, the footer's if it is encrypted with that
 */
public record AuditedColumn(String column, Protection protection, AuditedKey key) {

    /** With what a column is encrypted. */
    public enum Protection {
        /** It is not encrypted. */
        NONE,
        /** With the key of the footer. */
        FOOTER_KEY,
        /** With a key of its own. */
        COLUMN_KEY
    }
}
