package io.pq2.cli.internal;

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

/** How files are to be encrypted. What is not known of a file is not as required. */
final class EncryptionRequirements {

    private static final String ALL = "*";

    /** What a footer has to have. */
    enum FooterAtLeast {
        SIGNED,
        ENCRYPTED
    }

    private final FooterAtLeast footer;
    private final List<ColumnKey> columns;
    private final Map<String, String> versions;

    /** @param masterKey null if it may be any */
    private record ColumnKey(String column, String masterKey) {

        boolean names(AuditedColumn audited) {
            return column.equals(ALL)
                    || audited.column().equals(column)
                    || audited.column().startsWith(column + ".");
        }
    }

    private EncryptionRequirements(FooterAtLeast footer, List<ColumnKey> columns, Map<String, String> versions) {
        this.footer = footer;
        this.columns = columns;
        this.versions = versions;
    }

    /**
     * Requirements as they are written.
     *
     * @param footer null if footers may be as they like
     * @param columns each a name or {@code name=master key}; names of columns do not have an equals sign
     * @param versions each a {@code master key=version}; versions do not have one
     * @throws IllegalArgumentException if one is written in another way
     */
    static EncryptionRequirements of(FooterAtLeast footer, List<String> columns, List<String> versions) {
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

    /** In which ways a file is not as required. */
    List<String> violations(AuditedFile file) {
        if (footer == null && columns.isEmpty() && versions.isEmpty()) {
            return List.of();
        }
        if (file.footer() == AuditedFile.Footer.UNKNOWN) {
            return List.of("it could not be read, so that nothing is known of its encryption");
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
        if (footer == FooterAtLeast.ENCRYPTED && !encrypted) {
            violations.add("the footer is not encrypted");
        }
        if (footer == FooterAtLeast.SIGNED && !encrypted && !signed) {
            violations.add("the footer is neither signed nor encrypted");
        }
    }

    private void checkColumns(AuditedFile file, Set<String> violations) {
        for (ColumnKey required : columns) {
            if (file.columns() == null) {
                violations.add("what is encrypted is not known, so neither is column " + required.column());
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

    private static void check(AuditedColumn column, String masterKey, Set<String> violations) {
        if (column.protection() == Protection.NONE) {
            violations.add("the column " + column.column() + " is not encrypted");
        } else if (masterKey != null && !masterKey.equals(column.key().masterKeyId())) {
            String actual = column.key().masterKeyId();
            violations.add("the column " + column.column() + " is under "
                    + (actual == null ? "no known master key" : "the master key " + actual) + " and not under "
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
            violations.add("what is encrypted is not known, so neither are the versions of master keys");
            return;
        }
        for (AuditedColumn column : file.columns()) {
            if (column.key() != null) {
                checkVersion("the column " + column.column(), column.key(), violations);
            }
        }
    }

    private void checkVersion(String what, AuditedKey key, Set<String> violations) {
        if (key.masterKeyId() == null) {
            violations.add(what + " is under no known master key");
            return;
        }
        String required = versions.get(key.masterKeyId());
        if (required != null && !required.equals(key.masterKeyVersion())) {
            String actual = key.masterKeyVersion();
            violations.add(what + " is under "
                    + (actual == null ? "a version that is not known" : "version " + actual) + " of the master key "
                    + key.masterKeyId() + " and not under " + required);
        }
    }
}
