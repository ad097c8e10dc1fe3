package io.pq2.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.exception.CorruptFileException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathFilter;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class Pq2InputFormatTest {

    @TempDir
    java.nio.file.Path directory;

    private Job job;

    @BeforeEach
    void createJob() throws IOException {
        job = Job.getInstance(new Configuration(false));
        // Most of these files are not Parquet files, so footers cannot be read.
        job.getConfiguration().set("pq2.splits", "midpoint");
        job.getConfiguration().setBoolean("pq2.splits.combine", false);
    }

    private void file(String name, int length) throws IOException {
        java.nio.file.Path file = directory.resolve(name);
        Files.createDirectories(file.getParent());
        Files.write(file, new byte[length]);
    }

    private Path path(String name) {
        return new Path(directory.resolve(name).toUri());
    }

    private List<Pq2FileSplit> splits() throws IOException {
        List<Pq2FileSplit> splits = new ArrayList<>();
        for (InputSplit split : new Pq2InputFormat().getSplits(job)) {
            splits.add((Pq2FileSplit) split);
        }
        return splits;
    }

    private List<String> names() throws IOException {
        return splits().stream()
                .map(split ->
                        directory.toUri().relativize(split.getPath().toUri()).getPath())
                .sorted()
                .toList();
    }

    @Test
    void findsVisibleFilesBelowADirectory() throws IOException {
        for (String name : List.of(
                "a.parquet",
                "_SUCCESS",
                ".a.parquet.crc",
                "day=1/b.parquet",
                "day=1/_temporary/0/c.parquet",
                "_day=2/d.parquet",
                ".hidden/e.parquet",
                "x/y/z/f.parquet")) {
            file(name, 10);
        }
        FileInputFormat.addInputPath(job, path("."));
        assertThat(names()).containsExactly("_day=2/d.parquet", "a.parquet", "day=1/b.parquet", "x/y/z/f.parquet");
    }

    @Test
    void acceptsGlobsAndHiddenFilesThatAreNamed() throws IOException {
        file("one/_a.parquet", 10);
        file("two/b.parquet", 10);
        file("three/c.parquet", 10);
        FileInputFormat.addInputPath(job, path("one/_a.parquet"));
        FileInputFormat.addInputPath(job, path("t*"));
        assertThat(names()).containsExactly("one/_a.parquet", "three/c.parquet", "two/b.parquet");
    }

    /** Excludes paths whose names contain "no". */
    public static class NameFilter implements PathFilter {
        @Override
        public boolean accept(Path path) {
            return !path.getName().contains("no");
        }
    }

    @Test
    void appliesTheFilterOfTheJob() throws IOException {
        file("in/yes.parquet", 10);
        file("in/no.parquet", 10);
        file("in/no-dir/yes.parquet", 10);
        FileInputFormat.addInputPath(job, path("in"));
        FileInputFormat.setInputPathFilter(job, NameFilter.class);
        assertThat(names()).containsExactly("in/yes.parquet");
    }

    @Test
    void failsIfAnInputIsMissing() {
        assertThatThrownBy(() -> {
                    FileInputFormat.addInputPath(job, path("nowhere"));
                    splits();
                })
                .isInstanceOf(IOException.class)
                .hasMessageContaining("nowhere");
    }

    @Test
    void failsWithoutInputs() {
        assertThatThrownBy(this::splits).isInstanceOf(IOException.class).hasMessageContaining("no input paths");
    }

    @Test
    void splitsFilesWithinTheSizesOfTheJob() throws IOException {
        file("a.parquet", 1000);
        FileInputFormat.addInputPath(job, path("a.parquet"));
        FileInputFormat.setMaxInputSplitSize(job, 300);
        List<Pq2FileSplit> splits = splits();
        assertThat(splits).extracting(Pq2FileSplit::getStart).containsExactly(0L, 300L, 600L, 900L);
        assertThat(splits).extracting(Pq2FileSplit::getLength).containsExactly(300L, 300L, 300L, 100L);
        assertThat(splits).allSatisfy(split -> {
            assertThat(split.fileLength()).isEqualTo(1000);
            assertThat(split.getLocations()).containsExactly("localhost");
        });
        assertThat(job.getConfiguration().get(FileInputFormat.NUM_INPUT_FILES)).isEqualTo("1");
    }

    @Test
    void anEmptyFileIsInASplit() throws IOException {
        file("empty.parquet", 0);
        FileInputFormat.addInputPath(job, path("."));
        assertThat(names()).containsExactly("empty.parquet");
    }

    @Test
    void serializesSplitsWithTheLengthOfTheirFile() throws IOException {
        file("a.parquet", 1000);
        FileInputFormat.addInputPath(job, path("a.parquet"));
        FileInputFormat.setMaxInputSplitSize(job, 600);
        Pq2FileSplit split = splits().get(1);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        split.write(new DataOutputStream(bytes));
        Pq2FileSplit received = new Pq2FileSplit();
        received.readFields(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
        assertThat(received.getPath()).isEqualTo(split.getPath());
        assertThat(received.getStart()).isEqualTo(600);
        assertThat(received.getLength()).isEqualTo(400);
        assertThat(received.fileLength()).isEqualTo(1000);
    }

    private void orders(String name, int rows, int rowsPerGroup) throws IOException {
        java.nio.file.Path file = directory.resolve(name);
        Files.createDirectories(file.getParent());
        Orders.write(file, 0, rows, rowsPerGroup);
    }

    private List<InputSplit> withFooters() throws IOException {
        FileInputFormat.addInputPath(job, path("in"));
        job.getConfiguration().set("pq2.splits", "auto");
        job.getConfiguration().setBoolean("pq2.splits.combine", true);
        return new Pq2InputFormat().getSplits(job);
    }

    @Test
    void combinesSmallFiles() throws IOException {
        for (int i = 0; i < 5; i++) {
            orders("in/" + i + ".parquet", 100, 10);
        }
        assertThat(withFooters()).singleElement().isInstanceOfSatisfying(Pq2CombinedSplit.class, split -> {
            assertThat(split.parts())
                    .extracting(part -> part.rowGroups().count())
                    .containsExactly(10, 10, 10, 10, 10);
            assertThat(split.getLength())
                    .isEqualTo(split.parts().stream()
                            .mapToLong(Pq2FileSplit::getLength)
                            .sum());
            assertThat(split.getLocations()).containsExactly("localhost");
        });
    }

    @Test
    void splitsFilesByTheBytesOfTheRequestedColumns() throws IOException {
        orders("in/a.parquet", 4000, 100);
        FileInputFormat.setMaxInputSplitSize(job, 10_000);
        int all = withFooters().size();
        Pq2InputFormat.setColumns(job.getConfiguration(), "amount");
        FileInputFormat.setInputPaths(job, path("in"));
        List<InputSplit> splits = new Pq2InputFormat().getSplits(job);
        assertThat(splits).hasSizeLessThan(all).isNotEmpty();
        int rowGroups = 0;
        for (InputSplit split : splits) {
            rowGroups += ((Pq2FileSplit) split).rowGroups().count();
        }
        assertThat(rowGroups).isEqualTo(40);
        job.getConfiguration().setBoolean("parquet.split.files", false);
        assertThat(new Pq2InputFormat().getSplits(job)).hasSize(1);
    }

    @Test
    void failsForAFileWithoutFooterIfFootersAreRead() throws IOException {
        orders("in/a.parquet", 10, 10);
        file("in/b.parquet", 100);
        assertThatThrownBy(this::withFooters)
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContaining("in/b.parquet");
        job.getConfiguration().set("parquet.task.side.metadata", "true");
        job.getConfiguration().unset("pq2.splits");
        assertThat(new Pq2InputFormat().getSplits(job)).hasSize(1);
    }

    @Test
    void serializesCombinedSplitsWithTheirRowGroups() throws IOException {
        orders("in/a.parquet", 100, 10);
        orders("in/b.parquet", 50, 10);
        Pq2CombinedSplit split = (Pq2CombinedSplit) withFooters().get(0);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        split.write(new DataOutputStream(bytes));
        Pq2CombinedSplit received = new Pq2CombinedSplit();
        received.readFields(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
        assertThat(received).hasToString(split.toString());
        assertThat(received.getLength()).isEqualTo(split.getLength());
        assertThat(received.parts())
                .extracting(Pq2FileSplit::rowGroups)
                .containsExactlyElementsOf(
                        split.parts().stream().map(Pq2FileSplit::rowGroups).toList());
    }
}
