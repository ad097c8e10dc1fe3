package io.pq2.bench.select;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The files of a table.
 *
 * @param name a valid SQL identifier
 * @param title the name in the tables
 * @param directory the directory that contains only these files
 */
public record TableFiles(String name, String title, Path directory) {

    /** Returns the files in the order of the rows. */
    public List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.toString().endsWith(".parquet"))
                    .sorted()
                    .toList();
        }
    }

    long bytes() throws IOException {
        long bytes = 0;
        for (Path file : files()) {
            bytes += Files.size(file);
        }
        return bytes;
    }

    /** Returns the DuckDB expression that reads the table. */
    String duckDb() throws IOException {
        return files().stream().map(file -> "'" + file + "'").collect(Collectors.joining(", ", "read_parquet([", "])"));
    }
}
