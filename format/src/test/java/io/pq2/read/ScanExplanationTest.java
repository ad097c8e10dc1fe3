package io.pq2.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.io.MemoryInputFile;
import io.pq2.io.MemoryOutputFile;
import io.pq2.metadata.CompressionCodec;
import io.pq2.predicate.FilterSemantics;
import io.pq2.predicate.Literal;
import io.pq2.predicate.MissingColumns;
import io.pq2.predicate.Predicate;
import io.pq2.predicate.Predicate.Operator;
import io.pq2.predicate.SkipReason;
import io.pq2.read.RowGroupReport.Status;
import io.pq2.record.BatchBuilder;
import io.pq2.record.RecordValue;
import io.pq2.schema.Schema;
import io.pq2.schema.SchemaText;
import io.pq2.write.ParquetWriter;
import io.pq2.write.WriteOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Compares explanations of scans with what the scans read and skipped. */
class ScanExplanationTest {

    private static final int GROUP_ROWS = 1000;
    private static final int PAGE_ROWS = 100;
    private static final Schema SCHEMA = SchemaText.parse("""
            message sales {
              required int64 id;
              required int32 amount;
              required binary note (STRING);
            }""");

    /** A tail of 100 bytes, so that opening the file reads no data and all data requests are counted. */
    private static final ReadOptions OPTIONS =
            ReadOptions.builder().tailBytes(100).coalesceGap(0).build();

    private static final byte[] BYTES = write(10 * GROUP_ROWS);

    /**
     * Writes rows with their index as id, row groups of {@value #GROUP_ROWS} rows and pages of {@value #PAGE_ROWS}
     * rows.
     */
    static byte[] write(int rows) {
        MemoryOutputFile output = new MemoryOutputFile("sales.parquet");
        WriteOptions options = WriteOptions.builder()
                .rowGroupRows(GROUP_ROWS)
                .pageRows(PAGE_ROWS)
                .dictionary(false)
                .codec(CompressionCodec.UNCOMPRESSED)
                .build();
        try (ParquetWriter writer = ParquetWriter.create(output, SCHEMA, options)) {
            BatchBuilder batch = new BatchBuilder(SCHEMA);
            RecordValue row = new RecordValue(SCHEMA);
            for (int i = 0; i < rows; i++) {
                row.clear();
                row.setLong("id", i).setInt("amount", i % 7).setString("note", "note " + i);
                batch.append(row);
            }
            writer.write(batch.build());
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return output.bytes();
    }

    private static Predicate id(Operator operator, long value) {
        return new Predicate.Comparison(List.of("id"), operator, new Literal.IntegerLiteral(value));
    }

    private static Predicate between(long first, long last) {
        return Predicate.And.of(id(Operator.GE, first), id(Operator.LE, last));
    }

    /** Runs a scan to its end and returns its explanation. */
    private static ScanExplanation explain(ScanMetrics metrics, UnaryOperator<ScanBuilder> settings)
            throws IOException {
        ScanExplanation explanation = new ScanExplanation();
        try (ParquetFile file = ParquetFile.open(new MemoryInputFile("sales.parquet", BYTES), OPTIONS);
                BatchReader reader = settings.apply(file.scan().metrics(metrics).explanation(explanation))
                        .open()) {
            while (reader.next() != null) {
                assertThat(explanation.bytesRead()).as("while scanning").isPositive();
            }
        }
        return explanation;
    }

    private static ScanExplanation explain(UnaryOperator<ScanBuilder> settings) throws IOException {
        return explain(new ScanMetrics(), settings);
    }

    private static List<Status> statuses(ScanExplanation explanation) {
        return explanation.rowGroups().stream().map(RowGroupReport::status).toList();
    }

    @Test
    void namesStatisticsAndDecidingCondition() throws IOException {
        ScanExplanation explanation = explain(scan -> scan.filter(between(2_500, 3_499), RowFiltering.NONE));
        assertThat(statuses(explanation))
                .containsExactly(
                        Status.SKIPPED,
                        Status.SKIPPED,
                        Status.READ,
                        Status.READ,
                        Status.SKIPPED,
                        Status.SKIPPED,
                        Status.SKIPPED,
                        Status.SKIPPED,
                        Status.SKIPPED,
                        Status.SKIPPED);
        RowGroupReport below = explanation.rowGroups().get(1);
        assertThat(below.reason()).isEqualTo(SkipReason.STATISTICS);
        assertThat(below.condition()).isEqualTo(id(Operator.GE, 2_500));
        assertThat(explanation.rowGroups().get(9).condition()).isEqualTo(id(Operator.LE, 3_499));
        assertThat(below.columns())
                .extracting(column -> column.bytesSkipped().get(SkipReason.STATISTICS))
                .allMatch(bytes -> bytes > 0);
    }

    @Test
    void countsSkippedPagesByColumn() throws IOException {
        ScanMetrics metrics = new ScanMetrics();
        ScanExplanation explanation = explain(metrics, scan -> scan.filter(between(2_500, 3_499), RowFiltering.NONE));
        RowGroupReport halfSkipped = explanation.rowGroups().get(2);
        assertThat(halfSkipped.rowsSkipped()).isEqualTo(500);
        for (ColumnReport column : halfSkipped.columns()) {
            assertThat(column.pagesRead()).isEqualTo(5);
            assertThat(column.pagesSkipped()).isEqualTo(5);
            assertThat(column.bytesSkipped()).containsOnlyKeys(SkipReason.COLUMN_INDEX);
            assertThat(column.bytesRequested()).isPositive();
        }
        assertThat(metrics.bytesSkipped(SkipReason.COLUMN_INDEX))
                .isEqualTo(2
                        * halfSkipped.columns().stream()
                                .mapToLong(ColumnReport::allBytesSkipped)
                                .sum());
    }

    @Test
    void columnReportsAddUpToMetrics() throws IOException {
        ScanMetrics metrics = new ScanMetrics();
        ScanExplanation explanation = explain(
                metrics,
                scan -> scan.columns("note")
                        .filter(
                                between(2_500, 3_444),
                                FilterSemantics.of(MissingColumns.UNKNOWN),
                                RowFiltering.ALWAYS));
        assertThat(explanation.columns())
                .extracting(column -> column.column().dottedPath())
                .as("including columns of the filter")
                .containsExactly("id", "note");
        assertThat(explanation.columns().stream()
                        .mapToLong(ColumnReport::pagesRead)
                        .sum())
                .isEqualTo(metrics.pagesRead());
        assertThat(explanation.columns().stream()
                        .mapToLong(ColumnReport::pagesSkipped)
                        .sum())
                .isEqualTo(metrics.pagesSkipped());
        assertThat(explanation.columns().stream()
                        .mapToLong(ColumnReport::allBytesSkipped)
                        .sum())
                .isEqualTo(metrics.bytesSkipped());
        assertThat(explanation.columns().stream()
                                .mapToLong(ColumnReport::bytesRequested)
                                .sum()
                        + metrics.pruningBytes())
                .as("without gaps")
                .isEqualTo(metrics.bytesRead());
        assertThat(metrics.bytesSkipped(SkipReason.STATISTICS) + metrics.bytesSkipped(SkipReason.COLUMN_INDEX))
                .isEqualTo(metrics.bytesSkipped());
        assertThat(metrics.rowGroupsSkipped(SkipReason.STATISTICS))
                .isEqualTo(metrics.rowGroupsSkipped())
                .isEqualTo(8);
        assertThat(explanation.rowGroups().get(3).rowsFiltered())
                .isEqualTo(metrics.rowsFiltered())
                .isEqualTo(55);
    }

    @Test
    void countsPruningRequestsSeparately() throws IOException {
        ScanMetrics metrics = new ScanMetrics();
        ScanExplanation explanation = explain(metrics, scan -> scan.filter(between(2_500, 3_499), RowFiltering.NONE));
        assertThat(explanation.pruningRequests())
                .isEqualTo(metrics.pruningRequests())
                .as("the column indexes and the offset indexes of two row groups, without gaps")
                .isEqualTo(3);
        assertThat(explanation.pruningBytes()).isEqualTo(metrics.pruningBytes()).isPositive();
        ScanExplanation second = explain(metrics, scan -> scan);
        assertThat(second.pruningRequests()).as("of this scan only").isZero();
    }

    @Test
    void skipsRowGroupWithoutMatchingPagesByColumnIndex() throws IOException {
        Predicate none = Predicate.And.of(id(Operator.LT, 100), id(Operator.GT, 900));
        ScanMetrics metrics = new ScanMetrics();
        ScanExplanation explanation =
                explain(metrics, scan -> scan.filter(none, RowFiltering.NONE).rowGroups(ordinal -> ordinal == 0));
        assertThat(statuses(explanation)).containsExactly(Status.SKIPPED);
        assertThat(explanation.rowGroups().get(0).reason()).isEqualTo(SkipReason.COLUMN_INDEX);
        assertThat(explanation.rowGroups().get(0).condition()).isEqualTo(none);
        assertThat(metrics.rowGroupsSkipped(SkipReason.COLUMN_INDEX)).isEqualTo(1);
        assertThat(metrics.bytesSkipped(SkipReason.COLUMN_INDEX))
                .isEqualTo(metrics.bytesSkipped())
                .isPositive();
    }

    @Test
    void namesInconclusivePruningSteps() throws IOException {
        Predicate amount = new Predicate.Comparison(List.of("amount"), Operator.EQ, new Literal.IntegerLiteral(3));
        ScanExplanation explanation = explain(scan -> scan.filter(amount, RowFiltering.NONE));
        assertThat(explanation.rowGroups())
                .allSatisfy(group -> assertThat(group.inconclusive()).containsExactly(SkipReason.COLUMN_INDEX));
    }

    @Test
    void namesRowGroupsWhoseRowsAllMatch() throws IOException {
        Predicate all = id(Operator.GE, 5_000);
        ScanExplanation explanation = explain(scan -> scan.filter(all, RowFiltering.NONE));
        assertThat(statuses(explanation).subList(0, 5)).containsOnly(Status.SKIPPED);
        assertThat(statuses(explanation).subList(5, 10)).containsOnly(Status.MATCHED);
        assertThat(explanation.rowGroups().get(7).reason()).isEqualTo(SkipReason.STATISTICS);
        assertThat(explanation.rowGroups().get(7).condition()).isEqualTo(all);
    }

    @Test
    void namesRowGroupsNotReached() throws IOException {
        ScanExplanation explanation = new ScanExplanation();
        try (ParquetFile file = ParquetFile.open(new MemoryInputFile("sales.parquet", BYTES), OPTIONS)) {
            ScanBuilder scan = file.scan().explanation(explanation);
            scan.plan();
            assertThat(statuses(explanation)).hasSize(10).containsOnly(Status.NOT_REACHED);
            try (BatchReader reader = scan.open()) {
                reader.next();
            }
        }
        assertThat(statuses(explanation).get(0)).isEqualTo(Status.READ);
        assertThat(statuses(explanation).subList(1, 10)).containsOnly(Status.NOT_REACHED);
        assertThat(explanation.columns()).extracting(ColumnReport::pagesRead).containsOnly(10L);
    }

    @Test
    void eachScanResetsExplanation() throws IOException {
        ScanExplanation explanation = new ScanExplanation();
        try (ParquetFile file = ParquetFile.open(new MemoryInputFile("sales.parquet", BYTES), OPTIONS)) {
            file.scan().explanation(explanation).open().close();
            assertThat(explanation.rowGroups()).hasSize(10);
            file.scan()
                    .rowGroups(ordinal -> ordinal == 4)
                    .explanation(explanation)
                    .open()
                    .close();
            assertThat(explanation.rowGroups())
                    .extracting(RowGroupReport::ordinal)
                    .containsExactly(4);
            assertThat(explanation.filter()).isNull();
        }
    }

    @Test
    void documentedExampleIsOutputOfScan() throws IOException {
        ScanExplanation explanation = explain(scan ->
                scan.filter(between(2_500, 3_444), FilterSemantics.of(MissingColumns.UNKNOWN), RowFiltering.ALWAYS));
        Path document = Path.of("../docs/explaining.md");
        Matcher example = Pattern.compile("(?s)```\\nsales.parquet\\n.*?```").matcher(Files.readString(document));
        assertThat(example.find()).isTrue();
        String expected = "```\n" + explanation.text() + "```";
        if ("write".equals(System.getProperty("pq2.docs"))) {
            Files.writeString(document, example.replaceFirst(Matcher.quoteReplacement(expected)));
        } else {
            assertThat(example.group())
                    .as("docs/explaining.md; -Dpq2.docs=write regenerates it")
                    .isEqualTo(expected);
        }
    }
}
