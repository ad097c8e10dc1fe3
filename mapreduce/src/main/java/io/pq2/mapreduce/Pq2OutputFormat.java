package io.pq2.mapreduce;

import io.pq2.exception.InvalidDataException;
import io.pq2.hadoop.file.SummaryFiles;
import io.pq2.hadoop.internal.options.UnknownKeys;
import io.pq2.hadoop.options.HadoopWriteOptions;
import io.pq2.mapreduce.internal.JobEncryption;
import io.pq2.mapreduce.internal.Projection;
import io.pq2.mapreduce.internal.RecordFileFactory;
import io.pq2.mapreduce.internal.SummaryOutputCommitter;
import io.pq2.record.RecordValue;
import io.pq2.record.Row;
import io.pq2.schema.Schema;
import io.pq2.schema.SchemaText;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.OutputCommitter;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.jspecify.annotations.Nullable;

/**
 * Writes records into Parquet files, one file for each task, with the options of {@link HadoopWriteOptions}.
 *
 * <p>A task writes into the directory that the job's committer provides. The file becomes visible when the committer
 * commits the task or the job. The committer is the one that Hadoop creates for the output's file system; jobs may
 * choose another. With {@value SummaryFiles#LEVEL}, the commit of the job also writes summary files.
 *
 * <p>Keys are ignored. A value is a {@link RecordValue} or {@link RecordWritable} of the schema, or a {@link Row},
 * whose fields are matched with the schema by name. A task may reuse one record for all rows.
 *
 * <p>With {@link org.apache.hadoop.mapreduce.lib.output.MultipleOutputs} a task writes several files, which share one
 * memory budget. Each output may have its own schema.
 */
public final class Pq2OutputFormat extends FileOutputFormat<Object, Object> {

    /** The schema of the files in its text form; with the suffix {@code #output} for the output of that name. */
    public static final String SCHEMA = "pq2.write.schema";

    private @Nullable SummaryOutputCommitter summaryCommitter;

    /**
     * Sets the schema of the files that a job writes.
     *
     * @param configuration the configuration of the job
     * @param schema the schema
     */
    public static void setSchema(Configuration configuration, Schema schema) {
        configuration.set(SCHEMA, SchemaText.write(schema));
    }

    /**
     * Sets the schema of one of several outputs of a job.
     *
     * @param configuration the configuration of the job
     * @param output the name or base path of the output, as passed to {@code MultipleOutputs}
     * @param schema the schema
     */
    public static void setSchema(Configuration configuration, String output, Schema schema) {
        configuration.set(SCHEMA + '#' + output, SchemaText.write(schema));
    }

    /**
     * Returns the schema of the files that a job writes.
     *
     * @throws InvalidDataException if no schema is set, or its text is malformed
     */
    public static Schema schema(Configuration configuration) {
        String text = configuration.get(SCHEMA);
        if (text == null) {
            throw new InvalidDataException(
                    SCHEMA + " is not set: it must be the schema of the files that the job writes");
        }
        return Projection.schema(SCHEMA, text);
    }

    /**
     * Returns the schema of an output, or of the job if the output has none.
     *
     * @param configuration the configuration of the job
     * @param output the name or base path of the output
     * @throws InvalidDataException if no schema is set, or its text is malformed
     */
    public static Schema schema(Configuration configuration, String output) {
        String key = SCHEMA + '#' + output;
        String text = configuration.get(key);
        return text == null ? schema(configuration) : Projection.schema(key, text);
    }

    /**
     * {@inheritDoc}
     *
     * <p>The options are compared with the columns. If the files are encrypted, the KMS wraps a key with each master
     * key as a check. The access token moves from the job's configuration into its credentials.
     *
     * @throws InvalidDataException if a setting is missing or wrong, does not suit a column, or names a column that the
     *     schema does not contain, or if {@value SummaryFiles#LEVEL} names no level
     * @throws io.pq2.exception.EncryptionException if the KMS does not wrap a key
     */
    @Override
    public void checkOutputSpecs(JobContext job) throws IOException {
        super.checkOutputSpecs(job);
        SummaryFiles.Level.of(job.getConfiguration());
        JobEncryption.hideToken(job.getConfiguration(), job.getCredentials());
        Configuration configuration = JobEncryption.withToken(job.getConfiguration(), job.getCredentials());
        JobEncryption.check(configuration, getOutputPath(job));
        UnknownKeys.logAll(configuration);
    }

    /**
     * {@inheritDoc}
     *
     * <p>If the job writes summary files, the returned committer delegates to Hadoop's committer of the output path.
     *
     * @throws InvalidDataException if {@value SummaryFiles#LEVEL} names no level
     */
    @Override
    public synchronized OutputCommitter getOutputCommitter(TaskAttemptContext context) throws IOException {
        Path directory = getOutputPath(context);
        if (directory == null || SummaryFiles.Level.of(context.getConfiguration()) == SummaryFiles.Level.NONE) {
            return super.getOutputCommitter(context);
        }
        if (summaryCommitter == null) {
            summaryCommitter = new SummaryOutputCommitter(directory, context);
        }
        return summaryCommitter;
    }

    @Override
    public RecordWriter<Object, Object> getRecordWriter(TaskAttemptContext context) throws IOException {
        Configuration configuration = JobEncryption.withToken(context.getConfiguration(), context.getCredentials());
        RecordFileFactory file = RecordFileFactory.of(configuration, getOutputName(context));
        return file.create(getDefaultWorkFile(context, file.extension()));
    }
}
