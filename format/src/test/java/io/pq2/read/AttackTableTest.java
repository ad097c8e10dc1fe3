package io.pq2.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.encryption.EncryptionScheme;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Carries out each attack of the table in docs/encryption.md, and compares what the table says with what happens. */
class AttackTableTest {

    private static final Path DOCUMENT = Path.of("../docs/encryption.md");
    private static final String HEADER = "| attack | part of the file | `AES_GCM_V1` | `AES_GCM_CTR_V1` |";

    /** A line of the table, for one of its parts. */
    private record Line(String attack, String part, List<String> outcomes) {}

    private static List<Line> lines() throws IOException {
        List<String> document = Files.readAllLines(DOCUMENT);
        List<Line> lines = new ArrayList<>();
        for (int i = document.indexOf(HEADER) + 2; document.get(i).startsWith("|"); i++) {
            List<String> cells = Arrays.stream(document.get(i).substring(1).split("\\|"))
                    .map(String::strip)
                    .toList();
            for (String part : cells.get(1).split(", ")) {
                lines.add(new Line(cells.get(0), part, cells.subList(2, 4)));
            }
        }
        return lines;
    }

    static Stream<Line> table() throws IOException {
        return lines().stream();
    }

    @ParameterizedTest
    @MethodSource("table")
    void theTableSaysWhatIsDetected(Line line) throws IOException {
        Attack attack = Attack.named(line.attack());
        List<String> found = new ArrayList<>();
        for (EncryptionScheme scheme : EncryptionScheme.values()) {
            found.add(Attack.outcome(attack.files(line.part(), scheme)));
        }
        assertThat(found).isEqualTo(line.outcomes());
    }

    @Test
    void theTableHasEachAttackOnEachPart() throws IOException {
        List<String> inTable =
                lines().stream().map(line -> line.attack() + ": " + line.part()).toList();
        List<String> all = Arrays.stream(Attack.values())
                .flatMap(attack -> attack.parts().stream().map(part -> attack.text() + ": " + part))
                .toList();
        assertThat(inTable).containsExactlyInAnyOrderElementsOf(all);
    }
}
