package io.pq2.it.s3a;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.hadoop.file.HadoopInputFile;
import io.pq2.mapreduce.Pq2InputFormat;
import io.pq2.mapreduce.Pq2OutputFormat;
import io.pq2.read.ParquetFile;
import io.pq2.record.RecordValue;
import io.pq2.record.Row;
import io.pq2.record.RowReader;
import io.pq2.schema.Schema;
import io.pq2.schema.SchemaText;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.OutputCommitter;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskID;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that the files of a job become visible together, when the job is committed, and that no file is renamed. */
@Tag("clusters")
@ExtendWith(S3Store.Extension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class S3aCommittersTest {

    private static final int ROWS = 10_000;
    private static final Schema SCHEMA = SchemaText.parse("message ids { required int64 id; }");

    private final S3Store store;

    S3aCommittersTest(S3Store store) {
        this.store = store;
    }

    private Job job(String committer, String output) throws IOException {
        Job job = Job.getInstance(store.jobConfiguration(committer));
        Pq2OutputFormat.setSchema(job.getConfiguration(), SCHEMA);
        FileOutputFormat.setOutputPath(job, S3Store.path(S3Store.CLASSIC, output));
        job.setOutputFormatClass(Pq2OutputFormat.class);
        job.setOutputKeyClass(NullWritable.class);
        job.setOutputValueClass(RecordValue.class);
        job.setNumReduceTasks(0);
        return job;
    }

    private static TaskAttemptContext attempt(Job job, int task) {
        TaskID id = new TaskID("20261121", 1, TaskType.MAP, task);
        job.setJobID(id.getJobID());
        return new TaskAttemptContextImpl(job.getConfiguration(), new TaskAttemptID(id, 0));
    }

    private static void write(Pq2OutputFormat format, TaskAttemptContext task, long first)
            throws IOException, InterruptedException {
        RecordWriter<Object, Object> writer = format.getRecordWriter(task);
        RecordValue record = new RecordValue(SCHEMA);
        for (long id = first; id < first + ROWS; id++) {
            writer.write(NullWritable.get(), record.setLong(0, id));
        }
        writer.close(task);
    }

    /** Returns the visible files of the output. */
    private static List<Path> files(Job job) throws IOException {
        Path output = FileOutputFormat.getOutputPath(job);
        FileSystem fileSystem = output.getFileSystem(job.getConfiguration());
        List<Path> files = new ArrayList<>();
        if (fileSystem.exists(output)) {
            for (FileStatus status : fileSystem.listStatus(output)) {
                if (!status.getPath().getName().startsWith("_")) {
                    files.add(status.getPath());
                }
            }
        }
        return files;
    }

    private static List<Long> ids(Job job) throws IOException {
        List<Long> ids = new ArrayList<>();
        for (Path path : files(job)) {
            try (ParquetFile file = ParquetFile.open(HadoopInputFile.of(path, job.getConfiguration()));
                    RowReader rows = new RowReader(file.scan().open())) {
                while (rows.next()) {
                    ids.add(rows.row().getLong(0));
                }
            }
        }
        return ids;
    }

    @ParameterizedTest
    @ValueSource(strings = {"magic", "directory"})
    void filesAreInvisibleBeforeTheJobIsCommitted(String committer) throws Exception {
        Job job = job(committer, "committed-" + committer);
        TaskAttemptContext first = attempt(job, 0);
        TaskAttemptContext second = attempt(job, 1);
        TaskAttemptContext aborted = attempt(job, 2);
        Pq2OutputFormat format = new Pq2OutputFormat();
        OutputCommitter jobCommitter = format.getOutputCommitter(first);
        jobCommitter.setupJob(job);
        for (TaskAttemptContext task : List.of(first, second, aborted)) {
            Pq2OutputFormat taskFormat = new Pq2OutputFormat();
            OutputCommitter taskCommitter = taskFormat.getOutputCommitter(task);
            assertThat(taskCommitter.getClass().getPackageName()).startsWith("org.apache.hadoop.fs.s3a.commit");
            taskCommitter.setupTask(task);
            write(
                    taskFormat,
                    task,
                    (long) ROWS * task.getTaskAttemptID().getTaskID().getId());
            assertThat(files(job)).isEmpty();
            if (task == aborted) {
                taskCommitter.abortTask(task);
            } else {
                assertThat(taskCommitter.needsTaskCommit(task)).isTrue();
                taskCommitter.commitTask(task);
            }
            assertThat(files(job)).isEmpty();
        }
        // The files are incomplete uploads.
        assertThat(store.uploads(S3Store.CLASSIC)).hasSize(2);
        store.proxy().reset();
        jobCommitter.commitJob(job);
        assertThat(store.proxy().requests())
                .noneMatch(FaultyProxy.Request::copies)
                .noneMatch(request -> request.puts() && request.path().endsWith(".parquet"));
        assertThat(files(job)).hasSize(2);
        assertThat(ids(job))
                .containsExactlyInAnyOrderElementsOf(
                        LongStream.range(0, 2 * ROWS).boxed().toList());
        assertThat(store.uploads(S3Store.CLASSIC)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"magic", "directory"})
    void anAbortedJobLeavesNoFilesAndUploads(String committer) throws Exception {
        Job job = job(committer, "aborted-" + committer);
        TaskAttemptContext task = attempt(job, 0);
        Pq2OutputFormat format = new Pq2OutputFormat();
        OutputCommitter jobCommitter = format.getOutputCommitter(task);
        jobCommitter.setupJob(job);
        jobCommitter.setupTask(task);
        write(format, task, 0);
        jobCommitter.commitTask(task);
        assertThat(store.uploads(S3Store.CLASSIC)).hasSize(1);
        jobCommitter.abortJob(job, JobStatus.State.KILLED);
        assertThat(files(job)).isEmpty();
        assertThat(store.uploads(S3Store.CLASSIC)).isEmpty();
    }

    /** Fails after it has written some of its rows. */
    public static final class FailingMapper extends Mapper<NullWritable, Row, NullWritable, Row> {

        private int rows;

        @Override
        protected void map(NullWritable key, Row row, Context context) throws IOException, InterruptedException {
            if (++rows == ROWS / 2) {
                throw new IOException("on purpose");
            }
            context.write(key, row);
        }
    }

    @Test
    void aJobWithAFailedTaskLeavesNoFilesAndUploads() throws Exception {
        Job input = job("magic", "numbers");
        TaskAttemptContext task = attempt(input, 0);
        Pq2OutputFormat format = new Pq2OutputFormat();
        OutputCommitter jobCommitter = format.getOutputCommitter(task);
        jobCommitter.setupJob(input);
        write(format, task, 0);
        jobCommitter.commitTask(task);
        jobCommitter.commitJob(input);

        Job job = job("magic", "failed");
        job.setInputFormatClass(Pq2InputFormat.class);
        FileInputFormat.addInputPath(job, FileOutputFormat.getOutputPath(input));
        job.setMapperClass(FailingMapper.class);
        assertThat(job.waitForCompletion(false)).isFalse();
        Path output = FileOutputFormat.getOutputPath(job);
        Configuration configuration = job.getConfiguration();
        assertThat(output.getFileSystem(configuration).listFiles(output, true).hasNext())
                .isFalse();
        assertThat(store.uploads(S3Store.CLASSIC)).isEmpty();

        Job again = job("magic", "repeated");
        again.setInputFormatClass(Pq2InputFormat.class);
        FileInputFormat.addInputPath(again, FileOutputFormat.getOutputPath(input));
        again.setMapperClass(Mapper.class);
        assertThat(again.waitForCompletion(false)).isTrue();
        assertThat(ids(again)).hasSize(ROWS);
    }
}
