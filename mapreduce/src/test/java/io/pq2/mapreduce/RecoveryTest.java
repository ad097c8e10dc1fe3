package io.pq2.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.pq2.exception.CorruptFileException;
import io.pq2.exception.InvalidDataException;
import io.pq2.hadoop.file.HadoopInputFile;
import io.pq2.hadoop.metrics.ScanCounter;
import io.pq2.metadata.ColumnChunk;
import io.pq2.metadata.ColumnMetaData;
import io.pq2.metadata.ColumnMetaDataBuilder;
import io.pq2.read.ParquetFile;
import io.pq2.read.TestFooters;
import io.pq2.record.Row;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongPredicate;
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
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;
import org.apache.hadoop.util.StringUtils;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests jobs over three files: an undamaged one, one with a damaged page and one that was cut off. */
class RecoveryTest {

    private static final int ROWS_PER_FILE = 1000;
    private static final int ROWS_PER_GROUP = 100;
    /** The row group of the second file with the damaged page. */
    private static final int DAMAGED_GROUP = 3;

    @TempDir
    java.nio.file.Path directory;

    private final CountingReporter counters = new CountingReporter();
    private Job job;

    @BeforeEach
    void writeFiles() throws IOException {
        for (int file = 0; file < 3; file++) {
            Orders.write(
                    directory.resolve(file + ".parquet"), (long) file * ROWS_PER_FILE, ROWS_PER_FILE, ROWS_PER_GROUP);
        }
        for (int file = 0; file < 3; file++) {
            // Hadoop's checksums of local files would find the damage first, as a failure of storage.
            Files.delete(directory.resolve("." + file + ".parquet.crc"));
        }
        damagePage(directory.resolve("1.parquet"));
        java.nio.file.Path last = directory.resolve("2.parquet");
        byte[] bytes = Files.readAllBytes(last);
        Files.write(last, Arrays.copyOf(bytes, bytes.length - 10));
        job = Job.getInstance(new Configuration(false));
        FileInputFormat.addInputPath(job, new Path(directory.toUri()));
        FileInputFormat.setMaxInputSplitSize(job, 2000);
        job.getConfiguration().set("pq2.splits.openCost", "0");
    }

    private static void damagePage(java.nio.file.Path path) throws IOException {
        byte[] bytes = Files.readAllBytes(path);
        try (ParquetFile file =
                ParquetFile.open(HadoopInputFile.of(new Path(path.toUri()), new Configuration(false)))) {
            ColumnMetaData ids = file.metadata()
                    .rowGroups()
                    .get(DAMAGED_GROUP)
                    .columns()
                    .get(0)
                    .metadata();
            Long dictionary = ids.dictionaryPageOffset();
            long start = dictionary == null ? ids.dataPageOffset() : dictionary;
            bytes[(int) (start + ids.totalCompressedSize()) - 1] ^= 1;
        }
        Files.write(path, bytes);
    }

    private List<Long> ids() throws IOException, InterruptedException {
        TaskAttemptContext context = new TaskAttemptContextImpl(job.getConfiguration(), new TaskAttemptID(), counters);
        List<Long> ids = new ArrayList<>();
        for (InputSplit split : new Pq2InputFormat().getSplits(job)) {
            try (RecordReader<NullWritable, Row> reader = new Pq2InputFormat().createRecordReader(split, context)) {
                reader.initialize(split, context);
                while (reader.nextKeyValue()) {
                    ids.add(reader.getCurrentValue().getLong("id"));
                }
            }
        }
        return ids.stream().sorted().toList();
    }

    private static List<Long> idsWhere(LongPredicate condition) {
        return LongStream.range(0, 2 * ROWS_PER_FILE).filter(condition).boxed().toList();
    }

    private static boolean isDamaged(long id) {
        long first = ROWS_PER_FILE + (long) DAMAGED_GROUP * ROWS_PER_GROUP;
        return id >= first && id < first + ROWS_PER_GROUP;
    }

    private void setMode(String splits, String onCorruption) {
        job.getConfiguration().set("pq2.splits", splits);
        job.getConfiguration().set("pq2.read.onCorruption", onCorruption);
    }

    @ParameterizedTest
    @CsvSource({"footers, skip-rows", "midpoint, skip-rows", "footers, Skip-Row-Group", "midpoint, skip-row-group"})
    void skipsRowsAndFilesWithoutFooter(String splits, String onCorruption) throws Exception {
        setMode(splits, onCorruption);
        assertThat(ids()).isEqualTo(idsWhere(id -> !isDamaged(id)));
        assertThat(counters.value(ScanCounter.ROWS_LOST)).isEqualTo(ROWS_PER_GROUP);
        assertThat(counters.value(ScanCounter.FILES_LOST)).isEqualTo(1);
        assertThat(counters.value(ScanCounter.CORRUPTIONS)).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource({"footers", "midpoint"})
    void skipsDamagedFiles(String splits) throws Exception {
        setMode(splits, "skip-file");
        assertThat(ids()).isEqualTo(idsWhere(id -> id < ROWS_PER_FILE));
        assertThat(counters.value(ScanCounter.ROWS_LOST)).isEqualTo(ROWS_PER_FILE);
        assertThat(counters.value(ScanCounter.FILES_LOST)).isEqualTo(2);
        assertThat(counters.value(ScanCounter.CORRUPTIONS)).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource({
        "footers, skip-file, 0",
        "midpoint, skip-file, 0",
        "footers, skip-row-group, 900",
        "midpoint, skip-row-group, 900"
    })
    void skipsDamageOfTheFooterThatIsMetAfterOpening(String splits, String onCorruption, int left) throws Exception {
        java.nio.file.Path first = directory.resolve("0.parquet");
        byte[] bytes = Files.readAllBytes(first);
        ColumnMetaData ids = TestFooters.read(bytes)
                .rowGroups()
                .get(DAMAGED_GROUP)
                .columns()
                .get(0)
                .metadata();
        Files.write(
                first,
                TestFooters.change(
                        bytes,
                        chunk -> chunk.metadata().dataPageOffset() == ids.dataPageOffset()
                                ? new ColumnChunk(
                                        null,
                                        0,
                                        ColumnMetaDataBuilder.of(ids).values(-1).build(),
                                        null,
                                        null,
                                        null,
                                        null,
                                        null,
                                        null)
                                : chunk));
        setMode(splits, onCorruption);
        assertThat(ids().stream().filter(id -> id < ROWS_PER_FILE)).hasSize(left);
        assertThat(counters.value(ScanCounter.FILES_LOST)).isEqualTo(left == 0 ? 3 : 1);
    }

    @Test
    void damageOfOtherColumnsDoesNotMatter() throws Exception {
        setMode("midpoint", "skip-rows");
        Files.delete(directory.resolve("2.parquet"));
        Pq2InputFormat.setColumns(job.getConfiguration(), "customer");
        TaskAttemptContext context = new TaskAttemptContextImpl(job.getConfiguration(), new TaskAttemptID(), counters);
        int rows = 0;
        for (InputSplit split : new Pq2InputFormat().getSplits(job)) {
            try (RecordReader<NullWritable, Row> reader = new Pq2InputFormat().createRecordReader(split, context)) {
                reader.initialize(split, context);
                while (reader.nextKeyValue()) {
                    rows++;
                }
            }
        }
        assertThat(rows).isEqualTo(2 * ROWS_PER_FILE);
        assertThat(counters.value(ScanCounter.CORRUPTIONS)).isZero();
    }

    @ParameterizedTest
    @CsvSource({"footers", "midpoint"})
    void failsByDefault(String splits) {
        job.getConfiguration().set("pq2.splits", splits);
        assertThatThrownBy(this::ids).isInstanceOf(CorruptFileException.class);
    }

    @ParameterizedTest
    @CsvSource({"footers", "midpoint"})
    void errorsOfTasksNameThePlace(String splits) throws IOException {
        job.getConfiguration().set("pq2.splits", splits);
        Files.delete(directory.resolve("2.parquet"));
        Throwable error = catchThrowable(this::ids);
        // Tasks report this text, which the client prints.
        String diagnostics = StringUtils.stringifyException(error);
        assertThat(diagnostics.lines().findFirst().orElseThrow())
                .contains("1.parquet", "row group " + DAMAGED_GROUP, "column id", "page ", "offset ");
    }

    @Test
    void rejectsUnknownModes() {
        setMode("footers", "skip-all");
        assertThatThrownBy(this::ids)
                .isInstanceOf(InvalidDataException.class)
                .hasMessageContaining("pq2.read.onCorruption")
                .hasMessageContaining("skip-all");
    }
}
