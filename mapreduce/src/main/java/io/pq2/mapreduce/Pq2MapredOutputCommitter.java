package io.pq2.mapreduce;

import io.pq2.hadoop.file.SummaryFiles;
import io.pq2.mapreduce.internal.JobEncryption;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.FileOutputCommitter;
import org.apache.hadoop.mapred.FileOutputFormat;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.JobContext;

/**
 * Hadoop's committer of the API {@code org.apache.hadoop.mapred}, which in addition writes the summary files of the
 * output directory when a job is committed ({@value SummaryFiles#LEVEL}). A job of {@link Pq2MapredOutputFormat} names
 * it with {@link JobConf#setOutputCommitter}.
 */
public final class Pq2MapredOutputCommitter extends FileOutputCommitter {

    @Override
    public void commitJob(JobContext context) throws IOException {
        super.commitJob(context);
        JobConf job = context.getJobConf();
        Path directory = FileOutputFormat.getOutputPath(job);
        if (directory != null) {
            Configuration configuration = JobEncryption.withToken(job, job.getCredentials());
            SummaryFiles.update(directory, SummaryFiles.Level.of(configuration), configuration);
        }
    }
}
