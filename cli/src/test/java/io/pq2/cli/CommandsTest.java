package io.pq2.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.cli.internal.ExitCode;
import io.pq2.hadoop.options.HadoopEncryption;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommandsTest {

    @TempDir
    Path directory;

    private KeyFileTable table;
    private String out;
    private String err;

    @BeforeEach
    void createTable() throws IOException {
        table = new KeyFileTable(directory);
    }

    private int run(String... arguments) {
        StringWriter outText = new StringWriter();
        StringWriter errText = new StringWriter();
        int code = Main.run(new PrintWriter(outText), new PrintWriter(errText), arguments);
        out = outText.toString();
        err = errText.toString();
        return code;
    }

    /** Runs a command on the table with its KMS. */
    private int runOnTable(String command, String... options) {
        List<String> arguments = new ArrayList<>(List.of(command));
        arguments.addAll(table.kms());
        arguments.addAll(List.of(options));
        arguments.add(table.directory().toString());
        return run(arguments.toArray(String[]::new));
    }

    private static String uri(Path file) {
        return "file:" + file;
    }

    @Test
    void anAuditListsFilesWithTheirFootersAndColumns() throws IOException {
        Path encrypted = table.encrypted("a.parquet");
        Path signed = table.encrypted(
                "b.parquet",
                HadoopEncryption.PLAINTEXT_FOOTER,
                "true",
                HadoopEncryption.MATERIAL_IN_FILES,
                "false",
                HadoopEncryption.DOUBLE_WRAPPING,
                "false");
        Path plain = table.plain("c.parquet");
        assertThat(runOnTable("audit")).isZero();
        assertThat(out.lines())
                .containsExactly(
                        uri(encrypted),
                        "  (footer)  encrypted AES_GCM_V1  kf version 1  double wrapping, internal key material",
                        "  id        not encrypted",
                        "  name      own key               kc version 1  double wrapping, internal key material",
                        uri(signed),
                        "  (footer)  signed AES_GCM_V1  kf version 1  single wrapping, external key material",
                        "  id        not encrypted",
                        "  name      own key            kc version 1  single wrapping, external key material",
                        uri(plain),
                        "  (footer)  not encrypted",
                        "  id        not encrypted",
                        "  name      not encrypted");
        assertThat(err).isEmpty();
    }

    @Test
    void namesFromFilesAreEscaped() throws IOException {
        String hostile = "a\u001b[2J\u202e\u0085b";
        String file = "a\u001bc";
        table.withColumn(file + ".parquet", hostile + "\n");
        Files.writeString(table.directory().resolve("damaged" + file + ".parquet"), "no Parquet file");
        for (String format : List.of("table", "csv", "json")) {
            assertThat(runOnTable("audit", "--format", format, "--require", hostile + "\n"))
                    .isEqualTo(ExitCode.REQUIREMENT_NOT_MET);
            assertThat((out + err).chars().filter(c -> c != '\n' && c != '\r'))
                    .noneMatch(Character::isISOControl)
                    .doesNotContain(0x202e);
            assertThat(out.toLowerCase(Locale.ROOT)).contains("a\\u001b[2j\\u202e\\u0085b\\n");
        }
        assertThat(runOnTable("rotate", "-v")).isEqualTo(ExitCode.FAILED);
        assertThat(out + err).contains("\\u001b").doesNotContain("\u001b");
        assertThat(run("audit", "/nowhere" + file)).isEqualTo(ExitCode.FAILED);
        assertThat(err).contains("\\u001b").doesNotContain("\u001b");
    }

    @Test
    void withoutAKmsTheColumnsOfAnEncryptedFooterAreUnknown() throws IOException {
        Path file = table.encrypted("a.parquet");
        String path = table.directory().toString();
        assertThat(run("audit", path)).isZero();
        assertThat(out.lines())
                .containsExactly(
                        uri(file),
                        "  (footer)   encrypted AES_GCM_V1  kf  double wrapping, internal key material",
                        "  (columns)  unknown");
        assertThat(err).contains("a.parquet: the columns are unknown");
        assertThat(run("audit", "--require", "name", path)).isEqualTo(ExitCode.REQUIREMENT_NOT_MET);
        assertThat(run("audit", "--require-footer", "encrypted", path)).isZero();
    }

    @Test
    void csvHasALineForEachFooterAndColumn() throws IOException {
        Path file = table.encrypted("a,b.parquet", HadoopEncryption.PLAINTEXT_FOOTER, "true");
        assertThat(runOnTable("audit", "--format", "csv")).isZero();
        List<String> lines = out.lines().toList();
        assertThat(lines).hasSize(4);
        assertThat(lines.get(0)).startsWith("file,column,encryption,algorithm,master_key,master_key_version,");
        assertThat(lines.get(1)).startsWith("\"" + uri(file) + "\",,signed,AES_GCM_V1,kf,1,DEFAULT,");
        assertThat(lines.get(2)).isEqualTo("\"" + uri(file) + "\",id,not encrypted,,,,,,,,,");
        assertThat(lines.get(3)).startsWith("\"" + uri(file) + "\",name,own key,AES_GCM_V1,kc,1,DEFAULT,");
    }

    @Test
    void jsonHasALineForEachFile() throws IOException {
        Path file = table.encrypted("quo\"te.parquet", HadoopEncryption.PLAINTEXT_FOOTER, "true");
        table.plain("z.parquet");
        assertThat(runOnTable("audit", "--format", "json")).isZero();
        List<String> lines = out.lines().toList();
        assertThat(lines).hasSize(2);
        assertThat(lines.get(0))
                .startsWith("{\"file\":\"" + uri(file).replace("\"", "\\\"")
                        + "\",\"footer\":\"signed\",\"algorithm\":\"AES_GCM_V1\",\"aad_prefix\":false,"
                        + "\"footer_key\":{\"master_key\":\"kf\",\"master_key_version\":\"1\",")
                .contains("\"columns\":[{\"column\":\"id\",\"encryption\":\"none\"},"
                        + "{\"column\":\"name\",\"encryption\":\"column_key\",\"key\":{\"master_key\":\"kc\",")
                .endsWith("}");
        assertThat(lines.get(1))
                .endsWith("\"footer\":\"not_encrypted\",\"columns\":[{\"column\":\"id\",\"encryption\":\"none\"},"
                        + "{\"column\":\"name\",\"encryption\":\"none\"}]}");
    }

    @Test
    void unmetRequirementsHaveTheirOwnExitCode() throws IOException {
        table.encrypted("a.parquet");
        assertThat(runOnTable("audit", "--require", "name")).isZero();
        assertThat(runOnTable("audit", "--require", "name=kc", "--require-version", "kc=1"))
                .isZero();
        assertThat(runOnTable("audit", "--require-footer", "signed")).isZero();
        assertThat(runOnTable("audit", "--require", "name=kf")).isEqualTo(ExitCode.REQUIREMENT_NOT_MET);
        assertThat(err).contains("the column name is under the master key kc and not under kf");
        assertThat(runOnTable("audit", "--require", "*")).isEqualTo(ExitCode.REQUIREMENT_NOT_MET);
        assertThat(err).contains("the column id is not encrypted").doesNotContain("column name");
        assertThat(runOnTable("audit", "--require", "salary")).isEqualTo(ExitCode.REQUIREMENT_NOT_MET);
        assertThat(err).contains("there is no column salary");
        assertThat(runOnTable("audit", "--require-version", "kc=2")).isEqualTo(ExitCode.REQUIREMENT_NOT_MET);
        assertThat(err).contains("the column name is under version 1 of the master key kc and not under 2");
        table.plain("b.parquet");
        assertThat(runOnTable("audit", "--require-footer", "signed")).isEqualTo(ExitCode.REQUIREMENT_NOT_MET);
        assertThat(err).contains("b.parquet: the footer is neither signed nor encrypted");
    }

    @Test
    void unreadableFilesAreFailures() throws IOException {
        table.encrypted("a.parquet");
        Files.writeString(table.directory().resolve("b.parquet"), "no Parquet file");
        assertThat(runOnTable("audit")).isEqualTo(ExitCode.FAILED);
        assertThat(out).contains("a.parquet").contains("(footer)   unknown");
        assertThat(err).contains("b.parquet");
        assertThat(runOnTable("audit", "--require", "name")).isEqualTo(ExitCode.REQUIREMENT_NOT_MET);
        assertThat(run("audit", table.directory().resolve("nothing").toString()))
                .isEqualTo(ExitCode.FAILED);
        assertThat(err).contains("pq2 audit:").contains("no such file or directory");
    }

    @Test
    void aRotationLeavesNoKeyUnderTheOldVersions() throws IOException {
        Path internal = table.encrypted("a.parquet");
        Path external = table.encrypted("b.parquet", HadoopEncryption.MATERIAL_IN_FILES, "false");
        table.plain("c.parquet");
        table.setVersions(1, 2);
        assertThat(runOnTable("rotate", "--dry-run", "--verbose")).isZero();
        assertThat(out)
                .contains("would be rotated  " + uri(internal))
                .contains("2 files would be rotated, 0 current, 1 not encrypted")
                .contains("0 bytes written");
        assertThat(runOnTable("audit", "--require-version", "kc=1")).isZero();
        assertThat(runOnTable("rotate")).isZero();
        assertThat(out).startsWith("2 files rotated, 0 current, 1 not encrypted, 0 without master keys, 0 failed");
        table.setVersions(2, 2);
        assertThat(runOnTable("audit", "--require-version", "kc=2", "--require-version", "kf=2"))
                .isZero();
        table.check(internal);
        table.check(external);
        assertThat(runOnTable("rotate", "-v")).isZero();
        assertThat(out).contains("current  " + uri(internal)).contains("0 files rotated, 2 current");
    }

    @Test
    void oneMasterKeyReplacesAnother() throws IOException {
        Path file = table.encrypted("a.parquet");
        assertThat(runOnTable("rotate", "--to", "kc=other")).isZero();
        assertThat(runOnTable("audit", "--require", "name=other")).isZero();
        table.check(file);
    }

    @Test
    void aFailedFileIsNamedAndTheOthersAreRotated() throws IOException {
        table.encrypted("a.parquet");
        Path lost = table.encrypted("b.parquet", HadoopEncryption.MATERIAL_IN_FILES, "false");
        Files.delete(table.directory().resolve("_KEY_MATERIAL_FOR_b.parquet.json"));
        table.setVersions(1, 2);
        assertThat(runOnTable("rotate")).isEqualTo(ExitCode.FAILED);
        assertThat(err).contains(uri(lost) + ": ").contains("_KEY_MATERIAL_FOR_b.parquet.json");
        assertThat(out).startsWith("1 files rotated").contains("1 failed");
    }

    @Test
    void aRotationWithoutAKmsNamesTheMissingSetting() throws IOException {
        table.encrypted("a.parquet");
        assertThat(run("rotate", table.directory().toString())).isEqualTo(ExitCode.FAILED);
        assertThat(err).contains(HadoopEncryption.KMS_CLIENT).doesNotContain("\tat ");
    }

    @Test
    void settingsAreReadFromFiles() throws IOException {
        table.encrypted("a.parquet");
        Path site = directory.resolve("site.xml");
        Files.writeString(
                site,
                "<configuration><property><name>" + HadoopEncryption.KMS_CLIENT
                        + "</name><value>key-file</value></property></configuration>");
        String url = table.kms().get(3);
        String path = table.directory().toString();
        assertThat(run("audit", "--conf", site.toString(), "-D", url, path)).isZero();
        assertThat(out).contains("kc version 1");
        assertThat(run("audit", "--conf", directory.resolve("none.xml").toString(), path))
                .isEqualTo(ExitCode.FAILED);
        assertThat(err).contains("none.xml");
    }

    @Test
    void invalidCommandLinesAreReported() {
        assertThat(run()).isEqualTo(2);
        assertThat(err).contains("missing command").contains("audit").contains("rotate");
        assertThat(run("audit")).isEqualTo(2);
        assertThat(run("audit", "--require", "=x", "t")).isEqualTo(2);
        assertThat(err).contains("expected COLUMN or COLUMN=KEY");
        assertThat(run("audit", "--format", "xml", "t")).isEqualTo(2);
        assertThat(run("audit", "--help")).isZero();
        assertThat(out).contains("Exit codes:").contains("--require-footer").contains("--conf");
        assertThat(run("schemas", path())).isEqualTo(2);
        assertThat(err)
                .startsWith("pq2: there is no command schemas")
                .contains("Did you mean")
                .contains("pq2 schema");
    }

    private String path() {
        return table.directory().toString();
    }

    @Test
    void aWrongOptionIsNotFollowedByTheUsage() throws IOException {
        table.plain("a.parquet");
        assertThat(run("head", "--where", "id = ", path())).isEqualTo(2);
        assertThat(err.lines())
                .containsExactly(
                        "pq2 head: --where: not a predicate: expected a literal, at character 6, at the end",
                        "pq2 help head lists the options.");
        assertThat(run("head", "--limitt", "3", path())).isEqualTo(2);
        assertThat(err).contains("--limitt").contains("--limit").doesNotContain("Usage:");
    }

    @Test
    void literalsOfDatesAndMisspeltColumnsAreHinted() throws IOException {
        Path file = new ExampleTable(directory).path();
        assertThat(run("head", "--where", "born > '1990-01-01'", file.toString()))
                .isEqualTo(ExitCode.FAILED);
        assertThat(err).contains("Write a literal of this type as DATE '2024-02-29'");
        assertThat(run("head", "--where", "salery > 1", file.toString())).isEqualTo(ExitCode.FAILED);
        assertThat(err).contains("did you mean salary?");
    }

    @Test
    void eachCommandHasAManualPage() throws IOException {
        assertThat(run("man", "--directory", directory.resolve("man").toString()))
                .isZero();
        Path pages = directory.resolve("man/man1");
        assertThat(pages.resolve("pq2.1")).content().contains(".SH COMMANDS", "\\fBhead\\fR", "\\fBaudit\\fR");
        assertThat(pages.resolve("pq2-head.1"))
                .content()
                .startsWith(".TH PQ2-HEAD 1")
                .contains(".SH SYNOPSIS", "\\fB\\-n, \\-\\-limit N\\fR", ".SH EXAMPLES")
                .doesNotContain("%%");
        assertThat(run("man", "head")).isZero();
        assertThat(pages.resolve("pq2-head.1")).content().isEqualTo(out);
        assertThat(run("man", "heed")).isEqualTo(2);
        assertThat(err).contains("pq2 has no command heed");
    }
}
