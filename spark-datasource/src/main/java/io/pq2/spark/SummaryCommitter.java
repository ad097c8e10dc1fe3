package io.pq2.spark;

import io.pq2.hadoop.file.SummaryFiles;
import java.io.IOException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.output.FileOutputCommitter;
import org.jspecify.annotations.Nullable;

/**
 * Hadoop's committer, which in addition writes the summary files of the table when a job ends ({@value
 * SummaryFiles#LEVEL}). Writes use it if the level is not {@code NONE} and no other committer is named.
 */
public class SummaryCommitter extends FileOutputCommitter {

    private final @Nullable Path table;

    /**
     * Creates a committer. Spark calls this constructor.
     *
     * @param table the directory of the job's files; absent for a job without files
     * @throws IOException if the file system is not available
     */
    public SummaryCommitter(@Nullable Path table, TaskAttemptContext context) throws IOException {
        super(table, context);
        this.table = table;
    }

    @Override
    public void commitJob(JobContext context) throws IOException {
        super.commitJob(context);
        if (table != null) {
            SummaryFiles.update(table, SummaryFiles.Level.of(context.getConfiguration()), context.getConfiguration());
        }
    }
}
