package io.pq2.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.hadoop.options.HadoopEncryption;
import java.io.BufferedWriter;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchService;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The command {@code convert} with CSV and JSON. */
class ConvertCommandTest {

    @TempDir
    Path directory;

    private Path file(String name, String text) throws IOException {
        return Files.writeString(directory.resolve(name), text);
    }

    private Path path(String name) {
        return directory.resolve(name);
    }

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    private void convert(Object... arguments) {
        List<Object> words = new ArrayList<>(List.of("convert"));
        words.addAll(List.of(arguments));
        CommandRun.lines(words.toArray());
    }

    /** Runs a conversion that must fail without leaving a file, and returns its message. */
    private String failure(int code, Object... arguments) throws IOException {
        List<String> before = names();
        List<Object> words = new ArrayList<>(List.of("convert"));
        words.addAll(List.of(arguments));
        CommandRun run = CommandRun.of(words.toArray());
        assertThat(run.code()).as(run.err()).isEqualTo(code);
        assertThat(names()).isEqualTo(before);
        return run.err().replace(directory.toString() + "/", "");
    }

    private List<String> rows(Path file) {
        return CommandRun.lines("cat", "--format", "json", file);
    }

    private List<String> schema(Path file) {
        List<String> lines = CommandRun.lines("schema", file);
        return lines.subList(1, lines.size() - 1).stream().map(String::strip).toList();
    }

    @Test
    void columnsOfTypeInt96BecomeMicrosecondsOnRequest() throws IOException {
        Path schema = file("schema.txt", "message m { required int96 at; }");
        Path csv = file("t.csv", "at\n2024-02-29T12:30:00.000001Z\n");
        convert("--schema", schema, csv, path("old.parquet"));
        assertThat(schema(path("old.parquet"))).containsExactly("required int96 at;");
        convert("--schema", schema, "--timestamps", "micros", csv, path("new.parquet"));
        assertThat(schema(path("new.parquet"))).containsExactly("required int64 at (TIMESTAMP(MICROS,true));");
        assertThat(rows(path("new.parquet"))).isEqualTo(rows(path("old.parquet")));
        Path nanos = file("n.csv", "at\n2024-02-29T12:30:00.000000001Z\n");
        assertThat(failure(1, "--schema", schema, "--timestamps", "micros", nanos, path("none.parquet")))
                .contains("n.csv, line 2, column at", "TIMESTAMP(MICROS,true)");
        assertThat(failure(2, "--timestamps", "micros", path("new.parquet"), path("t.json")))
                .contains("--timestamps");
    }

    @Test
    void typesOfCsvAreInferred() throws IOException {
        Path csv = file("t.csv", """
                b,i,d,price,day,at,utc,fine,code,mixed,nothing,big
                true,1,1.5,2.50,2024-02-29,2024-02-29 12:30:00,2024-02-29T12:30:00Z,%s,007,1,,9223372036854775808
                FALSE,-2,1e10,,1999-12-31,2024-02-29T12:30:00.000001,2024-02-29T12:30:00+02:00,2024-01-01T00:00,1,x,,1
                ,,,,,,,,,,,
                """.formatted("2024-01-01T00:00:00.000000001"));
        convert(csv, path("t.parquet"));
        assertThat(schema(path("t.parquet")))
                .containsExactly(
                        "optional boolean b;",
                        "optional int64 i;",
                        "optional double d;",
                        "optional double price;",
                        "optional int32 day (DATE);",
                        "optional int64 at (TIMESTAMP(MICROS,false));",
                        "optional int64 utc (TIMESTAMP(MICROS,true));",
                        "optional int64 fine (TIMESTAMP(NANOS,false));",
                        "optional binary code (STRING);",
                        "optional binary mixed (STRING);",
                        "optional binary nothing (STRING);",
                        "optional fixed_len_byte_array(9) big (DECIMAL(19,0));");
        assertThat(rows(path("t.parquet")))
                .startsWith("{\"b\":true,\"i\":1,\"d\":1.5,\"price\":2.5,\"day\":\"2024-02-29\","
                        + "\"at\":\"2024-02-29T12:30\",\"utc\":\"2024-02-29T12:30:00Z\","
                        + "\"fine\":\"2024-01-01T00:00:00.000000001\","
                        + "\"code\":\"007\",\"mixed\":\"1\",\"nothing\":null,\"big\":9223372036854775808}")
                .hasSize(3);
        assertThat(CommandRun.lines("meta", "--format", "csv", path("t.parquet"))
                        .get(1))
                .contains("SNAPPY");
        convert("--decimals", csv, path("d.parquet"));
        assertThat(schema(path("d.parquet"))).contains("optional double d;", "optional int32 price (DECIMAL(3,2));");
    }

    @ParameterizedTest
    @CsvSource({
        "'9007199254740993,0.5', 'optional int64 c (DECIMAL(17,1));'",
        "'9007199254740993,1e3', 'optional binary c (STRING);'",
        "'9007199254740992,0.5', 'optional double c;'",
        "'NaN,-Infinity,1', 'optional double c;'",
        "'-0', 'optional double c;'",
        "'1e400', 'optional binary c (STRING);'",
        "'2024-02-30', 'optional binary c (STRING);'",
        "'1200-01-01T00:00:00.123456789', 'optional binary c (STRING);'",
        "'2024-01-01,2024-01-01T00:00:00', 'optional binary c (STRING);'",
        "'12345678901234567890123456789012345678', 'optional fixed_len_byte_array(16) c (DECIMAL(38,0));'",
        "'123456789012345678901234567890123456789', 'optional binary c (STRING);'",
        "'+1', 'optional binary c (STRING);'"
    })
    void noDigitIsLostByInference(String values, String field) throws IOException {
        Path csv = file("t.csv", "c\n" + values.replace(',', '\n') + "\n");
        convert(csv, path("t.parquet"));
        assertThat(schema(path("t.parquet"))).containsExactly(field);
    }

    @Test
    void quotesTellEmptyTextFromNull() throws IOException {
        Path csv = file("t.csv", "a,b\r\n\"\",\r\n\"x,\"\"y\"\"\r\nz\",\"\"\r\n");
        convert(csv, path("t.parquet"));
        assertThat(rows(path("t.parquet")))
                .containsExactly("{\"a\":\"\",\"b\":null}", "{\"a\":\"x,\\\"y\\\"\\r\\nz\",\"b\":\"\"}");
        convert(path("t.parquet"), path("back.csv"));
        assertThat(path("back.csv")).hasSameTextualContentAs(csv);
    }

    @Test
    void aNullInASingleColumnIsAnEmptyLine() throws IOException {
        Path csv = file("t.csv", "a\r\n1\r\n\r\n2\r\n");
        convert(csv, path("t.parquet"));
        assertThat(rows(path("t.parquet"))).containsExactly("{\"a\":1}", "{\"a\":null}", "{\"a\":2}");
        convert(path("t.parquet"), path("back.csv"));
        assertThat(path("back.csv")).hasSameTextualContentAs(csv);
    }

    @Test
    void optionsOfCsvHoldInBothDirections() throws IOException {
        Path csv = file("t.csv", "1;'a;b';NA\r\n2;'NA';x\r\n");
        Object[] options = {"--no-header", "--delimiter", ";", "--quote", "'", "--null", "NA"};
        convert(with(options, csv, path("t.parquet")));
        assertThat(rows(path("t.parquet")))
                .containsExactly(
                        "{\"column_1\":1,\"column_2\":\"a;b\",\"column_3\":null}",
                        "{\"column_1\":2,\"column_2\":\"NA\",\"column_3\":\"x\"}");
        convert(with(options, path("t.parquet"), path("back.csv")));
        assertThat(path("back.csv")).hasSameTextualContentAs(csv);
        convert(path("t.parquet"), path("back.tsv"));
        assertThat(Files.readString(path("back.tsv"))).startsWith("column_1\tcolumn_2\tcolumn_3\r\n1\ta;b\t\r\n");
    }

    private static Object[] with(Object[] options, Object... paths) {
        return Stream.concat(Stream.of(options), Stream.of(paths)).toArray();
    }

    @Test
    void severalFilesBecomeOne() throws IOException {
        Path a = file("a.csv", "id,name\n1,x\n");
        Path b = file("b.csv", "\uFEFFname,id\ny,2.5\n");
        convert("--codec", "gzip", "--level", "9", a, b, path("t.parquet"));
        assertThat(rows(path("t.parquet")))
                .containsExactly("{\"id\":1.0,\"name\":\"x\"}", "{\"id\":2.5,\"name\":\"y\"}");
        assertThat(CommandRun.lines("meta", "--format", "csv", path("t.parquet"))
                        .get(1))
                .contains("GZIP");
        Path c = file("c.csv", "id,other\n1,x\n");
        assertThat(failure(1, a, c, path("u.parquet"))).contains("c.csv has the column other, which a.csv does not");
        Path d = file("d.csv", "id\n1\n");
        assertThat(failure(1, a, d, path("u.parquet"))).contains("d.csv does not have the column name of a.csv");
        Path j = file("j.json", "{}");
        assertThat(failure(2, a, j, path("u.parquet"))).contains("a.csv and j.json have different formats");
    }

    @Test
    void aSchemaGivesTheTypes() throws IOException {
        Path schema = file("schema.txt", """
                message m {
                  required int32 id (INTEGER(8,true));
                  optional binary uuid (STRING);
                  optional int64 at (TIMESTAMP(MILLIS,true));
                  optional group tags (LIST) { repeated group list { optional int32 element; } }
                  optional int32 absent;
                }
                """);
        Path csv = file("t.csv", "at,id,tags,uuid\n2024-02-29T12:30:00.5+01:00,127,\"[1,null]\",12\n,-128,,\n");
        convert("--schema", schema, csv, path("t.parquet"));
        assertThat(rows(path("t.parquet")))
                .containsExactly(
                        "{\"id\":127,\"uuid\":\"12\",\"at\":\"2024-02-29T11:30:00.500Z\",\"tags\":[1,null],"
                                + "\"absent\":null}",
                        "{\"id\":-128,\"uuid\":null,\"at\":null,\"tags\":null,\"absent\":null}");
        assertThat(failure(1, "--schema", schema, file("u.csv", "id\n1\n128\n"), path("u.parquet")))
                .contains("u.csv, line 3, column id: '128' is no INTEGER(8,true)")
                .contains("an integer of 8 bits with sign")
                .contains("--schema");
        Path nested = file("v.csv", "id,tags\n1,\"[1,\n\"\"x\"\"]\"\n");
        assertThat(failure(1, "--schema", schema, nested, path("u.parquet")))
                .contains("v.csv, line 2, column tags: 'x' is no INT32");
        assertThat(failure(1, "--schema", schema, file("w.csv", "id\n\n"), path("u.parquet")))
                .contains("w.csv, line 2, column id: the field is null, but the schema requires a value");
        assertThat(failure(1, "--schema", schema, file("x.csv", "uuid\n1\n"), path("u.parquet")))
                .contains("x.csv, line 1: the column id is missing, which the schema requires");
        assertThat(failure(1, "--schema", schema, file("y.csv", "id,uid\n1,2\n"), path("u.parquet")))
                .contains("y.csv, line 1: the schema has no column uid; did you mean id?");
        assertThat(failure(1, "--schema", schema, file("z.csv", "id,at\n1,2024-02-29T12:30:00\n"), path("u.parquet")))
                .contains("z.csv, line 2, column at: '2024-02-29T12:30:00' is no TIMESTAMP(MILLIS,true)")
                .contains("with an offset");
        assertThat(failure(1, "--schema", file("bad.txt", "message m {"), csv, path("u.parquet")))
                .contains("bad.txt: ");
    }

    @Test
    void valuesAfterTheInferredRowsMustFit() throws IOException {
        Path csv = file("t.csv", "a\n1\n\"line\nbreak\"\n");
        assertThat(failure(1, "--infer-rows", "1", csv, path("t.parquet")))
                .contains("t.csv, line 3, column a: 'line\\nbreak' is no INT64, an integer in its range. Correct the"
                        + " value, or give a schema with another type (--schema)");
        assertThat(failure(2, "--infer-rows", "0", csv, path("t.parquet"))).contains("expected at least 1");
    }

    @Test
    void brokenCsvIsRefused() throws IOException {
        assertThat(failure(1, file("a.csv", "a,b\n1,2\n1,2,3\n"), path("t.parquet")))
                .contains("a.csv, line 3: the line has 3 fields, the heading 2; see --delimiter and --quote");
        assertThat(failure(1, file("b.csv", "a,a\n"), path("t.parquet")))
                .contains("b.csv, line 1, field 2: two columns have the name a");
        assertThat(failure(1, file("c.csv", "a,\n"), path("t.parquet")))
                .contains("c.csv, line 1, field 2: the column has no name");
        assertThat(failure(1, file("d.csv", "a\n\"x\n"), path("t.parquet"))).contains("d.csv, after line 1: ");
        assertThat(failure(1, file("e.csv", ""), path("t.parquet"))).contains("e.csv: there are no columns");
        Path latin = directory.resolve("f.csv");
        Files.write(latin, "a\nG\u00e9n\u00e8ve\n".getBytes(StandardCharsets.ISO_8859_1));
        assertThat(failure(1, latin, path("t.parquet"))).contains("f.csv").contains("the text is not UTF-8");
    }

    @Test
    void typesOfJsonAreMerged() throws IOException {
        Path json = file("t.jsonl", """
                {"id": 1, "n": 1, "o": {"a": true}, "l": [], "x": null}
                {"n": 2.5, "o": {"b": "t"}, "l": [{"c": 1}, null]}

                {"id": 18446744073709551615, "n": null, "o": null, "l": null, "d": "2024-02-29"}
                """);
        convert(json, path("t.parquet"));
        assertThat(schema(path("t.parquet")))
                .containsExactly(
                        "optional fixed_len_byte_array(9) id (DECIMAL(20,0));",
                        "optional double n;",
                        "optional group o {",
                        "optional boolean a;",
                        "optional binary b (STRING);",
                        "}",
                        "optional group l (LIST) {",
                        "repeated group list {",
                        "optional group element {",
                        "optional int64 c;",
                        "}",
                        "}",
                        "}",
                        "optional binary x (STRING);",
                        "optional binary d (STRING);");
        assertThat(rows(path("t.parquet")))
                .containsExactly(
                        "{\"id\":1,\"n\":1.0,\"o\":{\"a\":true,\"b\":null},\"l\":[],\"x\":null,\"d\":null}",
                        "{\"id\":null,\"n\":2.5,\"o\":{\"a\":null,\"b\":\"t\"},\"l\":[{\"c\":1},null],\"x\":null,"
                                + "\"d\":null}",
                        "{\"id\":18446744073709551615,\"n\":null,\"o\":null,\"l\":null,\"x\":null,"
                                + "\"d\":\"2024-02-29\"}");
    }

    @Test
    void conflictsOfJsonNameBothLinesOrBecomeText() throws IOException {
        Path json = file("t.json", "{\"a\": {\"b\": 1}}\n{\"a\": {\"b\": null}}\n{\"a\": {\"b\": [1.0, \"x\"]}}\n");
        assertThat(failure(1, json, path("t.parquet")))
                .contains("column a.b is a number in t.json, line 1 and an array in t.json, line 3")
                .contains("--conflicts string");
        convert("--conflicts", "string", json, path("t.parquet"));
        assertThat(rows(path("t.parquet")))
                .containsExactly(
                        "{\"a\":{\"b\":\"1\"}}", "{\"a\":{\"b\":null}}", "{\"a\":{\"b\":\"[1.0,\\\"x\\\"]\"}}");
        assertThat(failure(1, file("e.json", "{\"a\": {}}"), path("u.parquet")))
                .contains("column a has only objects without fields, as in e.json, line 1");
    }

    @Test
    void anArrayOfObjectsIsATableToo() throws IOException {
        Path json = file("t.json", "[\n{\"a\": 1},\n{\"a\": NaN}]\n");
        convert(json, path("t.parquet"));
        assertThat(rows(path("t.parquet"))).containsExactly("{\"a\":1.0}", "{\"a\":\"NaN\"}");
        assertThat(failure(1, file("u.json", "[{\"a\": 1}]{}"), path("u.parquet")))
                .contains("something follows the array");
    }

    @Test
    void mapsOfJsonAreObjectsOrEntries() throws IOException {
        Path schema = file(
                "s.txt",
                "message m { optional group m (MAP) { repeated group key_value {"
                        + " required int32 key; optional binary value (STRING); } } }");
        Path json = file("t.json", """
                {"m": {"1": "a", "-2": null}}
                {"m": [{"key": 3, "value": "c"}, {"key": 3}]}
                {}
                """);
        convert("--schema", schema, json, path("t.parquet"));
        assertThat(rows(path("t.parquet")))
                .containsExactly(
                        "{\"m\":[{\"key\":1,\"value\":\"a\"},{\"key\":-2,\"value\":null}]}",
                        "{\"m\":[{\"key\":3,\"value\":\"c\"},{\"key\":3,\"value\":null}]}",
                        "{\"m\":null}");
        assertThat(failure(1, "--schema", schema, file("u.json", "{\"m\": {\"x\": \"\"}}"), path("u.parquet")))
                .contains("u.json, line 1, column m.key: 'x' is no INT32");
        assertThat(failure(1, "--schema", schema, file("v.json", "{}\n{\"m\": {\"1\": 2}}"), path("u.parquet")))
                .contains("v.json, line 2, column m.value: '2' is a number, not a string");
        assertThat(failure(1, "--schema", schema, file("w.json", "{\"m\": [{\"value\": \"\"}]}"), path("u.parquet")))
                .contains("column m.key: the value is absent or null");
        assertThat(failure(1, "--schema", schema, file("x.json", "{\"n\": 1}"), path("u.parquet")))
                .contains("x.json, line 1, column n: the schema has no such field");
    }

    @Test
    void brokenJsonIsRefused() throws IOException {
        assertThat(failure(1, file("a.json", "{\"a\": 1}\n{\"a\": \n"), path("t.parquet")))
                .contains("a.json, line 3: ");
        assertThat(failure(1, file("b.json", "{\"a\": 1}\n7"), path("t.parquet")))
                .contains("b.json, line 2: a row is an object such as {\"id\": 1}, not a number");
        assertThat(failure(1, file("c.json", "{\"a\": 1, \"a\": 2}"), path("t.parquet")))
                .contains("c.json, line 1: Duplicate field 'a'");
        assertThat(failure(1, file("d.json", "{\"a\":" + "[".repeat(100_000)), path("t.parquet")))
                .contains("d.json");
        assertThat(failure(1, file("e.json", "{}"), path("t.parquet"))).contains("e.json: there are no fields");
    }

    @Test
    void columnsAndRowsAreSelected() throws IOException {
        Path table = new ExampleTable(directory).path();
        convert("--where", "id > 4", "--columns", "id,country", table, path("t.jsonl"));
        assertThat(Files.readAllLines(path("t.jsonl")))
                .hasSize(7)
                .startsWith("{\"id\":5,\"country\":\"CH\"}", "{\"id\":6,\"country\":\"FR\"}");
        assertThat(failure(2, "--where", "id > 4", path("t.jsonl"), path("t.parquet")))
                .contains("--columns and --where select from Parquet files");
        assertThat(failure(2, "--codec", "zstd", table, path("u.csv"))).contains("are for new Parquet files");
    }

    @Test
    void formatsAreNamedIfSuffixesDoNotSayThem() throws IOException {
        Path data = file("data", "a\n1\n");
        assertThat(failure(2, data, path("t.parquet")))
                .contains("data: the suffix says no format; name it with --from");
        convert("--from", "csv", "--to", "parquet", data, path("new"));
        assertThat(rows(path("new"))).containsExactly("{\"a\":1}");
        assertThat(failure(2, "--from", "csb", data, path("t.parquet"))).contains("did you mean csv?");
        assertThat(failure(2, "--from", "csv", data, path("t.json"))).contains("one side must be Parquet");
        assertThat(failure(2, "--from", "parquet", path("new"), path("t.parquet")))
                .contains("Parquet already");
    }

    @Test
    void existingFilesStay() throws IOException {
        Path csv = file("t.csv", "a\n1\n");
        Path old = file("t.parquet", "old");
        assertThat(failure(1, csv, old)).contains("t.parquet").contains("must not exist");
        assertThat(old).hasContent("old");
        convert(csv, path("u.parquet"));
        assertThat(failure(1, path("u.parquet"), csv)).contains("must not exist");
        assertThat(csv).hasContent("a\n1\n");
    }

    @Test
    void standardInputAndOutputAreNamedByAHyphen() throws IOException {
        InputStream before = System.in;
        try {
            System.setIn(new ByteArrayInputStream("a\n1\nx\n".getBytes(StandardCharsets.UTF_8)));
            convert("--from", "csv", "-", path("t.parquet"));
            System.setIn(new ByteArrayInputStream("a\n1\nx\n".getBytes(StandardCharsets.UTF_8)));
            assertThat(failure(1, "--from", "csv", "--infer-rows", "1", "-", path("u.parquet")))
                    .contains("standard input, line 3, column a: 'x'");
        } finally {
            System.setIn(before);
        }
        assertThat(CommandRun.lines("convert", "--to", "csv", path("t.parquet"), "-"))
                .containsExactly("a", "1", "x");
        assertThat(failure(2, "-", path("u.parquet"))).contains("name it with --from");
        assertThat(failure(2, "--to", "parquet", file("t.csv", "a\n"), "-")).contains("standard output");
    }

    @Test
    void newFilesAreEncryptedAsSettingsSay() throws IOException {
        KeyFileTable keys = new KeyFileTable(Files.createDirectory(path("keys")));
        Path csv = file("t.csv", "id,name\n1,x\n");
        Path encrypted = keys.directory().resolve("t.parquet");
        List<Object> settings = new ArrayList<>(keys.kms());
        settings.addAll(
                List.of("-D", HadoopEncryption.FOOTER_KEY + "=kf", "-D", HadoopEncryption.COLUMN_KEYS + "=kc:name"));
        convert(with(settings.toArray(), csv, encrypted));
        assertThat(CommandRun.of("cat", encrypted).code()).isEqualTo(1);
        Path back = path("back.csv");
        convert(with(keys.kms().toArray(), encrypted, back));
        assertThat(back).hasContent("id,name\r\n1,x\r\n");
    }

    @Test
    void sigtermLeavesNoFile() throws Exception {
        Path csv = path("large.csv");
        try (BufferedWriter lines = Files.newBufferedWriter(csv)) {
            lines.write("id,text\n");
            for (int i = 0; i < 2_000_000; i++) {
                lines.write(i + ",text " + i + "\n");
            }
        }
        Path schema = file("s.txt", "message m { required int32 id; optional binary text (STRING); }");
        Path target = Files.createDirectory(path("target"));
        try (WatchService created = directory.getFileSystem().newWatchService()) {
            target.register(created, StandardWatchEventKinds.ENTRY_CREATE);
            Process process = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-cp",
                            System.getProperty("java.class.path"),
                            Main.class.getName(),
                            "convert",
                            "--schema",
                            schema.toString(),
                            csv.toString(),
                            target.resolve("t.parquet").toString())
                    .redirectErrorStream(true)
                    .redirectOutput(path("log").toFile())
                    .start();
            assertThat(created.poll(1, TimeUnit.MINUTES)).isNotNull();
            process.destroy();
            assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
        }
        assertThat(target).isEmptyDirectory();
    }
}
