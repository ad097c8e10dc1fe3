package io.pq2.internal.read.explain;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.internal.read.plan.PruningPlan;
import io.pq2.internal.read.plan.RowGroupReadPlan;
import io.pq2.internal.read.source.ReadPurpose;
import io.pq2.predicate.Literal;
import io.pq2.predicate.Predicate;
import io.pq2.predicate.Predicate.Operator;
import io.pq2.predicate.SkipReason;
import io.pq2.read.RowGroupReport;
import io.pq2.read.ScanExplanation;
import io.pq2.read.ScanPlan.SkippedRowGroup;
import io.pq2.schema.Column;
import io.pq2.schema.Schema;
import io.pq2.schema.SchemaText;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Checks the text of explanations for each status of row groups and columns. */
class ExplanationTextTest {

    private static final Schema SCHEMA =
            SchemaText.parse("message m { required int64 k; optional group g { optional int64 inner; } }");
    private static final List<Column> COLUMNS = SCHEMA.columns();
    private static final Predicate K =
            new Predicate.Comparison(List.of("k"), Operator.EQ, new Literal.IntegerLiteral(7));
    private static final Predicate INNER = new Predicate.IsNull(List.of("g", "inner"));

    private final ExplanationRecorder explanation = new ExplanationRecorder(ScanExplanation.MAX_CHUNKS);

    private String text() {
        return new ExplanationText(explanation).toString();
    }

    private static RowGroupReadPlan plan(int ordinal) {
        return new RowGroupReadPlan(ordinal, 1000L * ordinal, 1000, 0, 1000, List.of(), null, PruningPlan.NONE);
    }

    private static SkippedRowGroup skipped(int ordinal, SkipReason reason) {
        return new SkippedRowGroup(ordinal, 1000, 3 << 20, reason, reason == SkipReason.STATISTICS ? K : INNER);
    }

    private static long[] bytes() {
        return new long[] {1 << 20, 2 << 20};
    }

    @Test
    void explainsNothingBeforeAScanIsPlanned() {
        assertThat(text()).isEqualTo("""

                filter      none
                row groups  0 of 0 read
                rows        0 of 0 returned
                pages       0 read
                bytes       0 B read in 0 requests
                """);
    }

    @Test
    void namesEachSkipReason() {
        explanation.planning("table/part-0.parquet", Predicate.And.of(K, INNER), COLUMNS);
        int ordinal = 0;
        for (SkipReason reason : List.of(
                SkipReason.STATISTICS, SkipReason.LEVEL_HISTOGRAM, SkipReason.BLOOM_FILTER, SkipReason.DICTIONARY)) {
            explanation.rowGroupSkipped(skipped(ordinal++, reason), bytes());
            explanation.rowGroupSkipped(skipped(ordinal++, reason), bytes());
        }
        assertThat(text()).isEqualTo("""
                table/part-0.parquet
                filter      %s
                row groups  0 of 8 read, 2 skipped by statistics, 2 skipped by level histograms, \
                2 skipped by bloom filters, \
                2 skipped by dictionaries
                rows        0 of 8,000 returned, 8,000 skipped with their row groups
                pages       0 read
                bytes       0 B read in 0 requests; 24.0 MiB skipped

                row groups 0-1  2,000 rows  6.0 MiB  skipped by statistics (k = 7)
                row groups 2-3  2,000 rows  6.0 MiB  skipped by level histograms (%s)
                row groups 4-5  2,000 rows  6.0 MiB  skipped by bloom filters (%s)
                row groups 6-7  2,000 rows  6.0 MiB  skipped by dictionaries (%s)

                column   bytes read   skipped  pages read  passed over  skipped  by
                k               0 B   8.0 MiB           0            0        0  statistics 2.0 MiB, \
                level histograms 2.0 MiB, \
                bloom filters 2.0 MiB, dictionaries 2.0 MiB
                g.inner         0 B  16.0 MiB           0            0        0  statistics 4.0 MiB, \
                level histograms 4.0 MiB, \
                bloom filters 4.0 MiB, dictionaries 4.0 MiB
                """.formatted(Predicate.And.of(K, INNER), INNER, INNER, INNER));
    }

    @Test
    void separatesReadFromSkipped() {
        explanation.planning("f", K, COLUMNS.subList(0, 1));
        for (int i = 0; i < 6; i++) {
            explanation.rowGroupPlanned(plan(i));
        }
        explanation.requested(ReadPurpose.DATA, 4, 1000);
        explanation.requested(ReadPurpose.PRUNING, 1, 1000);
        for (int i = 0; i < 2; i++) {
            explanation.chunkRequested(i, 0, 600, 400, 3, SkipReason.COLUMN_INDEX);
            explanation.rowsPruned(i, 300);
            explanation.nothingExcluded(i, SkipReason.DICTIONARY);
            explanation.nothingExcluded(i, SkipReason.BLOOM_FILTER);
            explanation.rowGroupRead(i, false);
            explanation.rowsDecoded(i, 200, 500, 0);
            explanation.pagesRead(i, 0, 4, 3, 0, 0);
        }
        explanation.allRowsMatch(2, SkipReason.STATISTICS, K);
        explanation.rowGroupRead(2, true);
        explanation.chunkRequested(2, 0, 1000, 0, 0, SkipReason.COLUMN_INDEX);
        explanation.rowsDecoded(2, 1000, 0, 0);
        explanation.pagesRead(2, 0, 10, 0, 0, 0);
        explanation.rowGroupSkipped(new SkippedRowGroup(3, 1000, 1000, SkipReason.BLOOM_FILTER, K), new long[] {1000});
        assertThat(text()).isEqualTo("""
                f
                filter      k = 7
                row groups  3 of 6 read, 1 skipped by bloom filters, 2 not reached
                rows        1,400 of 6,000 returned, 1,000 skipped with their row groups, \
                600 skipped with their pages, \
                1,000 filtered individually
                pages       18 read, 6 passed over, 6 skipped in row groups that were read
                bytes       2.0 KiB read in 5 requests, including 1000 B in 1 request for pruning; 1.8 KiB skipped

                row groups 0-1  2,000 rows  0 B  read, 600 rows skipped by page indexes, \
                1,000 rows filtered individually; \
                nothing excluded by bloom filters, dictionaries
                row group 2     1,000 rows  0 B  read; all rows match by statistics (k = 7)
                row group 3     1,000 rows  0 B  skipped by bloom filters (k = 7)
                row groups 4-5  2,000 rows  0 B  not reached

                column  bytes read  skipped  pages read  passed over  skipped  by
                k          2.1 KiB  1.8 KiB          18            6        6  bloom filters 1000 B, page indexes 800 B
                """);
    }

    @Test
    void joinsOnlyConsecutiveRowGroups() {
        explanation.planning("f", K, List.of());
        for (int ordinal : new int[] {0, 1, 3, 4, 5, 9}) {
            explanation.rowGroupSkipped(skipped(ordinal, SkipReason.STATISTICS), new long[0]);
        }
        assertThat(text().lines()
                        .filter(line -> line.startsWith("row group ")
                                || line.startsWith("row groups ") && !line.contains(" of ")))
                .map(line -> line.substring(0, 14))
                .containsExactly("row groups 0-1", "row groups 3-5", "row group 9   ");
    }

    @Test
    void sumsUpTheLinesOfLongTables() {
        explanation.planning("f", K, List.of());
        for (int i = 0; i < 10_000; i++) {
            if (i % 2 == 0) {
                explanation.rowGroupSkipped(skipped(i, SkipReason.BLOOM_FILTER), new long[0]);
            } else {
                explanation.rowGroupPlanned(plan(i));
            }
        }
        String text = text();
        assertThat(text.lines().count()).isLessThan(60);
        assertThat(text).endsWith("""
                row group 38      1,000 rows   3.0 MiB  skipped by bloom filters (%s)
                9,961 more    9,961,000 rows  14.6 GiB
                """.formatted(INNER));
        assertThat(text).contains("row groups  0 of 10,000 read, 5,000 skipped by bloom filters, 5,000 not reached\n");
    }

    @Test
    void truncatesLongConditions() {
        Predicate longer = new Predicate.StartsWith(List.of("s"), io.pq2.predicate.ByteString.of("x".repeat(1000)));
        explanation.planning("f", longer, List.of());
        assertThat(text().lines().toList().get(1)).hasSize(12 + 200 + 3).endsWith("xxx...");
    }

    @Test
    void keepsOnlyTotalsOfManyColumnChunks() {
        StringBuilder schema = new StringBuilder("message m {");
        for (int i = 0; i < 1000; i++) {
            schema.append("required int32 c").append(i).append(';');
        }
        List<Column> many = SchemaText.parse(schema.append('}').toString()).columns();
        explanation.planning("f", K, many);
        for (int i = 0; i < 200; i++) {
            explanation.rowGroupPlanned(plan(i));
            explanation.chunkRequested(i, 999, 10, 1, 1, SkipReason.COLUMN_INDEX);
        }
        List<RowGroupReport> groups = explanation.rowGroups();
        assertThat(groups.get(64).columns()).hasSize(1000);
        assertThat(groups.get(65).columns()).isEmpty();
        assertThat(explanation.columns().get(999).bytesRequested()).isEqualTo(2000);
        assertThat(explanation.columns().get(999).pagesSkipped()).isEqualTo(200);
        assertThat(text()).contains("\n961 more     2.0 KiB    200 B");
    }
}
