package io.pq2.spark;

import io.pq2.spark.internal.errors.Condition;
import io.pq2.spark.internal.errors.ConditionException;
import io.pq2.spark.internal.errors.SparkErrors;
import java.io.IOException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.OutputCommitter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.output.FileOutputCommitter;
import org.apache.hadoop.mapreduce.lib.output.PathOutputCommitter;
import org.apache.spark.internal.io.FileNameSpec;
import org.apache.spark.sql.execution.datasources.SQLHadoopMapReduceCommitProtocol;
import org.jspecify.annotations.Nullable;
import scala.Option;

/**
 * A commit protocol whose tasks write to the work path of their committer, as the S3A and manifest committers require.
 *
 * <p>Spark's own protocol supports only {@link FileOutputCommitter}. With other committers its tasks write into the
 * table directory, where readers see the files before they are committed.
 *
 * <p>To use this protocol, name the class in {@code spark.sql.sources.commitProtocolClass}. It works for all file
 * sources and with all committers.
 */
public final class WorkPathCommitProtocol extends SQLHadoopMapReduceCommitProtocol {

    private static final long serialVersionUID = 1L;

    private final boolean dynamicPartitionOverwrite;

    /**
     * The committer of the task or of the job, if it has a work path; absent for {@link FileOutputCommitter}
     * and for committers without a work path.
     */
    private transient @Nullable PathOutputCommitter committer;

    /**
     * Creates a protocol, as Spark does by reflection.
     *
     * @param jobId the job's id
     * @param path the directory of the table
     * @param dynamicPartitionOverwrite whether the write replaces only the partitions that receive rows; only {@link
     *     FileOutputCommitter} supports this
     */
    public WorkPathCommitProtocol(String jobId, String path, boolean dynamicPartitionOverwrite) {
        super(jobId, path, dynamicPartitionOverwrite);
        this.dynamicPartitionOverwrite = dynamicPartitionOverwrite;
    }

    @Override
    public OutputCommitter setupCommitter(TaskAttemptContext context) {
        OutputCommitter created = super.setupCommitter(context);
        committer =
                created instanceof PathOutputCommitter path && !(created instanceof FileOutputCommitter) ? path : null;
        if (committer != null && dynamicPartitionOverwrite) {
            String reason = created.getClass().getName()
                    + " does not support dynamic partition overwrite: for this write, set "
                    + "spark.sql.sources.outputCommitterClass to " + FileOutputCommitter.class.getName()
                    + ", or overwrite the whole table";
            throw SparkErrors.raise(ConditionException.of(Condition.UNSUPPORTED_FEATURE, reason, null));
        }
        return created;
    }

    @Override
    public String newTaskTempFile(TaskAttemptContext context, Option<String> directory, FileNameSpec name) {
        PathOutputCommitter current = committer;
        if (current == null) {
            return super.newTaskTempFile(context, directory, name);
        }
        try {
            Path work = current.getWorkPath();
            Path parent = directory.isDefined() ? new Path(work, directory.get()) : work;
            return new Path(parent, getFilename(context, name)).toString();
        } catch (IOException e) {
            throw SparkErrors.raise(e);
        }
    }
}
