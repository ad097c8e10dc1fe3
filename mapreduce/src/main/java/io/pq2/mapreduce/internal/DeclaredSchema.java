package io.pq2.mapreduce.internal;

import io.pq2.exception.InvalidDataException;
import io.pq2.schema.Schema;
import io.pq2.schema.SchemaText;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.jspecify.annotations.Nullable;

/** A schema with its text form, and a 64-bit name that is a digest of the text. */
public final class DeclaredSchema {

    /** The prefix of configuration keys that declare schemas; the rest of the key is the name in hexadecimal digits. */
    static final String KEY = "pq2.record.schema.";

    private static final int MAX_TEXT_BYTES = 16 << 20;
    private static final int CACHE_ENTRIES = 64;

    /** The most recently used schemas by their text. */
    private static final Map<String, DeclaredSchema> CACHE = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, DeclaredSchema> eldest) {
            return size() > CACHE_ENTRIES;
        }
    };

    private final Schema schema;
    private final String text;
    private final long name;

    private DeclaredSchema(Schema schema, String text) {
        this.schema = schema;
        this.text = text;
        this.name = digest(text);
    }

    public static DeclaredSchema of(Schema schema) {
        return parse(SchemaText.write(schema));
    }

    private static DeclaredSchema parse(String text) {
        synchronized (CACHE) {
            return CACHE.computeIfAbsent(text, key -> new DeclaredSchema(SchemaText.parse(key), key));
        }
    }

    private static long digest(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return ByteBuffer.wrap(digest).getLong();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    public Schema schema() {
        return schema;
    }

    /** Returns the name, which records carry instead of the text. */
    public long name() {
        return name;
    }

    private static String key(long name) {
        return KEY + Long.toHexString(name);
    }

    public void declare(Configuration configuration) {
        configuration.set(key(name), text);
    }

    public boolean isDeclared(@Nullable Configuration configuration) {
        return configuration != null && configuration.get(key(name)) != null;
    }

    /**
     * Returns the schema that a configuration declares under a name.
     *
     * @throws IOException if the configuration does not declare the name, or declares a schema with another name
     */
    public static DeclaredSchema find(@Nullable Configuration configuration, long name) throws IOException {
        String declared = configuration == null ? null : configuration.get(key(name));
        if (declared == null) {
            throw new IOException(
                    "a record has the schema " + key(name) + ", which the configuration does not declare");
        }
        DeclaredSchema schema = parse(declared);
        if (schema.name != name) {
            throw new IOException(key(name) + " declares a schema whose name differs from the key");
        }
        return schema;
    }

    public void writeText(DataOutput out) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    public static DeclaredSchema readText(DataInput in) throws IOException {
        int length = in.readInt();
        if (length < 0 || length > MAX_TEXT_BYTES) {
            throw new IOException("not a record: the length of its schema is " + length);
        }
        byte[] bytes = new byte[length];
        in.readFully(bytes);
        try {
            return parse(new String(bytes, StandardCharsets.UTF_8));
        } catch (InvalidDataException e) {
            throw new IOException("not a record: " + e.getMessage(), e);
        }
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof DeclaredSchema that && text.equals(that.text);
    }

    @Override
    public int hashCode() {
        return Long.hashCode(name);
    }
}
