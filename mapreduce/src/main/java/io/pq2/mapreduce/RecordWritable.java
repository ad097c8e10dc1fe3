package io.pq2.mapreduce;

import io.pq2.mapreduce.internal.DeclaredSchema;
import io.pq2.record.RecordValue;
import io.pq2.schema.Schema;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Objects;
import org.apache.hadoop.conf.Configurable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.WritableComparable;
import org.jspecify.annotations.Nullable;

/**
 * A serializable record: a key or value between mappers and reducers, or in a sequence file.
 *
 * <pre>{@code
 * RecordWritable.declare(job.getConfiguration(), schema);                              // when the job is set up
 * RecordWritable value = new RecordWritable(schema, context.getConfiguration());       // in the mapper, once
 * value.get().copy(row).setLong("count", 1);
 * context.write(key, value);
 * }</pre>
 *
 * <p>A serialized record contains its schema. If the job's configuration declares the schema, this is a name of 8
 * bytes, otherwise the text of the schema. Reading a record sets its schema to that of the serialized record.
 *
 * <p>Records of one schema are ordered by {@link RecordValue#compareTo}. Not thread-safe.
 */
public final class RecordWritable implements WritableComparable<RecordWritable>, Configurable {

    private static final byte BY_NAME = 1;
    private static final byte BY_TEXT = 2;

    private @Nullable Configuration configuration;
    private @Nullable DeclaredSchema schema;
    private @Nullable RecordValue value;
    /** Whether the configuration declares the schema. */
    private boolean declared;

    /** Creates a record without schema for the framework. The schema comes with the first record that is read. */
    public RecordWritable() {}

    /**
     * Creates an empty record that is serialized with the text of its schema.
     *
     * @param schema the schema of the record
     */
    public RecordWritable(Schema schema) {
        this(schema, null);
    }

    /**
     * Creates an empty record.
     *
     * @param schema the schema of the record
     * @param configuration the configuration of the job, which may declare the schema; null for none
     */
    public RecordWritable(Schema schema, @Nullable Configuration configuration) {
        this.configuration = configuration;
        setDeclaredSchema(DeclaredSchema.of(schema));
    }

    /**
     * Declares a schema, so that records are serialized without its text. A job may declare several schemas.
     *
     * @param configuration the configuration of the job
     * @param schema the schema
     */
    public static void declare(Configuration configuration, Schema schema) {
        DeclaredSchema.of(schema).declare(configuration);
    }

    @Override
    public void setConf(@Nullable Configuration newConfiguration) {
        configuration = newConfiguration;
        declared = schema != null && schema.isDeclared(configuration);
    }

    @Override
    public @Nullable Configuration getConf() {
        return configuration;
    }

    /**
     * Returns the values, which may be read and set. The object stays the same until a record of another schema is
     * read.
     *
     * @throws IllegalStateException if the record has no schema yet
     */
    public RecordValue get() {
        if (value == null) {
            throw new IllegalStateException("the record has no schema, because nothing has been read into it");
        }
        return value;
    }

    /** Returns the schema; null if the record has none yet. */
    public @Nullable Schema schema() {
        return schema == null ? null : schema.schema();
    }

    /**
     * Sets the schema. Values are kept if the record has this schema already, and removed otherwise.
     *
     * @param newSchema the schema of the record
     */
    @SuppressWarnings("ReferenceEquality") // Avoids comparing schemas for each record; an equal schema is found below.
    public void setSchema(Schema newSchema) {
        if (schema == null || schema.schema() != newSchema) {
            setDeclaredSchema(DeclaredSchema.of(newSchema));
        }
    }

    /** Sets the schema, and removes the values if they are of another schema. */
    private void setDeclaredSchema(DeclaredSchema newSchema) {
        if (!newSchema.equals(schema)) {
            schema = newSchema;
            value = new RecordValue(newSchema.schema());
            declared = newSchema.isDeclared(configuration);
        }
    }

    @Override
    public void write(DataOutput out) throws IOException {
        RecordValue values = get();
        DeclaredSchema current = Objects.requireNonNull(schema);
        if (declared) {
            out.writeByte(BY_NAME);
            out.writeLong(current.name());
        } else {
            out.writeByte(BY_TEXT);
            current.writeText(out);
        }
        values.write(out);
    }

    /**
     * Reads a record that {@link #write} wrote.
     *
     * @throws IOException if the bytes are not a record, or the configuration does not declare its schema
     */
    @Override
    public void readFields(DataInput in) throws IOException {
        byte kind = in.readByte();
        if (kind == BY_NAME) {
            long name = in.readLong();
            if (schema == null || schema.name() != name) {
                setDeclaredSchema(DeclaredSchema.find(configuration, name));
            }
        } else if (kind == BY_TEXT) {
            setDeclaredSchema(DeclaredSchema.readText(in));
        } else {
            throw new IOException("not a record: it starts with the byte " + kind);
        }
        get().readFields(in);
    }

    @Override
    public int compareTo(RecordWritable other) {
        return get().compareTo(other.get());
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof RecordWritable record
                && (value == null ? record.value == null : value.equals(record.value));
    }

    /** Returns the hash code of the values, which is the same in every JVM. */
    @Override
    public int hashCode() {
        return value == null ? 0 : value.hashCode();
    }

    /** Returns the fields in braces, for example {@code {id: 1, names: [a, b]}}. */
    @Override
    public String toString() {
        return value == null ? "{}" : value.toString();
    }
}
