package io.pq2.spark.internal.files.write;

import io.pq2.spark.internal.errors.WriteErrors;
import java.io.IOException;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.spark.sql.execution.datasources.OutputWriter;
import org.apache.spark.sql.execution.datasources.OutputWriterFactory;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/** Opens the files of a write in its tasks. The driver creates the factory and sends it to them. */
public final class Pq2OutputWriterFactory extends OutputWriterFactory {

    private static final long serialVersionUID = 1L;

    private final SparkWriteSettings settings;

    /** Options shared by all files of a task. Computed for the first file, because a partitioned write opens many. */
    private transient @Nullable OutputFileSpec spec;

    Pq2OutputWriterFactory(SparkWriteSettings settings) {
        this.settings = settings;
    }

    /** Returns the codec's file name part and {@code .parquet}, for example {@code .snappy.parquet}. */
    @Override
    public String getFileExtension(TaskAttemptContext context) {
        return settings.codec().extension() + ".parquet";
    }

    /**
     * {@inheritDoc}
     *
     * @param dataSchema ignored: the job was prepared for one schema. Spark passes the same schema here, without
     *     user-defined types
     */
    @Override
    public OutputWriter newInstance(String path, StructType dataSchema, TaskAttemptContext context) {
        try {
            OutputFileSpec files = spec;
            if (files == null) {
                files = OutputFileSpec.of(settings, context.getConfiguration());
                spec = files;
            }
            return Pq2OutputWriter.open(path, files, context.getConfiguration());
        } catch (IOException | RuntimeException e) {
            throw WriteErrors.raise(path, e);
        }
    }
}
