package io.pq2.hadoop.keys;

import org.jspecify.annotations.Nullable;

/**
 * The encryption of a column of a file.
 *
 * @param column the path of the column, with dots between the names
 * @param protection whether the column is encrypted, and with which kind of key
 * @param key the key of the column, which is the footer's for {@link Protection#FOOTER_KEY}; absent if the column is
 *     not encrypted
 */
public record AuditedColumn(
        String column, Protection protection, @Nullable AuditedKey key) {

    /** The kind of key that encrypts a column. */
    public enum Protection {
        /** The column is not encrypted. */
        NONE,
        /** The column is encrypted with the footer's key. */
        FOOTER_KEY,
        /** The column is encrypted with its own key. */
        COLUMN_KEY
    }
}
