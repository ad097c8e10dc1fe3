package io.pq2.fuzz.targets;

import io.pq2.fuzz.Oracle;
import io.pq2.fuzz.check.Checks;
import io.pq2.fuzz.check.StepCheck;
import io.pq2.fuzz.check.StepCheck.Step;
import io.pq2.fuzz.file.ClaimMutator;
import io.pq2.fuzz.file.Corpus;
import io.pq2.fuzz.file.FileMutator;
import io.pq2.fuzz.file.SeedFile;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;

/** Files that claim other lengths and counts, and changed files, which are used in other ways than by scans. */
public final class Claims implements Target {

    private final Corpus corpus;
    private final List<SeedFile> files;

    public Claims(Corpus corpus) {
        this.corpus = corpus;
        this.files = corpus.all().stream().filter(ClaimMutator::isPossible).toList();
    }

    @Override
    public String name() {
        return "claims";
    }

    @Override
    public Set<Oracle> oracles() {
        return EnumSet.of(
                Oracle.EXCEPTIONS,
                Oracle.MESSAGES,
                Oracle.MEMORY,
                Oracle.TIME,
                Oracle.VECTORS,
                Oracle.CLOSED,
                Oracle.RECOVERY,
                Oracle.REWRITE,
                Oracle.SUMMARY);
    }

    @Override
    public int run(SplittableRandom random, Checks checks) {
        byte[] file = random.nextInt(3) == 0
                ? new FileMutator(random).mutate(corpus.any(random))
                : new ClaimMutator(random).mutate(files.get(random.nextInt(files.size())));
        checks.input(MutatedFiles.FILE, file);
        Step[] steps = Step.values();
        new StepCheck(checks).run(steps[random.nextInt(steps.length)], file, random);
        return 1;
    }

    @Override
    public void replay(Map<String, byte[]> input, SplittableRandom random, Checks checks) {
        for (Step step : Step.values()) {
            new StepCheck(checks).run(step, Inputs.required(input, MutatedFiles.FILE), random);
        }
    }
}
