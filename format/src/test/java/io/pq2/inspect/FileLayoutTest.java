package io.pq2.inspect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.pq2.SharedFiles;
import io.pq2.exception.ParquetException;
import io.pq2.inspect.FileLayout.ChunkPart;
import io.pq2.inspect.FileLayout.PagePart;
import io.pq2.inspect.FileLayout.RowGroupPart;
import io.pq2.inspect.FileLayout.Use;
import io.pq2.io.LocalInputFile;
import io.pq2.io.MemoryInputFile;
import io.pq2.io.MemoryOutputFile;
import io.pq2.metadata.CompressionCodec;
import io.pq2.predicate.Predicate;
import io.pq2.predicate.PredicateText;
import io.pq2.read.BatchReader;
import io.pq2.read.ColumnReport;
import io.pq2.read.ParquetFile;
import io.pq2.read.ReadOptions;
import io.pq2.read.ScanExplanation;
import io.pq2.record.RecordWriter;
import io.pq2.write.WriteOptions;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileLayoutTest {

    private static final Path PICTURE = Path.of("../docs/layout.svg");
    private static final Path BROWSER = Path.of("/usr/bin/chromium");
    private static final String SCHEMA = """
            message sales {
              required int64 id;
              required binary city (STRING);
              required double price;
              required binary note (STRING);
            }
            """;

    /** The length of the footer, and of the file, depends on the version in it. */
    private static final String SIZES = "(?m)class=\"s\">[^<]*row groups: pages[^<]*<";

    private static byte[] sales() throws IOException {
        Random random = new Random(3);
        MemoryOutputFile file = new MemoryOutputFile("sales.parquet");
        WriteOptions options = WriteOptions.builder()
                .codec(CompressionCodec.UNCOMPRESSED)
                .rowGroupRows(1000)
                .pageRows(200)
                .build();
        try (RecordWriter writer = RecordWriter.create(file, SCHEMA, options)) {
            for (int i = 0; i < 4000; i++) {
                writer.write(writer.record()
                        .setLong("id", i)
                        .setString("city", List.of("Bern", "Chur", "Genève").get(random.nextInt(3)))
                        .setDouble("price", random.nextInt(100_000) / 100.0)
                        .setString("note", "n".repeat(random.nextInt(60))));
            }
        }
        return file.bytes();
    }

    private static FileLayout layout(byte[] bytes, String filter, String... columns) throws IOException {
        ReadOptions options =
                ReadOptions.builder().tailBytes(100).coalesceGap(0).build();
        try (ParquetFile file = ParquetFile.open(new MemoryInputFile("sales.parquet", bytes), options)) {
            ScanExplanation scan = ScanExplanation.withRequests();
            Predicate condition = PredicateText.parse(filter);
            try (BatchReader batches = file.scan()
                    .columns(columns)
                    .filter(condition)
                    .explanation(scan)
                    .open()) {
                long rows = 0;
                for (var batch = batches.next(); batch != null; batch = batches.next()) {
                    rows += batch.rowCount();
                }
                assertThat(rows).isPositive();
            }
            FileLayout layout = FileLayout.of(file, scan);
            for (ColumnReport column : scan.columns()) {
                assertThat(pages(layout, column, Use.READ))
                        .as(column.column().dottedPath())
                        .isEqualTo(column.pagesRead() + column.pagesPassedOver());
            }
            return layout;
        }
    }

    private static long pages(FileLayout layout, ColumnReport column, Use use) {
        return layout.rowGroups().stream()
                .flatMap(group -> group.chunks().get(column.column().index()).pages().stream())
                .filter(page -> page.ordinal() >= 0 && page.use() == use)
                .count();
    }

    private static List<Use> uses(FileLayout layout, int rowGroup, int column) {
        return layout.rowGroups().get(rowGroup).chunks().get(column).pages().stream()
                .map(PagePart::use)
                .toList();
    }

    @Test
    void pagesAreReadOrSkippedAsTheScanDid() throws IOException {
        FileLayout layout = layout(sales(), "id >= 1500 AND id < 1700", "city");
        assertThat(uses(layout, 1, 0)).containsExactly(Use.SKIPPED, Use.SKIPPED, Use.READ, Use.READ, Use.SKIPPED);
        // The dictionary page comes first.
        assertThat(uses(layout, 1, 1))
                .containsExactly(Use.READ, Use.SKIPPED, Use.SKIPPED, Use.READ, Use.READ, Use.SKIPPED);
        assertThat(uses(layout, 1, 2)).containsOnly(Use.NONE);
        assertThat(uses(layout, 0, 0)).containsOnly(Use.SKIPPED);
        assertThat(layout.rowGroups().get(0).outcome()).isEqualTo("skipped by statistics (id >= 1500)");
        assertThat(layout.rowGroups().get(1).outcome()).isEqualTo("read, 600 rows skipped by page indexes");
    }

    @Test
    void partsAddUpToTheFile() throws IOException {
        byte[] bytes = sales();
        try (ParquetFile file = ParquetFile.open(new MemoryInputFile("sales.parquet", bytes))) {
            FileLayout layout = FileLayout.of(file, null);
            long pages =
                    layout.rowGroups().stream().mapToLong(RowGroupPart::bytes).sum();
            int magic = 4;
            assertThat(magic + pages + layout.indexBytes() + layout.bloomFilterBytes() + layout.footerBytes())
                    .isEqualTo(bytes.length);
            for (RowGroupPart group : layout.rowGroups()) {
                for (ChunkPart chunk : group.chunks()) {
                    assertThat(chunk.pages().stream()
                                    .filter(page -> page.ordinal() >= 0)
                                    .mapToLong(PagePart::rows)
                                    .sum())
                            .isEqualTo(1000);
                }
            }
        }
    }

    @Test
    void thePictureInTheDocsIsCurrent() throws IOException {
        String svg = layout(sales(), "id >= 1500 AND id < 1700 AND price > 100", "city", "price")
                .toSvg();
        if ("write".equals(System.getProperty("pq2.docs"))) {
            Files.writeString(PICTURE, svg);
        }
        assertThat(Files.readString(PICTURE).replaceAll(SIZES, ""))
                .as("docs/layout.svg, which -Dpq2.docs=write regenerates")
                .isEqualTo(svg.replaceAll(SIZES, ""));
    }

    @Test
    void everyFileOfTheCommunityHasPicturesOrAnError() throws Exception {
        int drawn = 0;
        for (Path path : SharedFiles.parquetFiles("data")) {
            if (Files.size(path) > 1 << 20) {
                continue;
            }
            try (ParquetFile file = ParquetFile.open(new LocalInputFile(path))) {
                FileLayout layout = FileLayout.of(file, null);
                byte[] svg = layout.toSvg().getBytes(StandardCharsets.UTF_8);
                DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new ByteArrayInputStream(svg));
                assertThat(layout.toText(40, 5)).contains(path.getFileName().toString());
                assertThat(layout.toHtml()).endsWith("</html>\n");
                drawn++;
            } catch (ParquetException e) {
                assertThat(e).hasMessageContaining(path.getFileName().toString());
            }
        }
        assertThat(drawn).isGreaterThan(30);
    }

    @Test
    void aBrowserShowsThePage(@TempDir Path directory) throws Exception {
        assumeTrue(Files.isExecutable(BROWSER), "install Debian's package chromium to run this test");
        Path html = directory.resolve("layout.html");
        Files.writeString(
                html, layout(sales(), "id >= 1500 AND id < 1700", "city").toHtml());
        Path output = directory.resolve("dom");
        Process browser = new ProcessBuilder(
                        BROWSER.toString(),
                        "--headless",
                        "--no-sandbox",
                        "--disable-gpu",
                        "--dump-dom",
                        html.toString())
                .redirectOutput(output.toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            assertThat(browser.waitFor(1, TimeUnit.MINUTES)).isTrue();
        } finally {
            browser.destroyForcibly();
        }
        assertThat(Files.readString(output)).contains("row group 1, 1,000 rows").contains("</svg>");
    }
}
