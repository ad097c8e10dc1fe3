package io.pq2.mapreduce;

import io.pq2.hadoop.options.HadoopSplitOptions;
import io.pq2.mapreduce.internal.JobEncryption;
import io.pq2.mapreduce.internal.MapredRecordReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapred.FileInputFormat;
import org.apache.hadoop.mapred.FileSplit;
import org.apache.hadoop.mapred.InputSplit;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.RecordReader;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.task.JobContextImpl;

/**
 * {@link Pq2InputFormat} for the older API {@code org.apache.hadoop.mapred}, with the same keys. A reader fills the
 * record that the caller passes. The caller owns the record.
 *
 * <p>Splits are {@link FileSplit}s of one file each: {@code pq2.splits.combine} is ignored. A {@link FileSplit} from
 * another source contains the row groups whose midpoint lies in its byte range.
 */
public final class Pq2MapredInputFormat extends FileInputFormat<NullWritable, RecordWritable> {

    /**
     * Plans the splits.
     *
     * @param splits the number of splits that the framework suggests; ignored
     */
    @Override
    public InputSplit[] getSplits(JobConf job, int splits) throws IOException {
        JobEncryption.hideToken(job, job.getCredentials());
        JobConf uncombined = new JobConf(job);
        uncombined.setBoolean(HadoopSplitOptions.COMBINE, false);
        List<InputSplit> planned = new ArrayList<>();
        for (org.apache.hadoop.mapreduce.InputSplit split :
                new Pq2InputFormat().getSplits(new JobContextImpl(uncombined, new JobID()))) {
            planned.add(new MapredFileSplit((Pq2FileSplit) split));
        }
        job.setLong(Pq2InputFormat.NUM_INPUT_FILES, uncombined.getLong(Pq2InputFormat.NUM_INPUT_FILES, planned.size()));
        return planned.toArray(InputSplit[]::new);
    }

    @Override
    public RecordReader<NullWritable, RecordWritable> getRecordReader(InputSplit split, JobConf job, Reporter reporter)
            throws IOException {
        org.apache.hadoop.mapreduce.lib.input.FileSplit part;
        if (split instanceof MapredFileSplit planned) {
            part = planned.planned();
        } else if (split instanceof FileSplit file) {
            part = new org.apache.hadoop.mapreduce.lib.input.FileSplit(
                    file.getPath(), file.getStart(), file.getLength(), file.getLocations());
        } else {
            throw new IOException("not a file split: " + split);
        }
        return new MapredRecordReader(part, job, reporter);
    }
}
