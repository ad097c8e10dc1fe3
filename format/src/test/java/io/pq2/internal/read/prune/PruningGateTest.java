package io.pq2.internal.read.prune;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.internal.read.prune.PruningTally.Event;
import io.pq2.io.InputFile;
import io.pq2.io.MemoryInputFile;
import io.pq2.schema.Schema;
import io.pq2.write.TestRows;
import io.pq2.write.WriteOptions;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.Tag;
import net.jqwik.api.lifecycle.AfterContainer;

/**
 * Compares scans of random tables, written with random options, with full scans: with all pruning steps, with none,
 * with each step alone, and without each step.
 *
 * <p>{@code -Dpq2.cases=N} sets the minimum number of scans. {@code -Dpq2.seed=N} checks the one table that a failure
 * names.
 */
@Tag("random")
class PruningGateTest {

    private static final int TRIES = 100;
    private static final long CASES = Long.getLong("pq2.cases", 12_000);
    private static final Long SEED = Long.getLong("pq2.seed");
    private static final int CASES_OF_TABLE = 150;

    private static final PruningTally TALLY = new PruningTally();
    private static final PruningTally TALLY_OF_PARQUET_JAVA = new PruningTally();

    @Property(tries = TRIES, edgeCases = EdgeCasesMode.NONE, shrinking = ShrinkingMode.OFF)
    void scansReturnTheMatchingRows(@ForAll long seed) throws IOException {
        Random seeds = new Random(seed);
        long end = TALLY.get(Event.CASES) + (CASES + TRIES - 1) / TRIES;
        while (SEED == null && TALLY.get(Event.CASES) < end) {
            check(seeds.nextLong());
        }
        if (SEED != null && TALLY.get(Event.CASES) == 0) {
            check(SEED);
        }
    }

    @AfterContainer
    static void eachPruningStepExcludedRows() {
        if (SEED == null) {
            System.out.println("Scans of files of pq2: " + TALLY + ", of parquet-java: " + TALLY_OF_PARQUET_JAVA);
            assertThat(TALLY.get(Event.CASES)).isGreaterThanOrEqualTo(CASES);
            TALLY.assertThatEverythingHappened();
            TALLY_OF_PARQUET_JAVA.assertThatEverythingHappened(
                    Event.ROW_GROUPS_BY_LEVEL_HISTOGRAMS, Event.ROW_GROUPS_BY_DICTIONARIES);
        }
    }

    private static void check(long seed) throws IOException {
        Random random = new Random(seed);
        Schema schema = new RandomSchema(random).schema();
        int rowCount = 1 + random.nextInt(random.nextInt(4) == 0 ? 1_500 : 200);
        List<List<Object>> rows = new RandomColumns(random, rowCount).rows(schema);
        WriteOptions options = RandomWriteOptions.of(schema, rowCount, random);
        byte[] bytes = TestRows.write(schema, rows, options, 1 + random.nextInt(rowCount))
                .bytes();
        InputFile file = new MemoryInputFile("table", new RandomFooter(random).change(bytes));
        PlainTable table = PlainTable.read(file);
        assertThat(table.rows()).as("seed %s", seed).isEqualTo(rows);
        new RandomPredicateCheck(file, table, TALLY).run(random, seed, CASES_OF_TABLE);
    }

    /** Checks files of parquet-java, which have other min/max values, bloom filters and page indexes. */
    @Property(tries = TRIES / 4, edgeCases = EdgeCasesMode.NONE, shrinking = ShrinkingMode.OFF)
    void scansOfFilesOfParquetJavaReturnTheMatchingRows(@ForAll long seed) throws IOException {
        Random random = new Random(SEED == null ? seed : SEED);
        Schema schema = new RandomSchema(random).schema();
        List<List<Object>> rows = new RandomColumns(random, 1 + random.nextInt(300)).rows(schema);
        InputFile file = new MemoryInputFile("table", ParquetJavaFiles.write(schema, rows, random));
        PlainTable table = PlainTable.read(file);
        assertThat(table.rows()).as("seed %s", seed).isEqualTo(rows);
        new RandomPredicateCheck(file, table, TALLY_OF_PARQUET_JAVA).run(random, seed, CASES_OF_TABLE);
    }
}
