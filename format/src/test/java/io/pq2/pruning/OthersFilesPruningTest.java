package io.pq2.pruning;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.SharedFiles;
import io.pq2.io.InputFile;
import io.pq2.io.LocalInputFile;
import io.pq2.pruning.PruningTally.Event;
import io.pq2.read.FilesTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Scans of files that others wrote, with random predicates of their values, find the rows for which the predicate is true in a full
 * read. {@code -Dpq2.cases=N} checks so many scans of each file at least.
 */
class OthersFilesPruningTest {

    /** Two strings of a GiB, each in a page: nothing for the heap of these tests. */
    private static final String LARGE = "data/large_string_map.brotli.parquet";

    private static final long CASES = Long.getLong("pq2.cases", 50);
    /** So many values are compared at most; of files that have more, fewer scans are made. */
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
    static void someProofsHaveLeftSomethingOut() {
        if (TALLY.get(Event.TABLES) > 0) {
            assertThat(TALLY.get(Event.ROW_GROUPS_BY_STATISTICS))
                    .as("%s", TALLY)
                    .isPositive();
            assertThat(TALLY.get(Event.ROWS_LEFT_OUT)).as("%s", TALLY).isPositive();
        }
    }

    private static void check(Path path) throws IOException {
        InputFile file = new LocalInputFile(path);
        PlainTable table = PlainTable.read(file);
        long seed = Long.getLong("pq2.seed", new Random().nextLong());
        long cells = (long) table.rows().size() * table.schema().columns().size();
        long cases = Math.max(20, Math.min(CASES, VALUES / Math.max(1, cells)));
        new Campaign(file, table, TALLY).run(new Random(seed), seed, cases);
    }
}
