package io.pq2.fuzz.targets;

import io.pq2.fuzz.file.Corpus;
import java.nio.file.Path;
import java.util.List;

/** All targets. */
public final class Targets {

    private Targets() {}

    /**
     * Returns all targets.
     *
     * @param shared the folder that contains the folder parquet-testing; need not exist
     */
    public static List<Target> all(Path shared) {
        Corpus corpus = Corpus.create(shared);
        return List.of(
                new MutatedFiles(corpus),
                new EncryptedFiles(),
                new DamagedPages(corpus),
                new Recoveries(corpus),
                new Salvages(corpus),
                new UnusedMetadata(corpus),
                new RandomFilters(),
                new Rewrites(corpus),
                new Claims(corpus),
                Languages.schemas(),
                Languages.predicates());
    }
}
