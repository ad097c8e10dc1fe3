package io.pq2.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.cli.internal.ExitCode;
import io.pq2.io.LocalOutputFile;
import io.pq2.record.RecordWriter;
import io.pq2.write.WriteOptions;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InspectionCommandsTest {

    @TempDir
    Path directory;

    private String table;
    private String swiss;
    private String old;
    private String out;
    private String err;

    @BeforeEach
    void writeTable() throws IOException {
        ExampleTable example = new ExampleTable(directory);
        table = example.path().toString();
        swiss = example.path().resolve("country=CH/part-0.parquet").toString();
        old = directory.resolve("old.parquet").toString();
    }

    private int run(String... arguments) {
        StringWriter outText = new StringWriter();
        StringWriter errText = new StringWriter();
        int code = Main.run(new PrintWriter(outText), new PrintWriter(errText), arguments);
        out = outText.toString();
        err = errText.toString();
        return code;
    }

    private List<String> lines(String... arguments) {
        assertThat(run(arguments)).as(() -> err).isZero();
        assertThat(err).isEmpty();
        return out.lines().toList();
    }

    @Test
    void equalSchemasAreShownOnceAndDifferentOnesWithTheirFiles() {
        assertThat(lines("schema", table)).startsWith("message person {").hasSize(11);
        List<String> both = lines("schema", old, table);
        assertThat(both.get(0)).isEqualTo("-- " + old);
        assertThat(both).anyMatch(line -> line.startsWith("-- " + swiss) && line.endsWith(" and 1 others"));
    }

    @Test
    void groupsOfFilesAreShownWithTheirType() throws IOException {
        Path file = directory.resolve("files.parquet");
        String schema = "message m { optional group image (FILE) { optional binary uri (STRING); } }";
        try (RecordWriter writer = RecordWriter.create(LocalOutputFile.of(file), schema, WriteOptions.DEFAULT)) {
            writer.write(writer.record());
        }
        assertThat(lines("schema", file.toString())).contains("  optional group image (FILE) {");
        assertThat(lines("schema", "--as", "json", file.toString()))
                .anyMatch(line ->
                        line.contains("\"name\":\"image\",\"repetition\":\"OPTIONAL\",\"logical_type\":\"FILE\""));
        assertThat(lines("schema", "--as", "spark", file.toString())).containsExactly("image STRUCT<uri: STRING>");
        assertThat(lines("meta", "--format", "csv", file.toString())).anyMatch(line -> line.contains(",image.uri,"));
        assertThat(lines("check", file.toString()))
                .containsExactly("1 files checked: 0 errors, 0 known faults, 0 deviations, 0 notes");
    }

    @Test
    void schemasHaveOtherNotations() {
        assertThat(lines("schema", "--as", "spark", swiss))
                .containsExactly(
                        "id BIGINT,", "name STRING,", "born DATE,", "salary DECIMAL(9, 2),", "phones ARRAY<STRING>");
        assertThat(lines("schema", "--as", "arrow", swiss))
                .containsExactly(
                        "id: int64 not null",
                        "name: string",
                        "born: date32[day]",
                        "salary: decimal128(9, 2)",
                        "phones: list<string>");
        assertThat(lines("schema", "--as", "json", old))
                .containsExactly("{\"name\":\"person\",\"fields\":[{\"name\":\"id\",\"repetition\":\"REQUIRED\","
                        + "\"type\":\"INT32\"},{\"name\":\"name\",\"repetition\":\"OPTIONAL\",\"type\":\"BYTE_ARRAY\","
                        + "\"logical_type\":\"STRING\"}]}");
        assertThat(run("schema", "--as", "sparc", old)).isEqualTo(2);
        assertThat(err).contains("did you mean spark?");
    }

    @Test
    void differentSchemasHaveTheirOwnExitCode() {
        assertThat(run("schema", "--diff", table)).isZero();
        assertThat(out).isEmpty();
        assertThat(run("schema", "--diff", "--format", "csv", old, swiss)).isEqualTo(ExitCode.REQUIREMENT_NOT_MET);
        assertThat(out.lines())
                .containsExactly(
                        "file,column,difference,first,other",
                        swiss + ",id,type,int32,int64",
                        swiss + ",id,logical-type,,\"INTEGER(64,true)\"",
                        swiss + ",born,added,,optional int32 (DATE)",
                        swiss + ",salary,added,,\"optional fixed_len_byte_array(5) (DECIMAL(9,2))\"",
                        swiss + ",phones,added,,optional group (LIST)");
    }

    @Test
    void metaListsOneKindOfRecordsAsJsonAndCsv() {
        assertThat(lines("meta", "--show", "row-groups", "--format", "csv", swiss))
                .first()
                .isEqualTo("file,row_group,rows,offset,compressed_bytes,uncompressed_bytes,sorted_by");
        List<String> chunks = lines("meta", "-c", "salary", "-g", "1", "--format", "json", swiss);
        assertThat(chunks).hasSize(1);
        assertThat(chunks.get(0))
                .contains(
                        "\"row_group\":1,\"column\":\"salary\",\"type\":\"FIXED_LEN_BYTE_ARRAY\",\"codec\":\"SNAPPY\"")
                .contains("\"nulls\":1,\"nans\":null,\"distinct\":null,\"min\":1000.54,\"max\":1000.54");
        assertThat(lines("meta", swiss)).anyMatch(line -> line.equals("rows: 6"));
        assertThat(run("meta", "--show", "chunk", swiss)).isEqualTo(2);
        assertThat(err).contains("did you mean chunks?");
        assertThat(run("meta", "--show", "file,chunks", "--format", "csv", swiss))
                .isEqualTo(2);
    }

    @Test
    void pagesAreListedWithTheirHeaders() {
        List<String> pages = lines("pages", "-c", "id", "--format", "csv", swiss);
        assertThat(pages.get(0)).startsWith("file,row_group,column,page,type,encoding,offset,header_bytes,");
        assertThat(pages.subList(1, pages.size()))
                .filteredOn(line -> line.contains(",DATA_PAGE"))
                .hasSize(3)
                .allMatch(line -> line.contains(",id,"));
        assertThat(run("pages", "-g", "7", swiss)).isEqualTo(ExitCode.FAILED);
        assertThat(err).contains("no row group 7").contains("which has 2");
    }

    @Test
    void pageIndexesAreListedByPage() {
        List<String> index = lines("column-index", "-c", "name", "-g", "0", "--format", "json", swiss);
        assertThat(index).hasSize(2);
        assertThat(index.get(0))
                .contains("\"page\":0,\"first_row\":0,")
                .contains("\"null_page\":false,\"nulls\":0,\"nans\":null,\"min\":\"name 0\",\"max\":\"name 1\"");
        assertThat(index.get(1)).contains("\"page\":1,\"first_row\":2,").contains("\"nulls\":1,");
    }

    @Test
    void bloomFiltersAnswerForValues() {
        assertThat(lines("bloom", "-t", "name 1", "-t", "nobody", "-g", "0", "--format", "csv", swiss))
                .endsWith(swiss + ",0,name,32,name 1,may be present", swiss + ",0,name,32,nobody,absent");
    }

    @Test
    void dictionariesAreListedInTheOrderOfTheirIds() {
        assertThat(lines("dictionary", "-c", "name", "-g", "0", "--format", "json", old))
                .isEmpty();
        String cities = directory.resolve("cities.parquet").toString();
        assertThat(lines("dictionary", "--format", "csv", "-n", "2", cities))
                .containsExactly(
                        "file,row_group,column,id,value", cities + ",0,city,0,Bern", cities + ",0,city,1,Genève");
    }

    @Test
    void rowsOfATableHaveItsPartitionColumns() {
        assertThat(lines("head", "-n", "2", "-w", "country = 'FR' AND id > 6", table))
                .containsExactly(
                        "id  name    born         salary  phones                country",
                        " 7  NULL    1991-12-02  1000.57  [\"+41 70\"]            FR",
                        " 8  name 2  1992-03-11  1000.58  [\"+41 80\", \"+41 81\"]  FR");
        assertThat(lines("cat", "-c", "country,id", "--format", "csv", "-w", "NOT (country = 'CH' OR id < 10)", table))
                .containsExactly("country,id", "FR,10", "FR,11");
        assertThat(lines("head", "-c", "phones.list.element,id", "-w", "id = 2", "--format", "json", table))
                .containsExactly("{\"phones.list.element\":[\"+41 20\",\"+41 21\"],\"id\":2}");
    }

    @Test
    void aColumnThatOnlySomeFilesHaveIsNullInTheOthers() {
        assertThat(lines("cat", "-c", "id,salary", "-w", "id <= 1", "--format", "csv", old, swiss))
                .containsExactly("id,salary", "1,", "0,1000.50", "1,1000.51");
        assertThat(run("cat", "-w", "id = 1", old, swiss)).isZero();
        assertThat(err)
                .contains("has the column born, which " + old + " does not have")
                .contains("--columns");
        assertThat(run("cat", "-c", "nmae", old, swiss)).isEqualTo(ExitCode.FAILED);
        assertThat(err).contains("no column nmae in any of 2 files; did you mean name?");
        assertThat(run("count", "-w", "salry > 1", table)).isEqualTo(ExitCode.FAILED);
        assertThat(err).contains("did you mean salary?");
    }

    @Test
    void countsAnswerForRowsAndValues() {
        assertThat(lines("count", "--format", "csv", table)).containsExactly("rows", "12");
        assertThat(lines("count", "-c", "name,country", "-w", "id < 4", "--format", "csv", table))
                .containsExactly("rows,name,country", "4,3,4");
        assertThat(run("count", "-c", "phones", table)).isEqualTo(ExitCode.FAILED);
        assertThat(err).contains("phones is a group");
        assertThat(lines("count", "--by-file", "-w", "id < 7", "--format", "csv", table))
                .contains(swiss + ",6")
                .hasSize(3);
    }

    @Test
    void aSampleHasDistinctRowsInOrderAndIsRepeatable() {
        List<String> first = lines("sample", "-n", "5", "--seed", "3", "-c", "id", "--format", "csv", table);
        assertThat(first).hasSize(6).doesNotHaveDuplicates();
        assertThat(first.subList(1, 6).stream().map(Integer::valueOf)).isSorted();
        assertThat(lines("sample", "-n", "5", "--seed", "3", "-c", "id", "--format", "csv", table))
                .isEqualTo(first);
        assertThat(lines("sample", "-n", "99", "-w", "id > 8", "-c", "id", "--format", "csv", table))
                .containsExactly("id", "9", "10", "11");
    }

    @Test
    void aCheckHasItsOwnExitCodeForErrors() throws IOException {
        assertThat(lines("check", table))
                .containsExactly("2 files checked: 0 errors, 0 known faults, 0 deviations, 0 notes");
        String lying = directory.resolve("lying.parquet").toString();
        assertThat(run("check", "--format", "json", lying)).isEqualTo(ExitCode.REQUIREMENT_NOT_MET);
        assertThat(out.lines())
                .containsExactly("{\"file\":\"" + lying + "\",\"severity\":\"error\",\"rule\":\"statistics\","
                        + "\"row_group\":0,\"column\":\"city\",\"page\":null,\"offset\":null,"
                        + "\"message\":\"min_value is Cern, but there is the value Bern\",\"fault\":null}");
        Path cut = directory.resolve("cut.parquet");
        Files.writeString(cut, "PAR1 but nothing else");
        assertThat(run("check", cut.toString(), table)).isEqualTo(ExitCode.REQUIREMENT_NOT_MET);
        assertThat(out).contains("cut.parquet").contains("footer").contains("3 files checked: 1 errors");
    }

    @Test
    void aTestOfFiltersNamesItsSeedAndContinues() throws IOException {
        Path progress = directory.resolve("tested.txt");
        String lying = directory.resolve("lying.parquet").toString();
        assertThat(run("check", "--filters", "--progress", progress.toString(), "--values", "1", swiss))
                .isEqualTo(ExitCode.OK);
        assertThat(err).matches("seed -?\\d+\\s+");
        assertThat(out).startsWith("1 files tested with " + err.strip() + ": ");
        assertThat(out).contains(" questions, 0 wrong answers, 0 column chunks not tested");

        Path cut = directory.resolve("cut.parquet");
        Files.writeString(cut, "PAR1 but nothing else");
        String[] all = {
            "check", "--filters", "--seed", "5", "--progress", progress.toString(), swiss, lying, cut.toString()
        };
        assertThat(run(all)).isEqualTo(ExitCode.REQUIREMENT_NOT_MET);
        assertThat(out).contains("statistics").contains("1 files tested with seed 5: ");
        assertThat(err).contains("cut.parquet");
        assertThat(Files.readAllLines(progress)).containsExactly(swiss, lying);
        assertThat(run(all)).isEqualTo(ExitCode.FAILED);
        assertThat(out).startsWith("0 files tested with seed 5: 0 questions");
    }

    @Test
    void optionsOfTheTestOfFiltersNeedIt() {
        assertThat(run("check", "--seed", "5", swiss)).isEqualTo(2);
        assertThat(err).contains("--filters");
    }

    @Test
    void failOnChoosesTheExitCodeOfACheck() throws IOException {
        String pyarrow = directory.resolve("pyarrow.parquet").toString();
        assertThat(run("check", pyarrow)).isZero();
        assertThat(out).contains("null_count is 1, but there are 3. Known fault of parquet-cpp-arrow from 6.0.0");
        assertThat(out).contains("1 files checked: 0 errors, 1 known faults, 0 deviations, 0 notes");
        assertThat(run("check", "--format", "csv", pyarrow)).isZero();
        assertThat(out)
                .contains(",fault,statistics,0,items.list.element.price,,,")
                .contains("arrow#51097");

        Path deviating = directory.resolve("deviating.parquet");
        byte[] bytes = Files.readAllBytes(directory.resolve("cities.parquet"));
        bytes[0] = 'Q';
        Files.write(deviating, bytes);
        String lying = directory.resolve("lying.parquet").toString();
        Map<String, List<Integer>> expected = Map.of(
                "error", List.of(0, 0, ExitCode.REQUIREMENT_NOT_MET),
                "fault", List.of(0, ExitCode.REQUIREMENT_NOT_MET, ExitCode.REQUIREMENT_NOT_MET),
                "deviation",
                        List.of(
                                ExitCode.REQUIREMENT_NOT_MET,
                                ExitCode.REQUIREMENT_NOT_MET,
                                ExitCode.REQUIREMENT_NOT_MET),
                "never", List.of(0, 0, 0));
        expected.forEach((option, codes) -> {
            assertThat(List.of(
                            run("check", "--fail-on", option, deviating.toString()),
                            run("check", "--fail-on", option, pyarrow),
                            run("check", "--fail-on", option, lying)))
                    .as(option)
                    .isEqualTo(codes);
        });
        assertThat(run("check", "--fail-on", "note", pyarrow)).isEqualTo(2);
    }

    @Test
    void valuesFromFilesAreEscaped() {
        for (String format : List.of("table", "csv", "json")) {
            assertThat(run("cat", "--format", format, old)).isZero();
            assertThat(out).doesNotContain("\u001b").containsIgnoringCase("\\u001b[31m");
            assertThat(run("meta", "--format", format, old)).isZero();
            assertThat(out).doesNotContain("\u001b").containsIgnoringCase("\\u001b[31m");
        }
    }

    @Test
    void aFileThatCannotBeReadIsReportedAndTheOthersAreRead() throws IOException {
        Files.writeString(directory.resolve("people/country=CH/aaa.parquet"), "no Parquet file");
        assertThat(run("count", "--by-file", "--format", "csv", table)).isEqualTo(ExitCode.FAILED);
        assertThat(out.lines()).hasSize(3);
        assertThat(err).contains("aaa.parquet");
        assertThat(run("meta", table)).isEqualTo(ExitCode.FAILED);
        assertThat(out).contains("rows: 6");
        assertThat(run("schema", directory.resolve("none").toString())).isEqualTo(ExitCode.FAILED);
        assertThat(err).contains("no such file or directory");
    }

    @Test
    void globsMatchFilesAndDirectories() {
        assertThat(lines("count", "--format", "csv", table + "/country=*/part-?.parquet"))
                .containsExactly("rows", "12");
        assertThat(lines("count", "--format", "csv", table + "/country={CH,DE}"))
                .containsExactly("rows", "6");
        assertThat(lines("count", "--format", "csv", "file:" + swiss)).containsExactly("rows", "6");
    }

    @Test
    void similarCommandsAndOptionsAreSuggested() {
        assertThat(run("shcema", swiss)).isEqualTo(2);
        assertThat(err).contains("Did you mean").contains("pq2 schema");
        assertThat(run("head", "--colums", "id", swiss)).isEqualTo(2);
        assertThat(err).contains("--columns");
        assertThat(run("help", "pages")).isZero();
        assertThat(out).contains("Examples:").contains("Exit codes:").contains("--row-group");
    }
}
