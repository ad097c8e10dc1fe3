package io.pq2.bench.encrypt;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.bench.encrypt.EncryptionResult.Operation;
import io.pq2.bench.measure.Rounds;
import io.pq2.bench.write.PageCompression;
import io.pq2.bench.write.TableRecipe;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("spark")
class EncryptionContestTest {

    @Test
    void bothWriteAndReadEachOthersFilesWithEachProtection() throws Exception {
        List<EncryptionResult> results;
        try (PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream(), false, UTF_8);
                EncryptionContest contest =
                        new EncryptionContest(TableRecipe.ALL.get(0).make(5_000), PageCompression.ZSTD, nowhere)) {
            results = contest.run(new Rounds(0, 1), 1);
        }
        assertThat(results)
                .filteredOn(result -> result.operation() == Operation.WRITE)
                .hasSize(8);
        assertThat(results)
                .filteredOn(result -> result.operation() == Operation.SCAN)
                .hasSize(16);
        assertThat(results)
                .allSatisfy(result -> assertThat(result.cost().seconds()).isPositive());
        ByteArrayOutputStream report = new ByteArrayOutputStream();
        try (PrintStream out = new PrintStream(report, false, UTF_8)) {
            EncryptionReport.print(results, out);
        }
        assertThat(report.toString(UTF_8)).contains("GCM, 256 bits").contains("Missed targets: ");
    }
}
