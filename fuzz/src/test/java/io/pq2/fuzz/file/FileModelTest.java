package io.pq2.fuzz.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.fuzz.check.Checks;
import io.pq2.fuzz.check.FileCheck;
import io.pq2.fuzz.check.RowHashes;
import io.pq2.read.ReadOptions;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class FileModelTest {

    private final Corpus corpus = Corpus.create(Path.of("none"));
    private final FileCheck check = new FileCheck(new Checks());

    private RowHashes rows(byte[] file) {
        FileCheck.Outcome outcome = check.scan(file, null, ReadOptions.DEFAULT, 10);
        assertThat(outcome.error()).isNull();
        return outcome.rows();
    }

    @Test
    void theAssembledPartsOfAFileHaveItsRows() {
        for (SeedFile file : corpus.written()) {
            RowHashes assembled = rows(file.model().copy().assemble());
            assertThat(assembled.isEqualTo(rows(file.bytes()))).as(file.name()).isTrue();
        }
    }

    @Test
    void mutationsLeaveTheSeedsUnchanged() {
        for (SeedFile file : corpus.written()) {
            byte[] before = file.model().copy().assemble();
            for (int seed = 0; seed < 20; seed++) {
                new FileMutator(new SplittableRandom(seed)).mutate(file);
                new MetadataMutator(new SplittableRandom(seed)).mutate(file.model());
            }
            assertThat(file.model().copy().assemble()).as(file.name()).isEqualTo(before);
        }
    }

    @Test
    void mostMutationsChangeTheFile() {
        int changed = 0;
        for (SeedFile file : corpus.written()) {
            byte[] mutated = new FileMutator(new SplittableRandom(5)).mutate(file);
            changed += Arrays.equals(mutated, file.bytes()) ? 0 : 1;
        }
        assertThat(changed).isGreaterThan(corpus.written().size() * 9 / 10);
    }
}
