package io.pq2.mapreduce;

import io.pq2.hadoop.file.HadoopInputFile;
import io.pq2.hadoop.internal.options.UnknownKeys;
import io.pq2.hadoop.metrics.ScanCounter;
import io.pq2.hadoop.options.HadoopEncryption;
import io.pq2.hadoop.options.HadoopReadOptions;
import io.pq2.hadoop.options.HadoopSplitOptions;
import io.pq2.hadoop.split.BlockSource;
import io.pq2.hadoop.split.FooterCache;
import io.pq2.hadoop.split.FooterSource;
import io.pq2.hadoop.split.SkippedRowGroups;
import io.pq2.hadoop.split.Split;
import io.pq2.hadoop.split.SplitPlanner;
import io.pq2.hadoop.split.SplitSizes;
import io.pq2.hadoop.split.SplitWork;
import io.pq2.mapreduce.internal.InputFileListing;
import io.pq2.mapreduce.internal.JobEncryption;
import io.pq2.mapreduce.internal.JobScan;
import io.pq2.mapreduce.internal.RowRecordReader;
import io.pq2.predicate.Predicate;
import io.pq2.predicate.PredicateText;
import io.pq2.read.OnCorruption;
import io.pq2.read.ParquetFile;
import io.pq2.read.ReadOptions;
import io.pq2.record.Row;
import io.pq2.schema.Schema;
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
 * Reads the rows of Parquet files. Directories are read with all files below them; hidden files and directories (names
 * that start with {@code _} or {@code .}) are skipped.
 *
 * <p>A task reads a {@link Pq2FileSplit}, or a {@link Pq2CombinedSplit} of several small files. The keys of
 * {@link HadoopSplitOptions} control this and whether split planning reads footers.
 *
 * <p>With a filter, tasks receive only the rows for which it is true. Row groups and pages that cannot match, by
 * statistics, bloom filters, dictionaries or page indexes, are not read. If split planning reads footers, splits do not
 * contain row groups that their footer excludes.
 *
 * <p>{@link HadoopReadOptions#ON_CORRUPTION} skips damaged files, row groups or rows. Tasks log and count what they
 * lose ({@link ScanCounter#CORRUPTIONS}, {@link ScanCounter#ROWS_LOST}, {@link ScanCounter#FILES_LOST}).
 *
 * <p>The row that a task receives is a view, which is valid until the next row is read.
 */
public final class Pq2InputFormat extends FileInputFormat<NullWritable, Row> {

    /** The columns to read, separated by commas: dotted paths of columns, or of groups for all their columns. */
    public static final String COLUMNS = "pq2.read.columns";

    /** A schema in its text form with the columns to read; {@link #COLUMNS} overrides it. */
    public static final String READ_SCHEMA = "parquet.read.schema";

    /** The filter in its text form, see {@link PredicateText}: only rows for which it is true are read. */
    public static final String FILTER = "pq2.read.filter";

    /**
     * The treatment of columns of the filter that a file does not contain: {@code error}, or {@code null} to treat the
     * column as null in all rows.
     */
    public static final String FILTER_MISSING_COLUMNS = "pq2.read.filter.missingColumns";

    /**
     * Sets the columns that a job reads.
     *
     * @param configuration the configuration of the job
     * @param dottedPaths the paths of columns, or of groups for all their columns
     */
    public static void setColumns(Configuration configuration, String... dottedPaths) {
        configuration.setStrings(COLUMNS, dottedPaths);
    }

    /**
     * Sets the filter of a job. The filter may use columns that the job does not read.
     *
     * @param configuration the configuration of the job
     * @param filter the filter
     * @throws io.pq2.exception.InvalidDataException if the filter has no text form, for example because it contains a
     *     {@link Predicate.Custom}
     */
    public static void setFilter(Configuration configuration, Predicate filter) {
        String text = PredicateText.write(filter);
        PredicateText.parse(text);
        configuration.set(FILTER, text);
    }

    /**
     * Returns the schema of the rows that a job reads, from the schema of its first file.
     *
     * @throws io.pq2.exception.ParquetException if the file is not a valid Parquet file, or lacks a column that the job
     *     reads
     * @throws IOException if the job has no input files, or the file cannot be read
     */
    public static Schema readSchema(JobContext job) throws IOException {
        Configuration configuration = JobEncryption.withToken(job.getConfiguration(), job.getCredentials());
        List<FileStatus> files = new Pq2InputFormat().listStatus(job);
        if (files.isEmpty()) {
            throw new IOException("there are no files in the job's input paths");
        }
        FileStatus first = files.get(0);
        HadoopInputFile input = HadoopInputFile.of(first, configuration);
        try (ParquetFile file = ParquetFile.open(
                input,
                HadoopReadOptions.from(configuration),
                HadoopEncryption.forReading(configuration, first.getPath()))) {
            return JobScan.of(configuration).schema(file);
        }
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
        return InputFileListing.list(inputs, getInputPathFilter(job), job.getConfiguration());
    }

    @Override
    public List<InputSplit> getSplits(JobContext job) throws IOException {
        JobEncryption.hideToken(job.getConfiguration(), job.getCredentials());
        Configuration configuration = JobEncryption.withToken(job.getConfiguration(), job.getCredentials());
        HadoopSplitOptions options = HadoopSplitOptions.from(configuration, HadoopSplitOptions.Mode.AUTO);
        ReadOptions readOptions = HadoopReadOptions.from(configuration);
        UnknownKeys.logAll(configuration);
        FooterSource footers = FooterCache.shared(options.cacheBytes()).source(configuration, readOptions);
        SplitPlanner planner = new SplitPlanner(
                options,
                JobScan.of(configuration),
                footers,
                BlockSource.of(configuration),
                readOptions.onCorruption() == OnCorruption.FAIL
                        ? SplitPlanner.UnreadableFiles.FAIL
                        : SplitPlanner.UnreadableFiles.LEAVE_TO_TASKS);
        SplitSizes sizes = new SplitSizes(Math.max(1, getMinSplitSize(job)), getMaxSplitSize(job));
        List<FileStatus> files = listStatus(job);
        SplitWork work = planner.plan(files, sizes);
        List<InputSplit> splits = new ArrayList<>();
        // Only the first split counts the skipped row groups, so that the job's counters contain them once.
        SkippedRowGroups skipped = work.skipped();
        for (Split split : work.splits(sizes)) {
            splits.add(
                    split.parts().size() == 1
                            ? new Pq2FileSplit(split.parts().get(0), split.hosts(), skipped)
                            : new Pq2CombinedSplit(split, skipped));
            skipped = SkippedRowGroups.NONE;
        }
        job.getConfiguration().setLong(NUM_INPUT_FILES, files.size());
        return splits;
    }
}
