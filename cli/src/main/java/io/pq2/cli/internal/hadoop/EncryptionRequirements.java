package io.pq2.cli.internal.hadoop;

import io.pq2.hadoop.keys.AuditedColumn;
import io.pq2.hadoop.keys.AuditedColumn.Protection;
import io.pq2.hadoop.keys.AuditedFile;
import io.pq2.hadoop.keys.AuditedKey;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Requirements on the encryption of files. A file whose encryption is unknown violates them. */
final class EncryptionRequirements {

    private static final String ALL = "*";

    /** The protection that footers must have at least. */
    enum FooterProtection {
        SIGNED,
        ENCRYPTED
    }

    private final @Nullable FooterProtection footer;
    private final List<ColumnKey> columns;
    private final Map<String, String> versions;

    /**
     * A column that must be encrypted.
     *
     * @param masterKey the required master key; null for any
     */
    private record ColumnKey(String column, @Nullable String masterKey) {

        boolean names(AuditedColumn audited) {
            return column.equals(ALL)
                    || audited.column().equals(column)
                    || audited.column().startsWith(column + ".");
        }
    }

    private EncryptionRequirements(
            @Nullable FooterProtection footer, List<ColumnKey> columns, Map<String, String> versions) {
        this.footer = footer;
        this.columns = columns;
        this.versions = versions;
    }

    /**
     * Parses the requirements of a command line.
     *
     * @param footer the protection of footers; null for any
     * @param columns columns, each {@code name} or {@code name=master key}. Names of columns contain no equals sign
     * @param versions versions of master keys, each {@code master key=version}. Versions contain no equals sign
     * @throws IllegalArgumentException if a requirement is malformed
     */
    static EncryptionRequirements of(@Nullable FooterProtection footer, List<String> columns, List<String> versions) {
        List<ColumnKey> columnKeys = new ArrayList<>();
        for (String text : columns) {
            int equals = text.indexOf('=');
            if (text.isEmpty() || equals == 0 || equals == text.length() - 1) {
                throw new IllegalArgumentException("--require " + text + ": expected COLUMN or COLUMN=KEY");
            }
            columnKeys.add(
                    equals < 0
                            ? new ColumnKey(text, null)
                            : new ColumnKey(text.substring(0, equals), text.substring(equals + 1)));
        }
        Map<String, String> keyVersions = new LinkedHashMap<>();
        for (String text : versions) {
            int equals = text.lastIndexOf('=');
            if (equals <= 0 || equals == text.length() - 1) {
                throw new IllegalArgumentException("--require-version " + text + ": expected KEY=VERSION");
            }
            keyVersions.put(text.substring(0, equals), text.substring(equals + 1));
        }
        return new EncryptionRequirements(footer, columnKeys, keyVersions);
    }

    /** Returns a message for each requirement that a file violates. */
    List<String> violations(AuditedFile file) {
        if (footer == null && columns.isEmpty() && versions.isEmpty()) {
            return List.of();
        }
        if (file.footer() == AuditedFile.Footer.UNKNOWN) {
            return List.of("the file could not be read, so its encryption is unknown");
        }
        Set<String> violations = new LinkedHashSet<>();
        checkFooter(file, violations);
        checkColumns(file, violations);
        checkVersions(file, violations);
        return List.copyOf(violations);
    }

    private void checkFooter(AuditedFile file, Set<String> violations) {
        boolean encrypted = file.footer() == AuditedFile.Footer.ENCRYPTED;
        boolean signed = file.footer() == AuditedFile.Footer.SIGNED;
        if (footer == FooterProtection.ENCRYPTED && !encrypted) {
            violations.add("the footer is not encrypted");
        }
        if (footer == FooterProtection.SIGNED && !encrypted && !signed) {
            violations.add("the footer is neither signed nor encrypted");
        }
    }

    private void checkColumns(AuditedFile file, Set<String> violations) {
        for (ColumnKey required : columns) {
            if (file.columns() == null) {
                violations.add("the encryption of column " + required.column() + " is unknown");
                continue;
            }
            List<AuditedColumn> named =
                    file.columns().stream().filter(required::names).toList();
            if (named.isEmpty()) {
                violations.add("there is no column " + required.column());
            }
            named.forEach(column -> check(column, required.masterKey(), violations));
        }
    }

    private static void check(AuditedColumn column, @Nullable String masterKey, Set<String> violations) {
        AuditedKey key = column.key();
        if (column.protection() == Protection.NONE || key == null) {
            violations.add("the column " + column.column() + " is not encrypted");
        } else if (masterKey != null && !masterKey.equals(key.masterKeyId())) {
            String actual = key.masterKeyId();
            violations.add("the column " + column.column() + " is under "
                    + (actual == null ? "an unknown master key" : "the master key " + actual) + " and not under "
                    + masterKey);
        }
    }

    private void checkVersions(AuditedFile file, Set<String> violations) {
        if (versions.isEmpty()) {
            return;
        }
        if (file.footerKey() != null) {
            checkVersion("the footer", file.footerKey(), violations);
        }
        if (file.columns() == null) {
            violations.add("the versions of the master keys of columns are unknown");
            return;
        }
        for (AuditedColumn column : file.columns()) {
            if (column.key() != null) {
                checkVersion("the column " + column.column(), column.key(), violations);
            }
        }
    }

    private void checkVersion(String subject, AuditedKey key, Set<String> violations) {
        if (key.masterKeyId() == null) {
            violations.add(subject + " is under an unknown master key");
            return;
        }
        String required = versions.get(key.masterKeyId());
        if (required != null && !required.equals(key.masterKeyVersion())) {
            String actual = key.masterKeyVersion();
            violations.add(subject + " is under "
                    + (actual == null ? "an unknown version" : "version " + actual) + " of the master key "
                    + key.masterKeyId() + " and not under " + required);
        }
    }
}
