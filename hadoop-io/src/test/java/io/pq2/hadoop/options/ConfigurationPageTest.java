package io.pq2.hadoop.options;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.hadoop.kms.KmsOptions;
import java.io.IOException;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Compares the keys in docs/configuration.md with the keys of the code. */
class ConfigurationPageTest {

    private static final Path PAGE = Path.of("..", "docs", "configuration.md");
    private static final Pattern ROW = Pattern.compile("^\\| `([^`]+)` \\|", Pattern.MULTILINE);

    @Test
    void describesEachKeyOfReading() throws IOException {
        List<String> keys = new ArrayList<>(constants(HadoopReadOptions.class));
        keys.addAll(constants(ExplanationLog.class));
        assertThat(keysUnder("Reading")).containsExactlyInAnyOrderElementsOf(keys);
    }

    @Test
    void describesEachKeyOfSplits() throws IOException {
        assertThat(keysUnder("Splits")).containsExactlyInAnyOrderElementsOf(constants(HadoopSplitOptions.class));
    }

    @Test
    void describesEachKeyOfWriting() throws IOException {
        assertThat(keysUnder("Writing")).containsExactlyInAnyOrderElementsOf(constants(HadoopWriteOptions.class));
    }

    @Test
    void describesEachKeyOfEncryption() throws IOException {
        assertThat(keysUnder("Encryption")).containsExactlyInAnyOrderElementsOf(constants(HadoopEncryption.class));
    }

    @Test
    void describesEachKeyOfKmsClients() throws IOException {
        assertThat(keysUnder("Key management services"))
                .containsExactlyInAnyOrderElementsOf(constants(KmsOptions.class));
    }

    private static List<String> keysUnder(String heading) throws IOException {
        String page = Files.readString(PAGE);
        int start = page.indexOf("\n## " + heading + "\n");
        assertThat(start).as("the heading " + heading).isNotNegative();
        int end = page.indexOf("\n## ", start + 1);
        return ROW.matcher(page.substring(start, end < 0 ? page.length() : end))
                .results()
                .map(row -> row.group(1))
                .toList();
    }

    private static List<String> constants(Class<?> type) {
        return Arrays.stream(type.getFields())
                .filter(field -> Modifier.isStatic(field.getModifiers()) && field.getType() == String.class)
                .map(field -> {
                    try {
                        return (String) field.get(null);
                    } catch (IllegalAccessException e) {
                        throw new AssertionError(e);
                    }
                })
                .toList();
    }
}
