package io.pq2.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.mapreduce.internal.JobFilter;
import io.pq2.predicate.MissingColumns;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

/** Compares the keys in docs/configuration.md with the keys of the input and output formats. */
class ConfigurationPageTest {

    private static final Pattern ROW = Pattern.compile("^\\| `([^`]+)` \\|", Pattern.MULTILINE);

    @Test
    void everyKeyIsDocumented() throws IOException, IllegalAccessException {
        String page = Files.readString(Path.of("..", "docs", "configuration.md"));
        int start = page.indexOf("\n## MapReduce\n");
        int end = page.indexOf("\n## ", start + 1);
        List<String> described = ROW.matcher(page.substring(start, end))
                .results()
                .map(row -> row.group(1))
                .toList();
        List<String> keys = new ArrayList<>();
        for (Class<?> type : List.of(Pq2InputFormat.class, Pq2OutputFormat.class)) {
            // Constants inherited from Hadoop's formats are not keys of pq2.
            for (Field field : type.getDeclaredFields()) {
                if (Modifier.isPublic(field.getModifiers()) && field.getType() == String.class) {
                    keys.add((String) field.get(null));
                }
            }
        }
        assertThat(described).containsExactlyInAnyOrderElementsOf(keys);
    }

    @Test
    void theDefaultOfMissingColumnsIsDocumented() throws IOException {
        assertThat(JobFilter.of(new Configuration(false)).missingColumns()).isEqualTo(MissingColumns.UNKNOWN);
        assertThat(Files.readString(Path.of("..", "docs", "configuration.md")))
                .containsPattern("\\| `" + Pattern.quote(Pq2InputFormat.FILTER_MISSING_COLUMNS) + "` \\| `error`");
    }
}
