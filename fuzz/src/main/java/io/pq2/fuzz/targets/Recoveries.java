package io.pq2.fuzz.targets;

import io.pq2.fuzz.Oracle;
import io.pq2.fuzz.check.Checks;
import io.pq2.fuzz.check.FileCheck;
import io.pq2.fuzz.check.RowHashes;
import io.pq2.fuzz.file.Corpus;
import io.pq2.fuzz.file.PageDamage;
import io.pq2.fuzz.file.PageDamage.Damaged;
import io.pq2.fuzz.file.SeedFile;
import io.pq2.read.OnCorruption;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;

/** Files with a damaged page, which are read in the modes of {@link OnCorruption}. */
public final class Recoveries implements Target {

    private static final String SOURCE = "source.parquet";
    private static final String ROWS = "rows.txt";

    private final List<SeedFile> files;
    private final ExpectedRows expectedRows = new ExpectedRows(null);

    public Recoveries(Corpus corpus) {
        files = corpus.written().stream().filter(PageDamage::isPossible).toList();
    }

    @Override
    public String name() {
        return "recoveries";
    }

    @Override
    public Set<Oracle> oracles() {
        return EnumSet.of(Oracle.RECOVERY);
    }

    @Override
    public int run(SplittableRandom random, Checks checks) {
        SeedFile seed = files.get(random.nextInt(files.size()));
        Damaged damaged = new PageDamage(random).damage(seed);
        checks.input(MutatedFiles.FILE, damaged.bytes());
        checks.input(SOURCE, seed.bytes());
        checks.input(ROWS, (damaged.firstRow() + " " + damaged.endRow()).getBytes(StandardCharsets.US_ASCII));
        check(damaged, seed.bytes(), random, checks);
        return 1;
    }

    @Override
    public void replay(Map<String, byte[]> input, SplittableRandom random, Checks checks) {
        String[] rows = new String(Inputs.required(input, ROWS), StandardCharsets.US_ASCII).split(" ", -1);
        Damaged damaged = new Damaged(
                Inputs.required(input, MutatedFiles.FILE), Long.parseLong(rows[0]), Long.parseLong(rows[1]));
        check(damaged, Inputs.required(input, SOURCE), random, checks);
    }

    private void check(Damaged damaged, byte[] source, SplittableRandom random, Checks checks) {
        OnCorruption mode = OnCorruption.values()[1 + random.nextInt(OnCorruption.values().length - 1)];
        FileCheck files = new FileCheck(checks);
        RowHashes expected = expectedRows.of(source);
        FileCheck.Outcome outcome = files.scan(
                damaged.bytes(), null, FileCheck.limited().onCorruption(mode).build(), 1 + random.nextInt(100));
        if (outcome.error() != null) {
            throw Checks.violation(Oracle.RECOVERY, "an error with " + mode, outcome.error());
        }
        String problem = problem(damaged, mode, expected, outcome.rows());
        checks.that(problem.isEmpty(), Oracle.RECOVERY, mode + ": " + problem);
    }

    /** Returns what is wrong with the rows; empty text if nothing is. */
    private static String problem(Damaged damaged, OnCorruption mode, RowHashes expected, RowHashes found) {
        long last = -1;
        for (int i = 0; i < found.size(); i++) {
            long row = found.index(i);
            if (row <= last || row >= expected.size()) {
                return "row " + row + " after row " + last;
            } else if (found.hash(i) != expected.hash((int) row)) {
                return "row " + row + " has other values";
            } else if (row >= damaged.firstRow() && row < damaged.endRow()) {
                return "row " + row + " is of the damaged page";
            }
            last = row;
        }
        if (mode == OnCorruption.SKIP_FILE && found.size() > 0) {
            return found.size() + " rows of a damaged file";
        }
        long intact = expected.size() - (damaged.endRow() - damaged.firstRow());
        boolean known = mode == OnCorruption.SKIP_ROWS && damaged.firstRow() >= 0;
        return known && found.size() != intact ? found.size() + " rows, expected " + intact : "";
    }
}
