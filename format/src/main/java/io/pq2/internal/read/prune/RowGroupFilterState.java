package io.pq2.internal.read.prune;

import io.pq2.internal.predicate.prune.LeafStatisticsEvaluator;
import io.pq2.internal.predicate.prune.RowGroupPruner;
import io.pq2.internal.predicate.prune.StatisticsEvaluator;
import io.pq2.internal.predicate.prune.TruthValues;
import io.pq2.predicate.Predicate;
import io.pq2.read.ScanBuilder.RowFilter;
import io.pq2.schema.Column;
import io.pq2.schema.Schema;
import io.pq2.statistics.ColumnStatistics;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What is known about the conditions of a filter among the rows of a row group: by the footer, and by all that was looked at since.
 * What one source says of a condition narrows what the others leave open.
 */
public final class RowGroupFilterState {

    private final Schema schema;
    private final Set<Column> lookedAt;
    private final RowFilter filter;
    /** Null if statistics are not to be used. */
    private final RowGroupPruner pruner;

    private final int rowGroup;
    private final StatisticsEvaluator evaluator;
    private final Map<Integer, ColumnStatistics> statistics = new HashMap<>();
    private final IdentityHashMap<Predicate.Leaf, TruthValues> found = new IdentityHashMap<>();
    /** What statistics say, for it is asked again and again; long lists take time. */
    private final IdentityHashMap<Predicate.Leaf, TruthValues> byStatistics = new IdentityHashMap<>();

    private boolean levels;

    /**
     * @param pruner what knows the statistics, null if they are not to be used
     * @param lookedAt the columns that are read to leave single rows out
     * @param rowGroup the row group's index in the file
     */
    public RowGroupFilterState(
            Schema schema, RowFilter filter, RowGroupPruner pruner, Set<Column> lookedAt, int rowGroup) {
        this.schema = schema;
        this.lookedAt = lookedAt;
        this.filter = filter;
        this.rowGroup = rowGroup;
        this.pruner = pruner;
        this.evaluator =
                StatisticsEvaluator.over(schema, new Known(), filter.semantics().missingColumns());
    }

    private final class Known implements StatisticsEvaluator.ConditionEvaluator {

        @Override
        public TruthValues truthValues(Predicate.Leaf leaf, Column column) {
            return RowGroupFilterState.this.truthValues(leaf, column);
        }

        @Override
        public TruthValues groupIsNull(Column column, int level) {
            return levels && pruner != null ? pruner.groupIsNull(rowGroup, column, level) : TruthValues.EITHER;
        }
    }

    private TruthValues truthValues(Predicate.Leaf leaf, Column column) {
        TruthValues known = byStatistics.get(leaf);
        if (known == null) {
            known = LeafStatisticsEvaluator.truthValues(leaf, statistics(column));
            byStatistics.put(leaf, known);
        }
        return known.intersect(found.getOrDefault(leaf, TruthValues.ANY));
    }

    /** What the footer says of a column; nothing but its type if statistics are not to be used. */
    ColumnStatistics statistics(Column column) {
        return statistics.computeIfAbsent(column.index(), index -> {
            if (pruner == null) {
                return ColumnStatistics.unknown(column);
            }
            return levels ? pruner.statisticsWithLevels(rowGroup, column) : pruner.statistics(rowGroup, column);
        });
    }

    /** Adds what histograms of levels say about nulls. */
    public RowGroupFilterState withLevels() {
        levels = true;
        statistics.clear();
        byStatistics.clear();
        return this;
    }

    /** Adds what a source says of a condition, which is one of the filter's. */
    void add(Predicate.Leaf leaf, TruthValues truthValues) {
        found.merge(leaf, truthValues, TruthValues::intersect);
    }

    /** Whether something was added that says anything. */
    boolean isMoreThanStatistics() {
        return found.values().stream().anyMatch(truthValues -> !truthValues.equals(TruthValues.ANY));
    }

    /** What is known of predicates made of the filter's conditions. */
    public StatisticsEvaluator evaluator() {
        return evaluator;
    }

    /** What is left to check of the filter; the filter's own condition if nothing of it is decided. */
    public Predicate residual() {
        Predicate residual = evaluator.residual(filter.condition());
        return residual.equals(filter.condition()) || !canBeChecked(residual) ? filter.condition() : residual;
    }

    /**
     * Whether rows can be checked by columns that are read: next to a condition that is not decided upon for single rows, the filter
     * needs fewer than without it.
     */
    private boolean canBeChecked(Predicate residual) {
        for (List<String> path : residual.paths()) {
            Column column = schema.column(path);
            if (column != null && !lookedAt.contains(column)) {
                return lookedAt.containsAll(filter.with(residual).columns(schema));
            }
        }
        return true;
    }
}
