package io.pq2.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.hadoop.metrics.ScanCounter;
import io.pq2.record.RecordValue;
import io.pq2.schema.Schema;
import io.pq2.schema.SchemaText;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.LongStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.FileInputFormat;
import org.apache.hadoop.mapred.FileOutputFormat;
import org.apache.hadoop.mapred.FileSplit;
import org.apache.hadoop.mapred.InputSplit;
import org.apache.hadoop.mapred.JobClient;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.MapReduceBase;
import org.apache.hadoop.mapred.Mapper;
import org.apache.hadoop.mapred.OutputCollector;
import org.apache.hadoop.mapred.RecordReader;
import org.apache.hadoop.mapred.Reducer;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapred.RunningJob;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the formats for {@code org.apache.hadoop.mapred}. */
class MapredTest {

    private static final int FILES = 2;
    private static final int ROWS_PER_FILE = 1000;

    private static final Schema PAIR =
            SchemaText.parse("message pair { required binary customer (STRING); required int64 orders; }");

    @TempDir
    java.nio.file.Path directory;

    private JobConf job;

    @BeforeEach
    void writeFiles() throws IOException {
        java.nio.file.Path in = java.nio.file.Files.createDirectory(directory.resolve("in"));
        for (int file = 0; file < FILES; file++) {
            Orders.write(in.resolve(file + ".parquet"), (long) file * ROWS_PER_FILE, ROWS_PER_FILE, 100);
        }
        job = new JobConf(LocalJobs.configuration(directory));
        FileInputFormat.addInputPath(job, new Path(in.toUri()));
    }

    private RecordReader<NullWritable, RecordWritable> reader(InputSplit split) throws IOException {
        return new Pq2MapredInputFormat().getRecordReader(split, job, Reporter.NULL);
    }

    private List<Long> ids(InputSplit... splits) throws IOException {
        List<Long> ids = new ArrayList<>();
        for (InputSplit split : splits) {
            try (RecordReader<NullWritable, RecordWritable> reader = reader(split)) {
                NullWritable key = reader.createKey();
                RecordWritable value = reader.createValue();
                while (reader.next(key, value)) {
                    ids.add(value.get().getLong("id"));
                    assertThat(reader.getPos()).isBetween(0L, split.getLength());
                }
                assertThat(reader.getProgress()).isEqualTo(1f);
            }
        }
        return ids.stream().sorted().toList();
    }

    private static List<Long> idsFrom(long first) {
        return LongStream.range(first, FILES * ROWS_PER_FILE).boxed().toList();
    }

    @Test
    void readsEachRowOfPlannedSplitsOnce() throws IOException {
        job.setLong("mapreduce.input.fileinputformat.split.maxsize", 2000);
        InputSplit[] splits = new Pq2MapredInputFormat().getSplits(job, 1);
        assertThat(splits)
                .hasSizeGreaterThan(FILES)
                .allSatisfy(split -> assertThat(split).isInstanceOf(FileSplit.class));
        assertThat(job.get("mapreduce.input.fileinputformat.numinputfiles")).isEqualTo("2");
        List<InputSplit> sent = new ArrayList<>();
        for (InputSplit split : splits) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            split.write(new DataOutputStream(bytes));
            MapredFileSplit received = new MapredFileSplit();
            received.readFields(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
            assertThat(received.getPath()).isEqualTo(((FileSplit) split).getPath());
            sent.add(received);
        }
        assertThat(ids(sent.toArray(InputSplit[]::new))).isEqualTo(idsFrom(0));
        job.set("pq2.read.filter", "id >= 1950");
        assertThat(new Pq2MapredInputFormat().getSplits(job, 1)).hasSize(1);
        assertThat(ids(new Pq2MapredInputFormat().getSplits(job, 1))).isEqualTo(idsFrom(1950));
    }

    @Test
    void readsEachRowOfOtherFileSplitsOnce() throws IOException {
        List<InputSplit> splits = new ArrayList<>();
        for (int file = 0; file < FILES; file++) {
            java.nio.file.Path path = directory.resolve("in/" + file + ".parquet");
            long middle = path.toFile().length() / 2;
            Path name = new Path(path.toUri());
            splits.add(new FileSplit(name, 0, middle, new String[0]));
            splits.add(new FileSplit(name, middle, path.toFile().length() - middle, new String[0]));
        }
        assertThat(ids(splits.toArray(InputSplit[]::new))).isEqualTo(idsFrom(0));
    }

    @Test
    void fillsTheGivenRecord() throws IOException {
        Pq2InputFormat.setColumns(job, "id", "items");
        FileInputFormat.setInputPaths(
                job, new Path(directory.resolve("in/0.parquet").toUri()));
        InputSplit split = new Pq2MapredInputFormat().getSplits(job, 1)[0];
        try (RecordReader<NullWritable, RecordWritable> reader = reader(split)) {
            RecordWritable first = reader.createValue();
            RecordWritable second = reader.createValue();
            assertThat(first).isNotSameAs(second);
            RecordValue values = first.get();
            assertThat(first.schema().fields()).hasSize(2);
            assertThat(reader.next(reader.createKey(), first)).isTrue();
            String text = first.toString();
            assertThat(reader.next(reader.createKey(), second)).isTrue();
            // Reading the second record does not change the first one.
            assertThat(first).hasToString(text).isNotEqualTo(second);
            assertThat(reader.next(reader.createKey(), first)).isTrue();
            assertThat(first.get()).isSameAs(values);
            assertThat(first.get().getList("items")).hasToString("[item 1]");
            assertThat(reader.next(reader.createKey(), new RecordWritable())).isTrue();
        }
        assertThatThrownBy(() -> reader(new FileSplit(new Path("/nowhere"), 0, 1, new String[0])))
                .isInstanceOf(IOException.class);
    }

    /** Maps an order to its customer and a record with the count 1. */
    public static final class OneMapper extends MapReduceBase
            implements Mapper<NullWritable, RecordWritable, Text, RecordWritable> {

        private RecordWritable one;

        @Override
        public void configure(JobConf configuration) {
            one = new RecordWritable(PAIR, configuration);
        }

        @Override
        public void map(
                NullWritable key, RecordWritable order, OutputCollector<Text, RecordWritable> out, Reporter reporter)
                throws IOException {
            String customer = order.get().getString("customer");
            one.get().setString("customer", customer).setLong("orders", 1);
            out.collect(new Text(customer), one);
        }
    }

    /** Adds the counts of a customer. */
    public static final class SumReducer extends MapReduceBase
            implements Reducer<Text, RecordWritable, NullWritable, RecordWritable> {
        @Override
        public void reduce(
                Text customer,
                Iterator<RecordWritable> records,
                OutputCollector<NullWritable, RecordWritable> out,
                Reporter reporter)
                throws IOException {
            long orders = 0;
            while (records.hasNext()) {
                orders += records.next().get().getLong("orders");
            }
            RecordWritable sum = new RecordWritable(PAIR);
            sum.get().setString("customer", customer.toString()).setLong("orders", orders);
            out.collect(NullWritable.get(), sum);
        }
    }

    @Test
    void runsWholeJobs() throws IOException {
        Pq2InputFormat.setColumns(job, "customer");
        RecordWritable.declare(job, PAIR);
        Pq2OutputFormat.setSchema(job, PAIR);
        job.setInputFormat(Pq2MapredInputFormat.class);
        job.setMapperClass(OneMapper.class);
        job.setReducerClass(SumReducer.class);
        job.setMapOutputKeyClass(Text.class);
        job.setMapOutputValueClass(RecordWritable.class);
        job.setOutputKeyClass(NullWritable.class);
        job.setOutputValueClass(RecordWritable.class);
        job.setOutputFormat(Pq2MapredOutputFormat.class);
        java.nio.file.Path out = directory.resolve("out");
        FileOutputFormat.setOutputPath(job, new Path(out.toUri()));
        RunningJob done = JobClient.runJob(job);
        assertThat(LocalJobs.files(out)).containsExactly("part-00000.snappy.parquet");
        assertThat(done.getCounters().getCounter(WriteCounter.ROWS_WRITTEN)).isEqualTo(7);
        assertThat(done.getCounters().getCounter(ScanCounter.ROWS_READ)).isEqualTo(FILES * ROWS_PER_FILE);

        JobConf again = new JobConf(LocalJobs.configuration(directory));
        FileInputFormat.addInputPath(again, new Path(out.toUri()));
        job = again;
        List<String> rows = new ArrayList<>();
        for (InputSplit split : new Pq2MapredInputFormat().getSplits(again, 1)) {
            try (RecordReader<NullWritable, RecordWritable> reader = reader(split)) {
                RecordWritable row = reader.createValue();
                while (reader.next(reader.createKey(), row)) {
                    rows.add(row.toString());
                }
            }
        }
        assertThat(rows)
                .hasSize(7)
                .contains("{customer: customer 0, orders: 286}", "{customer: customer 6, orders: 285}");
    }
}
