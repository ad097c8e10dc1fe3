package io.pq2.fuzz.targets;

import io.pq2.fuzz.Oracle;
import io.pq2.fuzz.check.Checks;
import io.pq2.internal.read.prune.DataPredicates;
import io.pq2.internal.read.prune.PlainTable;
import io.pq2.internal.read.prune.PruningCheck;
import io.pq2.internal.read.prune.PruningTally;
import io.pq2.internal.read.prune.RandomColumns;
import io.pq2.internal.read.prune.RandomFooter;
import io.pq2.internal.read.prune.RandomSchema;
import io.pq2.internal.read.prune.RandomWriteOptions;
import io.pq2.io.MemoryInputFile;
import io.pq2.predicate.Predicate;
import io.pq2.predicate.PredicateText;
import io.pq2.schema.Schema;
import io.pq2.write.TestRows;
import io.pq2.write.WriteOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * Random predicates over random tables. Each case compares a scan with all pruning steps, a scan with none, and the
 * rows for which the predicate holds by its definition.
 */
public final class RandomFilters implements Target {

    private static final String PREDICATE = "predicate.txt";

    private static final int MAX_ROWS = 48;
    private static final int MAX_DEPTH = 4;
    private static final int PREDICATES = 64;

    @Override
    public String name() {
        return "filters";
    }

    @Override
    public Set<Oracle> oracles() {
        return EnumSet.of(Oracle.PRUNING);
    }

    /** Runs a case for each of several predicates over one table. */
    @Override
    public int run(SplittableRandom seeds, Checks checks) {
        Random random = new Random(seeds.nextLong());
        Schema schema = new RandomSchema(random).schema();
        int rowCount = 1 + random.nextInt(MAX_ROWS);
        List<List<Object>> rows = new RandomColumns(random, rowCount).rows(schema);
        WriteOptions options = RandomWriteOptions.of(schema, rowCount, random).toBuilder()
                .rowGroupRows(1 + rowCount / (1 + random.nextInt(4)))
                .build();
        byte[] bytes = TestRows.write(schema, rows, options, 1 + random.nextInt(rowCount))
                .bytes();
        byte[] file = new RandomFooter(random).change(bytes);
        checks.input(MutatedFiles.FILE, file);
        try {
            PlainTable table = PlainTable.read(new MemoryInputFile("table", file));
            checks.that(table.rows().equals(rows), Oracle.PRUNING, "a full scan does not return the written rows");
            PruningCheck check =
                    new PruningCheck(new MemoryInputFile("table", file), table, random, new PruningTally());
            DataPredicates predicates = new DataPredicates(table, random);
            for (int i = 0; i < PREDICATES; i++) {
                check(predicates.predicate(random.nextInt(MAX_DEPTH + 1)), check, checks);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return PREDICATES;
    }

    private static void check(Predicate predicate, PruningCheck check, Checks checks) throws IOException {
        checks.input(PREDICATE, predicate.toString().getBytes(StandardCharsets.UTF_8));
        try {
            check.checkOnAndOff(predicate);
        } catch (AssertionError e) {
            throw Checks.violation(Oracle.PRUNING, "" + e.getMessage(), e);
        }
        checks.passed(Oracle.PRUNING);
    }

    @Override
    public void replay(Map<String, byte[]> input, SplittableRandom random, Checks checks) {
        MemoryInputFile file = new MemoryInputFile("table", Inputs.required(input, MutatedFiles.FILE));
        Predicate predicate =
                PredicateText.parse(new String(Inputs.required(input, PREDICATE), StandardCharsets.UTF_8));
        try {
            PruningCheck check =
                    new PruningCheck(file, PlainTable.read(file), new Random(random.nextLong()), new PruningTally());
            check(predicate, check, checks);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
