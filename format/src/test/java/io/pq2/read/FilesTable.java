package io.pq2.read;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The tables of docs/files.md: the result of reading each file of apache/parquet-testing. */
public final class FilesTable {

    /**
     * A line of a table.
     *
     * @param rows the number of rows, -1 if the file is not read
     * @param result {@code read}, or why the file is not read
     * @param parquetJava {@code same}, or why the values are not compared with parquet-java's
     */
    public record Line(int rows, String result, String parquetJava) {}

    private static final Path DOCUMENT = Path.of("../docs/files.md");
    private static final Pattern COUNT = Pattern.compile("\\*\\*(\\d+) files\\*\\*");

    private FilesTable() {}

    /** Returns the lines by the file's path in the collection. */
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

    /** Returns the number of files that the document states. */
    static int statedCount() throws IOException {
        Matcher matcher = COUNT.matcher(Files.readString(DOCUMENT));
        if (!matcher.find()) {
            throw new AssertionError("docs/files.md does not state the number of files");
        }
        return Integer.parseInt(matcher.group(1));
    }
}
