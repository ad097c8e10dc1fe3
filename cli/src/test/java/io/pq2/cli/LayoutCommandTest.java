package io.pq2.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.cli.internal.ExitCode;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

class LayoutCommandTest {

    @TempDir
    Path directory;

    private Path table;
    private Path swiss;

    @BeforeEach
    void writeTable() throws IOException {
        table = new ExampleTable(directory).path();
        swiss = table.resolve("country=CH/part-0.parquet");
    }

    private static Document parse(String xml) throws IOException, ParserConfigurationException, SAXException {
        return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(xml)));
    }

    @Test
    void theTextShowsEveryChunk() {
        List<String> lines = CommandRun.lines("layout", "--width", "20", swiss);
        assertThat(lines.get(0)).isEqualTo(swiss.toString());
        assertThat(lines.get(1)).contains("6 rows, 2 row groups: pages 667 B").contains("footer");
        assertThat(lines).contains("row group 0  4 rows  438 B", "row group 1  2 rows  229 B");
        assertThat(lines).anyMatch(line -> line.matches(" {2}id +82 B +█+▓+"));
        assertThat(lines).anyMatch(line -> line.matches(" {2}phones.list.element +\\d+ B +[█▓]{20}"));
        assertThat(CommandRun.lines("layout", "-n", "1", swiss)).contains("1 more row group");
        assertThat(CommandRun.lines("layout", directory.resolve("cities.parquet")))
                .anyMatch(line -> line.contains("▒") && line.contains("city"));
    }

    @Test
    void pagesThatAFilterSkipsAreMarked() {
        List<String> lines = CommandRun.lines("layout", "--format", "csv", "-c", "name", "-w", "id = 2", swiss);
        assertThat(lines.get(0)).isEqualTo("row_group,column,page,offset,bytes,first_row,rows,use");
        assertThat(lines)
                .anyMatch(line -> line.startsWith("0,id,0,") && line.endsWith(",0,2,skipped"))
                .anyMatch(line -> line.startsWith("0,id,1,") && line.endsWith(",2,2,read"))
                .anyMatch(line -> line.startsWith("0,name,1,") && line.endsWith(",2,2,read"))
                .anyMatch(line -> line.startsWith("1,name,0,") && line.endsWith(",0,2,skipped"))
                .anyMatch(line -> line.startsWith("0,born,0,") && line.endsWith(",0,2,"));
        List<String> text = CommandRun.lines("layout", "-c", "name", "-w", "id = 2", swiss);
        assertThat(text)
                .contains("row group 0  4 rows  438 B  read, 2 rows skipped by page indexes")
                .contains("row group 1  2 rows  229 B  skipped by statistics (id = 2)");
        assertThat(text).anyMatch(line -> line.matches(" {2}id +82 B +·+▓+"));
    }

    @Test
    void picturesAreWellFormedAndNeedNothingElse() throws Exception {
        Path svg = directory.resolve("layout.svg");
        Path html = directory.resolve("layout.html");
        assertThat(CommandRun.lines("layout", "-w", "id = 2", "--svg", svg, "--html", html, swiss))
                .isEmpty();
        String picture = Files.readString(svg);
        Document document = parse(picture);
        int pages = CommandRun.lines("layout", "--format", "json", swiss).size();
        assertThat(document.getElementsByTagName("rect").getLength()).isEqualTo(pages + 1);
        assertThat(picture).contains("name, page 1,").contains(", not read</title>");
        String page = Files.readString(html);
        assertThat(page).contains(picture).contains("skipped by statistics").startsWith("<!DOCTYPE html>");
        assertThat(picture + page)
                .doesNotContain("<script")
                .doesNotContain("href")
                .doesNotContain("src=");
        CommandRun again = CommandRun.of("layout", "--svg", svg, swiss);
        assertThat(again.code()).isEqualTo(ExitCode.FAILED);
        assertThat(again.err()).contains("exists");
    }

    @Test
    void textFromFilesIsEscaped() throws Exception {
        Path hostile = directory.resolve("<img src=x onerror=alert(1)>&\u202e.parquet");
        HostileNames.write(hostile);
        Path svg = directory.resolve("hostile.svg");
        Path html = directory.resolve("hostile.html");
        assertThat(CommandRun.lines("layout", "-w", "id < 0", "--svg", svg, "--html", html, hostile))
                .isEmpty();
        parse(Files.readString(svg));
        for (Path file : List.of(svg, html)) {
            assertThat(Files.readString(file))
                    .contains("&lt;script&gt;alert(2)")
                    .doesNotContain("<script")
                    .doesNotContain("<img")
                    .doesNotContain("\u202e")
                    .doesNotContain("\u001b");
        }
        assertThat(String.join("\n", CommandRun.lines("layout", hostile)))
                .doesNotContain("\u001b")
                .doesNotContain("\u202e");
    }

    @Test
    void aDirectoryIsNotOneFile() {
        CommandRun run = CommandRun.of("layout", table);
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("expected one file, found 2");
    }
}
