package io.pq2.hadoop.split;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.hadoop.options.HadoopSplitOptions;
import io.pq2.hadoop.options.HadoopSplitOptions.Mode;
import io.pq2.hadoop.split.SplitPlanner.UnreadableFiles;
import io.pq2.predicate.Literal;
import io.pq2.predicate.Predicate;
import io.pq2.predicate.Predicate.Comparison;
import io.pq2.predicate.Predicate.Operator;
import io.pq2.read.ParquetFile;
import io.pq2.read.ScanBuilder;
import io.pq2.read.ScanPlan.RowGroupPlan;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.IntPredicate;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;

/** Properties of split plans for random tables that consist of footers. */
class SplitPlannerProperties {

    private static final long OPEN_COST = 1000;

    private static final ScanSelector ONLY_KEY = (file, scan) -> scan.columns("key");

    /** Returns a random split size with which the table has at most a few hundred splits. */
    private static long splitBytes(Random random, SimulatedTable table) {
        long bytes = table.files().stream().mapToLong(FileStatus::getLen).sum();
        return 1 + bytes / (1 + random.nextInt(300)) + random.nextInt(1000);
    }

    private static SimulatedTable table(Random random, int files, int hosts) {
        SimulatedTable table = new SimulatedTable(1 + random.nextInt(200_000), hosts);
        int typical = 1 + random.nextInt(20_000);
        for (int i = 0; i < files; i++) {
            int rowGroups = random.nextInt(10) == 0 ? random.nextInt(100) : random.nextInt(5);
            table.addFile(random.longs(rowGroups, 1, 1 + random.nextInt(2 * typical) + 1)
                    .toArray());
        }
        return table;
    }

    private static HadoopSplitOptions options(Mode mode, boolean combine, boolean splitFiles) {
        return new HadoopSplitOptions(mode, 10, OPEN_COST, combine, splitFiles, 2, 0);
    }

    private static SplitPlanner planner(HadoopSplitOptions options, SimulatedTable table, ScanSelector selector) {
        return new SplitPlanner(
                options, selector, table, BlockSource.of(new Configuration(false)), UnreadableFiles.FAIL);
    }

    /** Returns the row groups that a task reads from a part. */
    private static List<Integer> read(SimulatedTable table, FilePart part, ScanSelector selector) throws IOException {
        try (ParquetFile file = table.open(table.files().get(part.file()))) {
            ScanBuilder scan = file.scan();
            selector.select(file, scan);
            if (part.rowGroups() == null) {
                scan.split(part.start(), part.length());
            } else {
                scan.rowGroups(part.rowGroups().of(file));
            }
            return scan.plan().rowGroups().stream().map(RowGroupPlan::ordinal).toList();
        }
    }

    private static List<BitSet> readOnce(SimulatedTable table, List<Split> splits, ScanSelector selector)
            throws IOException {
        List<BitSet> read = new ArrayList<>();
        table.files().forEach(file -> read.add(new BitSet()));
        for (Split split : splits) {
            for (FilePart part : split.parts()) {
                for (int ordinal : read(table, part, selector)) {
                    assertThat(read.get(part.file()).get(ordinal))
                            .as("row group %d of %s was read before", ordinal, part.path())
                            .isFalse();
                    read.get(part.file()).set(ordinal);
                }
            }
        }
        return read;
    }

    private static void assertReads(SimulatedTable table, List<BitSet> read, IntPredicate expected) {
        int number = 0;
        for (int file = 0; file < table.files().size(); file++) {
            for (int i = 0; i < table.rowGroups(file); i++) {
                assertThat(read.get(file).get(i))
                        .as("row group %d of file %d", i, file)
                        .isEqualTo(expected.test(number++));
            }
        }
    }

    @Property(tries = 100)
    void eachRowGroupIsReadOnce(
            @ForAll long seed,
            @ForAll Mode mode,
            @ForAll boolean combine,
            @ForAll boolean splitFiles,
            @ForAll @IntRange(max = 30) int files)
            throws IOException {
        Random random = new Random(seed);
        SimulatedTable table = table(random, files, random.nextInt(3) * 4);
        long splitBytes = splitBytes(random, table);
        SplitSizes sizes = random.nextBoolean() ? SplitSizes.of(splitBytes) : new SplitSizes(1, splitBytes);
        SplitPlanner planner = planner(options(mode, combine, splitFiles), table, ONLY_KEY);
        List<Split> splits = planner.plan(table.files(), sizes).splits(sizes);
        assertReads(table, readOnce(table, splits, ONLY_KEY), number -> true);
        if (!combine) {
            assertThat(splits).allSatisfy(split -> assertThat(split.parts()).hasSize(1));
        }
        if (!splitFiles) {
            Set<Integer> seen = new HashSet<>();
            splits.forEach(split -> split.parts()
                    .forEach(part -> assertThat(seen.add(part.file())).isTrue()));
        }
        long bytes = splits.stream().mapToLong(Split::bytes).sum();
        assertThat(planner.plan(table.files(), sizes).bytes()).isEqualTo(bytes);
    }

    @Example
    void eachRowGroupOfLargeTablesIsReadOnce() throws IOException {
        for (int[] size : new int[][] {{1, 10_000}, {100, 1_000}, {10_000, 3}}) {
            Random random = new Random(size[0]);
            SimulatedTable table = new SimulatedTable(100_000, 5);
            for (int i = 0; i < size[0]; i++) {
                table.addFile(random.longs(size[1], 1, 20_000).toArray());
            }
            long bytes = table.files().stream().mapToLong(FileStatus::getLen).sum();
            for (Mode mode : List.of(Mode.FOOTERS, Mode.MIDPOINT)) {
                SplitSizes sizes = SplitSizes.of(1 + bytes / 70);
                List<Split> splits = planner(options(mode, true, true), table, ONLY_KEY)
                        .plan(table.files(), sizes)
                        .splits(sizes);
                assertReads(table, readOnce(table, splits, ONLY_KEY), number -> true);
            }
        }
    }

    @Property(tries = 100)
    void rowGroupsThatTheFilterExcludesAreInNoSplit(@ForAll long seed, @ForAll @IntRange(max = 30) int files)
            throws IOException {
        Random random = new Random(seed);
        SimulatedTable table = table(random, files, 0);
        int number = random.nextInt(40);
        Operator operator = Operator.values()[random.nextInt(Operator.values().length)];
        Predicate filter = new Comparison(List.of("key"), operator, new Literal.IntegerLiteral(number));
        ScanSelector selector = (file, scan) -> scan.columns("key").filter(filter);
        SplitSizes sizes = SplitSizes.of(splitBytes(random, table));
        List<Split> splits = planner(options(Mode.FOOTERS, true, true), table, selector)
                .plan(table.files(), sizes)
                .splits(sizes);
        IntPredicate kept = switch (operator) {
            case EQ -> i -> i == number;
            case NE -> i -> i != number;
            case LT -> i -> i < number;
            case LE -> i -> i <= number;
            case GT -> i -> i > number;
            case GE -> i -> i >= number;
        };
        // Checks the row groups in the splits; tasks would prune them again.
        assertReads(table, readOnce(table, splits, ONLY_KEY), kept);
        assertThat(splits)
                .allSatisfy(split -> assertThat(split.parts())
                        .allSatisfy(part -> assertThat(part.rowGroups().count()).isPositive()));
    }

    @Property(tries = 100)
    void splitsHaveTheBytesAndRowsOfTheirRowGroupsWithinTheLimit(
            @ForAll long seed, @ForAll @IntRange(max = 30) int files) throws IOException {
        Random random = new Random(seed);
        SimulatedTable table = table(random, files, random.nextInt(2) * 5);
        long splitBytes = splitBytes(random, table) / 10;
        SplitSizes sizes = SplitSizes.of(Math.max(1, splitBytes));
        List<Split> splits = planner(options(Mode.FOOTERS, true, true), table, ONLY_KEY)
                .plan(table.files(), sizes)
                .splits(sizes);
        for (Split split : splits) {
            for (FilePart part : split.parts()) {
                long bytes = 0;
                for (int i = 0; i < table.rowGroups(part.file()); i++) {
                    bytes += part.rowGroups().test(i) ? table.keyBytes(part.file(), i) : 0;
                }
                assertThat(part.bytes()).isEqualTo(bytes);
                assertThat(part.rows()).isEqualTo(part.rowGroups().count());
            }
            if (split.rows() > 1) {
                assertThat(split.bytes() + (split.parts().size() - 1) * OPEN_COST)
                        .isLessThanOrEqualTo(sizes.maxBytes());
            }
        }
        assertThat(splits.stream()
                        .filter(split -> split.bytes() + split.parts().size() * OPEN_COST
                                < (splitBytes + OPEN_COST) / 2 - OPEN_COST)
                        .count())
                .as("splits that are less than half full")
                .isLessThanOrEqualTo(1);
    }
}
