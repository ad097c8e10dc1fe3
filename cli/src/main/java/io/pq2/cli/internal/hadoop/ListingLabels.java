package io.pq2.cli.internal.hadoop;

import io.pq2.hadoop.keys.AuditedColumn;
import io.pq2.hadoop.keys.AuditedFile;
import io.pq2.hadoop.keys.AuditedKey;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The values of listings as text. */
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

    /** Returns the wrapping of a key; null if it is unknown. */
    static @Nullable String wrapping(AuditedKey key) {
        return key.wrapping() == null ? null : key.wrapping().name().toLowerCase(Locale.ROOT);
    }

    /** Returns where the key material of a key is stored; null if the key has none. */
    static @Nullable String place(AuditedKey key) {
        return key.place() == null ? null : key.place().name().toLowerCase(Locale.ROOT);
    }
}
