package io.pq2.internal.predicate.filter;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.internal.predicate.prune.FilterBatch;
import io.pq2.internal.predicate.prune.FilterPredicates;
import io.pq2.internal.predicate.prune.FilterTable;
import io.pq2.internal.predicate.prune.FilterTruth;
import io.pq2.internal.predicate.prune.StatisticsEvaluator;
import io.pq2.internal.predicate.prune.TruthValues;
import io.pq2.predicate.FilterSemantics;
import io.pq2.predicate.MissingColumns;
import io.pq2.predicate.NanOrder;
import io.pq2.predicate.Predicate;
import io.pq2.schema.Column;
import io.pq2.schema.Shape;
import io.pq2.vector.Batch;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class BatchFilterTest {

    @Property(tries = 3_000)
    void selectsExactlyTheRowsForWhichThePredicateIsTrue(@ForAll long seed) {
        Random random = new Random(seed);
        FilterTable table = new FilterTable(random, 1 + random.nextInt(200));
        Predicate predicate = new FilterPredicates(table, random).predicate(random.nextInt(4));
        NanOrder nans = random.nextBoolean() ? NanOrder.GREATEST : NanOrder.UNORDERED;
        FilterSemantics semantics = new FilterSemantics(MissingColumns.ARE_NULL, nans, column -> true);
        Set<Column> needed = BatchFilter.columns(predicate, FilterTable.SCHEMA, semantics);
        boolean pruned = random.nextBoolean() && !needed.isEmpty();
        Shape.Struct whole = FilterTable.SCHEMA.shape();
        Shape.Struct shape = pruned ? whole.select(needed::contains) : whole;
        BatchFilter filter = BatchFilter.of(predicate, FilterTable.SCHEMA, shape, semantics);
        for (int i = 0; i < 4; i++) {
            Batch batch = new FilterBatch(table, random).batch(shape);
            int[] rows = new int[table.rows()];
            int count = filter.select(batch, rows);
            List<Integer> expected = new ArrayList<>();
            for (int row = 0; row < table.rows(); row++) {
                TruthValues truth = new FilterTruth(table, row, nans == NanOrder.GREATEST).of(predicate);
                if (truth.mayBeTrue()) {
                    expected.add(row);
                    assertThat(!filter.isExact() || truth.equals(TruthValues.TRUE))
                            .isTrue();
                }
            }
            assertThat(Arrays.stream(rows, 0, count).boxed())
                    .as("%s", predicate)
                    .containsExactlyElementsOf(expected);
        }
    }

    @Property(tries = 2_000)
    void statisticsAgreeWithTheRowsAndTheResidualSelectsTheSameRows(@ForAll long seed) {
        Random random = new Random(seed);
        FilterTable table = new FilterTable(random, 1 + random.nextInt(6));
        Predicate predicate = new FilterPredicates(table, random).predicate(random.nextInt(4));
        Shape.Struct shape = FilterTable.SCHEMA.shape();
        BatchFilter filter = BatchFilter.of(predicate, FilterTable.SCHEMA, shape, MissingColumns.ARE_NULL);
        if (!filter.isExact()) {
            return;
        }
        StatisticsEvaluator evaluator =
                new StatisticsEvaluator(FilterTable.SCHEMA, table::statistics, MissingColumns.ARE_NULL);
        Batch batch = new FilterBatch(table, random).batch(shape);
        int[] rows = new int[table.rows()];
        int count = filter.select(batch, rows);
        switch (evaluator.evaluate(predicate).matchingRows()) {
            case NO_ROWS -> assertThat(count).as("%s", predicate).isZero();
            case ALL_ROWS -> assertThat(count).as("%s", predicate).isEqualTo(table.rows());
            case SOME_ROWS -> assertThat(count).isBetween(0, table.rows());
        }
        Predicate residual = evaluator.residual(predicate);
        int[] again = new int[table.rows()];
        int left = BatchFilter.of(residual, FilterTable.SCHEMA, shape, MissingColumns.ARE_NULL)
                .select(batch, again);
        assertThat(Arrays.copyOf(again, left))
                .as("%s of %s", residual, predicate)
                .isEqualTo(Arrays.copyOf(rows, count));
    }
}
