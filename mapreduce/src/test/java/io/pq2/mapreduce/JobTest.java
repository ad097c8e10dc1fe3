package io.pq2.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.hadoop.file.HadoopInputFile;
import io.pq2.hadoop.metrics.ScanCounter;
import io.pq2.read.ParquetFile;
import io.pq2.record.RecordValue;
import io.pq2.record.Row;
import io.pq2.record.RowReader;
import io.pq2.schema.Schema;
import io.pq2.schema.SchemaText;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.CounterGroup;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.hadoop.ParquetReader;
import org.apache.parquet.hadoop.example.GroupReadSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs whole jobs in this process. */
class JobTest {

    private static final int FILES = 3;
    private static final int ROWS_PER_FILE = 10_000;
    private static final int ROWS_PER_GROUP = 2500;

    private static final Schema TOTALS = SchemaText.parse("""
            message totals {
              required binary customer (STRING);
              required int64 orders;
              optional int64 amount;
              optional group days (MAP) {
                repeated group key_value {
                  required int32 key;
                  optional group value {
                    required boolean busy;
                  }
                }
              }
            }
            """);

    @TempDir
    java.nio.file.Path directory;

    private Job job;

    /** Maps an order to its customer and amount. */
    public static final class AmountMapper extends Mapper<NullWritable, Row, Text, IntWritable> {

        private final Text customer = new Text();
        private final IntWritable amount = new IntWritable();

        @Override
        protected void map(NullWritable key, Row order, Context context) throws IOException, InterruptedException {
            assertThat(order.shape().children()).hasSize(2);
            customer.set(order.getString("customer"));
            amount.set(order.isNull("amount") ? -1 : order.getInt("amount"));
            context.write(customer, amount);
        }
    }

    /** Fails after it has written some of its rows. */
    public static final class FailingMapper extends Mapper<NullWritable, Row, NullWritable, RecordValue> {

        private int rows;

        @Override
        protected void map(NullWritable key, Row order, Context context) throws IOException, InterruptedException {
            if (++rows == 5000) {
                throw new IOException("on purpose");
            }
            RecordValue record = new RecordValue(Orders.SCHEMA);
            record.setLong("id", order.getLong("id")).setString("customer", "c");
            context.write(key, record);
        }
    }

    /** Writes orders, one of them without a required field. */
    public static final class IncompleteMapper extends Mapper<NullWritable, Row, NullWritable, RecordValue> {

        private final RecordValue record = new RecordValue(Orders.SCHEMA);

        @Override
        protected void map(NullWritable key, Row order, Context context) throws IOException, InterruptedException {
            record.clear();
            record.setLong("id", order.getLong("id"));
            if (order.getLong("id") != 7000) {
                record.setString("customer", "c");
            }
            context.write(key, record);
        }
    }

    @BeforeEach
    void createJob() throws IOException {
        for (int file = 0; file < FILES; file++) {
            java.nio.file.Path path = directory.resolve("in/day=" + file + "/orders.parquet");
            Files.createDirectories(path.getParent());
            Orders.write(path, (long) file * ROWS_PER_FILE, ROWS_PER_FILE, ROWS_PER_GROUP);
        }
        Files.writeString(directory.resolve("in/_SUCCESS"), "not Parquet");
        Configuration configuration = new Configuration();
        configuration.set("mapreduce.framework.name", "local");
        configuration.setInt("mapreduce.client.completion.pollinterval", 50);
        configuration.setInt("mapreduce.client.progressmonitor.pollinterval", 50);
        // Output files become visible when the job is committed.
        configuration.set("mapreduce.fileoutputcommitter.algorithm.version", "1");
        configuration.set("hadoop.tmp.dir", directory.resolve("tmp").toString());
        job = Job.getInstance(configuration);
        job.setInputFormatClass(Pq2InputFormat.class);
        job.setOutputFormatClass(Pq2OutputFormat.class);
        job.setOutputKeyClass(NullWritable.class);
        job.setOutputValueClass(RecordValue.class);
        FileInputFormat.addInputPath(job, new Path(directory.resolve("in").toUri()));
        FileOutputFormat.setOutputPath(job, new Path(output().toUri()));
    }

    private java.nio.file.Path output() {
        return directory.resolve("out");
    }

    private List<java.nio.file.Path> outputFiles() throws IOException {
        if (!Files.exists(output())) {
            return List.of();
        }
        try (Stream<java.nio.file.Path> files = Files.walk(output())) {
            return files.filter(file -> file.toString().endsWith(".parquet")).toList();
        }
    }

    private void aggregate() throws IOException, InterruptedException, ClassNotFoundException {
        job.setMapperClass(AmountMapper.class);
        job.setMapOutputKeyClass(Text.class);
        job.setMapOutputValueClass(IntWritable.class);
        job.setReducerClass(TotalReducer.class);
        job.setNumReduceTasks(2);
        Pq2InputFormat.setColumns(job.getConfiguration(), "customer", "amount");
        Pq2OutputFormat.setSchema(job.getConfiguration(), TOTALS);
        FileInputFormat.setMaxInputSplitSize(job, 20_000);
        assertThat(job.waitForCompletion(false)).isTrue();
    }

    private static Map<String, Long> expectedTotals() {
        Map<String, Long> totals = new TreeMap<>();
        for (long id = 0; id < FILES * ROWS_PER_FILE; id++) {
            totals.merge(Orders.customer(id), Orders.hasAmount(id) ? (long) Orders.amount(id) : 0L, Long::sum);
        }
        return totals;
    }

    @Test
    void readsProjectsAggregatesAndWrites() throws Exception {
        job.getConfiguration().set("parquet.compression", "zstd");
        aggregate();
        assertThat(outputFiles())
                .hasSize(2)
                .allSatisfy(file -> assertThat(file.toString()).matches(".*/out/part-r-0000[01]\\.zstd\\.parquet"));
        Map<String, Long> totals = new TreeMap<>();
        for (java.nio.file.Path file : outputFiles()) {
            HadoopInputFile input = HadoopInputFile.of(new Path(file.toUri()), new Configuration(false));
            try (ParquetFile opened = ParquetFile.open(input);
                    RowReader rows = new RowReader(opened.scan().open())) {
                while (rows.next()) {
                    totals.put(rows.row().getString("customer"), rows.row().getLong("amount"));
                }
            }
        }
        assertThat(totals).isEqualTo(expectedTotals());
    }

    @Test
    void writesFilesThatParquetJavaReads() throws Exception {
        aggregate();
        Map<String, Long> totals = new TreeMap<>();
        for (java.nio.file.Path file : outputFiles()) {
            try (ParquetReader<Group> rows = ParquetReader.builder(new GroupReadSupport(), new Path(file.toUri()))
                    .build()) {
                for (Group row = rows.read(); row != null; row = rows.read()) {
                    totals.put(row.getString("customer", 0), row.getLong("amount", 0));
                    assertThat(row.getGroup("days", 0).getFieldRepetitionCount("key_value"))
                            .isEqualTo(2);
                }
            }
        }
        assertThat(totals).isEqualTo(expectedTotals());
    }

    @Test
    void countsWhatItsTasksRead() throws Exception {
        aggregate();
        Counters counters = job.getCounters();
        assertThat(counters.findCounter(ScanCounter.ROWS_READ).getValue()).isEqualTo(FILES * ROWS_PER_FILE);
        assertThat(counters.findCounter(ScanCounter.ROW_GROUPS_READ).getValue())
                .isEqualTo(FILES * ROWS_PER_FILE / ROWS_PER_GROUP);
        assertThat(counters.findCounter(ScanCounter.VALUES_DECODED).getValue()).isEqualTo(2 * FILES * ROWS_PER_FILE);
        assertThat(counters.findCounter(ScanCounter.BYTES_READ).getValue()).isPositive();
        assertThat(counters.findCounter(ScanCounter.PAGES_READ).getValue())
                .isGreaterThanOrEqualTo(2 * FILES * ROWS_PER_FILE / ROWS_PER_GROUP);
    }

    @Test
    void countersHaveReadableNames() throws Exception {
        aggregate();
        CounterGroup group = job.getCounters().getGroup(ScanCounter.class.getName());
        assertThat(group.getDisplayName()).isEqualTo("pq2 scan");
        assertThat(group).hasSameSizeAs(ScanCounter.values());
        assertThat(group)
                .allSatisfy(counter -> assertThat(counter.getDisplayName())
                        .as(counter.getName())
                        .matches("[a-z ]+"));
    }

    @Test
    void leavesNoFileIfATaskFails() throws Exception {
        job.setMapperClass(FailingMapper.class);
        job.setNumReduceTasks(0);
        Pq2OutputFormat.setSchema(job.getConfiguration(), Orders.SCHEMA);
        assertThat(job.waitForCompletion(false)).isFalse();
        assertThat(outputFiles()).isEmpty();
        assertThat(output().resolve("_SUCCESS")).doesNotExist();
    }

    @Test
    void leavesNoFileIfARowCannotBeWritten() throws Exception {
        job.setMapperClass(IncompleteMapper.class);
        job.setNumReduceTasks(0);
        Pq2OutputFormat.setSchema(job.getConfiguration(), Orders.SCHEMA);
        assertThat(job.waitForCompletion(false)).isFalse();
        assertThat(outputFiles()).isEmpty();
    }
}
