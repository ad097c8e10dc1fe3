package io.pq2.it.s3a;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.hadoop.file.HadoopInputFile;
import io.pq2.hadoop.file.HadoopOutputFile;
import io.pq2.it.s3a.FaultyProxy.Request;
import io.pq2.it.store.DistantStore;
import io.pq2.it.store.RequestChains;
import io.pq2.it.store.StoreRequest;
import io.pq2.mapreduce.Pq2InputFormat;
import io.pq2.mapreduce.examples.TableCopy;
import io.pq2.record.BatchBuilder;
import io.pq2.record.RecordValue;
import io.pq2.record.Row;
import io.pq2.schema.Schema;
import io.pq2.schema.SchemaText;
import io.pq2.write.ParquetWriter;
import io.pq2.write.WriteOptions;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.NullOutputFormat;
import org.apache.hadoop.util.ToolRunner;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;

/** Tests MapReduce jobs on S3A. */
@Tag("clusters")
@ExtendWith(S3Store.Extension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class S3aMapReduceTest {

    /** A counter of the job. */
    enum Total {
        SUM
    }

    private static final int SMALL_ROWS = 100;

    private final S3Store store;
    private final Configuration configuration;

    S3aMapReduceTest(S3Store store) {
        this.store = store;
        this.configuration = store.jobConfiguration("magic");
    }

    private static Path path(String key) {
        return S3Store.path(S3Store.CLASSIC, "mapreduce/" + key);
    }

    /** Computes the same sum as {@link WideTable#scan}. */
    public static final class SumMapper extends Mapper<NullWritable, Row, NullWritable, LongWritable> {

        @Override
        protected void map(NullWritable key, Row row, Context context) {
            context.getCounter(Total.SUM).increment(row.getLong(0) * 3 + row.getLong(1));
        }
    }

    @Test
    void requestsFewRangesOfAFile() throws Exception {
        Path file = path("wide/wide.parquet");
        WideTable.write(file, configuration);
        store.proxy().reset();
        Job job = Job.getInstance(configuration);
        job.setInputFormatClass(Pq2InputFormat.class);
        job.setMapperClass(SumMapper.class);
        job.setNumReduceTasks(0);
        job.setOutputFormatClass(NullOutputFormat.class);
        FileInputFormat.addInputPath(job, file.getParent());
        Pq2InputFormat.setColumns(
                job.getConfiguration(), WideTable.name(WideTable.FIRST), WideTable.name(WideTable.SECOND));
        assertThat(job.waitForCompletion(false)).isTrue();
        assertThat(job.getCounters().findCounter(Total.SUM).getValue()).isEqualTo(WideTable.expectedSum());
        // Planning and the task each read the footer.
        assertThat(store.proxy().requests())
                .filteredOn(request -> request.gets(file.getName()))
                .hasSize(2 + 2 * WideTable.ROW_GROUPS);
        // Hadoop requests the status of the directory and lists it. The status of the file is not requested.
        assertThat(store.proxy().requests())
                .filteredOn(request -> !request.gets(file.getName()))
                .hasSizeLessThanOrEqualTo(3)
                .noneMatch(request -> request.path().endsWith(file.getName()));
    }

    /** Counts the rows. */
    public static final class CountingMapper extends Mapper<NullWritable, Row, NullWritable, LongWritable> {

        @Override
        protected void map(NullWritable key, Row row, Context context) {
            context.getCounter(Total.SUM).increment(1);
        }
    }

    private void writeSmallFile(Path path) throws IOException {
        Schema schema = SchemaText.parse("message small { required int64 id; }");
        BatchBuilder rows = new BatchBuilder(schema);
        RecordValue row = new RecordValue(schema);
        for (int i = 0; i < SMALL_ROWS; i++) {
            row.setLong(0, i);
            rows.append(row);
        }
        try (ParquetWriter writer =
                ParquetWriter.create(HadoopOutputFile.of(path, configuration), schema, WriteOptions.DEFAULT)) {
            writer.write(rows.build());
        }
    }

    @Test
    void aTaskOpensSeveralFilesAtATime() throws Exception {
        int files = 40;
        for (int i = 0; i < files; i++) {
            writeSmallFile(path("small/" + i + ".parquet"));
        }
        try (DistantStore distant = new DistantStore(store.serverPort())) {
            Configuration distantly = new Configuration(configuration);
            distantly.set("fs.s3a.endpoint", "http://127.0.0.1:" + distant.port());
            // All tasks use one file system, as usual: creating one takes longer than a request.
            distantly.setBoolean("fs.s3a.impl.disable.cache", false);
            distant.setDistance(Duration.ofMillis(30), 0);
            Job job = Job.getInstance(distantly);
            job.setInputFormatClass(Pq2InputFormat.class);
            job.setMapperClass(CountingMapper.class);
            job.setNumReduceTasks(0);
            job.setOutputFormatClass(NullOutputFormat.class);
            FileInputFormat.addInputPath(job, path("small"));
            path("small").getFileSystem(configuration).close();
            try (FileSystem shared = path("small").getFileSystem(distantly)) {
                assertThat(job.waitForCompletion(false)).isTrue();
                assertThat(path("small").getFileSystem(distantly)).isSameAs(shared);
            }
            assertThat(job.getCounters().findCounter(Total.SUM).getValue()).isEqualTo((long) files * SMALL_ROWS);
            List<StoreRequest> footers = distant.takeRequests().stream()
                    .filter(request -> request.operation().equals("GET"))
                    .toList();
            assertThat(footers).as("for planning and in the task").hasSize(2 * files);
            // One file after another, the chain would have at least as many requests as there are files.
            assertThat(RequestChains.longest(footers)).isLessThanOrEqualTo(files * 3 / 4);
        }
    }

    @Test
    void copiesATable() throws Exception {
        WideTable.write(path("source/a.parquet"), configuration);
        store.proxy().reset();
        String[] arguments = {path("source").toString(), path("copy").toString(), "zstd", "4194304"};
        assertThat(ToolRunner.run(configuration, new TableCopy(), arguments)).isZero();
        assertThat(store.proxy().requests()).noneMatch(Request::copies);
        FileStatus[] files = path("copy")
                .getFileSystem(configuration)
                .listStatus(path("copy"), found -> found.getName().endsWith(".zstd.parquet"));
        assertThat(files).hasSize(1);
        assertThat(WideTable.scan(HadoopInputFile.of(files[0], configuration))).isEqualTo(WideTable.expectedSum());
    }
}
