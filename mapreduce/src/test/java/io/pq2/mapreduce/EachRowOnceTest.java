package io.pq2.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.record.Row;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each row is read exactly once for any splits and any sizes of row groups. */
class EachRowOnceTest {

    private static final int[] ROW_COUNTS = {1, 997, 5000};
    private static final int[] GROUP_SIZES = {10_000, 100, 333};

    @TempDir
    java.nio.file.Path directory;

    private Job job;
    private int rows;

    @BeforeEach
    void writeFiles() throws IOException {
        for (int file = 0; file < ROW_COUNTS.length; file++) {
            Orders.write(directory.resolve(file + ".parquet"), rows, ROW_COUNTS[file], GROUP_SIZES[file]);
            rows += ROW_COUNTS[file];
        }
        job = Job.getInstance(new Configuration(false));
        FileInputFormat.addInputPath(job, new Path(directory.toUri()));
        job.getConfiguration().set("pq2.read.columns", "id");
    }

    private List<Long> read(InputSplit split) throws IOException, InterruptedException {
        List<Long> ids = new ArrayList<>();
        TaskAttemptContext context = new TaskAttemptContextImpl(job.getConfiguration(), new TaskAttemptID());
        try (RecordReader<NullWritable, Row> reader = new Pq2InputFormat().createRecordReader(split, context)) {
            reader.initialize(split, context);
            while (reader.nextKeyValue()) {
                ids.add(reader.getCurrentValue().getLong("id"));
                assertThat(reader.getProgress()).isBetween(0f, 1f);
            }
            assertThat(reader.getProgress()).isEqualTo(1f);
        }
        return ids;
    }

    private void assertEachRowOnce(List<? extends InputSplit> splits) throws IOException, InterruptedException {
        List<Long> ids = new ArrayList<>();
        for (InputSplit split : splits) {
            ids.addAll(read(split));
        }
        assertThat(ids)
                .containsExactlyInAnyOrderElementsOf(
                        LongStream.range(0, rows).boxed().toList());
    }

    @ParameterizedTest
    @CsvSource({"footers,true", "footers,false", "midpoint,true", "midpoint,false"})
    void readsEachRowOnceForAnySplitSettings(String mode, boolean combine) throws Exception {
        job.getConfiguration().set("pq2.splits", mode);
        job.getConfiguration().setBoolean("pq2.splits.combine", combine);
        for (long openCost : new long[] {0, 100, 1 << 20}) {
            job.getConfiguration().setLong("pq2.splits.openCost", openCost);
            for (long bytes : new long[] {100, 250, 1000, 4096, 10_007, 1 << 20, Long.MAX_VALUE}) {
                FileInputFormat.setMaxInputSplitSize(job, bytes);
                assertEachRowOnce(new Pq2InputFormat().getSplits(job));
            }
        }
    }

    @Test
    void aFileThatChangedAfterPlanningIsAnError() throws Exception {
        job.getConfiguration().set("pq2.splits", "footers");
        job.getConfiguration().setBoolean("pq2.splits.combine", false);
        List<InputSplit> splits = new Pq2InputFormat().getSplits(job);
        java.nio.file.Path changed = directory.resolve("1.parquet");
        Files.delete(changed);
        Orders.write(changed, 0, 50, 10);
        assertThatThrownBy(() -> assertEachRowOnce(splits)).hasMessageContaining("1.parquet");
    }

    @Test
    void readsEachRowOnceForSplitsOfAnySize() throws Exception {
        Random random = new Random(11);
        for (int i = 0; i < 50; i++) {
            List<FileSplit> splits = new ArrayList<>();
            for (int file = 0; file < ROW_COUNTS.length; file++) {
                java.nio.file.Path path = directory.resolve(file + ".parquet");
                long length = path.toFile().length();
                int typical = 1 + random.nextInt((int) length);
                for (long start = 0; start < length; ) {
                    long part = Math.min(1 + random.nextInt(2 * typical), length - start);
                    splits.add(new FileSplit(new Path(path.toUri()), start, part, new String[0]));
                    start += part;
                }
            }
            assertEachRowOnce(splits);
        }
    }
}
