package io.pq2.spark;

import io.pq2.spark.internal.SparkErrors;
import java.io.IOException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.OutputCommitter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.output.FileOutputCommitter;
import org.apache.hadoop.mapreduce.lib.output.PathOutputCommitter;
import org.apache.spark.internal.io.FileNameSpec;
import org.apache.spark.sql.execution.datasources.SQLHadoopMapReduceCommitProtocol;
import scala.Option;

/**
 * Lets the tasks of Spark write where their committer says, as the S3A and the manifest committers need it. Spark's own protocol knows only
 * {@link FileOutputCommitter}: with others, tasks write to the table itself, where their files are seen before they are committed. A session
 * names this class in {@code spark.sql.sources.commitProtocolClass}; it is good for all file sources, and with all committers.
 */
public final class WorkPathCommitProtocol extends SQLHadoopMapReduceCommitProtocol {

    private static final long serialVersionUID = 1L;

    private final boolean dynamicPartitionOverwrite;

    /** That of the task, or of the job. */
    private transient PathOutputCommitter committer;

    /**
     * As Spark makes it.
     *
     * @param path of the table
     * @param dynamicPartitionOverwrite whether partitions that get no rows stay, which only {@link FileOutputCommitter} can
     */
    public WorkPathCommitProtocol(String jobId, String path, boolean dynamicPartitionOverwrite) {
        super(jobId, path, dynamicPartitionOverwrite);
        this.dynamicPartitionOverwrite = dynamicPartitionOverwrite;
    }

    @Override
    public OutputCommitter setupCommitter(TaskAttemptContext context) {
        OutputCommitter made = super.setupCommitter(context);
        committer = made instanceof PathOutputCommitter path && !(made instanceof FileOutputCommitter) ? path : null;
        if (committer != null && dynamicPartitionOverwrite) {
            throw new UnsupportedOperationException(made.getClass().getName()
                    + " cannot replace single partitions: set spark.sql.sources.outputCommitterClass to "
                    + FileOutputCommitter.class.getName() + " for this write, or overwrite the whole table");
        }
        return made;
    }

    @Override
    public String newTaskTempFile(TaskAttemptContext context, Option<String> directory, FileNameSpec name) {
        if (committer == null) {
            return super.newTaskTempFile(context, directory, name);
        }
        try {
            Path work = committer.getWorkPath();
            Path parent = directory.isDefined() ? new Path(work, directory.get()) : work;
            return new Path(parent, getFilename(context, name)).toString();
        } catch (IOException e) {
            throw SparkErrors.raise(e);
        }
    }
}
