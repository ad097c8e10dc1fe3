package io.pq2.spark.internal.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.hadoop.internal.options.OptionKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Compares the keys that the Spark source knows with docs/configuration.md. */
class DeclaredOptionsTest {

    private static final Pattern ROW = Pattern.compile("^\\|([^|]*)\\|", Pattern.MULTILINE);
    private static final Pattern KEY = Pattern.compile("`(pq2\\.[^`]+)`");

    /** The sections with keys that apply to Spark. */
    private static final List<String> SECTIONS = List.of(
            "Reading",
            "Reading from Spark",
            "Splits",
            "Writing",
            "Writing from Spark",
            "Encryption",
            "Key management services");

    @Test
    void theDocumentationHasTheKnownKeys() throws IOException {
        Set<String> documented = new TreeSet<>();
        String page = Files.readString(Path.of("..", "..", "docs", "configuration.md"));
        Arrays.stream(page.split("\n## "))
                .filter(section -> SECTIONS.contains(section.substring(0, section.indexOf('\n'))))
                .forEach(section -> ROW.matcher(section)
                        .results()
                        .forEach(row -> KEY.matcher(row.group(1))
                                .results()
                                .forEach(key -> documented.add(key.group(1).replaceAll("#.*", "")))));
        Set<String> known = new TreeSet<>();
        OptionKeys keys = DeclaredOptions.KEYS;
        for (Set<String> some : List.of(keys.keys(), keys.columnKeys(), keys.prefixes())) {
            some.stream().filter(key -> key.startsWith("pq2.")).forEach(known::add);
        }
        assertThat(known).isEqualTo(documented);
    }
}
