package io.pq2.internal.writer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Compares the table of docs/writers.md with {@link FaultyWriters}. */
class WriterPageTest {

    private static final String START = "<!-- rows -->\n";
    private static final String END = "<!-- end -->\n";

    @Test
    void pageHasAllRows() throws IOException {
        Path document = Path.of("../docs/writers.md");
        String text = Files.readString(document);
        int start = text.indexOf(START) + START.length();
        int end = text.indexOf(END);
        String written = text.substring(0, start) + table() + text.substring(end);
        if ("write".equals(System.getProperty("pq2.docs"))) {
            Files.writeString(document, written);
        } else {
            assertThat(text)
                    .as("docs/writers.md; -Dpq2.docs=write regenerates it")
                    .isEqualTo(written);
        }
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
                    .append(row.report().equals(FaultyWriters.NO_REPORT) ? "seen in files or code" : row.report())
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
