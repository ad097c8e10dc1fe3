package io.pq2.it.connect;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.io.LocalInputFile;
import io.pq2.io.LocalOutputFile;
import io.pq2.metadata.ColumnMetaData;
import io.pq2.metadata.CompressionCodec;
import io.pq2.read.ParquetFile;
import io.pq2.record.RecordWriter;
import io.pq2.schema.SchemaText;
import io.pq2.write.WriteOptions;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.spark.launcher.JavaModuleOptions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reads files through Spark Connect, whose client does not have pq2 on its class path. */
@Tag("clusters")
@Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SparkConnectTest {

    /** The file with the client's class path, written by the build of the module {@code it/connect-client}. */
    private static final Path CLASS_PATH = Path.of("connect-client", "target", "class-path");

    @TempDir
    static Path directory;

    private static Process server;
    private static String port;
    private static Process client;
    private static PrintWriter statements;
    private static BufferedReader results;

    @BeforeAll
    static void startServerAndClient() throws IOException {
        Path log = directory.resolve("server.log");
        server = java(System.getProperty("java.class.path"), ConnectServer.class, directory.toString())
                .redirectError(log.toFile())
                .start();
        BufferedReader output = server.inputReader(UTF_8);
        while (port == null) {
            String line = output.readLine();
            if (line == null) {
                throw new IOException("the server ended; its log is\n" + Files.readString(log));
            }
            port = line.startsWith(ConnectServer.PORT) ? line.substring(ConnectServer.PORT.length()) : null;
        }
        startClient();
    }

    @AfterAll
    static void stopServerAndClient() {
        if (client != null) {
            client.destroyForcibly();
        }
        server.destroyForcibly();
    }

    private static ProcessBuilder java(String classPath, Class<?> main, String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(JavaModuleOptions.defaultModuleOptionArray()));
        // Server and clients end before code that C2 compiles would pay.
        command.addAll(List.of("-Xmx512m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
        command.addAll(List.of("-cp", classPath, main.getName()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command);
    }

    private static void startClient() throws IOException {
        String classPath = Path.of("target", "test-classes")
                + File.pathSeparator
                + Files.readString(CLASS_PATH).trim();
        assertThat(classPath).doesNotContain("pq2-spark");
        client = java(classPath, ConnectClient.class, port)
                .redirectErrorStream(true)
                .start();
        statements = new PrintWriter(client.outputWriter(UTF_8), true);
        results = client.inputReader(UTF_8);
    }

    /** Returns what the client prints for statements in a session of their own. */
    private static String client(String... lines) throws IOException {
        for (String line : lines) {
            statements.println(line);
        }
        statements.println();
        StringBuilder text = new StringBuilder();
        for (String line = results.readLine(); !ConnectClient.END.equals(line); line = results.readLine()) {
            assertThat(line).as("the client ended after %s", text).isNotNull();
            text.append(line).append('\n');
        }
        return text.toString();
    }

    private static Path file(String name) throws IOException {
        Path path = directory.resolve(name);
        try (RecordWriter writer = RecordWriter.create(
                LocalOutputFile.of(path), SchemaText.parse("message m { required int64 id; }"), WriteOptions.DEFAULT)) {
            for (long id = 0; id < 1000; id++) {
                writer.write(writer.record().setLong("id", id));
            }
        }
        return path;
    }

    @Test
    void readsRows() throws Exception {
        assertThat(client("SELECT count(*), sum(id) FROM pq2.`" + file("whole.parquet") + "`"))
                .contains("rows [[1000,499500]]");
    }

    @Test
    void writesWithOptions() throws Exception {
        Path path = directory.resolve("written");
        assertThat(client(
                        "save " + path + " compression zstd",
                        "SELECT count(*), sum(id), max(text) FROM pq2.`" + path + "`",
                        "CREATE TABLE copied USING pq2 AS SELECT * FROM pq2.`" + path + "` WHERE id < 10",
                        "SELECT count(*) FROM copied"))
                .contains("rows [[1000,499500,text 999]]")
                .contains("rows [[10]]");
        Path file;
        try (Stream<Path> files = Files.list(path)) {
            file = files.filter(name -> name.toString().endsWith(".parquet"))
                    .findFirst()
                    .orElseThrow();
        }
        try (ParquetFile written = ParquetFile.open(new LocalInputFile(file))) {
            assertThat(written.metadata().rowGroups().get(0).columns())
                    .allMatch(column -> column.metadata().codec() == CompressionCodec.ZSTD);
        }
    }

    @Test
    void readsWithOptions() throws Exception {
        Path path = directory.resolve("with-options");
        assertThat(client("save " + path + " compression snappy", "load " + path + " pq2.read.tailBytes 100000"))
                .contains("[17,text 17]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"load", "save"})
    void errorsOfOptionsSuggestTheNearest(String direction) throws Exception {
        String path = directory.resolve("wrong-" + direction).toString();
        String[] statements = direction.equals("load")
                ? new String[] {"save " + path + " compression snappy", "load " + path + " pq2.read.tailBites 9"}
                : new String[] {"save " + path + " pq2.write.profil portable"};
        assertThat(client(statements))
                .contains("condition STDS_INVALID_OPTION_VALUE.WITH_MESSAGE")
                .contains("did you mean pq2." + (direction.equals("load") ? "read.tailBytes" : "write.profile"));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void errorsKeepTheirPlace(boolean v1) throws Exception {
        Path path = file("damaged-" + v1 + ".parquet");
        ColumnMetaData column;
        try (ParquetFile file = ParquetFile.open(new LocalInputFile(path))) {
            column = file.metadata().rowGroups().get(0).columns().get(0).metadata();
        }
        long start = column.dictionaryPageOffset() == null ? column.dataPageOffset() : column.dictionaryPageOffset();
        byte[] bytes = Files.readAllBytes(path);
        bytes[Math.toIntExact(start + column.totalCompressedSize()) - 1] ^= 1;
        Files.write(path, bytes);
        String setting = "SET spark.sql.sources.useV1SourceList=" + (v1 ? "pq2" : "");
        String error = client(setting, "SELECT sum(id) FROM pq2.`" + path + "`");
        assertThat(error)
                .contains("condition FAILED_READ_FILE")
                .contains(path.getFileName() + ", row group 0, column id, page 0, offset " + column.dataPageOffset())
                .contains("io.pq2.exception.CorruptFileException");
    }

    @Test
    void errorsOfFootersNameTheFile() throws Exception {
        Path path = directory.resolve("text.parquet");
        Files.writeString(path, "this is no Parquet file");
        assertThat(client("SELECT * FROM pq2.`" + path + "`"))
                .contains("condition FAILED_READ_FILE.CANNOT_READ_FILE_FOOTER")
                .contains("text.parquet: this is not a Parquet file");
    }
}
