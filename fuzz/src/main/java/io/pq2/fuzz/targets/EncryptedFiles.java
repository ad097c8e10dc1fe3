package io.pq2.fuzz.targets;

import io.pq2.fuzz.Oracle;
import io.pq2.fuzz.check.Checks;
import io.pq2.fuzz.check.FileCheck;
import io.pq2.fuzz.check.RowHashes;
import io.pq2.fuzz.file.EncryptedCorpus;
import io.pq2.fuzz.file.EncryptedCorpus.EncryptedFile;
import io.pq2.fuzz.file.ModuleMutator;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** Changed encrypted files. */
public final class EncryptedFiles implements Target {

    private static final String SOURCE = "source.parquet";

    private final List<EncryptedFile> files = new EncryptedCorpus().files();
    private final ExpectedRows expectedRows = new ExpectedRows(EncryptedCorpus.keys());

    @Override
    public String name() {
        return "encrypted";
    }

    @Override
    public Set<Oracle> oracles() {
        return EnumSet.of(Oracle.AUTHENTICITY, Oracle.EXCEPTIONS, Oracle.MESSAGES, Oracle.MEMORY, Oracle.CLOSED);
    }

    @Override
    public int run(SplittableRandom random, Checks checks) {
        EncryptedFile file = files.get(random.nextInt(files.size()));
        byte[] other = files.get(random.nextInt(files.size())).bytes();
        byte[] changed = new ModuleMutator(random).mutate(file.bytes(), other);
        checks.input(MutatedFiles.FILE, changed);
        if (file.authentic()) {
            checks.input(SOURCE, file.bytes());
        }
        check(changed, file.authentic() ? file.bytes() : null, random, checks);
        return 1;
    }

    @Override
    public void replay(Map<String, byte[]> input, SplittableRandom random, Checks checks) {
        check(Inputs.required(input, MutatedFiles.FILE), input.get(SOURCE), random, checks);
    }

    /**
     * @param source the file before the change if all of its bytes are authenticated; otherwise null
     */
    private void check(byte[] changed, byte @Nullable [] source, SplittableRandom random, Checks checks) {
        FileCheck files = new FileCheck(checks);
        FileCheck.Outcome outcome = files.check(changed, EncryptedCorpus.keys(), random);
        if (source != null) {
            RowHashes expected = expectedRows.of(source);
            boolean own = outcome.error() == null
                    ? outcome.rows().isEqualTo(expected)
                    : outcome.rows().isPrefixOf(expected);
            checks.that(own, Oracle.AUTHENTICITY, outcome.rows().size() + " rows of a changed file");
        }
    }
}
