package io.pq2.internal.writer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** Compares the table of docs/writers.md with {@link FaultyWriters}. */
class WriterPageTest {

    private static final String END = "<!-- end -->\n";

    @Test
    void pageHasAllRows() throws IOException {
        Path document = Path.of("../docs/writers.md");
        String text = Files.readString(document);
        String written = replaced(replaced(text, "<!-- rows -->\n", table()), "<!-- faults -->\n", faults());
        if ("write".equals(System.getProperty("pq2.docs"))) {
            Files.writeString(document, written);
        } else {
            assertThat(text)
                    .as("docs/writers.md; -Dpq2.docs=write regenerates it")
                    .isEqualTo(written);
        }
    }

    private static String replaced(String text, String mark, String table) {
        int start = text.indexOf(mark) + mark.length();
        assertThat(start).as(mark).isGreaterThanOrEqualTo(mark.length());
        return text.substring(0, start) + table + text.substring(text.indexOf(END, start));
    }

    private static String faults() {
        StringBuilder table =
                new StringBuilder("| name | what is wrong | consequence | known to |\n|---|---|---|---|\n");
        for (WriterFault fault : WriterFault.values()) {
            table.append("| `")
                    .append(fault.name().toLowerCase(Locale.ROOT))
                    .append("` | ")
                    .append(fault.text())
                    .append(" | ")
                    .append(fault.consequence())
                    .append(" | ")
                    .append(fault.use().name().toLowerCase(Locale.ROOT))
                    .append(" |\n");
        }
        return table.toString();
    }

    private static String table() {
        StringBuilder table = new StringBuilder("| writer | versions | what is wrong | report |\n|---|---|---|---|\n");
        for (FaultyWriters.Row row : FaultyWriters.rows()) {
            table.append("| ")
                    .append(name(row.application()))
                    .append(" | ")
                    .append(row.versions())
                    .append(" | ")
                    .append(row.fault().text())
                    .append(" | ")
                    .append(row.reportText())
                    .append(" |\n");
        }
        return table.toString();
    }

    private static String name(String application) {
        return switch (application) {
            case FaultyWriters.UNNAMED -> "no `created_by`";
            case FaultyWriters.OTHERS -> "unknown applications";
            default -> "`" + application + "`";
        };
    }
}
