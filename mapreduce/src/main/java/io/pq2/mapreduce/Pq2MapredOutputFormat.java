package io.pq2.mapreduce;

import io.pq2.hadoop.file.SummaryFiles;
import io.pq2.mapreduce.internal.JobEncryption;
import io.pq2.mapreduce.internal.RecordFileFactory;
import java.io.IOException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.mapred.FileOutputFormat;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.RecordWriter;
import org.apache.hadoop.util.Progressable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * {@link Pq2OutputFormat} for the older API {@code org.apache.hadoop.mapred}, with the same keys and the same values.
 * The job's committer of that API chooses the directory of a task. {@link Pq2MapredOutputCommitter} also writes summary
 * files.
 */
public final class Pq2MapredOutputFormat extends FileOutputFormat<Object, Object> {

    private static final Logger LOG = LoggerFactory.getLogger(Pq2MapredOutputFormat.class);

    /**
     * Checks the output as {@link Pq2OutputFormat#checkOutputSpecs} does. Logs a warning if the job requests summary
     * files but its committer does not write them.
     *
     * @param ignored ignored; the file system of the output path is used
     */
    @Override
    public void checkOutputSpecs(FileSystem ignored, JobConf job) throws IOException {
        super.checkOutputSpecs(ignored, job);
        if (SummaryFiles.Level.of(job) != SummaryFiles.Level.NONE
                && !(job.getOutputCommitter() instanceof Pq2MapredOutputCommitter)) {
            LOG.warn(
                    "No summary files will be written: with {}, set mapred.output.committer.class to {}",
                    SummaryFiles.LEVEL,
                    Pq2MapredOutputCommitter.class.getName());
        }
        JobEncryption.hideToken(job, job.getCredentials());
        JobEncryption.check(JobEncryption.withToken(job, job.getCredentials()), getOutputPath(job));
    }

    /** @param ignored ignored; the file system of the output path is used */
    @Override
    public RecordWriter<Object, Object> getRecordWriter(
            FileSystem ignored, JobConf job, String name, Progressable progress) throws IOException {
        RecordFileFactory file = RecordFileFactory.of(JobEncryption.withToken(job, job.getCredentials()), name);
        return file.create(getTaskOutputPath(job, name + file.extension()));
    }
}
