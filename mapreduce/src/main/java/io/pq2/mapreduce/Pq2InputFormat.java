package io.pq2.mapreduce;

import io.pq2.hadoop.BlockSource;
import io.pq2.hadoop.FooterCache;
import io.pq2.hadoop.FooterSource;
import io.pq2.hadoop.HadoopReadOptions;
import io.pq2.hadoop.HadoopSplitOptions;
import io.pq2.hadoop.Split;
import io.pq2.hadoop.SplitPlanner;
import io.pq2.hadoop.SplitSizes;
import io.pq2.hadoop.SplitWork;
import io.pq2.record.Row;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
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
 * <p>A task reads one {@link Pq2FileSplit}, or a {@link Pq2CombinedSplit} of several where files are small. Which it is, and whether
 * footers are read when splits are planned, is up to the keys of {@link HadoopSplitOptions}.
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
        Configuration configuration = job.getConfiguration();
        HadoopSplitOptions options = HadoopSplitOptions.from(configuration, HadoopSplitOptions.Way.AUTO);
        FooterSource footers =
                FooterCache.shared(options.cacheBytes()).source(configuration, HadoopReadOptions.from(configuration));
        Projection projection = Projection.of(configuration);
        SplitPlanner planner = new SplitPlanner(
                options,
                (file, scan) -> projection.applyTo(scan),
                footers,
                BlockSource.of(configuration),
                SplitPlanner.Unreadable.FAILS);
        SplitSizes sizes = new SplitSizes(Math.max(1, getMinSplitSize(job)), getMaxSplitSize(job));
        List<FileStatus> files = listStatus(job);
        SplitWork work = planner.survey(files, sizes);
        List<InputSplit> splits = new ArrayList<>();
        for (Split split : work.splits(sizes)) {
            splits.add(
                    split.parts().size() == 1
                            ? new Pq2FileSplit(split.parts().get(0), split.hosts())
                            : new Pq2CombinedSplit(split));
        }
        configuration.setLong(NUM_INPUT_FILES, files.size());
        return splits;
    }
}
