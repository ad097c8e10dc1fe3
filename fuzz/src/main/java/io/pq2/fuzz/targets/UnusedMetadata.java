package io.pq2.fuzz.targets;

import io.pq2.fuzz.Oracle;
import io.pq2.fuzz.check.Checks;
import io.pq2.fuzz.check.FileCheck;
import io.pq2.fuzz.check.RowHashes;
import io.pq2.fuzz.file.Corpus;
import io.pq2.fuzz.file.FileModel;
import io.pq2.fuzz.file.MetadataMutator;
import io.pq2.fuzz.file.SeedFile;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;

/** Files with changed metadata that a scan without filter does not need. */
public final class UnusedMetadata implements Target {

    private static final String SOURCE = "source.parquet";

    private final List<SeedFile> files;
    private final ExpectedRows expectedRows = new ExpectedRows(null);

    public UnusedMetadata(Corpus corpus) {
        files = corpus.written();
    }

    @Override
    public String name() {
        return "metadata";
    }

    @Override
    public Set<Oracle> oracles() {
        return EnumSet.of(Oracle.METADATA);
    }

    @Override
    public int run(SplittableRandom random, Checks checks) {
        SeedFile seed = files.get(random.nextInt(files.size()));
        FileModel model = seed.model();
        if (model == null) {
            throw new IllegalStateException(seed.name());
        }
        byte[] changed = new MetadataMutator(random).mutate(model);
        checks.input(MutatedFiles.FILE, changed);
        checks.input(SOURCE, seed.bytes());
        check(changed, seed.bytes(), random, checks);
        return 1;
    }

    @Override
    public void replay(Map<String, byte[]> input, SplittableRandom random, Checks checks) {
        check(Inputs.required(input, MutatedFiles.FILE), Inputs.required(input, SOURCE), random, checks);
    }

    private void check(byte[] changed, byte[] source, SplittableRandom random, Checks checks) {
        FileCheck files = new FileCheck(checks);
        int batchSize = 1 + random.nextInt(100);
        RowHashes expected = expectedRows.of(source);
        FileCheck.Outcome outcome = files.scan(changed, null, FileCheck.OPTIONS, batchSize);
        if (outcome.error() != null) {
            throw Checks.violation(Oracle.METADATA, "an error because of unused metadata", outcome.error());
        }
        checks.that(outcome.rows().isEqualTo(expected), Oracle.METADATA, "other rows because of unused metadata");
    }
}
