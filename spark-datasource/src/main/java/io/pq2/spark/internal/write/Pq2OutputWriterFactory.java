package io.pq2.spark.internal.write;

import io.pq2.spark.internal.SparkErrors;
import java.io.IOException;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.spark.sql.execution.datasources.OutputWriter;
import org.apache.spark.sql.execution.datasources.OutputWriterFactory;
import org.apache.spark.sql.types.StructType;

/** What the driver sends to the tasks of a write: it opens their files. */
public final class Pq2OutputWriterFactory extends OutputWriterFactory {

    private static final long serialVersionUID = 1L;

    private final WriteSettings settings;

    /** What is the same for all files, made with the first one of a task: a partitioned write opens many. */
    private transient OutputFileSpec form;

    Pq2OutputWriterFactory(WriteSettings settings) {
        this.settings = settings;
    }

    /** The codec's part of the name and {@code .parquet}, such as {@code .snappy.parquet}. */
    @Override
    public String getFileExtension(TaskAttemptContext context) {
        return settings.codec().extension() + ".parquet";
    }

    /**
     * {@inheritDoc}
     *
     * @param dataSchema not looked at: the job was prepared for one schema, and Spark gives the same here, though without the
     *     user-defined types in it
     */
    @Override
    public OutputWriter newInstance(String path, StructType dataSchema, TaskAttemptContext context) {
        if (form == null) {
            form = OutputFileSpec.of(settings, context.getConfiguration());
        }
        try {
            return Pq2OutputWriter.open(path, form, context.getConfiguration());
        } catch (IOException e) {
            throw SparkErrors.raise(e);
        }
    }
}
