package io.pq2.internal.read.prune;

import io.pq2.internal.read.prune.PruningTally.Event;
import io.pq2.io.InputFile;
import java.io.IOException;
import java.util.Random;

/** Checks scans of one file with random predicates. */
final class RandomPredicateCheck {

    private static final int MAX_DEPTH = 4;

    private final InputFile file;
    private final PlainTable table;
    private final PruningTally tally;

    RandomPredicateCheck(InputFile file, PlainTable table, PruningTally tally) {
        this.file = file;
        this.table = table;
        this.tally = tally;
    }

    /**
     * Checks {@code cases} scans or a few more.
     *
     * @param seed the seed of all random choices, which the message of a failure contains
     */
    void run(Random random, long seed, long cases) throws IOException {
        long end = tally.get(Event.CASES) + cases;
        try {
            PruningCheck check = new PruningCheck(file, table, random, tally);
            DataPredicates predicates = new DataPredicates(table, random);
            while (tally.get(Event.CASES) < end) {
                check.check(predicates.predicate(random.nextInt(MAX_DEPTH + 1)));
            }
        } catch (AssertionError e) {
            throw new AssertionError(
                    "run again with -Dpq2.seed=" + seed + "; " + file.location() + "\n" + table.schema() + "\n"
                            + e.getMessage(),
                    e);
        }
    }
}
