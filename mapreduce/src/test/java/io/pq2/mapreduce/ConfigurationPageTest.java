package io.pq2.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Keeps docs/configuration.md true: it describes the keys that these formats have, and no others. */
class ConfigurationPageTest {

    private static final Pattern ROW = Pattern.compile("^\\| `([^`]+)` \\|", Pattern.MULTILINE);

    @Test
    void describesEachKey() throws IOException, IllegalAccessException {
        String page = Files.readString(Path.of("..", "docs", "configuration.md"));
        int start = page.indexOf("\n## MapReduce\n");
        int end = page.indexOf("\n## ", start + 1);
        List<String> described = ROW.matcher(page.substring(start, end))
                .results()
                .map(row -> row.group(1))
                .toList();
        List<String> keys = new ArrayList<>();
        for (Class<?> type : List.of(Pq2InputFormat.class, Pq2OutputFormat.class)) {
            // Not those that Hadoop's formats hand down.
            for (Field field : type.getDeclaredFields()) {
                if (Modifier.isPublic(field.getModifiers()) && field.getType() == String.class) {
                    keys.add((String) field.get(null));
                }
            }
        }
        assertThat(described).containsExactlyInAnyOrderElementsOf(keys);
    }
}
