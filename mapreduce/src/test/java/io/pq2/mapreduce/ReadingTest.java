package io.pq2.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.exception.CorruptFileException;
import io.pq2.exception.InvalidDataException;
import io.pq2.record.Row;
import io.pq2.schema.Shape;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the reader of a split: the requested columns, and errors. */
class ReadingTest {

    @TempDir
    java.nio.file.Path directory;

    private Job job;

    @BeforeEach
    void createJob() throws IOException {
        job = Job.getInstance(new Configuration(false));
        FileInputFormat.addInputPath(job, new Path(directory.toUri()));
    }

    private RecordReader<NullWritable, Row> open() throws IOException, InterruptedException {
        List<InputSplit> splits = new Pq2InputFormat().getSplits(job);
        TaskAttemptContext context = new TaskAttemptContextImpl(job.getConfiguration(), new TaskAttemptID());
        RecordReader<NullWritable, Row> reader = new Pq2InputFormat().createRecordReader(splits.get(0), context);
        try {
            reader.initialize(splits.get(0), context);
            return reader;
        } catch (IOException | RuntimeException e) {
            // The framework also closes a reader whose initialization failed.
            reader.close();
            throw e;
        }
    }

    private List<String> columns() throws IOException, InterruptedException {
        Orders.write(directory.resolve("orders.parquet"), 0, 10, 10);
        try (RecordReader<NullWritable, Row> reader = open()) {
            assertThat(reader.nextKeyValue()).isTrue();
            assertThat(reader.getCurrentKey()).isSameAs(NullWritable.get());
            return reader.getCurrentValue().shape().children().stream()
                    .map(Shape::name)
                    .toList();
        }
    }

    @Test
    void readsAllColumnsByDefault() throws Exception {
        assertThat(columns()).containsExactly("id", "customer", "amount", "items");
    }

    @Test
    void readsTheRequestedColumns() throws Exception {
        job.getConfiguration().set("pq2.read.columns", "items, id");
        assertThat(columns()).containsExactly("items", "id");
    }

    @Test
    void readsTheColumnsOfARequestedSchemaThatTheFileHas() throws Exception {
        job.getConfiguration()
                .set("parquet.read.schema", "message m { optional int32 amount; optional binary remark (STRING); }");
        assertThat(columns()).containsExactly("amount");
    }

    @Test
    void failsForAMissingColumn() {
        job.getConfiguration().set("pq2.read.columns", "remark");
        assertThatThrownBy(this::columns)
                .isInstanceOf(InvalidDataException.class)
                .hasMessageContaining("remark")
                .hasMessageContaining("orders.parquet");
    }

    @Test
    void namesTheKeyOfAnInvalidSchema() {
        job.getConfiguration().set("parquet.read.schema", "message m {");
        assertThatThrownBy(this::columns)
                .isInstanceOf(InvalidDataException.class)
                .hasMessageStartingWith("parquet.read.schema: line 1");
        assertThatThrownBy(() -> Pq2OutputFormat.schema(job.getConfiguration()))
                .isInstanceOf(InvalidDataException.class)
                .hasMessageStartingWith("pq2.write.schema is not set");
        job.getConfiguration().set("pq2.write.schema", "message m { required int a; }");
        assertThatThrownBy(() -> Pq2OutputFormat.schema(job.getConfiguration()))
                .isInstanceOf(InvalidDataException.class)
                .hasMessageStartingWith("pq2.write.schema: line 1")
                .hasMessageContaining("unknown type int");
    }

    @Test
    void failsForAnEmptyFile() throws IOException {
        Files.write(directory.resolve("empty.parquet"), new byte[0]);
        assertThatThrownBy(this::open).isInstanceOf(CorruptFileException.class).hasMessageContaining("empty.parquet");
    }

    @Test
    void failsForAFileOfAnotherFormat() throws IOException {
        Files.writeString(directory.resolve("readme.txt"), "These are not the rows you are looking for.");
        assertThatThrownBy(this::open).isInstanceOf(CorruptFileException.class).hasMessageContaining("readme.txt");
    }

    @Test
    void failsForADeletedFile() throws Exception {
        java.nio.file.Path file = directory.resolve("orders.parquet");
        Orders.write(file, 0, 10, 10);
        List<InputSplit> splits = new Pq2InputFormat().getSplits(job);
        Files.delete(file);
        TaskAttemptContext context = new TaskAttemptContextImpl(job.getConfiguration(), new TaskAttemptID());
        try (RecordReader<NullWritable, Row> reader = new Pq2InputFormat().createRecordReader(splits.get(0), context)) {
            assertThatThrownBy(() -> reader.initialize(splits.get(0), context))
                    .isInstanceOf(FileNotFoundException.class)
                    .hasMessageContaining("orders.parquet");
        }
    }
}
