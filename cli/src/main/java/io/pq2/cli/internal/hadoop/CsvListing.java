package io.pq2.cli.internal.hadoop;

import io.pq2.hadoop.keys.AuditedColumn;
import io.pq2.hadoop.keys.AuditedFile;
import io.pq2.hadoop.keys.AuditedKey;
import io.pq2.internal.exception.DisplayText;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Prints CSV (RFC 4180): for each file a line for the footer, with an empty column name, and a line for each column.
 */
final class CsvListing implements AuditListing {

    private static final String HEADER =
            "file,column,encryption,algorithm,master_key,master_key_version,kms_instance,kms_url,wrapping,key_material,"
                    + "key_metadata,problem";

    private final PrintWriter out;

    CsvListing(PrintWriter out) {
        this.out = out;
    }

    @Override
    public void begin() {
        line(List.of(HEADER));
    }

    @Override
    public void add(AuditedFile file) {
        add(file, "", ListingLabels.footer(file), file.footerKey(), file.problem());
        if (file.columns() != null) {
            for (AuditedColumn column : file.columns()) {
                add(file, column.column(), ListingLabels.protection(column), column.key(), null);
            }
        }
    }

    private void add(
            AuditedFile file, String column, String encryption, @Nullable AuditedKey key, @Nullable String problem) {
        String scheme =
                key == null || file.scheme() == null ? null : file.scheme().name();
        List<@Nullable String> fields =
                new ArrayList<>(Arrays.asList(file.path().toString(), column, encryption, scheme));
        fields.addAll(
                key == null
                        ? Arrays.asList(null, null, null, null, null, null, null)
                        : Arrays.asList(
                                key.masterKeyId(),
                                key.masterKeyVersion(),
                                key.kmsInstanceId(),
                                key.kmsInstanceUrl(),
                                ListingLabels.wrapping(key),
                                ListingLabels.place(key),
                                key.metadata()));
        fields.add(problem);
        line(fields.stream().map(CsvListing::shown).map(CsvListing::quoted).toList());
    }

    private void line(List<String> fields) {
        out.print(String.join(",", fields));
        out.print("\r\n");
    }

    /** Returns a field with escaped characters, cut to a limit; empty if it is absent. */
    private static String shown(@Nullable String field) {
        return field == null ? "" : DisplayText.message(field);
    }

    private static String quoted(String field) {
        boolean special = field.chars().anyMatch(c -> c == ',' || c == '"' || c == '\r' || c == '\n');
        return special ? '"' + field.replace("\"", "\"\"") + '"' : field;
    }
}
