package io.pq2.internal.read.prune;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.SharedFiles;
import io.pq2.internal.read.prune.PruningTally.Event;
import io.pq2.io.InputFile;
import io.pq2.io.LocalInputFile;
import io.pq2.read.FilesTable;
import io.pq2.testing.Seeds;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/**
 * Compares scans of other writers' files, with random predicates of their values, with full scans. {@code
 * -Dpq2.cases=N} sets the minimum number of scans of each file.
 */
@Tag("random")
class OthersFilesPruningTest {

    /** A file with two strings of 1 GiB in one page each, which is too large for the heap of the tests. */
    private static final String LARGE = "data/large_string_map.brotli.parquet";

    private static final long CASES = Long.getLong("pq2.cases", 50);
    /** The maximum number of compared values. Larger files are scanned less often. */
    private static final long VALUES = 4_000_000;

    private static final PruningTally TALLY = new PruningTally();

    @TestFactory
    Stream<DynamicTest> parquetTesting() throws IOException {
        Path root = SharedFiles.parquetTesting("");
        List<DynamicTest> tests = new ArrayList<>();
        for (Map.Entry<String, FilesTable.Line> line : FilesTable.read().entrySet()) {
            Path file = root.resolve(line.getKey());
            if (line.getValue().result().equals("read") && !line.getKey().equals(LARGE)) {
                tests.add(DynamicTest.dynamicTest(line.getKey(), () -> check(file)));
            }
        }
        return tests.stream();
    }

    @AfterAll
    static void statisticsAndFilteringExcludedRows() {
        if (TALLY.get(Event.TABLES) > 0) {
            assertThat(TALLY.get(Event.ROW_GROUPS_BY_STATISTICS))
                    .as("%s", TALLY)
                    .isPositive();
            assertThat(TALLY.get(Event.ROWS_FILTERED)).as("%s", TALLY).isPositive();
        }
    }

    private static void check(Path path) throws IOException {
        InputFile file = new LocalInputFile(path);
        PlainTable table = PlainTable.read(file);
        long seed = Seeds.next();
        long cells = (long) table.rows().size() * table.schema().columns().size();
        long cases = Math.max(20, Math.min(CASES, VALUES / Math.max(1, cells)));
        new RandomPredicateCheck(file, table, TALLY).run(new Random(seed), seed, cases);
    }
}
