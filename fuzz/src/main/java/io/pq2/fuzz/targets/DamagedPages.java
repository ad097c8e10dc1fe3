package io.pq2.fuzz.targets;

import io.pq2.exception.CorruptFileException;
import io.pq2.exception.ParquetException;
import io.pq2.fuzz.Oracle;
import io.pq2.fuzz.check.Checks;
import io.pq2.fuzz.check.FileCheck;
import io.pq2.fuzz.check.RowHashes;
import io.pq2.fuzz.file.Corpus;
import io.pq2.fuzz.file.PageDamage;
import io.pq2.fuzz.file.SeedFile;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;

/** Files in which the body of a page does not match its checksum. */
public final class DamagedPages implements Target {

    private static final String SOURCE = "source.parquet";

    private final List<SeedFile> files;
    private final ExpectedRows expectedRows = new ExpectedRows(null);

    public DamagedPages(Corpus corpus) {
        files = corpus.written().stream().filter(PageDamage::isPossible).toList();
    }

    @Override
    public String name() {
        return "checksums";
    }

    @Override
    public Set<Oracle> oracles() {
        return EnumSet.of(Oracle.CHECKSUM);
    }

    @Override
    public int run(SplittableRandom random, Checks checks) {
        SeedFile seed = files.get(random.nextInt(files.size()));
        byte[] damaged = new PageDamage(random).damage(seed).bytes();
        checks.input(MutatedFiles.FILE, damaged);
        checks.input(SOURCE, seed.bytes());
        check(damaged, seed.bytes(), random, checks);
        return 1;
    }

    @Override
    public void replay(Map<String, byte[]> input, SplittableRandom random, Checks checks) {
        check(Inputs.required(input, MutatedFiles.FILE), Inputs.required(input, SOURCE), random, checks);
    }

    private void check(byte[] damaged, byte[] source, SplittableRandom random, Checks checks) {
        FileCheck files = new FileCheck(checks);
        RowHashes expected = expectedRows.of(source);
        FileCheck.Outcome outcome = files.scan(damaged, null, FileCheck.OPTIONS, 1 + random.nextInt(100));
        checks.that(
                outcome.error() instanceof CorruptFileException
                        && outcome.rows().isPrefixOf(expected),
                Oracle.CHECKSUM,
                outcome.rows().size() + " rows, then " + outcome.error());
        checkSome(damaged, expected, random, files, checks);
    }

    /** Reads some rows, which may not include those of the damaged page. */
    private static void checkSome(
            byte[] damaged, RowHashes expected, SplittableRandom random, FileCheck files, Checks checks) {
        int first = random.nextInt(expected.size());
        int count = 1 + random.nextInt(expected.size() - first);
        RowHashes found = new RowHashes();
        ParquetException error = files.with(
                damaged, null, FileCheck.OPTIONS, file -> files.rows(file.scan().rows(first, count), found));
        boolean equal = error != null || found.size() == count;
        for (int i = 0; i < found.size(); i++) {
            equal &= found.index(i) == first + i && found.hash(i) == expected.hash(first + i);
        }
        checks.that(equal, Oracle.CHECKSUM, "rows " + first + " to " + (first + count) + " differ");
    }
}
