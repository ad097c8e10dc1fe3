package io.pq2.mapreduce;

import io.pq2.exception.InvalidDataException;
import io.pq2.hadoop.options.HadoopWriteOptions;
import io.pq2.mapreduce.internal.JobEncryption;
import io.pq2.mapreduce.internal.Projection;
import io.pq2.mapreduce.internal.RecordFileFactory;
import io.pq2.record.RecordValue;
import io.pq2.record.Row;
import io.pq2.schema.Schema;
import io.pq2.schema.SchemaText;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;

/**
 * Writes records into Parquet files, one for each task, with the options of {@link HadoopWriteOptions}. A task writes into the
 * directory that the job's committer gives it; nobody sees the file before the committer has committed the task, or the job.
 * The committer is the one that Hadoop makes for the output's file system, which the job may choose.
 *
 * <p>Keys are ignored. A value is a {@link RecordValue} or {@link RecordWritable} of the schema, or a {@link Row}, of which the fields are
 * taken that the schema has. A task makes one record and fills it anew for each row.
 *
 * <p>With {@link org.apache.hadoop.mapreduce.lib.output.MultipleOutputs} a task writes several files. They share the memory for what is not
 * written yet; an output may have a schema of its own.
 */
public final class Pq2OutputFormat extends FileOutputFormat<Object, Object> {

    /** The schema of the files, in its text form; with {@code #output} for the output of that name. */
    public static final String SCHEMA = "pq2.write.schema";

    /** Says what a job writes. */
    public static void setSchema(Configuration configuration, Schema schema) {
        configuration.set(SCHEMA, SchemaText.write(schema));
    }

    /**
     * Says what a job writes into one of several outputs.
     *
     * @param output its name or base path, as {@code MultipleOutputs} is told it
     */
    public static void setSchema(Configuration configuration, String output, Schema schema) {
        configuration.set(SCHEMA + '#' + output, SchemaText.write(schema));
    }

    /**
     * The schema that a job writes.
     *
     * @throws InvalidDataException if none is set, or what is set is no schema
     */
    public static Schema schema(Configuration configuration) {
        String text = configuration.get(SCHEMA);
        if (text == null) {
            throw new InvalidDataException(
                    SCHEMA + " is not set: it has to hold the schema of the files to be written");
        }
        return Projection.schema(SCHEMA, text);
    }

    /**
     * The schema that a job writes into an output, which is that of the job unless it has one of its own.
     *
     * @throws InvalidDataException if none is set, or what is set is no schema
     */
    public static Schema schema(Configuration configuration, String output) {
        String key = SCHEMA + '#' + output;
        String text = configuration.get(key);
        return text == null ? schema(configuration) : Projection.schema(key, text);
    }

    /**
     * {@inheritDoc}
     *
     * <p>Where files are to be encrypted, the KMS is asked too, and the token for it goes from the job's configuration into its credentials.
     *
     * @throws InvalidDataException if a setting of encryption is missing or wrong, or names a column that the schema does not have
     * @throws io.pq2.exception.EncryptionException if the KMS does not wrap a key
     */
    @Override
    public void checkOutputSpecs(JobContext job) throws IOException {
        super.checkOutputSpecs(job);
        JobEncryption.hideToken(job.getConfiguration(), job.getCredentials());
        Configuration configuration = JobEncryption.withToken(job.getConfiguration(), job.getCredentials());
        JobEncryption.check(configuration, getOutputPath(job));
    }

    @Override
    public RecordWriter<Object, Object> getRecordWriter(TaskAttemptContext context) throws IOException {
        Configuration configuration = JobEncryption.withToken(context.getConfiguration(), context.getCredentials());
        RecordFileFactory file = RecordFileFactory.of(configuration, getOutputName(context));
        return file.create(getDefaultWorkFile(context, file.extension()));
    }
}
