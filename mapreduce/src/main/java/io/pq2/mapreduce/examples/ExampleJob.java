package io.pq2.mapreduce.examples;

import java.io.IOException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;

/** Runs the job of an example. */
final class ExampleJob {

    private ExampleJob() {}

    /**
     * Runs a job and deletes its output directory if it fails.
     *
     * @return the exit code
     * @throws IOException if the job cannot be submitted, for example because the output directory exists; the
     *     directory is not touched then
     */
    static int run(Job job) throws IOException, InterruptedException, ClassNotFoundException {
        // Submitting fails if the output directory exists, so a submitted job has created it.
        job.submit();
        if (job.waitForCompletion(true)) {
            return 0;
        }
        Path output = FileOutputFormat.getOutputPath(job);
        output.getFileSystem(job.getConfiguration()).delete(output, true);
        return 1;
    }
}
