package io.pq2.internal.predicate.prune;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.internal.statistics.StatisticsDecoder;
import io.pq2.internal.statistics.WriterTrust;
import io.pq2.internal.writer.WriterVersion;
import io.pq2.metadata.BoundingBox;
import io.pq2.metadata.ColumnMetaData;
import io.pq2.metadata.ColumnMetaDataBuilder;
import io.pq2.metadata.GeospatialStatistics;
import io.pq2.predicate.ByteString;
import io.pq2.predicate.Literal;
import io.pq2.predicate.MissingColumns;
import io.pq2.predicate.Predicate;
import io.pq2.schema.Column;
import io.pq2.schema.LogicalType;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.PrimitiveField;
import io.pq2.schema.Repetition;
import io.pq2.schema.Schema;
import io.pq2.statistics.ColumnStatistics;
import java.math.BigDecimal;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class StatisticsEvaluatorTest {

    private enum Truth {
        TRUE,
        FALSE,
        UNKNOWN;

        static Truth of(boolean value) {
            return value ? TRUE : FALSE;
        }

        Truth not() {
            return this == UNKNOWN ? UNKNOWN : of(this == FALSE);
        }
    }

    @Property(tries = 3_000)
    void agreesWithTheRows(@ForAll long seed) {
        Random random = new Random(seed);
        RandomTable table = new RandomTable(random);
        Predicate predicate = new RandomPredicates(random).predicate(3);
        StatisticsEvaluator evaluator =
                new StatisticsEvaluator(RandomTable.SCHEMA, table::statistics, MissingColumns.ARE_NULL);
        PruningDecision decision = evaluator.evaluate(predicate);
        for (boolean nanIsGreatest : new boolean[] {true, false}) {
            for (int row = 0; row < table.rows(); row++) {
                Truth truth = truth(predicate, table, row, nanIsGreatest);
                switch (decision.matchingRows()) {
                    case NO_ROWS ->
                        assertThat(truth).as("%s by %s", predicate, decision).isNotEqualTo(Truth.TRUE);
                    case ALL_ROWS ->
                        assertThat(truth).as("%s by %s", predicate, decision).isEqualTo(Truth.TRUE);
                    case SOME_ROWS -> assertThat(decision.decidedBy()).isNull();
                }
            }
        }
        if (decision.decidedBy() != null) {
            assertThat(evaluator.evaluate(decision.decidedBy()).matchingRows()).isEqualTo(decision.matchingRows());
        }
    }

    private static Truth truth(Predicate predicate, RandomTable table, int row, boolean nanIsGreatest) {
        if (predicate instanceof Predicate.And and) {
            Truth result = Truth.TRUE;
            for (Predicate operand : and.operands()) {
                Truth truth = truth(operand, table, row, nanIsGreatest);
                result = result == Truth.FALSE || truth == Truth.TRUE ? result : truth;
            }
            return result;
        } else if (predicate instanceof Predicate.Or or) {
            List<Predicate> negated =
                    or.operands().stream().<Predicate>map(Predicate.Not::new).toList();
            return truth(new Predicate.And(negated), table, row, nanIsGreatest).not();
        } else if (predicate instanceof Predicate.Not not) {
            return truth(not.operand(), table, row, nanIsGreatest).not();
        } else if (predicate instanceof Predicate.Leaf leaf) {
            Column column = RandomTable.SCHEMA.column(leaf.path());
            if (column != null && column.maxRepetitionLevel() > 0) {
                return Truth.values()[arbitrary(row, 3)]; // The evaluator must not conclude anything.
            }
            Comparable<?> value = column == null ? null : table.value(column, row);
            return leafTruth(leaf, value, row, nanIsGreatest);
        }
        return Truth.of(predicate instanceof Predicate.AlwaysTrue);
    }

    private static int arbitrary(int row, int bound) {
        return (row * 7 + 5) % 11 % bound;
    }

    private static Truth leafTruth(Predicate.Leaf leaf, Comparable<?> value, int row, boolean nanIsGreatest) {
        if (leaf instanceof Predicate.IsNull) {
            return Truth.of(value == null);
        } else if (leaf instanceof Predicate.IsNotNull) {
            return Truth.of(value != null);
        } else if (leaf instanceof Predicate.EqualNullSafe equal) {
            return value == null || equal.literal() == null
                    ? Truth.of(value == null && equal.literal() == null)
                    : compare(Predicate.Operator.EQ, equal.literal(), value, row, nanIsGreatest);
        } else if (value == null) {
            return Truth.UNKNOWN;
        } else if (leaf instanceof Predicate.Comparison comparison) {
            return compare(comparison.operator(), comparison.literal(), value, row, nanIsGreatest);
        } else if (leaf instanceof Predicate.StartsWith startsWith) {
            return value instanceof ByteString bytes
                    ? Truth.of(bytes.startsWith(startsWith.prefix()))
                    : Truth.of(arbitrary(row, 2) == 0);
        }
        Predicate.In in = (Predicate.In) leaf;
        for (Literal literal : in.literals()) {
            if (compare(Predicate.Operator.EQ, literal, value, row, nanIsGreatest) == Truth.TRUE) {
                return Truth.TRUE;
            }
        }
        return in.containsNull() ? Truth.UNKNOWN : Truth.FALSE;
    }

    private static Truth compare(
            Predicate.Operator operator, Literal literal, Comparable<?> value, int row, boolean nanIsGreatest) {
        if (!FilterTruth.areComparable(literal, value.getClass())) {
            return Truth.of(arbitrary(row, 2) == 0);
        }
        boolean nan = literal.isNan() || (value instanceof Double number && number.isNaN());
        if (nan && !nanIsGreatest) {
            return Truth.of(operator == Predicate.Operator.NE);
        }
        int order = FilterTruth.order(value, literal.value());
        return Truth.of(
                switch (operator) {
                    case EQ -> order == 0;
                    case NE -> order != 0;
                    case LT -> order < 0;
                    case LE -> order <= 0;
                    case GT -> order > 0;
                    case GE -> order >= 0;
                });
    }

    @Test
    void namesTheDecidingCondition() {
        Predicate.Comparison decisive = compare("int", Predicate.Operator.GT, 10);
        Predicate other = compare("long", Predicate.Operator.GT, 0);
        Predicate predicate = Predicate.And.of(other, Predicate.Or.of(decisive, new Predicate.AlwaysFalse()));
        PruningDecision decision = between0And5().evaluate(predicate);
        assertThat(decision.matchingRows()).isEqualTo(MatchingRows.NO_ROWS);
        assertThat(decision.decidedBy()).isEqualTo(Predicate.Or.of(decisive, new Predicate.AlwaysFalse()));
        assertThat(between0And5().evaluate(Predicate.And.of(other, decisive)).decidedBy())
                .isEqualTo(decisive);
        assertThat(decisive).hasToString("int > 10");
    }

    @Test
    void comparesIntegersWithDecimalsExactly() {
        Predicate half = new Predicate.Comparison(
                List.of("int"), Predicate.Operator.GT, new Literal.DecimalLiteral(new BigDecimal("5.0001")));
        assertThat(between0And5().evaluate(half).matchingRows()).isEqualTo(MatchingRows.NO_ROWS);
        assertThat(between0And5()
                        .evaluate(compare("int", Predicate.Operator.LE, 5))
                        .matchingRows())
                .isEqualTo(MatchingRows.ALL_ROWS);
        assertThat(between0And5()
                        .evaluate(compare("int", Predicate.Operator.LT, 5))
                        .matchingRows())
                .isEqualTo(MatchingRows.SOME_ROWS);
    }

    @Test
    void isUndecidedAboutLiteralsOfAnotherType() {
        Predicate text = new Predicate.Comparison(List.of("int"), Predicate.Operator.EQ, Literal.BinaryLiteral.of("7"));
        assertThat(between0And5().evaluate(text)).isEqualTo(PruningDecision.UNDECIDED);
    }

    @Test
    void doesNotPruneColumnsThatMayHaveNans() {
        Column column = RandomTable.SCHEMA.column(List.of("double"));
        Predicate above = new Predicate.Comparison(column.path(), Predicate.Operator.GT, new Literal.DoubleLiteral(10));
        ColumnStatistics mayHaveNan = new ColumnStatistics(column, 0.0, 5.0, null, null, 10L, 0L, null);
        ColumnStatistics hasNone = new ColumnStatistics(column, 0.0, 5.0, null, null, 10L, 0L, 0L);
        assertThat(LeafStatisticsEvaluator.truthValues((Predicate.Leaf) above, mayHaveNan)
                        .matchingRows())
                .isEqualTo(MatchingRows.SOME_ROWS);
        assertThat(LeafStatisticsEvaluator.truthValues((Predicate.Leaf) above, hasNone)
                        .matchingRows())
                .isEqualTo(MatchingRows.NO_ROWS);
    }

    @Test
    void treatsMissingColumnsAsNullOnlyIfConfigured() {
        Predicate isNull = new Predicate.IsNull(List.of("nowhere"));
        assertThat(between0And5().evaluate(isNull).matchingRows()).isEqualTo(MatchingRows.ALL_ROWS);
        StatisticsEvaluator cautious =
                new StatisticsEvaluator(RandomTable.SCHEMA, ColumnStatistics::unknown, MissingColumns.UNKNOWN);
        assertThat(cautious.evaluate(isNull)).isEqualTo(PruningDecision.UNDECIDED);
        assertThat(between0And5()
                        .evaluate(new Predicate.IsNotNull(List.of("group")))
                        .matchingRows())
                .as("a group is present if one of its columns is")
                .isEqualTo(MatchingRows.ALL_ROWS);
        assertThat(between0And5()
                        .evaluate(new Predicate.IsNull(List.of("group", "new")))
                        .matchingRows())
                .isEqualTo(MatchingRows.ALL_ROWS);
    }

    @Test
    void prunesByPrefixes() {
        Column column = RandomTable.SCHEMA.column(List.of("text"));
        ColumnStatistics statistics =
                new ColumnStatistics(column, ByteString.of("abc"), ByteString.of("abz"), null, null, 10L, 0L, 0L);
        assertThat(prefix(column, "ab", statistics)).isEqualTo(MatchingRows.ALL_ROWS);
        assertThat(prefix(column, "abd", statistics)).isEqualTo(MatchingRows.SOME_ROWS);
        assertThat(prefix(column, "b", statistics)).isEqualTo(MatchingRows.NO_ROWS);
        assertThat(prefix(column, "abb", statistics)).isEqualTo(MatchingRows.NO_ROWS);
        assertThat(prefix(column, "", statistics)).isEqualTo(MatchingRows.ALL_ROWS);
    }

    private static MatchingRows prefix(Column column, String prefix, ColumnStatistics statistics) {
        return LeafStatisticsEvaluator.truthValues(
                        new Predicate.StartsWith(column.path(), ByteString.of(prefix)), statistics)
                .matchingRows();
    }

    private static Predicate.Comparison compare(String column, Predicate.Operator operator, long literal) {
        return new Predicate.Comparison(List.of(column), operator, new Literal.IntegerLiteral(literal));
    }

    private static StatisticsEvaluator between0And5() {
        return new StatisticsEvaluator(
                RandomTable.SCHEMA,
                column -> new ColumnStatistics(column, BigDecimal.ZERO, BigDecimal.valueOf(5), null, null, 10L, 0L, 0L),
                MissingColumns.ARE_NULL);
    }

    @Test
    void prunesByBoundingBoxes() {
        assertThat(intersects(box(0, 5, 0, 5), new LogicalType.GeometryType(null), box(6, 9, 0, 5)))
                .isEqualTo(MatchingRows.NO_ROWS);
        assertThat(intersects(box(0, 5, 0, 5), new LogicalType.GeometryType(null), box(5, 9, 5, 9)))
                .isEqualTo(MatchingRows.SOME_ROWS);
        assertThat(intersects(box(0, 5, 0, 5), new LogicalType.GeometryType(null), box(4, -4, 6, 7)))
                .isEqualTo(MatchingRows.NO_ROWS);
        assertThat(intersects(box(Double.NaN, 5, 0, 5), new LogicalType.GeometryType(null), box(6, 9, 0, 5)))
                .isEqualTo(MatchingRows.SOME_ROWS);
    }

    @Test
    void prunesByBoxesAcrossTheAntimeridianOnTheGlobeOnly() {
        BoundingBox pacific = box(170, -170, 0, 5);
        LogicalType globe = new LogicalType.GeographyType(null, null);
        LogicalType plane = new LogicalType.GeometryType(null);
        assertThat(intersects(pacific, globe, box(-10, 10, 0, 5))).isEqualTo(MatchingRows.NO_ROWS);
        assertThat(intersects(pacific, globe, box(175, 176, 0, 5))).isEqualTo(MatchingRows.SOME_ROWS);
        assertThat(intersects(pacific, globe, box(160, -175, 0, 5))).isEqualTo(MatchingRows.SOME_ROWS);
        assertThat(intersects(pacific, plane, box(-10, 10, 0, 5))).isEqualTo(MatchingRows.SOME_ROWS);
        assertThat(intersects(pacific, plane, box(-10, 10, 6, 7))).isEqualTo(MatchingRows.NO_ROWS);
    }

    private static BoundingBox box(double xmin, double xmax, double ymin, double ymax) {
        return new BoundingBox(xmin, xmax, ymin, ymax, null, null, null, null);
    }

    private static MatchingRows intersects(BoundingBox statistics, LogicalType type, BoundingBox query) {
        PrimitiveField field = new PrimitiveField("place", Repetition.OPTIONAL, PhysicalType.BYTE_ARRAY, type);
        Column column = new Schema("places", List.of(field)).columns().get(0);
        ColumnMetaData metadata = ColumnMetaDataBuilder.of(PhysicalType.BYTE_ARRAY, column.path())
                .values(10)
                .dataPageOffset(0)
                .geospatialStatistics(new GeospatialStatistics(statistics, null))
                .build();
        ColumnStatistics known =
                StatisticsDecoder.chunk(column, metadata, null, WriterTrust.known(WriterVersion.UNKNOWN));
        return LeafStatisticsEvaluator.truthValues(new Predicate.Intersects(column.path(), query), known)
                .matchingRows();
    }
}
