package io.pq2.cli.internal.hadoop;

import io.pq2.hadoop.keys.AuditedColumn;
import io.pq2.hadoop.keys.AuditedFile;
import io.pq2.hadoop.keys.AuditedKey;
import io.pq2.internal.exception.DisplayText;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Prints each file as a table for human readers: its footer and its columns. */
final class TableListing implements AuditListing {

    private final PrintWriter out;

    TableListing(PrintWriter out) {
        this.out = out;
    }

    @Override
    public void add(AuditedFile file) {
        out.println(DisplayText.message(file.path().toString()));
        List<List<String>> rows = new ArrayList<>();
        String scheme = file.scheme() == null ? "" : " " + file.scheme();
        rows.add(row("(footer)", ListingLabels.footer(file) + scheme, file.footerKey()));
        if (file.columns() == null) {
            rows.add(List.of("(columns)", "unknown", "", ""));
        } else {
            for (AuditedColumn column : file.columns()) {
                rows.add(row(
                        column.column(),
                        ListingLabels.protection(column),
                        column.protection() == AuditedColumn.Protection.COLUMN_KEY ? column.key() : null));
            }
        }
        print(rows);
    }

    private static List<String> row(String name, String protection, @Nullable AuditedKey key) {
        return key == null
                ? List.of(name, protection, "", "")
                : List.of(name, protection, masterKey(key), wrapping(key));
    }

    private static String masterKey(AuditedKey key) {
        if (key.masterKeyId() != null) {
            return key.masterKeyId() + (key.masterKeyVersion() == null ? "" : " version " + key.masterKeyVersion());
        }
        if (key.place() != null) {
            return "unknown";
        }
        return key.metadata() == null ? "unnamed key" : "key metadata " + key.metadata();
    }

    private static String wrapping(AuditedKey key) {
        String wrapping = ListingLabels.wrapping(key);
        String place = ListingLabels.place(key);
        return (wrapping == null ? "" : wrapping + " wrapping, ") + (place == null ? "" : place + " key material");
    }

    /** Prints rows with escaped and cut cells: they contain names from the file. */
    private void print(List<List<String>> rows) {
        List<List<String>> shown = rows.stream()
                .map(row -> row.stream().map(DisplayText::name).toList())
                .toList();
        int[] widths = new int[rows.get(0).size()];
        for (List<String> row : shown) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        for (List<String> row : shown) {
            StringBuilder line = new StringBuilder(" ");
            for (int i = 0; i < widths.length; i++) {
                line.append(' ')
                        .append(row.get(i))
                        .append(" ".repeat(widths[i] - row.get(i).length() + 1));
            }
            out.println(line.toString().stripTrailing());
        }
    }
}
