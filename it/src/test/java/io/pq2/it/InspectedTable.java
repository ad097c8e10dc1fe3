package io.pq2.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.cli.CommandOutput;
import io.pq2.io.LocalOutputFile;
import io.pq2.metadata.CompressionCodec;
import io.pq2.record.RecordValue;
import io.pq2.record.RecordWriter;
import io.pq2.write.BloomFilterOptions;
import io.pq2.write.WriteOptions;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * A table on local disks and the same files on a Hadoop file system. Commands that inspect them must print the same,
 * except for the location.
 */
public final class InspectedTable {

    private static final String SCHEMA = """
            message sale {
              required int64 id;
              optional binary name (STRING);
              optional double price;
              optional group tags (LIST) {
                repeated group list {
                  required binary element (STRING);
                }
              }
            }
            """;

    private static final int ROWS = 100;

    private final java.nio.file.Path local;
    private final String remote;
    private final java.nio.file.Path settings;

    /**
     * Writes the table to both.
     *
     * @param directory an empty local directory
     * @param path the directory of the table on the other file system, which does not exist yet
     * @param configuration how to connect to it
     */
    public InspectedTable(java.nio.file.Path directory, Path path, Configuration configuration) throws IOException {
        this.local = directory.resolve("sales");
        FileSystem files = path.getFileSystem(configuration);
        this.remote = files.makeQualified(path).toString();
        this.settings = directory.resolve("settings.xml");
        try (OutputStream out = Files.newOutputStream(settings)) {
            configuration.writeXml(out);
        }
        for (String country : List.of("CH", "FR")) {
            java.nio.file.Path partition = Files.createDirectories(local.resolve("country=" + country));
            write(partition.resolve("part-0.parquet"), country.equals("CH") ? 0 : ROWS);
        }
        java.nio.file.Path whole = local.resolve("country=CH/part-0.parquet");
        java.nio.file.Path hidden = Files.createDirectories(local.resolve("_damaged"));
        byte[] bytes = Files.readAllBytes(whole);
        Files.write(hidden.resolve("truncated.parquet"), Arrays.copyOf(bytes, bytes.length - 10));
        byte[] changed = bytes.clone();
        // The price 0.25 is in the first page, and neither its min nor its max. The checksum of the page detects this.
        changed[indexOf(bytes, 0.25)] ^= 1;
        Files.write(hidden.resolve("damaged.parquet"), changed);
        files.copyFromLocalFile(false, true, new Path(local.toUri()), path);
    }

    /** Returns the offset of a number in PLAIN encoding. */
    private static int indexOf(byte[] bytes, double number) {
        ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        int offset = 0;
        while (buffer.getLong(offset) != Double.doubleToLongBits(number)) {
            offset++;
        }
        return offset;
    }

    private static void write(java.nio.file.Path path, int first) throws IOException {
        WriteOptions options = WriteOptions.builder()
                .codec(CompressionCodec.UNCOMPRESSED)
                .rowGroupRows(ROWS / 4)
                .pageRows(5)
                .bloomFilter("name", BloomFilterOptions.ON.withEvenWithDictionary(true))
                .build();
        try (RecordWriter writer = RecordWriter.create(LocalOutputFile.of(path), SCHEMA, options)) {
            for (int i = first; i < first + ROWS; i++) {
                RecordValue row = writer.record();
                row.setLong("id", i);
                row.set("name", i % 4 == 3 ? null : "name " + i % 9);
                row.set("price", i % 10 == 0 ? null : i / 8.0);
                for (int tag = 0; tag < i % 3; tag++) {
                    row.list("tags").add("tag " + tag);
                }
                writer.write(row);
            }
        }
    }

    /** Runs a command on a path below each table, and compares the output. Returns the text on standard output. */
    public String run(String path, String... command) {
        return run(List.of(path), command).out();
    }

    /** Runs a command on paths below each table, and compares the output and the exit codes. */
    public CommandOutput run(List<String> paths, String... command) {
        CommandOutput expected = plain(run(local.toString(), List.of(), paths, command));
        CommandOutput found = plain(run(remote, List.of("--conf", settings.toString()), paths, command));
        assertThat(found).as("%s of %s", String.join(" ", command), paths).isEqualTo(expected);
        return found;
    }

    private static CommandOutput run(String table, List<String> options, List<String> paths, String... command) {
        List<String> words = new ArrayList<>(List.of(command));
        words.addAll(options);
        paths.forEach(path -> words.add(path.isEmpty() ? table : table + "/" + path));
        CommandOutput output = CommandOutput.of(words.toArray(String[]::new));
        return new CommandOutput(
                output.code(),
                output.out().replace(table, "TABLE"),
                output.err().replace(table, "TABLE"));
    }

    /** Removes the padding of columns, which depends on the lengths of file names. */
    private static CommandOutput plain(CommandOutput output) {
        return new CommandOutput(output.code(), output.out().replaceAll(" {2,}", "  "), output.err());
    }

    /** Compares the rows of both tables with the command {@code diff}. */
    public CommandOutput difference(String... options) {
        List<String> words = new ArrayList<>(List.of("diff", "--conf", settings.toString()));
        words.addAll(List.of(options));
        // With the settings, a path without a scheme is one of the default file system.
        words.addAll(List.of(local.toUri().toString(), remote));
        return CommandOutput.of(words.toArray(String[]::new));
    }

    /** Runs every command that inspects tables. */
    public void inspect() {
        String file = "country=CH/part-0.parquet";
        assertThat(run(file, "schema")).contains("optional binary name (STRING)");
        assertThat(run(file, "meta")).contains("rows");
        assertThat(run(file, "meta", "--show", "chunks", "--format", "json")).contains("tags.list.element");
        assertThat(run(file, "pages", "--format", "csv")).contains("id");
        assertThat(run(file, "column-index", "--format", "csv")).contains("name");
        assertThat(run(file, "bloom", "-c", "name", "--test", "name 1")).contains("may be present");
        assertThat(run(file, "layout", "--width", "30")).contains("row group 3");
        assertThat(run("", "head", "-n", "3")).contains("country", "tag 0");
        assertThat(run("", "sample", "-n", "5", "--seed", "7", "--format", "json")
                        .lines())
                .hasSize(5);
        assertThat(run("", "count")).contains("200");
        assertThat(run("", "count", "-w", "id >= 90 AND country = 'FR'")).contains("100");
        assertThat(run("", "cat", "--format", "csv", "--where", "id BETWEEN 95 AND 104")
                        .lines())
                .hasSize(11)
                .anyMatch(line -> line.startsWith("95,"))
                .anyMatch(line -> line.startsWith("104,") && line.endsWith("FR"));
        assertThat(run("", "profile")).contains("tags.list.element", "200 rows");
        assertThat(run("", "profile", "--costs", "--runs", "0", "--codec", "zstd", "-c", "id"))
                .contains("200  true");
        String[] query = {"-c", "name", "-w", "id = 42 AND country = 'CH'"};
        assertThat(run("", concat("explain", "--plan", query)))
                .contains("0 of 4 read, 3 skipped by statistics, 1 not reached");
        assertThat(run("", "check")).contains("2 files checked: 0 errors");
        assertThat(run("", "doctor")).contains("2 files, ");
    }

    private static String[] concat(String command, String option, String... others) {
        return Stream.concat(Stream.of(command, option), Stream.of(others)).toArray(String[]::new);
    }

    /** Explains a query. Requests are not compared, because file systems are read with different ones. */
    public void explain() {
        String[] command = {"explain", "-c", "name", "-w", "id = 42 AND country = 'CH'"};
        String expected = decisions(run(local.toString(), List.of(), List.of(""), command));
        String found = decisions(run(remote, List.of("--conf", settings.toString()), List.of(""), command));
        assertThat(found)
                .isEqualTo(expected)
                .contains("row groups  1 of 4 read, 3 skipped by statistics")
                .contains("files       1 of 2 read, 1 excluded by partition values");
    }

    private static String decisions(CommandOutput output) {
        return output.out()
                .lines()
                .filter(line -> line.matches("(filter|row groups?|rows|files) .*"))
                .collect(Collectors.joining("\n"));
    }

    /** Names files by patterns and by directories of partitions. */
    public void namePaths() {
        assertThat(run("country=*/part-*.parquet", "count")).contains("200");
        assertThat(run("country={CH,IT}", "count")).contains("100");
        assertThat(run("country=FR", "head", "-n", "1", "--format", "csv")).contains("country", "100,name 1,");
        assertThat(run(List.of("country=FR", "country=CH/*"), "count").out()).contains("200");
        CommandOutput missing = CommandOutput.of("count", "--conf", settings.toString(), remote + "/country=IT");
        assertThat(missing.code()).isEqualTo(1);
        assertThat(missing.err()).contains("country=IT");
    }

    /** Inspects and restores damaged files. */
    public void salvage() {
        CommandOutput damaged = run(List.of("_damaged/damaged.parquet"), "check", "--format", "csv");
        assertThat(damaged.code()).isEqualTo(3);
        assertThat(damaged.out())
                .contains("TABLE/_damaged/damaged.parquet,error,")
                .contains(",0,price,");
        CommandOutput rows = run(List.of("_damaged/damaged.parquet", "_damaged/rows.parquet"), "salvage");
        assertThat(rows.code()).isEqualTo(3);
        assertThat(run("_damaged/rows.parquet", "count")).contains("95");
        CommandOutput noFooter = run(List.of("_damaged/truncated.parquet"), "count");
        assertThat(noFooter.code()).isEqualTo(1);
        assertThat(noFooter.err()).contains("TABLE/_damaged/truncated.parquet");
    }
}
