package io.pq2.it.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.hadoop.metrics.ScanCounter;
import io.pq2.mapreduce.Pq2FileSplit;
import io.pq2.mapreduce.Pq2InputFormat;
import io.pq2.metadata.RowGroup;
import io.pq2.read.ParquetFile;
import io.pq2.record.Row;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests row groups and splits on HDFS with three datanodes and two replicas of each 1 MiB block. */
@Tag("clusters")
@OnCluster
class HdfsBlocksTest {

    private static final Path TABLE = new Path("/blocks/table");
    private static final int FILES = 2;
    private static final long ROWS = 12_000;

    private Configuration configuration;
    private FileSystem hdfs;

    @BeforeEach
    void connect(ClusterProcess cluster) throws IOException {
        configuration = cluster.configuration();
        configuration.set("parquet.block.size", "300k");
        hdfs = cluster.hdfs();
    }

    @AfterEach
    void remove() throws IOException {
        hdfs.delete(TABLE, true);
    }

    private List<Path> writeTable() throws IOException, InterruptedException {
        List<Path> files = new ArrayList<>();
        for (int file = 0; file < FILES; file++) {
            Path path = new Path(TABLE, file + ".parquet");
            Readings.write(path, file * ROWS, (file + 1) * ROWS, configuration);
            Blocks.awaitReplicas(hdfs, path, 2);
            files.add(path);
        }
        return files;
    }

    /** The byte range of a row group. */
    private record RowGroupBytes(long start, long end) {

        static List<RowGroupBytes> in(Path file, Configuration configuration) throws IOException {
            try (ParquetFile opened = Readings.open(file, configuration)) {
                return opened.metadata().rowGroups().stream()
                        .map(RowGroupBytes::of)
                        .toList();
            }
        }

        private static RowGroupBytes of(RowGroup rowGroup) {
            return new RowGroupBytes(rowGroup.fileOffset(), rowGroup.fileOffset() + rowGroup.totalCompressedSize());
        }

        boolean isIn(BlockLocation block) {
            return block.getOffset() <= start && end <= block.getOffset() + block.getLength();
        }

        long bytesIn(BlockLocation block) {
            return Math.max(
                    0, Math.min(end, block.getOffset() + block.getLength()) - Math.max(start, block.getOffset()));
        }
    }

    @Test
    void eachRowGroupIsInOneBlock() throws Exception {
        for (Path file : writeTable()) {
            List<BlockLocation> blocks = Blocks.of(hdfs, file);
            List<RowGroupBytes> rowGroups = RowGroupBytes.in(file, configuration);
            assertThat(blocks).hasSizeGreaterThan(2);
            assertThat(rowGroups)
                    .hasSizeGreaterThan(2 * (blocks.size() - 1))
                    .allMatch(rowGroup -> blocks.stream().anyMatch(rowGroup::isIn));
            // Each block starts with a row group: the writer pads a block instead of starting a row group near its end.
            assertThat(rowGroups.stream().map(RowGroupBytes::start))
                    .containsAll(blocks.stream()
                            .map(BlockLocation::getOffset)
                            .filter(offset -> offset > 0)
                            .toList());
            assertThat(Readings.ids(file, configuration)).hasSize((int) ROWS);
        }
    }

    @Test
    void rowGroupsSpanBlocksWithoutPadding() throws Exception {
        configuration.set("parquet.writer.max-padding", "0");
        Path file = writeTable().get(0);
        List<BlockLocation> blocks = Blocks.of(hdfs, file);
        assertThat(RowGroupBytes.in(file, configuration))
                .anyMatch(rowGroup -> blocks.stream().noneMatch(rowGroup::isIn));
    }

    private List<InputSplit> splits() throws Exception {
        return new Pq2InputFormat().getSplits(job());
    }

    private Job job() throws IOException {
        Job job = Job.getInstance(configuration);
        Pq2InputFormat.addInputPath(job, TABLE);
        return job;
    }

    private Map<String, Long> bytesByHost(Pq2FileSplit split) throws IOException {
        List<RowGroupBytes> rowGroups = RowGroupBytes.in(split.getPath(), configuration);
        Map<String, Long> bytes = new TreeMap<>();
        for (BlockLocation block : Blocks.of(hdfs, split.getPath())) {
            for (int ordinal = 0; ordinal < rowGroups.size(); ordinal++) {
                long inBlock =
                        split.rowGroups().test(ordinal) ? rowGroups.get(ordinal).bytesIn(block) : 0;
                for (String host : block.getHosts()) {
                    bytes.merge(host, inBlock, Long::sum);
                }
            }
        }
        bytes.values().removeIf(count -> count == 0);
        return bytes;
    }

    @ParameterizedTest
    @CsvSource({"8m,1,3000000", "0,1,3000000", "8m,3000000,9000000", "0,3000000,9000000", "8m,1,1", "0,1,1"})
    void splitsNameTheHostsOfTheirRowGroups(String padding, String minBytes, String maxBytes) throws Exception {
        configuration.set("parquet.writer.max-padding", padding);
        writeTable();
        configuration.set("pq2.splits", "footers");
        configuration.set("pq2.splits.combine", "false");
        configuration.set("mapreduce.input.fileinputformat.split.minsize", minBytes);
        configuration.set("mapreduce.input.fileinputformat.split.maxsize", maxBytes);
        List<InputSplit> splits = splits();
        assertThat(splits).hasSizeGreaterThanOrEqualTo(FILES);
        for (InputSplit split : splits) {
            Map<String, Long> bytes = bytesByHost((Pq2FileSplit) split);
            List<String> named = Arrays.asList(split.getLocations());
            // A split names up to three hosts. For one row group, the host with the most bytes is first.
            assertThat(named).containsExactlyInAnyOrderElementsOf(bytes.keySet());
            if (((Pq2FileSplit) split).rowGroups().count() == 1) {
                assertThat(named.stream().map(bytes::get).toList()).isSortedAccordingTo(Comparator.reverseOrder());
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"footers,8m", "footers,0", "midpoint,8m", "midpoint,0"})
    void eachRowGroupIsReadOnce(String mode, String padding) throws Exception {
        configuration.set("parquet.writer.max-padding", padding);
        int rowGroups = 0;
        for (Path file : writeTable()) {
            rowGroups += RowGroupBytes.in(file, configuration).size();
        }
        configuration.set("pq2.splits", mode);
        // A third of a block, so that most ranges contain the midpoint of one row group, and some of none.
        configuration.set("mapreduce.input.fileinputformat.split.maxsize", "350000");
        List<InputSplit> splits = splits();
        assertThat(splits).hasSizeGreaterThan(FILES * 3);
        List<Long> ids = new ArrayList<>();
        CountingReporter counters = new CountingReporter();
        for (InputSplit split : splits) {
            TaskAttemptContext task = new TaskAttemptContextImpl(configuration, new TaskAttemptID(), counters);
            try (RecordReader<NullWritable, Row> rows = new Pq2InputFormat().createRecordReader(split, task)) {
                rows.initialize(split, task);
                while (rows.nextKeyValue()) {
                    ids.add(rows.getCurrentValue().getLong("id"));
                }
            }
        }
        assertThat(counters.getCounter(ScanCounter.ROW_GROUPS_READ).getValue()).isEqualTo(rowGroups);
        assertThat(ids).containsExactlyInAnyOrderElementsOf(Readings.range(0, FILES * ROWS));
    }
}
