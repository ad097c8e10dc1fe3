package io.pq2.read;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The tables of docs/files.md: what becomes of each file of apache/parquet-testing. */
public final class FilesTable {

    /**
     * A line of a table.
     *
     * @param rows how many rows there are, -1 if the file is not read
     * @param outcome {@code read}, or why it is not
     * @param parquetJava {@code same}, or why parquet-java's values are not compared
     */
    public record Line(int rows, String outcome, String parquetJava) {}

    private static final Path DOCUMENT = Path.of("../docs/files.md");
    private static final Pattern COUNT = Pattern.compile("\\*\\*(\\d+) files\\*\\*");

    private FilesTable() {}

    /** The lines by the path of the file in the collection. */
    public static Map<String, Line> read() throws IOException {
        Map<String, Line> lines = new LinkedHashMap<>();
        for (String text : Files.readAllLines(DOCUMENT)) {
            if (text.startsWith("| `")) {
                String[] cells = text.substring(1).split("\\|");
                String rows = cells[1].strip();
                lines.put(
                        cells[0].strip().replace("`", ""),
                        new Line(rows.isEmpty() ? -1 : Integer.parseInt(rows), cells[2].strip(), cells[4].strip()));
            }
        }
        return lines;
    }

    /** How many files the document says that there are. */
    static int statedCount() throws IOException {
        Matcher matcher = COUNT.matcher(Files.readString(DOCUMENT));
        if (!matcher.find()) {
            throw new AssertionError("docs/files.md does not say how many files there are");
        }
        return Integer.parseInt(matcher.group(1));
    }
}
