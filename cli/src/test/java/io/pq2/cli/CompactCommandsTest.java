package io.pq2.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.cli.internal.ExitCode;
import io.pq2.hadoop.options.HadoopEncryption;
import io.pq2.io.LocalInputFile;
import io.pq2.io.LocalOutputFile;
import io.pq2.metadata.CompressionCodec;
import io.pq2.metadata.FileMetaData;
import io.pq2.read.ParquetFile;
import io.pq2.record.RecordWriter;
import io.pq2.write.WriteOptions;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands {@code compact}, {@code merge} and {@code rewrite}. */
class CompactCommandsTest {

    private static final String SCHEMA = "message m { required int64 id; optional binary text (STRING); }";

    @TempDir
    Path directory;

    private Path table;
    private int rows;
    private String out;
    private String err;

    @BeforeEach
    void createTable() throws IOException {
        table = directory.resolve("table");
        for (int i = 0; i < 5; i++) {
            write("day=1/part-" + i + ".parquet", 10);
        }
        write("day=2/part-0.parquet", 10);
    }

    private Path write(String name, int count) throws IOException {
        Path file = table.resolve(name);
        Files.createDirectories(file.getParent());
        try (RecordWriter writer = RecordWriter.create(LocalOutputFile.of(file), SCHEMA, WriteOptions.DEFAULT)) {
            for (int i = 0; i < count; i++) {
                writer.write(writer.record().setLong("id", rows).setString("text", "row " + rows));
                rows++;
            }
        }
        return file;
    }

    private int run(String... arguments) {
        StringWriter outText = new StringWriter();
        StringWriter errText = new StringWriter();
        int code = Main.run(new PrintWriter(outText), new PrintWriter(errText), arguments);
        out = outText.toString();
        err = errText.toString();
        return code;
    }

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.walk(table)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> table.relativize(file).toString())
                    .sorted()
                    .toList();
        }
    }

    private static FileMetaData footer(Path file) throws IOException {
        try (ParquetFile opened = ParquetFile.open(new LocalInputFile(file))) {
            return opened.metadata();
        }
    }

    /** Checks that each row is in the table once. */
    private void checkRows() {
        assertThat(run("cat", "--format", "csv", "-c", "id", table.toString())).isZero();
        assertThat(out.lines().skip(1).map(Integer::valueOf).sorted())
                .isEqualTo(Stream.iterate(0, id -> id + 1).limit(rows).toList());
    }

    @Test
    void aDryRunChangesNothing() throws IOException {
        List<String> before = names();
        assertThat(run("compact", "--dry-run", table.toString())).isZero();
        assertThat(out)
                .contains("day=1: 5 files")
                .contains("50 rows, 5 row groups (5 to be encoded again)")
                .contains("would become 1, 1 stay");
        assertThat(names()).isEqualTo(before);
    }

    @Test
    void smallFilesBecomeOnePerPartition() throws IOException {
        assertThat(run("compact", "-v", table.toString())).isZero();
        assertThat(out)
                .contains("50 rows, 1 row groups")
                .contains("5 files (")
                .contains("became 1 (")
                .contains("1 stay");
        assertThat(err).isEmpty();
        assertThat(names()).hasSize(2);
        checkRows();
        assertThat(run("compact", table.toString())).isZero();
        assertThat(out).startsWith("0 files (0 B) became 0 (0 B), 2 stay");
    }

    @Test
    void settingsOfHadoopLeadToItsFileSystem() throws IOException {
        assertThat(run("compact", "-D", "io.file.buffer.size=8192", table.toString()))
                .isZero();
        assertThat(names())
                .hasSize(3)
                .filteredOn(name -> name.endsWith(".parquet"))
                .hasSize(2);
        assertThat(names()).filteredOn(name -> name.endsWith(".crc")).hasSize(1);
        checkRows();
    }

    @Test
    void newFilesHaveTheRequestedCodecOrderAndBloomFilters() throws IOException {
        assertThat(run(
                        "compact",
                        "--all",
                        "--codec",
                        "zstd",
                        "--level",
                        "9",
                        "--sort-by",
                        "text:desc,id",
                        "--bloom-filter",
                        "id",
                        table.toString()))
                .isZero();
        for (String name : names()) {
            var rowGroup = footer(table.resolve(name)).rowGroups().get(0);
            assertThat(rowGroup.columns().get(0).metadata().codec()).isEqualTo(CompressionCodec.ZSTD);
            assertThat(rowGroup.columns().get(0).metadata().bloomFilterOffset()).isNotNull();
            assertThat(rowGroup.sortingColumns()).hasSize(2);
        }
        checkRows();
    }

    @Test
    void newFilesAreInZOrder() throws IOException {
        assertThat(run("compact", "--all", "--dry-run", "--zorder", "id,text", table.toString()))
                .isZero();
        assertThat(out).contains("5 row groups (5 to be encoded again)").contains("1 row groups (1 to be");
        assertThat(run("compact", "--all", "--zorder", "id,text", table.toString()))
                .isZero();
        for (String name : names()) {
            assertThat(footer(table.resolve(name)).rowGroups().get(0).sortingColumns())
                    .isNull();
        }
        // The order of the texts of the ids from 0 to 49 is "row 0", "row 1", "row 10", … "row 19", "row 2", …
        assertThat(run("cat", "-c", "id", "--format", "csv", table.resolve("day=1") + ""))
                .isZero();
        assertThat(out.lines().skip(1).limit(8)).containsExactly("0", "1", "2", "10", "11", "12", "3", "13");
        checkRows();
        Path merged = directory.resolve("merged.parquet");
        assertThat(run("merge", "--zorder", "id,text", table.toString(), merged.toString()))
                .isZero();
        assertThat(run("rewrite", "--zorder", "text,id", merged.toString(), directory + "/rewritten.parquet"))
                .isZero();
        assertThat(run("diff", merged.toString(), directory + "/rewritten.parquet"))
                .isZero();
    }

    @Test
    void valuesAreComparedOnRequestUnlessRowsMove() throws IOException {
        assertThat(run("compact", "--verify", "--sort-by", "id", table.toString()))
                .isEqualTo(ExitCode.FAILED);
        assertThat(err).contains("compares rows in their order");
        assertThat(run("compact", "--verify", table.toString())).isZero();
        assertThat(names()).hasSize(2);
        checkRows();
    }

    @Test
    void wrongValuesOfOptionsAreExplained() {
        assertThat(run("compact", "--target-size", "12 apples", table.toString()))
                .isEqualTo(2);
        assertThat(err).contains("'12 apples' is no size such as 128MiB or 1GiB");
        assertThat(run("compact", "--codec", "zst", table.toString())).isEqualTo(2);
        assertThat(err).contains("did you mean zstd?");
        assertThat(run("compact", "--sort-by", "id:up", table.toString())).isEqualTo(2);
        assertThat(err).contains("expected asc or desc");
        assertThat(run("compact", "--zorder", "id", table.toString())).isEqualTo(2);
        assertThat(err).contains("--zorder").contains("2 to 8 columns");
        assertThat(run("merge", "--zorder", "id,text", "--sort-by", "id", table.toString(), table + "/new"))
                .isEqualTo(2);
        assertThat(err).contains("--sort-by and --zorder exclude each other");
        assertThat(run("compact", "--level", "3", table.toString())).isEqualTo(2);
        assertThat(run("merge", table.toString())).isEqualTo(2);
        assertThat(run("compact", table + "/nowhere")).isEqualTo(ExitCode.FAILED);
        assertThat(err).contains("no such directory");
    }

    @Test
    void aFailureLeavesFilesAndIsReported() throws IOException {
        List<String> before = names();
        assertThat(run("compact", "--sort-by", "nothing", table.toString())).isEqualTo(ExitCode.FAILED);
        assertThat(err)
                .contains("day=1")
                .contains("there is no column nothing to sort by. The columns of the files are id, text");
        assertThat(out).isEmpty();
        assertThat(names()).isEqualTo(before);
    }

    @Test
    void mergeMakesOneFileOfSeveral() throws IOException {
        Path merged = directory.resolve("merged.parquet");
        assertThat(run("merge", "--sort-by", "id:desc", table.toString(), merged.toString()))
                .isZero();
        assertThat(out).contains("6 files (").contains("60 rows, 0 row groups copied, 6 encoded again as 1");
        assertThat(footer(merged).numRows()).isEqualTo(60);
        assertThat(run("head", "-n", "1", "-c", "id", "--format", "csv", merged.toString()))
                .isZero();
        assertThat(out.lines()).containsExactly("id", "59");
        assertThat(run("merge", table.toString(), merged.toString())).isEqualTo(ExitCode.FAILED);
        assertThat(err).contains("the new file must not exist");
        assertThat(names()).hasSize(6);
    }

    @Test
    void rewriteCopiesAFileWithChanges() throws IOException {
        Path in = write("large.parquet", 5_000);
        Path copy = directory.resolve("copy.parquet");
        assertThat(run("rewrite", "--codec", "gzip", "--drop", "text", in.toString(), copy.toString()))
                .isZero();
        assertThat(out).contains("5000 rows, 1 row groups copied, 0 encoded again as 0");
        assertThat(footer(copy).rowGroups().get(0).columns()).hasSize(1);
        Path divided = directory.resolve("divided.parquet");
        assertThat(run("rewrite", "--row-group-size", "400", in.toString(), divided.toString()))
                .isZero();
        assertThat(footer(divided).rowGroups()).hasSizeGreaterThan(2);
        assertThat(run(
                        "rewrite",
                        table.toString(),
                        directory.resolve("no.parquet").toString()))
                .isEqualTo(2);
        assertThat(err).contains("use merge or compact for several");
        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files).hasSize(3);
        }
    }

    private Path int96(String name, Instant... instants) throws IOException {
        Path file = directory.resolve(name);
        String schema = "message m { required int96 at; }";
        try (RecordWriter writer = RecordWriter.create(LocalOutputFile.of(file), schema, WriteOptions.DEFAULT)) {
            for (Instant instant : instants) {
                writer.write(writer.record().set("at", instant));
            }
        }
        return file;
    }

    @Test
    void int96TimestampsBecomeMicrosecondsOnRequest() throws IOException {
        Path old = int96("old.parquet", Instant.parse("2024-02-29T12:30:00.5Z"), Instant.EPOCH);
        Path same = directory.resolve("same.parquet");
        assertThat(run("rewrite", old.toString(), same.toString())).isZero();
        Path rewritten = directory.resolve("new.parquet");
        assertThat(run("rewrite", "--timestamps", "micros", "--sort-by", "at", old.toString(), rewritten.toString()))
                .as(() -> err)
                .isZero();
        assertThat(run("schema", rewritten.toString())).isZero();
        assertThat(out).contains("required int64 at (TIMESTAMP(MICROS,true));");
        Path merged = directory.resolve("merged.parquet");
        assertThat(run("merge", "--timestamps", "micros", same.toString(), rewritten.toString(), merged.toString()))
                .as(() -> err)
                .isZero();
        assertThat(run("cat", "--format", "csv", merged.toString())).isZero();
        assertThat(out.lines())
                .containsExactly(
                        "at",
                        "2024-02-29T12:30:00.500Z",
                        "1970-01-01T00:00:00Z",
                        "1970-01-01T00:00:00Z",
                        "2024-02-29T12:30:00.500Z");
        Path exact = int96("exact.parquet", Instant.EPOCH, Instant.ofEpochSecond(0, 1));
        Path none = directory.resolve("none.parquet");
        assertThat(run("rewrite", "--timestamps", "micros", exact.toString(), none.toString()))
                .isEqualTo(ExitCode.FAILED);
        assertThat(err).contains("exact.parquet, row group 0, column at: row 1: ", "1970-01-01T00:00:00.000000001Z");
        assertThat(none).doesNotExist();
        assertThat(run("compact", "--timestamps", "nanos", table.toString())).isEqualTo(2);
        assertThat(err).contains("--timestamps nanos: expected one of unchanged, micros");
    }

    @Test
    void encryptedTablesStayEncryptedOrAreRefused() throws IOException {
        KeyFileTable encrypted = new KeyFileTable(Files.createDirectory(directory.resolve("encrypted")));
        Path first = encrypted.encrypted("a.parquet");
        encrypted.encrypted("b.parquet");
        String path = encrypted.directory().toString();
        assertThat(run("compact", path)).isEqualTo(ExitCode.FAILED);
        assertThat(err).contains("a.parquet").contains("b.parquet");
        List<String> arguments = new ArrayList<>(List.of("compact"));
        arguments.addAll(encrypted.kms());
        arguments.add(path);
        assertThat(run(arguments.toArray(String[]::new))).isEqualTo(ExitCode.FAILED);
        assertThat(err).contains("parquet.encryption.footer.key");
        assertThat(first).exists();
        arguments.addAll(
                List.of("-D", HadoopEncryption.FOOTER_KEY + "=kf", "-D", HadoopEncryption.COLUMN_KEYS + "=kc:name"));
        assertThat(run(arguments.toArray(String[]::new))).isZero();
        assertThat(out).contains("2 files (").contains("became 1 (");
        List<String> audit = new ArrayList<>(List.of("audit", "--require-footer", "encrypted", "--require", "name"));
        audit.addAll(encrypted.kms());
        audit.add(path);
        assertThat(run(audit.toArray(String[]::new))).isZero();
        assertThat(out.lines().filter(line -> line.contains("_pq2-"))).hasSize(1);
        List<String> count = new ArrayList<>(List.of("count", "--format", "csv", "-c", "name"));
        count.addAll(encrypted.kms());
        count.add(path);
        assertThat(run(count.toArray(String[]::new))).isZero();
        assertThat(out).contains("10");
    }

    @Test
    void aKilledProcessLosesAndDoublesNoRow() throws Exception {
        for (int i = 0; i < 120; i++) {
            write("day=3/part-" + i + ".parquet", 20);
        }
        int killed = 0;
        for (long millis : List.of(450, 600, 750, 900, 1_100)) {
            Process process = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-cp",
                            System.getProperty("java.class.path"),
                            Main.class.getName(),
                            "compact",
                            "--target-size",
                            "4KiB",
                            table.toString())
                    .redirectErrorStream(true)
                    .redirectOutput(directory.resolve("log").toFile())
                    .start();
            boolean ended = process.waitFor(millis, TimeUnit.MILLISECONDS);
            process.destroyForcibly();
            assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
            killed += ended ? 0 : 1;
        }
        assertThat(killed).as("processes that were killed").isPositive();
        assertThat(run("compact", table.toString())).as(() -> err).isZero();
        checkRows();
        assertThat(names()).noneMatch(name -> name.contains("/.") || name.contains("~"));
    }

    @Test
    void sigtermEndsACompactionInAnOrderlyWay() throws Exception {
        for (int i = 0; i < 200; i++) {
            write("day=3/part-" + i + ".parquet", 20);
        }
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Main.class.getName(),
                        "compact",
                        "-v",
                        "--target-size",
                        "4KiB",
                        table.toString())
                .redirectErrorStream(true)
                .start();
        // The first line says that a file was replaced; others follow.
        process.getInputStream().read();
        // Unlike destroy() of the process, this keeps its output open.
        process.toHandle().destroy();
        process.getInputStream().readAllBytes();
        assertThat(process.waitFor(Duration.ofMinutes(1).toSeconds(), TimeUnit.SECONDS))
                .isTrue();
        assertThat(names()).noneMatch(name -> name.contains("/.") || name.contains("~"));
        checkRows();
    }
}
