package io.pq2.spark.internal.files.scan;

import io.pq2.internal.predicate.prune.MatchingRows;
import io.pq2.internal.predicate.prune.RowGroupPruner;
import io.pq2.internal.statistics.WriterTrust;
import io.pq2.predicate.MissingColumns;
import io.pq2.predicate.Predicate;
import io.pq2.read.AggregatePlan;
import io.pq2.read.AggregatePlan.RowGroupAnswer;
import io.pq2.read.ParquetFile;
import io.pq2.read.ScanMetrics;
import io.pq2.spark.internal.columns.leaf.DateTimeRules;
import io.pq2.spark.internal.kernel.groups.FooterBatch;
import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import org.apache.spark.sql.execution.datasources.PartitionedFile;
import org.jspecify.annotations.Nullable;

/**
 * The row groups of a split that a scan need not read for an aggregation: every row satisfies the query's conditions,
 * and the footer states the aggregates. Not thread-safe.
 */
public final class AnsweredRowGroups {

    private final FooterAnswers answers;
    private final Set<Integer> ordinals;
    private final Iterator<RowGroupAnswer> left;

    private AnsweredRowGroups(FooterAnswers answers, List<RowGroupAnswer> rowGroups) {
        this.answers = answers;
        this.ordinals = rowGroups.stream().map(RowGroupAnswer::ordinal).collect(Collectors.toSet());
        this.left = rowGroups.iterator();
    }

    /**
     * Finds the row groups, and counts them.
     *
     * @param configurer applies the scan, whose demand says what is aggregated
     * @param rules the date and time rules of the file
     * @param metrics receives the number of row groups
     * @return null if there are none
     * @throws io.pq2.exception.CorruptFileException if the footer contradicts itself
     */
    public static @Nullable AnsweredRowGroups of(
            ParquetFile file,
            PartitionedFile split,
            FileScanConfigurer configurer,
            DateTimeRules rules,
            ScanMetrics metrics)
            throws IOException {
        ScanSpec spec = configurer.spec();
        AggregatedRows aggregated = spec.demand().aggregated();
        boolean readsAll = aggregated == null
                || !spec.runtimeFilters().isEmpty()
                || !spec.settings().boxes().isEmpty();
        Optional<Predicate> condition = readsAll ? Optional.empty() : configurer.conditionOfAggregatedRows(file, rules);
        if (aggregated == null || condition.isEmpty()) {
            return null;
        }
        FooterAnswers answers = new FooterAnswers(file, spec, split, rules, aggregated.functions());
        if (!answers.areAnswerable()) {
            return null;
        }
        AggregatePlan plan = answers.plan(rowGroupsWithin(file, condition.get()));
        plan.countAnswered(metrics);
        List<RowGroupAnswer> found =
                plan.rowGroups().stream().filter(answer -> !answer.isScanned()).toList();
        return found.isEmpty() ? null : new AnsweredRowGroups(answers, found);
    }

    /** Returns a test of whether the condition is true for all rows of the row group with a given index. */
    private static IntPredicate rowGroupsWithin(ParquetFile file, Predicate condition) {
        if (condition instanceof Predicate.AlwaysTrue) {
            return ordinal -> true;
        }
        if (!file.options().statistics()) {
            return ordinal -> false;
        }
        WriterTrust trust = WriterTrust.of(file.options().statisticsTrust(), file.metadata());
        RowGroupPruner pruner = new RowGroupPruner(file.metadata(), file.schema(), MissingColumns.UNKNOWN, trust);
        return ordinal -> pruner.decide(ordinal, condition).matchingRows() == MatchingRows.ALL_ROWS;
    }

    /** Whether a row group is among these. */
    public boolean contains(int ordinal) {
        return ordinals.contains(ordinal);
    }

    /** Returns the aggregates of the next row group; null if there is none. Valid until the next call. */
    public @Nullable FooterBatch next() {
        return left.hasNext() ? answers.batch(left.next()) : null;
    }
}
