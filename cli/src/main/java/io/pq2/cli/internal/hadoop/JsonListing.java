package io.pq2.cli.internal.hadoop;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import io.pq2.hadoop.keys.AuditedColumn;
import io.pq2.hadoop.keys.AuditedFile;
import io.pq2.hadoop.keys.AuditedKey;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Prints a JSON object for each file, one per line. Fields that are unknown or do not apply are omitted. */
final class JsonListing implements AuditListing {

    /** JSON escapes keep the exact text without characters that change the display of others. */
    private static final JsonFactory FACTORY =
            JsonFactory.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

    private final PrintWriter out;

    JsonListing(PrintWriter out) {
        this.out = out;
    }

    @Override
    public void add(AuditedFile file) {
        StringWriter line = new StringWriter();
        try (JsonGenerator json = FACTORY.createGenerator(line)) {
            write(file, json);
        } catch (IOException e) {
            throw new UncheckedIOException("writing to memory failed", e);
        }
        out.println(line);
    }

    private static void write(AuditedFile file, JsonGenerator json) throws IOException {
        json.writeStartObject();
        text("file", file.path().toString(), json);
        text("footer", file.footer().name().toLowerCase(Locale.ROOT), json);
        if (file.scheme() != null) {
            text("algorithm", file.scheme().name(), json);
            json.writeBooleanField("aad_prefix", file.aadPrefix());
        }
        if (file.footerKey() != null) {
            write("footer_key", file.footerKey(), json);
        }
        List<AuditedColumn> columns = file.columns();
        if (columns != null) {
            json.writeArrayFieldStart("columns");
            for (AuditedColumn column : columns) {
                write(column, json);
            }
            json.writeEndArray();
        }
        text("problem", file.problem(), json);
        json.writeEndObject();
    }

    private static void write(AuditedColumn column, JsonGenerator json) throws IOException {
        json.writeStartObject();
        text("column", column.column(), json);
        text("encryption", column.protection().name().toLowerCase(Locale.ROOT), json);
        if (column.key() != null) {
            write("key", column.key(), json);
        }
        json.writeEndObject();
    }

    private static void write(String field, AuditedKey key, JsonGenerator json) throws IOException {
        json.writeObjectFieldStart(field);
        text("master_key", key.masterKeyId(), json);
        text("master_key_version", key.masterKeyVersion(), json);
        text("kms_instance", key.kmsInstanceId(), json);
        text("kms_url", key.kmsInstanceUrl(), json);
        text("wrapping", ListingLabels.wrapping(key), json);
        text("kek_id", key.kekId(), json);
        text("key_material", ListingLabels.place(key), json);
        text("key_metadata", key.metadata(), json);
        json.writeEndObject();
    }

    /** Writes a field unless its text is null. */
    private static void text(String field, @Nullable String text, JsonGenerator json) throws IOException {
        if (text != null) {
            json.writeStringField(field, text);
        }
    }
}
