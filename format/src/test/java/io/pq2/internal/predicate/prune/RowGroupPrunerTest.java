package io.pq2.internal.predicate.prune;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.SharedFiles;
import io.pq2.internal.schema.tree.SchemaElements;
import io.pq2.internal.statistics.WriterTrust;
import io.pq2.internal.thrift.FooterReader;
import io.pq2.metadata.FileMetaData;
import io.pq2.predicate.ByteString;
import io.pq2.predicate.Literal;
import io.pq2.predicate.MissingColumns;
import io.pq2.predicate.Predicate;
import io.pq2.predicate.Predicate.Operator;
import io.pq2.schema.Column;
import io.pq2.schema.Schema;
import io.pq2.statistics.ColumnStatistics;
import io.pq2.statistics.StatisticsTrust;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class RowGroupPrunerTest {

    /** A file with five row groups: without NaN; with NaNs between -2 and 3; only NaN; min is zero; max is zero. */
    private static final String FLOATING = "data/floating_orders_nan_count.parquet";

    private record Footer(FileMetaData metadata, Schema schema) {

        static Footer of(Path file) {
            byte[] bytes = SharedFiles.plaintextFooter(file);
            FileMetaData metadata = FooterReader.read(bytes, 0, bytes.length);
            return new Footer(metadata, SchemaElements.toSchema(metadata.schema()));
        }

        RowGroupPruner pruner() {
            return new RowGroupPruner(
                    metadata, schema, MissingColumns.UNKNOWN, WriterTrust.of(StatisticsTrust.KNOWN, metadata));
        }

        List<MatchingRows> decisions(Predicate predicate) {
            RowGroupPruner pruner = pruner();
            return Stream.iterate(0, i -> i < metadata.rowGroups().size(), i -> i + 1)
                    .map(i -> pruner.decide(i, predicate).matchingRows())
                    .toList();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"float_ieee754", "double_ieee754", "float16_ieee754"})
    void prunesFloatsInTotalOrder(String column) {
        Footer footer = Footer.of(SharedFiles.parquetTesting(FLOATING));
        assertThat(footer.decisions(compare(column, Operator.GT, 4)))
                .containsExactly(
                        MatchingRows.SOME_ROWS,
                        MatchingRows.SOME_ROWS,
                        MatchingRows.SOME_ROWS,
                        MatchingRows.SOME_ROWS,
                        MatchingRows.NO_ROWS);
        assertThat(footer.decisions(compare(column, Operator.LT, 0)))
                .containsExactly(
                        MatchingRows.SOME_ROWS,
                        MatchingRows.SOME_ROWS,
                        MatchingRows.NO_ROWS,
                        MatchingRows.NO_ROWS,
                        MatchingRows.SOME_ROWS);
        assertThat(footer.decisions(compare(column, Operator.GE, -0.0)))
                .containsExactly(
                        MatchingRows.SOME_ROWS,
                        MatchingRows.SOME_ROWS,
                        MatchingRows.SOME_ROWS,
                        MatchingRows.ALL_ROWS,
                        MatchingRows.SOME_ROWS);
        assertThat(footer.decisions(compare(column, Operator.NE, 100)))
                .containsExactly(
                        MatchingRows.ALL_ROWS,
                        MatchingRows.ALL_ROWS,
                        MatchingRows.ALL_ROWS,
                        MatchingRows.ALL_ROWS,
                        MatchingRows.ALL_ROWS);
    }

    @ParameterizedTest
    @ValueSource(strings = {"float_typedef", "double_typedef", "float16_typedef"})
    void prunesFloatsInTypeOrderIfNansAreCounted(String column) {
        Footer footer = Footer.of(SharedFiles.parquetTesting(FLOATING));
        assertThat(footer.decisions(compare(column, Operator.LT, -10)))
                .containsExactly(
                        MatchingRows.NO_ROWS,
                        MatchingRows.SOME_ROWS,
                        MatchingRows.NO_ROWS,
                        MatchingRows.NO_ROWS,
                        MatchingRows.NO_ROWS);
    }

    @Test
    void marksTruncatedMinAndMaxAsInexact() {
        Footer footer = Footer.of(SharedFiles.parquetTesting("data/binary_truncated_min_max.parquet"));
        Column column = footer.schema().column(List.of("utf8_partial_truncation"));
        ColumnStatistics statistics = footer.pruner().statistics(0, column);
        assertThat(statistics.min()).isEqualTo(ByteString.of("Al"));
        assertThat(statistics.minExact()).isFalse();
        assertThat(statistics.max()).isEqualTo(ByteString.of("\uD83D\uDE80Kevin Bacon"));
        assertThat(statistics.maxExact()).isTrue();
    }

    @Test
    void doesNotTrustMinAndMaxWithANan() {
        Footer footer = Footer.of(SharedFiles.parquetTesting("data/nan_in_stats.parquet"));
        assertThat(footer.decisions(compare("x", Operator.GT, 1e300))).containsExactly(MatchingRows.SOME_ROWS);
    }

    @Test
    void doesNotTrustInt96InTypeOrder() {
        Footer footer = Footer.of(SharedFiles.parquetTesting("data/int96_from_spark.parquet"));
        Predicate never = new Predicate.Comparison(
                List.of("a"), Operator.LT, Literal.TimestampLiteral.ofMicros(Long.MIN_VALUE, true));
        assertThat(footer.decisions(never)).containsExactly(MatchingRows.SOME_ROWS);
    }

    @Test
    void prunesIntegersOfARealFile() {
        Footer footer = Footer.of(SharedFiles.parquetTesting("data/alltypes_tiny_pages.parquet"));
        Predicate decimal = new Predicate.Comparison(
                List.of("id"), Operator.GT, new Literal.DecimalLiteral(new BigDecimal("7299.0")));
        assertThat(footer.decisions(decimal)).containsExactly(MatchingRows.NO_ROWS);
        assertThat(footer.decisions(new Predicate.IsNotNull(List.of("id")))).containsExactly(MatchingRows.ALL_ROWS);
    }

    static Stream<Path> files() {
        return SharedFiles.parquetFiles("data").stream().filter(file -> SharedFiles.plaintextFooter(file) != null);
    }

    @ParameterizedTest
    @MethodSource("files")
    void doesNotPruneRowGroupsWithTheMin(Path file) {
        Footer footer = Footer.of(file);
        RowGroupPruner pruner = footer.pruner();
        for (int rowGroup = 0; rowGroup < footer.metadata().rowGroups().size(); rowGroup++) {
            for (Column column : footer.schema().columns()) {
                ColumnStatistics statistics = pruner.statistics(rowGroup, column);
                if (statistics.min() instanceof BigDecimal min) {
                    Predicate equal =
                            new Predicate.Comparison(column.path(), Operator.EQ, new Literal.DecimalLiteral(min));
                    assertThat(pruner.decide(rowGroup, equal).matchingRows()).isNotEqualTo(MatchingRows.NO_ROWS);
                }
            }
        }
    }

    private static Predicate compare(String column, Operator operator, double literal) {
        return new Predicate.Comparison(List.of(column), operator, new Literal.DoubleLiteral(literal));
    }
}
