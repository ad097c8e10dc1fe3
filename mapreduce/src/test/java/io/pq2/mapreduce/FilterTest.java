package io.pq2.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.exception.InvalidDataException;
import io.pq2.hadoop.metrics.ScanCounter;
import io.pq2.predicate.Predicate;
import io.pq2.predicate.Predicates;
import io.pq2.predicate.ValuePredicate;
import io.pq2.record.Row;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongPredicate;
import java.util.stream.LongStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Writable;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests filters: tasks get exactly the rows that satisfy the filter. */
class FilterTest {

    private static final int FILES = 3;
    private static final int ROWS_PER_FILE = 1000;
    private static final int ROWS_PER_GROUP = 100;

    @TempDir
    java.nio.file.Path directory;

    private final CountingReporter counters = new CountingReporter();
    private Job job;
    private TaskAttemptContext context;

    @BeforeEach
    void writeFiles() throws IOException {
        for (int file = 0; file < FILES; file++) {
            Orders.write(
                    directory.resolve(file + ".parquet"), (long) file * ROWS_PER_FILE, ROWS_PER_FILE, ROWS_PER_GROUP);
        }
        job = Job.getInstance(new Configuration(false));
        FileInputFormat.addInputPath(job, new Path(directory.toUri()));
        FileInputFormat.setMaxInputSplitSize(job, 2000);
        job.getConfiguration().set("pq2.splits.openCost", "0");
        context = new TaskAttemptContextImpl(job.getConfiguration(), new TaskAttemptID(), counters);
    }

    private List<InputSplit> splits() throws IOException {
        List<InputSplit> sent = new ArrayList<>();
        for (InputSplit split : new Pq2InputFormat().getSplits(job)) {
            sent.add(sent(split));
        }
        return sent;
    }

    /** Returns the split after serialization, as a task receives it. */
    private static InputSplit sent(InputSplit split) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        ((Writable) split).write(new DataOutputStream(bytes));
        Writable received = split instanceof Pq2FileSplit ? new Pq2FileSplit() : new Pq2CombinedSplit();
        received.readFields(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
        return (InputSplit) received;
    }

    private List<Long> ids() throws IOException, InterruptedException {
        List<Long> ids = new ArrayList<>();
        for (InputSplit split : splits()) {
            try (RecordReader<NullWritable, Row> reader = new Pq2InputFormat().createRecordReader(split, context)) {
                reader.initialize(split, context);
                while (reader.nextKeyValue()) {
                    Row row = reader.getCurrentValue();
                    assertThat(row.shape().children()).hasSize(1);
                    ids.add(row.getLong("id"));
                }
            }
        }
        return ids.stream().sorted().toList();
    }

    private static List<Long> idsWhere(LongPredicate condition) {
        return LongStream.range(0, FILES * ROWS_PER_FILE)
                .filter(condition)
                .boxed()
                .toList();
    }

    @ParameterizedTest
    @CsvSource({"footers,true", "footers,false", "midpoint,true", "midpoint,false"})
    void readsTheRowsThatSatisfyTheFilter(String mode, boolean pruning) throws Exception {
        Configuration configuration = job.getConfiguration();
        configuration.set("pq2.splits", mode);
        for (String key : List.of("stats", "columnindex", "bloom", "dictionary", "record-level")) {
            configuration.setBoolean("parquet.filter." + key + ".enabled", pruning);
        }
        Pq2InputFormat.setColumns(configuration, "id");
        configuration.set(
                "pq2.read.filter", "id BETWEEN 350 AND 2249 AND NOT amount > 500 AND customer IN ('customer 3', 'x')");
        assertThat(ids())
                .isEqualTo(idsWhere(id -> id >= 350
                        && id <= 2249
                        && Orders.hasAmount(id)
                        && Orders.amount(id) <= 500
                        && Orders.customer(id).equals("customer 3")));
        Pq2InputFormat.setFilter(configuration, Predicates.column("amount").isNull());
        assertThat(ids()).isEqualTo(idsWhere(id -> !Orders.hasAmount(id)));
        configuration.set("pq2.read.filter", "items IS NOT NULL AND id < 100");
        assertThat(ids()).isEqualTo(idsWhere(id -> id < 100 && id % 3 != 0));
        configuration.set("pq2.read.filter", " ");
        assertThat(ids()).hasSize(FILES * ROWS_PER_FILE);
    }

    @Test
    void rowGroupsThatPlanningExcludesAreInNoSplit() throws Exception {
        Configuration configuration = job.getConfiguration();
        configuration.set("pq2.splits", "footers");
        Pq2InputFormat.setColumns(configuration, "id");
        Pq2InputFormat.setFilter(configuration, Predicates.column("id").isAtLeast(ROWS_PER_FILE + 950));
        assertThat(splits()).isNotEmpty().allSatisfy(split -> {
            List<Pq2FileSplit> parts =
                    split instanceof Pq2CombinedSplit combined ? combined.parts() : List.of((Pq2FileSplit) split);
            assertThat(parts).noneMatch(part -> part.getPath().getName().equals("0.parquet"));
        });
        assertThat(splits().stream()
                        .mapToLong(split -> split instanceof Pq2CombinedSplit combined
                                ? combined.parts().get(0).skipped().count()
                                : ((Pq2FileSplit) split).skipped().count()))
                .containsOnlyOnce(19L);
        assertThat(ids()).isEqualTo(idsWhere(id -> id >= ROWS_PER_FILE + 950));
        assertThat(counters.value(ScanCounter.ROW_GROUPS_SKIPPED)).isEqualTo(19);
        assertThat(counters.value(ScanCounter.ROW_GROUPS_READ)).isEqualTo(11);
        assertThat(counters.value(ScanCounter.SKIPPED_BY_STATISTICS)).isEqualTo(19);
        assertThat(counters.value(ScanCounter.BYTES_SKIPPED)).isPositive();
    }

    @Test
    void countersAreTheSameWithoutFootersInPlanning() throws Exception {
        Configuration configuration = job.getConfiguration();
        configuration.set("pq2.splits", "midpoint");
        Pq2InputFormat.setColumns(configuration, "id");
        Pq2InputFormat.setFilter(configuration, Predicates.column("id").isAtLeast(ROWS_PER_FILE + 950));
        assertThat(ids()).isEqualTo(idsWhere(id -> id >= ROWS_PER_FILE + 950));
        assertThat(counters.value(ScanCounter.ROW_GROUPS_SKIPPED)).isEqualTo(19);
        assertThat(counters.value(ScanCounter.ROW_GROUPS_READ)).isEqualTo(11);
    }

    @Test
    void aFilterThatExcludesAllRowGroupsLeavesNoSplit() throws Exception {
        job.getConfiguration().set("pq2.splits", "footers");
        job.getConfiguration().set("pq2.read.filter", "id < 0");
        assertThat(splits()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"footers", "midpoint"})
    void aSettingDecidesAboutMissingColumns(String mode) throws Exception {
        Configuration configuration = job.getConfiguration();
        configuration.set("pq2.splits", mode);
        Pq2InputFormat.setColumns(configuration, "id");
        configuration.set("pq2.read.filter", "id < 5 AND remark IS NULL");
        assertThatThrownBy(this::ids)
                .isInstanceOf(InvalidDataException.class)
                .hasMessageStartingWith("pq2.read.filter: ")
                .hasMessageContaining(
                        ".parquet: the condition remark IS NULL names a column that the file does not contain");
        configuration.set("pq2.read.filter.missingColumns", "null");
        assertThat(ids()).isEqualTo(idsWhere(id -> id < 5));
        configuration.set("pq2.read.filter", "id < 5 AND remark = 'x'");
        assertThat(ids()).isEmpty();
        configuration.set("pq2.read.filter.missingColumns", "perhaps");
        assertThatThrownBy(this::ids).hasMessageContaining("which is none of error, null");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "id = | not a predicate: expected a literal, at character 5",
                "customer = 5 | the condition customer = 5 cannot be evaluated, because the column is BYTE_ARRAY",
                "items = 5 | names a ",
                "items.list.element IS NULL | names a column in a list or map"
            })
    void filtersThatCannotBeEvaluatedAreErrors(String filter, String message) {
        for (String missing : List.of("error", "null")) {
            job.getConfiguration().set("pq2.read.filter.missingColumns", missing);
            job.getConfiguration().set("pq2.read.filter", filter);
            assertThatThrownBy(this::ids)
                    .isInstanceOf(InvalidDataException.class)
                    .hasMessageStartingWith("pq2.read.filter: ")
                    .hasMessageContaining(message);
        }
    }

    @Test
    void customPredicatesAreRefused() {
        ValuePredicate test = value -> true;
        assertThatThrownBy(() ->
                        Pq2InputFormat.setFilter(job.getConfiguration(), new Predicate.Custom(List.of("id"), test)))
                .isInstanceOf(InvalidDataException.class)
                .hasMessageContaining("PASSES is a test in a program");
        assertThat(job.getConfiguration().get("pq2.read.filter")).isNull();
    }
}
