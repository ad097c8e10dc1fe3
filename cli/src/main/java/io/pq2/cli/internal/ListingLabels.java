package io.pq2.cli.internal;

import io.pq2.hadoop.keys.AuditedColumn;
import io.pq2.hadoop.keys.AuditedFile;
import io.pq2.hadoop.keys.AuditedKey;
import java.util.Locale;

/** What listings call things. */
final class ListingLabels {

    private ListingLabels() {}

    static String footer(AuditedFile file) {
        return switch (file.footer()) {
            case NOT_ENCRYPTED -> "not encrypted";
            case SIGNED -> "signed";
            case ENCRYPTED -> "encrypted";
            case UNKNOWN -> "unknown";
        };
    }

    static String protection(AuditedColumn column) {
        return switch (column.protection()) {
            case NONE -> "not encrypted";
            case FOOTER_KEY -> "footer key";
            case COLUMN_KEY -> "own key";
        };
    }

    /** Null if there is none or it is not known. */
    static String wrapping(AuditedKey key) {
        return key.wrapping() == null ? null : key.wrapping().name().toLowerCase(Locale.ROOT);
    }

    /** Null if there is none. */
    static String place(AuditedKey key) {
        return key.place() == null ? null : key.place().name().toLowerCase(Locale.ROOT);
    }
}
