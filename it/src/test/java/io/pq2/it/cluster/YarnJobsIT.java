package io.pq2.it.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.hadoop.file.HiddenFiles;
import io.pq2.hadoop.metrics.ScanCounter;
import io.pq2.mapreduce.Pq2InputFormat;
import io.pq2.mapreduce.Pq2MapredInputFormat;
import io.pq2.mapreduce.Pq2MapredOutputFormat;
import io.pq2.mapreduce.Pq2OutputFormat;
import io.pq2.mapreduce.RecordWritable;
import io.pq2.record.Row;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapred.InputSplit;
import org.apache.hadoop.mapred.JobClient;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.RunningJob;
import org.apache.hadoop.mapred.lib.IdentityMapper;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobCounter;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.TaskCompletionEvent;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs jobs on YARN, whose tasks are separate JVMs, and checks their output after failures. */
@Tag("clusters")
@OnCluster
class YarnJobsIT {

    private static final Path DIRECTORY = new Path("/jobs");
    private static final Path TABLE = new Path(DIRECTORY, "table");
    private static final Path OUTPUT = new Path(DIRECTORY, "output");
    private static final int FILES = 4;
    private static final int ROWS = 3000;

    @TempDir
    java.nio.file.Path local;

    private Configuration configuration;
    private FileSystem hdfs;

    @BeforeEach
    void writeTable(ClusterProcess cluster) throws IOException {
        cluster.startYarn();
        configuration = cluster.configuration();
        hdfs = cluster.hdfs();
        for (long file = 0; file < FILES; file++) {
            Readings.write(new Path(TABLE, file + ".parquet"), file * ROWS, (file + 1) * ROWS, configuration);
        }
        // The class path of the tasks has Hadoop's jars and these.
        configuration.set("tmpjars", "file://" + System.getProperty("pq2.mapreduce.jar"));
        configuration.set("mapreduce.job.jar", jar().toString());
        configuration.set("pq2.splits.combine", "false");
        Pq2OutputFormat.setSchema(configuration, Readings.SCHEMA);
    }

    @AfterEach
    void remove() throws IOException {
        hdfs.delete(DIRECTORY, true);
    }

    /** Packs the test classes that tasks need. */
    private java.nio.file.Path jar() throws IOException {
        java.nio.file.Path jar = local.resolve("test.jar");
        String name = FailingMapper.class.getName().replace('.', '/') + ".class";
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file);
                InputStream in = FailingMapper.class.getClassLoader().getResourceAsStream(name)) {
            out.putNextEntry(new JarEntry(name));
            in.transferTo(out);
            out.closeEntry();
        }
        return jar;
    }

    private Job jobWithFailingMapper() throws IOException {
        Job job = Job.getInstance(configuration);
        job.setInputFormatClass(Pq2InputFormat.class);
        Pq2InputFormat.addInputPath(job, TABLE);
        job.setMapperClass(FailingMapper.class);
        job.setNumReduceTasks(0);
        job.setOutputKeyClass(NullWritable.class);
        job.setOutputValueClass(Row.class);
        job.setOutputFormatClass(Pq2OutputFormat.class);
        Pq2OutputFormat.setOutputPath(job, OUTPUT);
        return job;
    }

    /** Returns the visible files of the output. */
    private List<Path> visibleFiles() throws IOException {
        List<Path> visible = new ArrayList<>();
        if (hdfs.exists(OUTPUT)) {
            RemoteIterator<LocatedFileStatus> files = hdfs.listFiles(OUTPUT, false);
            while (files.hasNext()) {
                Path file = files.next().getPath();
                if (!HiddenFiles.isHidden(file)) {
                    visible.add(file);
                }
            }
        }
        return visible;
    }

    private void assertEachRowOnce() throws IOException {
        List<Long> ids = new ArrayList<>();
        for (Path file : visibleFiles()) {
            ids.addAll(Readings.ids(file, configuration));
        }
        assertThat(ids).containsExactlyInAnyOrderElementsOf(Readings.range(0, FILES * ROWS));
    }

    private static void enableSpeculation(Configuration configuration) {
        configuration.setBoolean("mapreduce.map.speculative", true);
        configuration.setInt("mapreduce.job.speculative.retry-after-no-speculate", 200);
        configuration.setInt("mapreduce.job.speculative.retry-after-speculate", 200);
        configuration.setInt("mapreduce.task.progress-report.interval", 300);
    }

    @Test
    void eachRowIsWrittenOnceDespiteFailedAttempts() throws Exception {
        enableSpeculation(configuration);
        configuration.setInt(FailingMapper.FAILS, 0);
        configuration.setInt(FailingMapper.WAIT, FILES - 1);
        Job job = jobWithFailingMapper();
        assertThat(job.waitForCompletion(true)).isTrue();
        assertThat(job.getCounters().findCounter(JobCounter.NUM_FAILED_MAPS).getValue())
                .isEqualTo(1);
        // The waiting attempt is killed when its speculative attempt has finished; other attempts may be killed, too.
        assertThat(job.getCounters().findCounter(JobCounter.NUM_KILLED_MAPS).getValue())
                .isPositive();
        assertThat(job.getCounters().findCounter(JobCounter.TOTAL_LAUNCHED_MAPS).getValue())
                .isGreaterThanOrEqualTo(FILES + 2);
        assertThat(visibleFiles()).hasSize(FILES);
        assertEachRowOnce();
    }

    @Test
    void aKilledJobLeavesNoVisibleOutput() throws Exception {
        configuration.setBoolean("mapreduce.map.speculative", false);
        configuration.setInt(FailingMapper.WAIT, FILES / 2);
        // With Hadoop's default, version 2, files become visible when their task is committed.
        configuration.setInt("mapreduce.fileoutputcommitter.algorithm.version", 1);
        Job job = jobWithFailingMapper();
        job.submit();
        // Half of the tasks are committed, and the others are writing.
        while (committedTasks(job) < FILES / 2) {
            assertThat(job.isComplete()).isFalse();
            Thread.sleep(200);
        }
        assertThat(hdfs.exists(new Path(OUTPUT, "_temporary"))).isTrue();
        assertThat(visibleFiles()).isEmpty();
        job.killJob();
        assertThat(job.waitForCompletion(false)).isFalse();
        assertThat(job.getJobState()).isEqualTo(JobStatus.State.KILLED);
        assertThat(visibleFiles()).isEmpty();
        // A job counts as killed before its master has aborted its output.
        long killed = System.nanoTime();
        while (hdfs.exists(new Path(OUTPUT, "_temporary"))) {
            assertThat(Duration.ofNanos(System.nanoTime() - killed)).isLessThan(Duration.ofMinutes(1));
            Thread.sleep(200);
        }
        assertThat(visibleFiles()).isEmpty();
    }

    private static long committedTasks(Job job) throws IOException, InterruptedException {
        return Arrays.stream(job.getTaskCompletionEvents(0, 2 * FILES))
                .filter(event -> event.getStatus() == TaskCompletionEvent.Status.SUCCEEDED)
                .count();
    }

    @Test
    void tasksOfTheOlderApiRunOnTheHostsOfTheirSplits() throws Exception {
        configuration.setBoolean("mapreduce.map.speculative", false);
        JobConf job = new JobConf(configuration);
        job.setInputFormat(Pq2MapredInputFormat.class);
        org.apache.hadoop.mapred.FileInputFormat.addInputPath(job, TABLE);
        job.setMapperClass(IdentityMapper.class);
        job.setNumReduceTasks(0);
        job.setOutputKeyClass(NullWritable.class);
        job.setOutputValueClass(RecordWritable.class);
        job.setOutputFormat(Pq2MapredOutputFormat.class);
        org.apache.hadoop.mapred.FileOutputFormat.setOutputPath(job, OUTPUT);
        // All tasks run on the first host. YARN counts the tasks whose split is local there.
        String host = InetAddress.getLocalHost().getCanonicalHostName();
        int near = 0;
        InputSplit[] splits = new Pq2MapredInputFormat().getSplits(new JobConf(job), 1);
        for (InputSplit split : splits) {
            near += Arrays.asList(split.getLocations()).contains(host) ? 1 : 0;
        }
        RunningJob running = JobClient.runJob(job);
        assertThat(running.isSuccessful()).isTrue();
        org.apache.hadoop.mapred.Counters counters = running.getCounters();
        assertThat(counters.findCounter(JobCounter.TOTAL_LAUNCHED_MAPS).getValue())
                .isEqualTo(splits.length);
        assertThat(counters.findCounter(JobCounter.DATA_LOCAL_MAPS).getValue()).isEqualTo(near);
        assertThat(counters.findCounter(JobCounter.RACK_LOCAL_MAPS).getValue()).isEqualTo(splits.length - near);
        assertThat(counters.findCounter(ScanCounter.ROWS_READ).getValue()).isEqualTo(FILES * ROWS);
        assertEachRowOnce();
    }
}
