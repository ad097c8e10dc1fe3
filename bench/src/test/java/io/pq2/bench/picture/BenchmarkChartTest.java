package io.pq2.bench.picture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

@Tag("spark")
class BenchmarkChartTest {

    private static final Path DOCS = Path.of("../docs");

    @Test
    void theCommittedPictureShowsTheCommittedTables() throws Exception {
        String picture = BenchmarkChart.draw(Files.readString(DOCS.resolve("benchmarks.md")));
        assertThat(DOCS.resolve("benchmarks.svg"))
                .as("draw it again: bench/run BenchmarkPicture")
                .hasContent(picture);
    }

    @Test
    void thePictureIsWellFormedAndSelfContained() throws Exception {
        String picture = new RatioChart(
                        "a < b & c", List.of(new RatioChart.Group("group", List.of(new RatioChart.Bar("one", 2.5)))))
                .toSvg();
        Document svg = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(picture)));
        NodeList bars = svg.getElementsByTagName("rect");
        assertThat(bars.getLength()).isEqualTo(1);
        assertThat(svg.getElementsByTagName("title").item(0).getTextContent()).isEqualTo("a < b & c");
        assertThat(picture)
                .contains("2.5 ×", "prefers-color-scheme: dark")
                .doesNotContain("href", "url(", "@import", "@font-face");
    }

    @Test
    void barsAreProportionalToRatios() throws Exception {
        List<RatioChart.Bar> bars = List.of(new RatioChart.Bar("one", 2), new RatioChart.Bar("two", 8));
        String picture = new RatioChart("title", List.of(new RatioChart.Group("group", bars))).toSvg();
        Document svg = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(picture)));
        NodeList drawn = svg.getElementsByTagName("rect");
        double first = Double.parseDouble(
                drawn.item(0).getAttributes().getNamedItem("width").getTextContent());
        double second = Double.parseDouble(
                drawn.item(1).getAttributes().getNamedItem("width").getTextContent());
        assertThat(second).isEqualTo(4 * first, within(0.5));
    }

    @Test
    void tablesAreFoundByTheirColumns() {
        List<MarkdownTable> tables = MarkdownTable.all("""
                text

                | a | b |
                |---|---:|
                | x | 1.0 |

                | a | c |
                |---|---|
                | x | 2.0 |
                | y | 8.0 |""");
        MarkdownTable table = MarkdownTable.withColumns(tables, "c");
        assertThat(table.number("y", "c")).isEqualTo(8);
        assertThat(table.geometricMean("c")).isEqualTo(4, within(1e-9));
        assertThatThrownBy(() -> table.number("z", "c")).hasMessageContaining("no row z");
        assertThatThrownBy(() -> MarkdownTable.withColumns(tables, "d")).hasMessageContaining("[d]");
    }
}
