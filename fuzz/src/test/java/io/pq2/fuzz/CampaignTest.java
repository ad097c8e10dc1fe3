package io.pq2.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.fuzz.targets.Target;
import io.pq2.fuzz.targets.Targets;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Fuzzes for a part of the build's time with a new seed. {@code -Dpq2.fuzz.seconds=N} sets the time, and {@code
 * -Dpq2.fuzz.seed=S} repeats the cases of a seed.
 */
class CampaignTest {

    private static final long SECONDS = Long.getLong("pq2.fuzz.seconds", 20);
    private static final Long SEED = Long.getLong("pq2.fuzz.seed");

    private static final List<Target> TARGETS = Targets.all(Path.of(System.getProperty("pq2.shared", "../../shared")));

    @TempDir
    Path folder;

    @Test
    void findsNothing() {
        FindingFolder findings = new FindingFolder(Path.of("target", "findings"));
        long seed = SEED == null ? new SplittableRandom().nextLong() : SEED;
        new Campaign(TARGETS, seed, findings, System.out).run(SECONDS * 1_000_000_000, Long.MAX_VALUE);
        assertThat(findings.size())
                .as("findings of seed %d, stored in fuzz/target/findings", seed)
                .isZero();
    }

    @Test
    void checksEachOracle() {
        Campaign campaign = campaign(1, System.out);
        campaign.run(Long.MAX_VALUE, 200);
        assertThat(campaign.counts().keySet())
                .containsExactlyInAnyOrder(
                        List.of(Oracle.values()).stream().map(Oracle::toString).toArray(String[]::new));
    }

    @Test
    void aSeedDeterminesAllCases() {
        Campaign first = campaign(7, quiet());
        first.run(Long.MAX_VALUE, 300);
        Campaign second = campaign(7, quiet());
        second.run(Long.MAX_VALUE, 300);
        Campaign other = campaign(8, quiet());
        other.run(Long.MAX_VALUE, 300);
        assertThat(second.counts()).isEqualTo(first.counts());
        assertThat(other.counts()).isNotEqualTo(first.counts());
    }

    @Test
    void storesTheInputOfAFinding() {
        FindingFolder findings = new FindingFolder(folder);
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        Campaign campaign = new Campaign(
                List.of(new BrokenTarget()), 3, findings, new PrintStream(text, true, StandardCharsets.UTF_8));
        campaign.run(Long.MAX_VALUE, 50);
        assertThat(findings.size()).isEqualTo(1);
        assertThat(text.toString(StandardCharsets.UTF_8))
                .contains("seed 3", "fuzz/run --target broken --case ", "rows: 2 of 1", "1 different findings");
        assertThat(folder.toFile().list()).hasSize(2).anyMatch(name -> name.endsWith(".parquet"));
    }

    private static PrintStream quiet() {
        return new PrintStream(PrintStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    }

    private Campaign campaign(long seed, PrintStream out) {
        return new Campaign(TARGETS, seed, new FindingFolder(folder), out);
    }
}
