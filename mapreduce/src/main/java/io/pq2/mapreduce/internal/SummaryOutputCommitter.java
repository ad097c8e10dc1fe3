package io.pq2.mapreduce.internal;

import io.pq2.hadoop.file.SummaryFiles;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.output.BindingPathOutputCommitter;

/**
 * The committer that Hadoop creates for the output's file system, which in addition writes the summary files of the
 * output directory when the job is committed.
 */
public final class SummaryOutputCommitter extends BindingPathOutputCommitter {

    private final Path directory;

    /**
     * Creates a committer.
     *
     * @param directory the output directory of the job
     * @throws IOException if Hadoop cannot create its committer
     */
    public SummaryOutputCommitter(Path directory, TaskAttemptContext context) throws IOException {
        super(directory, context);
        this.directory = directory;
    }

    @Override
    public void commitJob(JobContext job) throws IOException {
        super.commitJob(job);
        Configuration configuration = JobEncryption.withToken(job.getConfiguration(), job.getCredentials());
        SummaryFiles.update(directory, SummaryFiles.Level.of(configuration), configuration);
    }
}
