package io.pq2.it.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.it.CompactedTable;
import io.pq2.read.ParquetFile;
import io.pq2.record.RowReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Runs the examples on YARN with the command lines of README.md. */
@Tag("clusters")
@OnCluster
class YarnExamplesIT {

    private static final java.nio.file.Path CLONE = java.nio.file.Path.of("..").toAbsolutePath();
    private static final Pattern COMMANDS = Pattern.compile("```\n(JAR=.*?)```", Pattern.DOTALL);

    private ClusterProcess cluster;
    private Configuration configuration;
    private FileSystem hdfs;

    @BeforeEach
    void connect(ClusterProcess process) throws IOException {
        cluster = process;
        cluster.startYarn();
        configuration = cluster.configuration();
        hdfs = cluster.hdfs();
        hdfs.mkdirs(hdfs.getHomeDirectory());
    }

    @AfterEach
    void remove() throws IOException {
        hdfs.delete(hdfs.getHomeDirectory(), true);
    }

    /** Returns the commands, with the jar of the build and the {@code yarn} of the cluster. */
    private String script() throws IOException {
        String readme = Files.readString(CLONE.resolve("README.md"));
        Matcher block = COMMANDS.matcher(readme);
        assertThat(block.find())
                .as("README.md has a block of commands that begins with JAR=")
                .isTrue();
        String jar = System.getProperty("pq2.mapreduce.jar");
        String commands = block.group(1).replaceFirst("JAR=.*", Matcher.quoteReplacement("JAR='" + jar + "'"));
        return "set -e\nyarn() { shift; \"${YARN_JAR[@]}\" \"$@\"; }\n" + commands;
    }

    private String run() throws IOException, InterruptedException {
        ProcessBuilder yarnJar = cluster.yarnJar(List.of());
        List<String> words = yarnJar.command();
        StringBuilder array = new StringBuilder("YARN_JAR=(");
        words.forEach(word -> array.append('\'').append(word).append("' "));
        yarnJar.command("bash", "-c", array.append(")\n").append(script()).toString());
        Process process = yarnJar.start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output;
    }

    private static List<Long> counts(String counter, String output) {
        return Pattern.compile("^\\s+" + Pattern.quote(counter) + "=(\\d+)$", Pattern.MULTILINE)
                .matcher(output)
                .results()
                .map(found -> Long.valueOf(found.group(1)))
                .toList();
    }

    private List<String> rows(String table) throws IOException {
        List<String> rows = new ArrayList<>();
        RemoteIterator<LocatedFileStatus> files = hdfs.listFiles(new Path(table), true);
        while (files.hasNext()) {
            Path file = files.next().getPath();
            if (file.getName().endsWith(".parquet")) {
                try (ParquetFile opened = Readings.open(file, configuration);
                        RowReader reader = new RowReader(opened.scan().open())) {
                    while (reader.next()) {
                        rows.add(reader.row().toString());
                    }
                }
            }
        }
        return rows.stream().sorted().toList();
    }

    @Test
    void examplesOfTheReadmeWork() throws Exception {
        String lines = """
                1|monday|/a b|200|2026-11-16T08:00:00Z
                2|monday|/a c|404|2026-11-16T09:00:00Z
                3|tuesday|/a|500|2026-11-17T10:00:00Z
                4|tuesday||404|
                """;
        try (OutputStream out = hdfs.create(new Path("logs.txt"))) {
            out.write(lines.getBytes(StandardCharsets.UTF_8));
        }
        String output = run();
        assertThat(rows("requests")).hasSize(4);
        assertThat(hdfs.exists(new Path("requests/day=monday"))).isTrue();
        assertThat(rows("requests/day=tuesday"))
                .containsExactly(
                        "{id: 3, url: /a, status: 500, at: 2026-11-17T10:00:00Z}",
                        "{id: 4, url: null, status: 404, at: null}");
        assertThat(rows("failures"))
                .containsExactly(
                        "{url: /a c, at: 2026-11-16T09:00:00Z}",
                        "{url: /a, at: 2026-11-17T10:00:00Z}",
                        "{url: null, at: null}");
        assertThat(rows("words")).containsExactly("{word: /a, count: 2}", "{word: c, count: 1}");
        assertThat(Pattern.compile("Submitted application application_")
                        .matcher(output)
                        .results())
                .as(output)
                .hasSize(3);
        // Each job prints its counters at its end.
        assertThat(counts("rows written", output)).as(output).containsExactly(4L, 3L, 2L);
        assertThat(counts("rows read", output)).as(output).containsExactly(3L, 3L);
    }

    @Test
    void smallFilesAreReplacedByAJob() throws Exception {
        Path table = hdfs.makeQualified(new Path("small/day=1"));
        CompactedTable small = new CompactedTable(table, configuration);
        Process process = cluster.yarnJar(
                        List.of(System.getProperty("pq2.mapreduce.jar"), "compact", "small", "sort_by=id"))
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        assertThat(output).contains("Submitted application").contains("4 files became 1, 0 stay");
        assertThat(hdfs.listStatus(table)).hasSize(1);
        assertThat(small.isReadable()).isTrue();
        assertThat(rows("small")).hasSize(40);
    }
}
