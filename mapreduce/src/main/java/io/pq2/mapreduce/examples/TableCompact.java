package io.pq2.mapreduce.examples;

import io.pq2.compact.CompactedFile;
import io.pq2.compact.CompactionFailure;
import io.pq2.compact.CompactionOptions;
import io.pq2.compact.CompactionPlan;
import io.pq2.compact.CompactionTask;
import io.pq2.compact.DistributedCompaction;
import io.pq2.compact.TableCompaction;
import io.pq2.compact.TableCompaction.RecoveredDirectory;
import io.pq2.compact.WrittenFile;
import io.pq2.exception.InvalidDataException;
import io.pq2.exception.ParquetException;
import io.pq2.hadoop.compact.CompactionSettings;
import io.pq2.hadoop.compact.HadoopTableFileSystem;
import io.pq2.internal.exception.DisplayText;
import io.pq2.mapreduce.internal.JobEncryption;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Serializable;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.conf.Configured;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Cluster;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.input.NLineInputFormat;
import org.apache.hadoop.mapreduce.lib.output.TextOutputFormat;
import org.apache.hadoop.mapreduce.security.TokenCache;
import org.apache.hadoop.util.Tool;
import org.apache.hadoop.util.ToolRunner;
import org.jspecify.annotations.Nullable;

/**
 * Replaces the small files of a table by large ones. Each map task writes one of the new files under a hidden name.
 * This process plans the job, locks the directories, and replaces the files when the job has succeeded. If it is
 * killed, the next compaction completes or undoes its work; that may be this example, the command {@code pq2 compact},
 * or Spark's {@code CALL pq2.compact}.
 */
public final class TableCompact extends Configured implements Tool {

    private static final FsPermission PRIVATE = new FsPermission((short) 0700);
    private static final int DEFAULT_ATTEMPTS = 4;

    /** A line of the job's input. */
    private record Work(CompactionTask task, CompactionSettings settings) implements Serializable {}

    /**
     * A line of the job's output: a new file, or the reason why a group of files stays as it is.
     *
     * @param file the file; null if there is none
     * @param directory the directory of the group
     * @param reason the reason; empty if there is a file
     */
    private record Result(@Nullable WrittenFile file, String directory, String reason) implements Serializable {}

    /** Writes the new file of a group. */
    public static final class WritingMapper extends Mapper<LongWritable, Text, NullWritable, Text> {

        @Override
        protected void map(
                LongWritable offset, Text line, Mapper<LongWritable, Text, NullWritable, Text>.Context context)
                throws IOException, InterruptedException {
            Work work = ObjectLines.parse(line.toString(), Work.class);
            context.write(NullWritable.get(), new Text(ObjectLines.format(result(work, context))));
        }

        private static Result result(Work work, Mapper<LongWritable, Text, NullWritable, Text>.Context context)
                throws IOException {
            Configuration configuration = JobEncryption.withToken(context.getConfiguration(), context.getCredentials());
            String directory = work.task().group().directory();
            int attempt = context.getTaskAttemptID().getId();
            try {
                HadoopTableFileSystem files = HadoopTableFileSystem.of(new Path(directory), configuration);
                WrittenFile file = work.task()
                        .write(
                                files,
                                work.settings().options(configuration),
                                String.valueOf(attempt),
                                bytes -> context.progress());
                return new Result(file, directory, "");
            } catch (ParquetException e) {
                return new Result(null, directory, text(e));
            } catch (IOException e) {
                if (attempt + 1 < attempts(configuration)) {
                    throw e;
                }
                // No other attempt follows. The other groups are still to be merged.
                return new Result(null, directory, text(e));
            }
        }

        /** Returns the number of times that a failing task runs. */
        private static int attempts(Configuration configuration) {
            boolean local = configuration
                    .get(MRConfig.FRAMEWORK_NAME, MRConfig.LOCAL_FRAMEWORK_NAME)
                    .equals(MRConfig.LOCAL_FRAMEWORK_NAME);
            return local ? 1 : configuration.getInt(MRJobConfig.MAP_MAX_ATTEMPTS, DEFAULT_ATTEMPTS);
        }
    }

    private static String text(Exception failure) {
        return failure.getMessage() == null ? failure.toString() : failure.getMessage();
    }

    @Override
    public int run(String[] arguments) throws IOException, InterruptedException, ClassNotFoundException {
        if (arguments.length == 0) {
            System.err.println("usage: compact [-D key=value ...] <table> [<setting>=<value> ...]\nsettings: "
                    + String.join(", ", CompactionSettings.NAMES));
            return 2;
        }
        CompactionSettings settings = settings(arguments);
        CompactionOptions options = settings.options(getConf());
        Path table = new Path(arguments[0]);
        HadoopTableFileSystem files = HadoopTableFileSystem.of(table, getConf());
        TableCompaction compaction = TableCompaction.of(files, files.location(table), options);
        for (RecoveredDirectory recovered : compaction.recover()) {
            print(recovered.directory() + ": an interrupted compaction was found; " + recovered.completed()
                    + " replacements were completed, " + recovered.undone() + " undone");
        }
        CompactionPlan plan = compaction.plan();
        plan.checkColumns(options.failFast());
        List<CompactionFailure> failures = new ArrayList<>(plan.failures());
        failures.addAll(plan.refused());
        List<CompactedFile> replaced = new ArrayList<>();
        plan.excluded().forEach(directory -> print(directory + ": a file _no_compaction excludes it"));
        if (!plan.groups().isEmpty() && !(options.failFast() && !failures.isEmpty())) {
            try (DistributedCompaction distributed = DistributedCompaction.begin(files, plan, options)) {
                failures.addAll(distributed.failures());
                boolean ended = options.failFast() && !failures.isEmpty();
                if (!ended
                        && !distributed.tasks().isEmpty()
                        && !replace(distributed, settings, table, replaced, failures)) {
                    return 1;
                }
            }
        }
        failures.forEach(failure -> print(failure.path() + ": " + failure.reason()));
        long count =
                replaced.stream().mapToLong(file -> file.group().files().size()).sum();
        print(count + " files became " + replaced.size() + ", " + (plan.keptFiles() + plan.files() - count) + " stay");
        return failures.isEmpty() ? 0 : 1;
    }

    private static CompactionSettings settings(String[] arguments) {
        Map<String, String> values = new LinkedHashMap<>();
        for (String argument : Arrays.asList(arguments).subList(1, arguments.length)) {
            int equals = argument.indexOf('=');
            if (equals < 0) {
                throw new InvalidDataException("'" + argument + "' is no setting such as target_size=512MiB");
            }
            values.put(argument.substring(0, equals), argument.substring(equals + 1));
        }
        return CompactionSettings.of(values);
    }

    private static void print(String text) {
        System.out.println(DisplayText.message(text));
    }

    /** Runs the job and replaces files. Returns false if the job failed; all files are unchanged then. */
    private boolean replace(
            DistributedCompaction compaction,
            CompactionSettings settings,
            Path table,
            List<CompactedFile> replaced,
            List<CompactionFailure> failures)
            throws IOException, InterruptedException, ClassNotFoundException {
        Job job = Job.getInstance(getConf(), "compaction of " + table);
        Path staging = staging(job.getConfiguration());
        FileSystem files = staging.getFileSystem(job.getConfiguration());
        FileSystem.mkdirs(files, staging, PRIVATE);
        try {
            Path tasks = new Path(staging, "tasks");
            try (Writer lines = new OutputStreamWriter(files.create(tasks), StandardCharsets.US_ASCII)) {
                for (CompactionTask task : compaction.tasks()) {
                    lines.append(ObjectLines.format(new Work(task, settings))).append('\n');
                }
            }
            Path results = new Path(staging, "results");
            job.setJarByClass(TableCompact.class);
            job.setInputFormatClass(NLineInputFormat.class);
            NLineInputFormat.setNumLinesPerSplit(job, 1);
            NLineInputFormat.addInputPath(job, tasks);
            job.setMapperClass(WritingMapper.class);
            job.setNumReduceTasks(0);
            job.setOutputKeyClass(NullWritable.class);
            job.setOutputValueClass(Text.class);
            job.setOutputFormatClass(TextOutputFormat.class);
            TextOutputFormat.setOutputPath(job, results);
            TextOutputFormat.setCompressOutput(job, false);
            JobEncryption.hideToken(job.getConfiguration(), job.getCredentials());
            TokenCache.obtainTokensForNamenodes(job.getCredentials(), new Path[] {table}, job.getConfiguration());
            if (!job.waitForCompletion(true)) {
                return false;
            }
            boolean failFast = settings.options(getConf()).failFast();
            for (Result result : results(files, results)) {
                commit(compaction, result, replaced, failures);
                if (failFast && !failures.isEmpty()) {
                    break;
                }
            }
            return true;
        } finally {
            files.delete(staging, true);
        }
    }

    /** Returns a new directory for the files of the job, where the cluster keeps those of other jobs. */
    private static Path staging(Configuration configuration) throws IOException, InterruptedException {
        Cluster cluster = new Cluster(configuration);
        try {
            return new Path(cluster.getStagingAreaDir(), "pq2-compact-" + UUID.randomUUID());
        } finally {
            cluster.close();
        }
    }

    private static List<Result> results(FileSystem files, Path directory) throws IOException {
        List<Result> results = new ArrayList<>();
        for (FileStatus file :
                files.listStatus(directory, path -> path.getName().startsWith("part-"))) {
            try (BufferedReader lines =
                    new BufferedReader(new InputStreamReader(files.open(file.getPath()), StandardCharsets.US_ASCII))) {
                for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                    results.add(ObjectLines.parse(line, Result.class));
                }
            }
        }
        return results;
    }

    private static void commit(
            DistributedCompaction compaction,
            Result result,
            List<CompactedFile> replaced,
            List<CompactionFailure> failures) {
        WrittenFile file = result.file();
        if (file == null) {
            failures.add(new CompactionFailure(result.directory(), result.reason()));
            return;
        }
        try {
            CompactedFile compacted = compaction.commit(file);
            replaced.add(compacted);
            print(compacted.path() + ": " + compacted.group().files().size() + " files, "
                    + compacted.group().rows() + " rows");
        } catch (IOException e) {
            failures.add(new CompactionFailure(result.directory(), text(e)));
        }
    }

    /**
     * Runs the job and ends the process with its exit code.
     *
     * @param arguments the arguments of {@link #run}
     */
    public static void main(String[] arguments) throws Exception {
        System.exit(ToolRunner.run(new TableCompact(), arguments));
    }
}
