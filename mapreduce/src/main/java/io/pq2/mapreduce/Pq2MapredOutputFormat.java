package io.pq2.mapreduce;

import io.pq2.mapreduce.internal.JobEncryption;
import io.pq2.mapreduce.internal.RecordFileFactory;
import java.io.IOException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.mapred.FileOutputFormat;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.RecordWriter;
import org.apache.hadoop.util.Progressable;

/**
 * {@link Pq2OutputFormat} for the older API, {@code org.apache.hadoop.mapred}, with the same keys and the same values. Where a task writes is
 * up to the job's committer of that API.
 */
public final class Pq2MapredOutputFormat extends FileOutputFormat<Object, Object> {

    /**
     * As {@link Pq2OutputFormat#checkOutputSpecs}.
     *
     * @param ignored the file system of the path is meant
     */
    @Override
    public void checkOutputSpecs(FileSystem ignored, JobConf job) throws IOException {
        super.checkOutputSpecs(ignored, job);
        JobEncryption.hideToken(job, job.getCredentials());
        JobEncryption.check(JobEncryption.withToken(job, job.getCredentials()), getOutputPath(job));
    }

    /** @param ignored the file system of the path is meant */
    @Override
    public RecordWriter<Object, Object> getRecordWriter(
            FileSystem ignored, JobConf job, String name, Progressable progress) throws IOException {
        RecordFileFactory file = RecordFileFactory.of(JobEncryption.withToken(job, job.getCredentials()), name);
        return file.create(getTaskOutputPath(job, name + file.extension()));
    }
}
