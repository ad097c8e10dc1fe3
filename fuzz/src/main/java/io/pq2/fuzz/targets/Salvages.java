package io.pq2.fuzz.targets;

import io.pq2.exception.ParquetException;
import io.pq2.fuzz.Oracle;
import io.pq2.fuzz.check.Checks;
import io.pq2.fuzz.check.FileCheck;
import io.pq2.fuzz.check.Probe;
import io.pq2.fuzz.check.RowHashes;
import io.pq2.fuzz.file.Corpus;
import io.pq2.fuzz.file.PageDamage;
import io.pq2.fuzz.file.SeedFile;
import io.pq2.io.MemoryInputFile;
import io.pq2.io.MemoryOutputFile;
import io.pq2.read.ParquetFile;
import io.pq2.rewrite.FileSalvage;
import io.pq2.rewrite.SalvageOptions;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;

/** Files that end too early, some of them with a damaged page, from which {@link FileSalvage} restores row groups. */
public final class Salvages implements Target {

    private static final String SOURCE = "source.parquet";
    private static final int BATCH_SIZE = 100;

    private final List<SeedFile> files;
    private final ExpectedRows expectedRows = new ExpectedRows(null);

    public Salvages(Corpus corpus) {
        files = corpus.written().stream().filter(PageDamage::isPossible).toList();
    }

    @Override
    public String name() {
        return "salvages";
    }

    @Override
    public Set<Oracle> oracles() {
        return EnumSet.of(Oracle.SALVAGE, Oracle.EXCEPTIONS, Oracle.MESSAGES, Oracle.MEMORY, Oracle.TIME);
    }

    @Override
    public int run(SplittableRandom random, Checks checks) {
        SeedFile seed = files.get(random.nextInt(files.size()));
        byte[] bytes =
                random.nextInt(3) == 0 ? new PageDamage(random).damage(seed).bytes() : seed.bytes();
        byte[] cut = Arrays.copyOf(bytes, 1 + random.nextInt(bytes.length));
        checks.input(MutatedFiles.FILE, cut);
        checks.input(SOURCE, seed.bytes());
        check(cut, seed.bytes(), checks);
        return 1;
    }

    @Override
    public void replay(Map<String, byte[]> input, SplittableRandom random, Checks checks) {
        check(Inputs.required(input, MutatedFiles.FILE), Inputs.required(input, SOURCE), checks);
    }

    private void check(byte[] cut, byte[] source, Checks checks) {
        MemoryOutputFile output = new MemoryOutputFile("salvaged");
        ParquetException refusal = new Probe(checks).run(source.length, true, () -> {
            try (ParquetFile like = ParquetFile.open(new MemoryInputFile("like", source))) {
                FileSalvage.salvage(new MemoryInputFile("fuzz", cut), output, SalvageOptions.like(like));
            }
        });
        if (refusal != null || !output.exists()) {
            return;
        }
        FileCheck.Outcome salvaged = new FileCheck(checks).scan(output.bytes(), null, FileCheck.OPTIONS, BATCH_SIZE);
        if (salvaged.error() != null) {
            throw Checks.violation(Oracle.SALVAGE, "the salvaged file has errors", salvaged.error());
        }
        RowHashes expected = expectedRows.of(source);
        checks.that(salvaged.rows().isPrefixOf(expected), Oracle.SALVAGE, "the salvaged file has other rows");
    }
}
