package io.pq2.mapreduce;

import io.pq2.mapreduce.internal.DeclaredSchema;
import io.pq2.record.RecordValue;
import io.pq2.schema.Schema;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.hadoop.conf.Configurable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.WritableComparable;

/**
 * A record that goes from task to task: as key or value between mappers and reducers, or in a sequence file.
 *
 * <pre>{@code
 * RecordWritable.declare(job.getConfiguration(), schema);                              // when the job is set up
 * RecordWritable value = new RecordWritable(schema, context.getConfiguration());       // in the mapper, once
 * value.get().copy(row).setLong("count", 1);
 * context.write(key, value);
 * }</pre>
 *
 * <p>A schema that the job's configuration declares goes with each record as 8 bytes that name it; another one goes with each record as
 * text, which takes more room and no declaration. The reader has the schema of what it reads.
 *
 * <p>Records of one schema are ordered as {@link RecordValue#compareTo} says.
 */
public final class RecordWritable implements WritableComparable<RecordWritable>, Configurable {

    private static final byte BY_NAME = 1;
    private static final byte BY_TEXT = 2;

    private Configuration configuration;
    private DeclaredSchema schema;
    private RecordValue value;
    /** Whether readers find the schema in their configuration. */
    private boolean declared;

    /** A record without schema, which it gets from what it reads; for the framework. */
    public RecordWritable() {}

    /** A record without values, whose schema goes with it. */
    public RecordWritable(Schema schema) {
        this(schema, null);
    }

    /**
     * A record without values.
     *
     * @param configuration of the job, which may declare the schema
     */
    public RecordWritable(Schema schema, Configuration configuration) {
        this.configuration = configuration;
        become(DeclaredSchema.of(schema));
    }

    /** Declares a schema, so that records need not carry it. A job may declare several. */
    public static void declare(Configuration configuration, Schema schema) {
        DeclaredSchema.of(schema).declare(configuration);
    }

    @Override
    public void setConf(Configuration newConfiguration) {
        configuration = newConfiguration;
        declared = schema != null && schema.isDeclared(configuration);
    }

    @Override
    public Configuration getConf() {
        return configuration;
    }

    /**
     * The values, to be read or set; the same object until a record of another schema is read.
     *
     * @throws IllegalStateException if nothing gave this record a schema
     */
    public RecordValue get() {
        if (value == null) {
            throw new IllegalStateException("the record has no schema yet: nothing was read into it");
        }
        return value;
    }

    /** The schema; null if nothing gave this record one. */
    public Schema schema() {
        return schema == null ? null : schema.schema();
    }

    /** Makes this a record of a schema, without values if it was one of another. */
    public void become(DeclaredSchema newSchema) {
        if (!newSchema.equals(schema)) {
            schema = newSchema;
            value = new RecordValue(newSchema.schema());
            declared = newSchema.isDeclared(configuration);
        }
    }

    @Override
    public void write(DataOutput out) throws IOException {
        RecordValue values = get();
        if (declared) {
            out.writeByte(BY_NAME);
            out.writeLong(schema.name());
        } else {
            out.writeByte(BY_TEXT);
            schema.writeText(out);
        }
        values.write(out);
    }

    /**
     * Reads what another one wrote.
     *
     * @throws IOException if that is not what comes, or its schema is not declared here
     */
    @Override
    public void readFields(DataInput in) throws IOException {
        byte kind = in.readByte();
        if (kind == BY_NAME) {
            long name = in.readLong();
            if (schema == null || schema.name() != name) {
                become(DeclaredSchema.find(configuration, name));
            }
        } else if (kind == BY_TEXT) {
            become(DeclaredSchema.readText(in));
        } else {
            throw new IOException("not a record: it begins with the byte " + kind);
        }
        value.readFields(in);
    }

    @Override
    public int compareTo(RecordWritable other) {
        return get().compareTo(other.get());
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof RecordWritable record
                && (value == null ? record.value == null : value.equals(record.value));
    }

    /** Of the values; the same in each virtual machine. */
    @Override
    public int hashCode() {
        return value == null ? 0 : value.hashCode();
    }

    /** The fields in braces, such as {@code {id: 1, names: [a, b]}}. */
    @Override
    public String toString() {
        return value == null ? "{}" : value.toString();
    }
}
