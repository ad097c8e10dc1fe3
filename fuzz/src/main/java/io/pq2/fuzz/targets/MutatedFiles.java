package io.pq2.fuzz.targets;

import io.pq2.fuzz.Oracle;
import io.pq2.fuzz.check.Checks;
import io.pq2.fuzz.check.FileCheck;
import io.pq2.fuzz.file.Corpus;
import io.pq2.fuzz.file.FileMutator;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;

/** Files with changed pages, headers, indexes, bloom filters, footers and bytes. */
public final class MutatedFiles implements Target {

    static final String FILE = "parquet";

    private final Corpus corpus;

    public MutatedFiles(Corpus corpus) {
        this.corpus = corpus;
    }

    @Override
    public String name() {
        return "files";
    }

    @Override
    public Set<Oracle> oracles() {
        return EnumSet.of(
                Oracle.EXCEPTIONS, Oracle.MESSAGES, Oracle.MEMORY, Oracle.TIME, Oracle.VECTORS, Oracle.CLOSED);
    }

    @Override
    public int run(SplittableRandom random, Checks checks) {
        byte[] file = new FileMutator(random).mutate(corpus.any(random));
        checks.input(FILE, file);
        new FileCheck(checks).check(file, null, random);
        return 1;
    }

    @Override
    public void replay(Map<String, byte[]> input, SplittableRandom random, Checks checks) {
        new FileCheck(checks).check(Inputs.required(input, FILE), null, random);
    }
}
