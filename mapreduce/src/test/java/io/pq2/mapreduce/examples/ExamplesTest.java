package io.pq2.mapreduce.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.exception.InvalidDataException;
import io.pq2.hadoop.file.HadoopInputFile;
import io.pq2.mapreduce.LocalJobs;
import io.pq2.metadata.CompressionCodec;
import io.pq2.read.ParquetFile;
import io.pq2.record.RowReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.util.Tool;
import org.apache.hadoop.util.ToolRunner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the examples in this process: imports lines of text, copies the table and counts words. */
class ExamplesTest {

    private static final String LINES = "message line { required int64 id; optional binary day (STRING);"
            + " optional binary text (STRING); optional int32 price (DECIMAL(9,2)); optional int32 sold (DATE); }";

    @TempDir
    Path directory;

    private String path(String name) {
        return directory.resolve(name).toUri().toString();
    }

    private int run(Tool example, String... arguments) throws Exception {
        return ToolRunner.run(LocalJobs.configuration(directory), example, arguments);
    }

    private void importLines() throws Exception {
        Files.createDirectory(directory.resolve("text"));
        Files.writeString(directory.resolve("text/a.txt"), """
                1|mon/day|to be or not to be|1.50|2020-02-29
                2||to||
                3|tuesday|||1999-12-31
                """);
        Files.writeString(directory.resolve("text/b.txt"), "4|tuesday|be that|-3|\n");
        assertThat(run(
                        new TextImport(),
                        "-D",
                        "mapreduce.job.reduces=2",
                        path("text"),
                        path("table"),
                        "|",
                        "day",
                        LINES))
                .isZero();
    }

    private List<String> rows(String table, String file) throws IOException {
        List<String> rows = new ArrayList<>();
        HadoopInputFile input = HadoopInputFile.of(
                new org.apache.hadoop.fs.Path(
                        directory.resolve(table).resolve(file).toUri()),
                new Configuration(false));
        try (ParquetFile opened = ParquetFile.open(input);
                RowReader reader = new RowReader(opened.scan().open())) {
            while (reader.next()) {
                rows.add(reader.row().toString());
            }
        }
        return rows;
    }

    private List<String> allRows(String table) throws IOException {
        List<String> rows = new ArrayList<>();
        for (String file : LocalJobs.files(directory.resolve(table))) {
            rows.addAll(rows(table, file));
        }
        return rows.stream().sorted().toList();
    }

    @Test
    void importsLinesIntoPartitions() throws Exception {
        importLines();
        assertThat(LocalJobs.files(directory.resolve("table")))
                .extracting(file -> file.substring(0, file.indexOf('/')))
                .containsExactly("day=__HIVE_DEFAULT_PARTITION__", "day=mon%2Fday", "day=tuesday");
        assertThat(allRows("table"))
                .containsExactly(
                        "{id: 1, text: to be or not to be, price: 1.50, sold: 2020-02-29}",
                        "{id: 2, text: to, price: null, sold: null}",
                        "{id: 3, text: null, price: null, sold: 1999-12-31}",
                        "{id: 4, text: be that, price: -3.00, sold: null}");
    }

    @Test
    void failsForLinesThatDoNotMatchTheSchema() throws Exception {
        Files.writeString(directory.resolve("bad.txt"), "1|x\n");
        assertThat(run(new TextImport(), path("bad.txt"), path("bad"), "|", "day", LINES))
                .isEqualTo(1);
        assertThat(directory.resolve("bad")).doesNotExist();
        assertThatThrownBy(() -> run(new TextImport(), path("bad.txt"), path("bad2"), "|", "week", LINES))
                .isInstanceOf(InvalidDataException.class)
                .hasMessageContaining("no column week");
    }

    @Test
    void aFailedJobDeletesOnlyItsOwnOutput() throws Exception {
        importLines();
        List<String> before = LocalJobs.files(directory.resolve("table"));
        Files.writeString(directory.resolve("bad.txt"), "1|x\n");
        assertThat(errors("import", path("bad.txt"), path("table"), "|", "day", LINES))
                .contains("already exists");
        assertThat(LocalJobs.files(directory.resolve("table"))).isEqualTo(before);
    }

    @Test
    void copiesEachPartitionToADirectoryOfTheSameName() throws Exception {
        importLines();
        Files.createDirectories(directory.resolve("table/day=tuesday/region=a%3Db"));
        for (String file : LocalJobs.files(directory.resolve("table"))) {
            if (file.startsWith("day=tuesday")) {
                Files.copy(
                        directory.resolve("table").resolve(file),
                        directory.resolve("table/day=tuesday/region=a%3Db/part.parquet"));
            } else if (file.startsWith("day=mon")) {
                Files.copy(directory.resolve("table").resolve(file), directory.resolve("table/part.parquet"));
            }
        }
        assertThat(run(new TableCopy(), path("table"), path("copy"), "zstd", "1k"))
                .isZero();
        assertThat(rowsByDirectory("copy"))
                .isEqualTo(rowsByDirectory("table"))
                .containsOnlyKeys(
                        "",
                        "day=__HIVE_DEFAULT_PARTITION__",
                        "day=mon%2Fday",
                        "day=tuesday",
                        "day=tuesday/region=a%3Db");
        assertThat(run(new TableCopy(), path("table/day=tuesday"), path("part"), "zstd", "1k"))
                .isZero();
        assertThat(rowsByDirectory("part")).containsOnlyKeys("day=tuesday", "day=tuesday/region=a%3Db");
    }

    private Map<String, List<String>> rowsByDirectory(String table) throws IOException {
        Map<String, List<String>> rows = new TreeMap<>();
        for (String file : LocalJobs.files(directory.resolve(table))) {
            String parent = file.substring(0, Math.max(0, file.lastIndexOf('/')));
            rows.computeIfAbsent(parent, any -> new ArrayList<>()).addAll(rows(table, file));
        }
        rows.values().forEach(Collections::sort);
        return rows;
    }

    @Test
    void copiesATableWithAnotherCodecAndRowGroups() throws Exception {
        importLines();
        assertThat(run(new TableCopy(), path("table"), path("copy"), "zstd", "1k"))
                .isZero();
        assertThat(allRows("copy")).isEqualTo(allRows("table"));
        for (String file : LocalJobs.files(directory.resolve("copy"))) {
            assertThat(file).endsWith(".zstd.parquet");
            HadoopInputFile input = HadoopInputFile.of(
                    new org.apache.hadoop.fs.Path(
                            directory.resolve("copy").resolve(file).toUri()),
                    new Configuration(false));
            try (ParquetFile opened = ParquetFile.open(input)) {
                assertThat(opened.metadata()
                                .rowGroups()
                                .get(0)
                                .columns()
                                .get(0)
                                .metadata()
                                .codec())
                        .isEqualTo(CompressionCodec.ZSTD);
            }
        }
        assertThat(run(
                        new TableCopy(),
                        "-D",
                        "pq2.read.filter=price > 1 AND sold < DATE '2021-01-01'",
                        "-D",
                        "pq2.read.columns=id,price",
                        path("table"),
                        path("some"),
                        "none",
                        "64m"))
                .isZero();
        assertThat(allRows("some")).containsExactly("{id: 1, price: 1.50}");
    }

    @Test
    void countsTheWordsOfAColumn() throws Exception {
        importLines();
        assertThat(run(new WordCount(), path("table"), "text", path("counts"))).isZero();
        assertThat(allRows("counts"))
                .containsExactly(
                        "{word: be, count: 3}",
                        "{word: not, count: 1}",
                        "{word: or, count: 1}",
                        "{word: that, count: 1}",
                        "{word: to, count: 3}");
    }

    @Test
    void printsTheUsage() throws Exception {
        assertThat(run(new WordCount())).isEqualTo(2);
        assertThat(run(new TableCopy(), "x")).isEqualTo(2);
        assertThat(run(new TextImport(), "x")).isEqualTo(2);
        assertThat(Examples.run(new String[] {"nothing"}, System.err)).isNotZero();
    }

    @Test
    void reportsInvalidArguments() throws Exception {
        assertThat(errors("copy", path("nowhere"), path("out"), "zstd", "1m"))
                .startsWith("copy: the input path matches no file: file:")
                .endsWith("/nowhere");
        assertThat(errors("import", path("nowhere"), path("out"), "|", "week", LINES))
                .isEqualTo("import: the schema has no column week to partition by");
        importLines();
        assertThat(errors("wordcount", path("table"), "text", path("table"))).contains("wordcount: ", "already exists");
    }

    private static String errors(String... arguments) throws Exception {
        ByteArrayOutputStream errors = new ByteArrayOutputStream();
        assertThat(Examples.run(arguments, new PrintStream(errors, true, StandardCharsets.UTF_8)))
                .isEqualTo(1);
        return errors.toString(StandardCharsets.UTF_8).strip();
    }
}
