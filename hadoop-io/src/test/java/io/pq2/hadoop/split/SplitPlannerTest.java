package io.pq2.hadoop.split;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.exception.CorruptFileException;
import io.pq2.exception.KmsUnavailableException;
import io.pq2.hadoop.options.HadoopSplitOptions;
import io.pq2.hadoop.options.HadoopSplitOptions.Mode;
import io.pq2.hadoop.split.SplitPlanner.UnreadableFiles;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class SplitPlannerTest {

    private static final long MIB = 1 << 20;

    private final SimulatedTable table = new SimulatedTable(128 * MIB, 0);

    private static HadoopSplitOptions options(Mode mode) {
        return new HadoopSplitOptions(mode, 10, 4 * MIB, true, true, 4, 0);
    }

    private SplitWork plan(Mode mode, ScanSelector selector, List<FileStatus> files, SplitSizes sizes)
            throws IOException {
        return new SplitPlanner(
                        options(mode), selector, table, BlockSource.of(new Configuration(false)), UnreadableFiles.FAIL)
                .plan(files, sizes);
    }

    private List<Split> footers(long splitBytes, String... columns) throws IOException {
        SplitSizes sizes = SplitSizes.of(splitBytes);
        return plan(Mode.FOOTERS, (file, scan) -> scan.columns(columns), table.files(), sizes)
                .splits(sizes);
    }

    private static List<Split> midpoint(FileStatus file, SplitSizes sizes) throws IOException {
        return new SplitPlanner(
                        options(Mode.MIDPOINT),
                        (opened, scan) -> {},
                        missing -> {
                            throw new IOException("needs no footer");
                        },
                        BlockSource.of(new Configuration(false)),
                        UnreadableFiles.FAIL)
                .plan(List.of(file), sizes)
                .splits(sizes);
    }

    private static FileStatus file(long length, long blockSize, BlockLocation... blocks) {
        return new LocatedFileStatus(
                new FileStatus(length, false, 1, blockSize, 0, new Path("/data/a.parquet")), blocks);
    }

    @Test
    void aFileIsSplitEvenlyByTheBytesOfTheRequestedColumns() throws IOException {
        table.addFile(LongStream.generate(() -> 10 * MIB).limit(30).toArray());
        assertThat(footers(160 * MIB, "key")).extracting(Split::bytes).containsExactly(150 * MIB, 150 * MIB);
        assertThat(footers(2000 * MIB, "key")).extracting(Split::bytes).containsExactly(300 * MIB);
        assertThat(footers(1000 * MIB, "key", "text")).extracting(Split::bytes).containsOnly(1000 * MIB);
    }

    @Test
    void smallFilesShareASplit() throws IOException {
        for (int i = 0; i < 100; i++) {
            table.addFile(MIB);
        }
        List<Split> splits = footers(46 * MIB, "key");
        assertThat(splits).extracting(split -> split.parts().size()).containsOnly(10);
        assertThat(splits).hasSize(10);
        assertThat(splits.get(0).parts())
                .extracting(FilePart::file)
                .containsExactlyElementsOf(IntStream.range(0, 10).boxed().toList());
    }

    @Test
    void aRowGroupLargerThanASplitIsASplit() throws IOException {
        table.addFile(1, 100 * MIB, 1);
        List<Split> splits = footers(10 * MIB, "key");
        assertThat(splits.get(0).bytes()).isEqualTo(100 * MIB);
        assertThat(splits.get(0).parts().get(0).rowGroups()).hasToString("row groups 1 of 3");
    }

    @Test
    void filesWithoutRowGroupsAreInNoSplit() throws IOException {
        table.addFile();
        assertThat(footers(10, "key")).isEmpty();
    }

    @Test
    void withoutColumnsRowsAreCounted() throws IOException {
        table.addFile(10, 10, 10);
        table.addFile(10);
        assertThat(footers(8 * MIB)).singleElement().satisfies(split -> {
            assertThat(split.bytes()).isZero();
            assertThat(split.rows()).isEqualTo(4);
        });
    }

    @Test
    void splitsContainRowGroupsOfOneHost() throws IOException {
        SimulatedTable near = new SimulatedTable(1000, 8);
        for (int i = 0; i < 400; i++) {
            near.addFile(20);
        }
        SplitSizes sizes = SplitSizes.of(10 * MIB);
        HadoopSplitOptions cheap = new HadoopSplitOptions(Mode.FOOTERS, 10, 2 * MIB, true, true, 4, 0);
        List<Split> splits = new SplitPlanner(
                        cheap,
                        (file, scan) -> scan.columns("key"),
                        near,
                        BlockSource.of(new Configuration(false)),
                        UnreadableFiles.FAIL)
                .plan(near.files(), sizes)
                .splits(sizes);
        long allOnFirstHost = splits.stream()
                .filter(split -> split.parts().stream()
                        .allMatch(part -> part.hosts().contains(split.hosts().get(0))))
                .count();
        assertThat(allOnFirstHost).isGreaterThanOrEqualTo(splits.size() - 8);
        assertThat(splits).hasSizeLessThanOrEqualTo(400 / 5 + 8);
    }

    @Test
    void theNumberOfFilesDecidesWhetherFootersAreRead() throws IOException {
        for (int i = 0; i < 11; i++) {
            table.addFile(10);
        }
        SplitSizes sizes = SplitSizes.of(MIB);
        for (int count : new int[] {10, 11}) {
            List<Split> splits = plan(
                            Mode.AUTO, (file, scan) -> {}, table.files().subList(0, count), sizes)
                    .splits(sizes);
            boolean withFooters = splits.get(0).parts().get(0).rowGroups() != null;
            assertThat(withFooters).isEqualTo(count == 10);
        }
    }

    @Test
    void withoutFootersFilesAreSplitByBlocksWithinTheSizes() throws IOException {
        assertThat(lengths(file(1000, 400), new SplitSizes(1, Long.MAX_VALUE))).containsExactly(400L, 400L, 200L);
        assertThat(lengths(file(1000, 400), new SplitSizes(1, 300))).containsExactly(300L, 300L, 300L, 100L);
        assertThat(lengths(file(1000, 400), new SplitSizes(500, 300))).containsExactly(500L, 500L);
    }

    private static List<Long> lengths(FileStatus file, SplitSizes sizes) throws IOException {
        return midpoint(file, sizes).stream().map(Split::bytes).toList();
    }

    @Test
    void withoutFootersTheLastSplitIsNotSmall() throws IOException {
        assertThat(lengths(file(1050, 1000), new SplitSizes(1, Long.MAX_VALUE))).containsExactly(1050L);
    }

    @Test
    void hostsAreSortedByTheirBytesOfTheSplit() throws IOException {
        FileStatus file = file(
                200,
                60,
                new BlockLocation(null, new String[] {"a", "b"}, 0, 60),
                new BlockLocation(null, new String[] {"b", "c"}, 60, 60),
                new BlockLocation(null, new String[] {"d", "e"}, 120, 80));
        List<Split> splits = midpoint(file, SplitSizes.of(100));
        assertThat(splits.get(0).hosts()).containsExactly("b", "a", "c");
        assertThat(splits.get(1).hosts()).containsExactly("d", "e", "b");
    }

    @Test
    void sizesMustBePositive() {
        assertThatThrownBy(() -> new SplitSizes(0, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new SplitSizes(1, 0)).isInstanceOf(IllegalArgumentException.class);
    }

    private SplitWork withBadFile(UnreadableFiles unreadable, Exception problem) throws IOException {
        for (int i = 0; i < 50; i++) {
            table.addFile(10);
        }
        FooterSource footers = file -> {
            if (file.getPath().getName().equals("part-7")) {
                if (problem instanceof IOException e) {
                    throw e;
                }
                throw (RuntimeException) problem;
            }
            return table.open(file);
        };
        return new SplitPlanner(
                        options(Mode.FOOTERS),
                        (file, scan) -> scan.columns("key"),
                        footers,
                        BlockSource.of(new Configuration(false)),
                        unreadable)
                .plan(table.files(), SplitSizes.of(MIB));
    }

    @Test
    void anErrorNamesAnUnreadableFile() {
        assertThatThrownBy(() -> withBadFile(UnreadableFiles.FAIL, new IOException("connection reset")))
                .isInstanceOf(IOException.class)
                .hasMessage("/table/part-7: connection reset");
    }

    @Test
    void anUnreadableFileCanBeLeftToTasks() throws IOException {
        for (Exception problem : List.of(new IOException("gone"), new CorruptFileException("bad"))) {
            List<FilePart> parts =
                    withBadFile(UnreadableFiles.LEAVE_TO_TASKS, problem).splits(SplitSizes.of(MIB)).stream()
                            .flatMap(split -> split.parts().stream())
                            .filter(part -> part.rowGroups() == null)
                            .toList();
            assertThat(parts).extracting(part -> part.path().getName()).containsOnly("part-7");
        }
    }

    @Test
    void aKmsThatIsNotAvailableIsNotLeftToTasks() {
        KmsUnavailableException down = new KmsUnavailableException("kms", "key", "it is down", null);
        assertThatThrownBy(() -> withBadFile(UnreadableFiles.LEAVE_TO_TASKS, down))
                .isSameAs(down);
    }

    @Test
    @Timeout(30)
    void anInterruptionStopsPlanning() {
        for (int i = 0; i < 4; i++) {
            table.addFile(10);
        }
        Thread planning = Thread.currentThread();
        FooterSource endless = file -> {
            planning.interrupt();
            try {
                Thread.sleep(60_000);
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
            return table.open(file);
        };
        SplitPlanner planner = new SplitPlanner(
                options(Mode.FOOTERS),
                (file, scan) -> {},
                endless,
                BlockSource.of(new Configuration(false)),
                UnreadableFiles.LEAVE_TO_TASKS);
        assertThatThrownBy(() -> planner.plan(table.files(), SplitSizes.of(MIB)))
                .isInstanceOf(InterruptedIOException.class);
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void manyRowGroupsAreSplitEvenly() throws IOException {
        long[] sizes = new long[10_000];
        Arrays.fill(sizes, 10_000);
        table.addFile(sizes);
        List<Split> splits = footers(9 * MIB, "key");
        assertThat(splits).hasSize(11);
        long most = splits.get(0).bytes();
        long least = splits.get(splits.size() - 1).bytes();
        assertThat(most - least).isLessThan(MIB / 2);
        assertThat(splits.stream().mapToLong(Split::rows).sum()).isEqualTo(10_000);
    }

    @Test
    void anErrorForAMissingColumnNamesTheFile() {
        table.addFile(1);
        ScanSelector wrong = (file, scan) -> scan.columns("nothing");
        assertThatThrownBy(() -> plan(Mode.FOOTERS, wrong, table.files(), SplitSizes.of(1)))
                .hasMessageContaining("/table/part-0")
                .hasMessageContaining("nothing");
    }
}
