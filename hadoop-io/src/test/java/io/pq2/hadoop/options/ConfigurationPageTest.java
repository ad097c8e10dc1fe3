package io.pq2.hadoop.options;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.hadoop.internal.options.Section;
import io.pq2.hadoop.internal.options.Setting;
import io.pq2.hadoop.internal.options.SettingRegistry;
import io.pq2.hadoop.internal.options.Suffix;
import io.pq2.hadoop.kms.KmsOptions;
import java.io.IOException;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Writes the tables of docs/configuration.md from the registry, and compares the public constants with it. */
class ConfigurationPageTest {

    private static final Path PAGE = Path.of("..", "docs", "configuration.md");
    private static final String END = "<!-- end -->\n";

    @Test
    void thePageHasTheSettingsOfTheRegistry() throws IOException {
        String text = Files.readString(PAGE);
        String written = replaced(text, "<!-- audiences -->\n", audiences());
        for (Section section : Section.values()) {
            if (section != Section.INTERNAL) {
                written = replaced(written, mark(section), table(section));
            }
        }
        if ("write".equals(System.getProperty("pq2.docs"))) {
            Files.writeString(PAGE, written);
        } else {
            assertThat(text)
                    .as("docs/configuration.md; -Dpq2.docs=write regenerates it")
                    .isEqualTo(written);
        }
    }

    private static String mark(Section section) {
        return "<!-- settings: " + section.name().toLowerCase(Locale.ROOT) + " -->\n";
    }

    private static String replaced(String text, String mark, String table) {
        int start = text.indexOf(mark) + mark.length();
        assertThat(start).as(mark).isGreaterThanOrEqualTo(mark.length());
        return text.substring(0, start) + table + text.substring(text.indexOf(END, start));
    }

    /** Returns a table of the sections by their audience. */
    private static String audiences() {
        StringBuilder table = new StringBuilder("| for | sections |\n|---|---|\n");
        for (Section.Audience audience : Section.Audience.values()) {
            String sections = Arrays.stream(Section.values())
                    .filter(section -> section.audience() == audience && section != Section.INTERNAL)
                    .map(section -> "[" + section.heading() + "](#"
                            + section.heading().toLowerCase(Locale.ROOT).replace(' ', '-') + ")")
                    .collect(Collectors.joining(", "));
            table.append("| ")
                    .append(audience.text())
                    .append(" | ")
                    .append(sections)
                    .append(" |\n");
        }
        return table.toString();
    }

    private static String table(Section section) {
        StringBuilder table = new StringBuilder("| key | default | what it does |\n|---|---|---|\n");
        for (Setting<?> setting : SettingRegistry.all()) {
            if (setting.section() == section) {
                String column = setting.suffix() == Suffix.REQUIRED ? "#column" : "";
                String fallback = setting.fallback().isEmpty() ? "" : setting.fallback() + " ";
                table.append("| `").append(setting.name()).append(column).append("` | ");
                table.append(fallback).append("| ").append(setting.text()).append(" |\n");
            }
        }
        return table.toString();
    }

    @Test
    void theTextSaysWhichKeysApplyToColumns() {
        for (Setting<?> setting : SettingRegistry.all()) {
            if (setting.section() == Section.WRITING) {
                boolean ofColumn = setting.suffix() == Suffix.OPTIONAL || setting.suffix() == Suffix.REQUIRED;
                assertThat(setting.text().contains("Per column"))
                        .as(setting.name())
                        .isEqualTo(ofColumn);
            }
        }
    }

    @Test
    void eachConstantOfReadingIsASetting() {
        assertThat(names(Section.READING))
                .containsExactlyInAnyOrderElementsOf(constants(HadoopReadOptions.class, ExplanationLog.class));
    }

    @Test
    void eachConstantOfSplitsIsASetting() {
        assertThat(names(Section.SPLITS)).containsExactlyInAnyOrderElementsOf(constants(HadoopSplitOptions.class));
    }

    @Test
    void eachConstantOfWritingIsASetting() {
        assertThat(names(Section.WRITING)).containsExactlyInAnyOrderElementsOf(constants(HadoopWriteOptions.class));
    }

    @Test
    void eachConstantOfEncryptionIsASetting() {
        assertThat(names(Section.ENCRYPTION)).containsExactlyInAnyOrderElementsOf(constants(HadoopEncryption.class));
    }

    @Test
    void eachConstantOfKmsClientsIsASetting() {
        assertThat(names(Section.KMS)).containsExactlyInAnyOrderElementsOf(constants(KmsOptions.class));
    }

    private static List<String> names(Section section) {
        return SettingRegistry.all().stream()
                .filter(setting -> setting.section() == section)
                .map(Setting::name)
                .toList();
    }

    private static List<String> constants(Class<?>... types) {
        return Arrays.stream(types)
                .flatMap(type -> Arrays.stream(type.getFields()))
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
