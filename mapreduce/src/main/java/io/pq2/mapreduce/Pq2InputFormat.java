package io.pq2.mapreduce;

import io.pq2.hadoop.BlockSplitPlanner;
import io.pq2.hadoop.Split;
import io.pq2.hadoop.SplitPlanner;
import io.pq2.record.Row;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.security.TokenCache;

/**
 * Reads the rows of Parquet files. Directories are read with all that is below them; files and directories whose names start
 * with {@code _} or {@code .} are passed over.
 *
 * <p>The row that a task is given is a view that changes with the next one.
 */
public final class Pq2InputFormat extends FileInputFormat<NullWritable, Row> {

    /** The columns to be read, separated by commas: dotted paths of columns, or of groups for all columns in them. */
    public static final String COLUMNS = "pq2.read.columns";

    /** A schema, in its text form, with the columns to be read; weaker than {@link #COLUMNS}. */
    public static final String READ_SCHEMA = "parquet.read.schema";

    /** Makes a job read only some columns. */
    public static void setColumns(Configuration configuration, String... dottedPaths) {
        configuration.setStrings(COLUMNS, dottedPaths);
    }

    @Override
    public RecordReader<NullWritable, Row> createRecordReader(InputSplit split, TaskAttemptContext context) {
        return new RowRecordReader();
    }

    @Override
    protected List<FileStatus> listStatus(JobContext job) throws IOException {
        Path[] inputs = getInputPaths(job);
        if (inputs.length == 0) {
            throw new IOException("the job has no input paths");
        }
        TokenCache.obtainTokensForNamenodes(job.getCredentials(), inputs, job.getConfiguration());
        return InputFiles.list(inputs, getInputPathFilter(job), job.getConfiguration());
    }

    @Override
    public List<InputSplit> getSplits(JobContext job) throws IOException {
        SplitPlanner planner = new BlockSplitPlanner(Math.max(1, getMinSplitSize(job)), getMaxSplitSize(job));
        List<FileStatus> files = listStatus(job);
        List<InputSplit> splits = new ArrayList<>();
        for (FileStatus file : files) {
            if (file.getLen() == 0) {
                // No Parquet file is empty. A task opens it and says so, rather than that it is passed over in silence.
                splits.add(new Pq2FileSplit(new Split(file.getPath(), 0, 0, 0, List.of())));
                continue;
            }
            for (Split split : planner.plan(file, blocks(file, job.getConfiguration()))) {
                splits.add(new Pq2FileSplit(split));
            }
        }
        job.getConfiguration().setLong(NUM_INPUT_FILES, files.size());
        return splits;
    }

    private static List<BlockLocation> blocks(FileStatus file, Configuration configuration) throws IOException {
        BlockLocation[] blocks = file instanceof LocatedFileStatus located ? located.getBlockLocations() : null;
        if (blocks == null) {
            blocks = file.getPath().getFileSystem(configuration).getFileBlockLocations(file, 0, file.getLen());
        }
        return blocks == null ? List.of() : Arrays.asList(blocks);
    }
}
