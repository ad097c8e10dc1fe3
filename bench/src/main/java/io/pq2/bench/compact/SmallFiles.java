package io.pq2.bench.compact;

import io.pq2.io.LocalOutputFile;
import io.pq2.record.RecordWriter;
import io.pq2.write.WriteOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/** A table of events in many small files, as a stream of inserts leaves them. */
public final class SmallFiles {

    /** The number of customers; each has about the same number of events. */
    static final int CUSTOMERS = 100_000;

    private static final String SCHEMA = """
        message event {
          required int64 id;
          required int32 customer;
          required int64 at (TIMESTAMP(MICROS,true));
          required double amount;
          required binary kind (STRING);
          optional binary note (STRING);
        }""";

    private static final String[] KINDS = {"order", "payment", "return", "visit"};
    /** The rows of the first file, whose length gives the number of rows of the others. */
    private static final int TRIAL_ROWS = 1_000;

    private final Random random = new Random(1);
    private long id;

    private SmallFiles() {}

    /**
     * Writes the table unless the directory has it already.
     *
     * @param count the number of files
     * @param bytes the approximate length of each in bytes
     */
    public static void write(Path directory, int count, int bytes) throws IOException {
        if (Files.isDirectory(directory) && list(directory).size() == count) {
            return;
        }
        Files.createDirectories(directory);
        for (Path old : list(directory)) {
            Files.delete(old);
        }
        SmallFiles table = new SmallFiles();
        Path trial = directory.resolve("trial.parquet");
        table.write(trial, TRIAL_ROWS);
        int rows = (int) Math.max(1, (long) TRIAL_ROWS * bytes / Files.size(trial));
        Files.delete(trial);
        for (int i = 0; i < count; i++) {
            table.write(directory.resolve("part-%05d.parquet".formatted(i)), rows);
        }
    }

    private void write(Path file, int rows) throws IOException {
        try (RecordWriter writer = RecordWriter.create(LocalOutputFile.of(file), SCHEMA, WriteOptions.DEFAULT)) {
            for (int i = 0; i < rows; i++) {
                writer.write(writer.record()
                        .setLong("id", id)
                        .setInt("customer", random.nextInt(CUSTOMERS))
                        .setLong("at", 1_760_000_000_000_000L + 1_000 * id + random.nextInt(1_000))
                        .setDouble("amount", random.nextInt(1_000_000) / 100.0)
                        .setString("kind", KINDS[random.nextInt(KINDS.length)])
                        .setString("note", Long.toString(random.nextLong(), Character.MAX_RADIX)));
                id++;
            }
        }
    }

    /** Returns the Parquet files of a directory in the order of their names. */
    public static List<Path> list(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.getFileName().toString().endsWith(".parquet"))
                    .sorted()
                    .toList();
        }
    }

    /** Makes a directory with hard links to the files of another one. */
    static void link(Path from, Path to) throws IOException {
        Files.createDirectories(to);
        for (Path file : list(from)) {
            Files.createLink(to.resolve(file.getFileName()), file);
        }
    }
}
