package io.pq2.cli.internal;

import io.pq2.hadoop.keys.AuditedColumn;
import io.pq2.hadoop.keys.AuditedFile;
import io.pq2.hadoop.keys.AuditedKey;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.stream.Collectors;

/** A JSON object for each file, on a line of its own. Fields that are not known or do not apply are left out. */
final class JsonListing implements AuditListing {

    private final PrintWriter out;

    JsonListing(PrintWriter out) {
        this.out = out;
    }

    @Override
    public void add(AuditedFile file) {
        JsonObject line = new JsonObject()
                .text("file", file.path().toString())
                .text("footer", file.footer().name().toLowerCase(Locale.ROOT))
                .text("algorithm", file.scheme() == null ? null : file.scheme().name());
        if (file.scheme() != null) {
            line.raw("aad_prefix", String.valueOf(file.aadPrefix()));
        }
        if (file.footerKey() != null) {
            line.raw("footer_key", key(file.footerKey()).toString());
        }
        if (file.columns() != null) {
            line.raw(
                    "columns",
                    file.columns().stream().map(JsonListing::column).collect(Collectors.joining(",", "[", "]")));
        }
        out.println(line.text("problem", file.problem()));
    }

    private static String column(AuditedColumn column) {
        JsonObject object = new JsonObject()
                .text("column", column.column())
                .text("encryption", column.protection().name().toLowerCase(Locale.ROOT));
        if (column.key() != null) {
            object.raw("key", key(column.key()).toString());
        }
        return object.toString();
    }

    private static JsonObject key(AuditedKey key) {
        return new JsonObject()
                .text("master_key", key.masterKeyId())
                .text("master_key_version", key.masterKeyVersion())
                .text("kms_instance", key.kmsInstanceId())
                .text("kms_url", key.kmsInstanceUrl())
                .text("wrapping", ListingLabels.wrapping(key))
                .text("kek_id", key.kekId())
                .text("key_material", ListingLabels.place(key))
                .text("key_metadata", key.metadata());
    }
}
