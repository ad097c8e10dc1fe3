package io.pq2.it.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.hadoop.split.FooterCache;
import io.pq2.mapreduce.Pq2InputFormat;
import io.pq2.mapreduce.Pq2OutputFormat;
import io.pq2.mapreduce.WriteCounter;
import io.pq2.record.Row;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.client.CreateEncryptionZoneFlag;
import org.apache.hadoop.hdfs.client.HdfsAdmin;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests how the paths of a job select files of HDFS, and files in an encryption zone. */
@OnCluster
class HdfsPathsTest {

    private static final Path DIRECTORY = new Path("/paths");

    private Configuration configuration;
    private FileSystem hdfs;

    @BeforeEach
    void connect(ClusterProcess cluster) throws IOException {
        configuration = cluster.configuration();
        hdfs = cluster.hdfs();
    }

    @AfterEach
    void remove() throws IOException {
        hdfs.delete(DIRECTORY, true);
    }

    private static Path path(String name) {
        return new Path(DIRECTORY, name);
    }

    /** Writes a file with 100 readings, starting with a number. */
    private void write(String name, long first) throws IOException {
        Readings.write(path(name), first, first + 100, configuration);
    }

    /** Reads the inputs of a job and returns the ids that are multiples of 100. */
    private List<Long> read(String... inputs) throws Exception {
        Job job = Job.getInstance(configuration);
        for (String input : inputs) {
            Pq2InputFormat.addInputPath(job, path(input));
        }
        List<Long> hundreds = new ArrayList<>();
        long rowCount = 0;
        for (InputSplit split : new Pq2InputFormat().getSplits(job)) {
            TaskAttemptContext task = new TaskAttemptContextImpl(job.getConfiguration(), new TaskAttemptID());
            try (RecordReader<NullWritable, Row> rows = new Pq2InputFormat().createRecordReader(split, task)) {
                rows.initialize(split, task);
                while (rows.nextKeyValue()) {
                    rowCount++;
                    long id = rows.getCurrentValue().getLong("id");
                    if (id % 100 == 0) {
                        hundreds.add(id);
                    }
                }
            }
        }
        assertThat(rowCount).isEqualTo(100L * hundreds.size());
        return hundreds.stream().sorted().toList();
    }

    private void createEmptyFile(String name) throws IOException {
        hdfs.create(path(name)).close();
    }

    @Test
    void hiddenFilesAreNotRead() throws Exception {
        write("t/a.parquet", 0);
        write("t/day=1/b.parquet", 100);
        write("t/_day=1/c.parquet", 200);
        write("t/_temporary/0/d.parquet", 300);
        write("t/.hidden.parquet", 400);
        write("t/e.parquet._COPYING_", 500);
        createEmptyFile("t/_SUCCESS");
        assertThat(read("t")).containsExactly(0L, 100L, 200L);
    }

    @Test
    void globsSelectFilesAndDirectories() throws Exception {
        write("t/2020/1/a.parquet", 0);
        write("t/2020/2/b.parquet", 100);
        write("t/2021/1/c.parquet", 200);
        write("t/2022/1/d.parquet", 300);
        assertThat(read("t/{2020,2021}/1")).containsExactly(0L, 200L);
        assertThat(read("t/202[12]", "t/2020/2/*.parquet")).containsExactly(100L, 200L, 300L);
        assertThatThrownBy(() -> read("t/2023*")).hasMessageContaining("/paths/t/2023*");
    }

    private void link(String target, String link) throws IOException {
        FileSystem.enableSymlinks();
        hdfs.createSymlink(new Path(target), path(link), true);
    }

    @Test
    void symbolicLinksAreFollowed() throws Exception {
        write("far/a.parquet", 0);
        write("far/below/b.parquet", 100);
        write("t/c.parquet", 200);
        link("/paths/far/a.parquet", "t/a");
        link("../far/below", "t/below");
        link("/paths/far/a.parquet", "t/_hidden");
        assertThat(read("t")).containsExactly(0L, 100L, 200L);
        assertThat(read("t/a")).containsExactly(0L);
        assertThat(read("t/*")).containsExactly(0L, 0L, 100L, 200L);
        assertThat(Readings.ids(path("t/a"), configuration)).isEqualTo(Readings.range(0, 100));
        link("/paths/far", "far/below/round");
        assertThatThrownBy(() -> read("far")).hasMessageContaining("/paths/far");
        link("/paths/nowhere", "t/nothing");
        assertThatThrownBy(() -> read("t")).hasMessageContaining("nothing");
    }

    @Test
    void plansOfTheSameFilesShareFooters() throws Exception {
        FooterCache.shared(0);
        write("t/a.parquet", 0);
        write("t/b.parquet", 100);
        Job job = Job.getInstance(configuration);
        Pq2InputFormat.addInputPath(job, path("t"));
        long before = opened();
        new Pq2InputFormat().getSplits(job);
        assertThat(opened()).isEqualTo(before + 2);
        new Pq2InputFormat().getSplits(job);
        assertThat(opened()).isEqualTo(before + 2);
        hdfs.delete(path("t/b.parquet"), false);
        write("t/b.parquet", 200);
        assertThat(read("t")).containsExactly(0L, 200L);
    }

    /** Returns the number of files that this process has opened on HDFS. */
    private static long opened() {
        return FileSystem.getGlobalStorageStatistics()
                .get("DFSOpsCountStatistics")
                .getLong("op_open");
    }

    @Test
    void filesInAnEncryptionZoneAreReadAndWritten() throws Exception {
        hdfs.mkdirs(path("zone"));
        new HdfsAdmin(hdfs.getUri(), configuration)
                .createEncryptionZone(path("zone"), "zone", EnumSet.noneOf(CreateEncryptionZoneFlag.class));
        write("zone/in/a.parquet", 0);
        write("zone/in/b.parquet", 100);
        assertThat(read("zone/in")).containsExactly(0L, 100L);

        // A job in this process. Its committer renames the files inside the zone.
        configuration.set("mapreduce.framework.name", "local");
        Job job = Job.getInstance(configuration);
        job.setInputFormatClass(Pq2InputFormat.class);
        Pq2InputFormat.addInputPath(job, path("zone/in"));
        job.setMapperClass(Mapper.class);
        job.setNumReduceTasks(0);
        job.setOutputFormatClass(Pq2OutputFormat.class);
        Pq2OutputFormat.setOutputPath(job, path("zone/out"));
        Pq2OutputFormat.setSchema(job.getConfiguration(), Readings.SCHEMA);
        assertThat(job.waitForCompletion(false)).isTrue();
        assertThat(job.getCounters().findCounter(WriteCounter.ROWS_WRITTEN).getValue())
                .isEqualTo(200);
        assertThat(read("zone/out")).containsExactly(0L, 100L);

        for (FileStatus file : hdfs.globStatus(path("zone/{in,out}/*.parquet"))) {
            assertThat(file.isEncrypted()).isTrue();
            assertThat(start(file.getPath())).isEqualTo("PAR1");
            assertThat(start(new Path("/.reserved/raw" + file.getPath().toUri().getPath())))
                    .isNotEqualTo("PAR1");
        }
    }

    private String start(Path file) throws IOException {
        byte[] bytes = new byte[4];
        try (FSDataInputStream in = hdfs.open(file)) {
            in.readFully(0, bytes);
        }
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }
}
