package io.pq2.internal.read.prune;

import io.pq2.internal.predicate.prune.LeafStatisticsEvaluator;
import io.pq2.internal.predicate.prune.RowGroupPruner;
import io.pq2.internal.predicate.prune.StatisticsEvaluator;
import io.pq2.internal.predicate.prune.TruthValues;
import io.pq2.internal.read.plan.ScanFilter;
import io.pq2.predicate.Predicate;
import io.pq2.schema.Column;
import io.pq2.schema.Schema;
import io.pq2.statistics.ColumnStatistics;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The possible truth values of a filter's conditions among the rows of one row group. The footer's statistics give the
 * first answer; bloom filters and dictionaries narrow it with {@link #add}.
 */
public final class RowGroupFilterState {

    private final Schema schema;
    private final Set<Column> filterColumns;
    private final ScanFilter filter;
    /** Absent if statistics are switched off. */
    private final @Nullable RowGroupPruner pruner;

    private final BoxCoverings coverings;
    private final int rowGroup;
    private final StatisticsEvaluator evaluator;
    private final Map<Integer, ColumnStatistics> statistics = new HashMap<>();
    private final IdentityHashMap<Predicate.Leaf, TruthValues> added = new IdentityHashMap<>();
    /** Results of the statistics. They are needed repeatedly, and long lists of values take long to evaluate. */
    private final IdentityHashMap<Predicate.Leaf, TruthValues> byStatistics = new IdentityHashMap<>();

    private boolean useLevels;

    /**
     * Creates the state of one row group.
     *
     * @param pruner reads the statistics; absent if statistics are switched off
     * @param filterColumns the columns that are read to filter single rows
     * @param coverings the columns with the boxes of geometries
     * @param rowGroup the index of the row group in the file
     */
    RowGroupFilterState(
            Schema schema,
            ScanFilter filter,
            @Nullable RowGroupPruner pruner,
            Set<Column> filterColumns,
            BoxCoverings coverings,
            int rowGroup) {
        this.schema = schema;
        this.filterColumns = filterColumns;
        this.filter = filter;
        this.coverings = coverings;
        this.rowGroup = rowGroup;
        this.pruner = pruner;
        this.evaluator = StatisticsEvaluator.over(
                schema, new Conditions(), filter.semantics().missingColumns());
    }

    private final class Conditions implements StatisticsEvaluator.ConditionEvaluator {

        @Override
        public TruthValues truthValues(Predicate.Leaf leaf, Column column) {
            return RowGroupFilterState.this.truthValues(leaf, column);
        }

        @Override
        public TruthValues groupIsNull(Column column, int level) {
            return useLevels && pruner != null ? pruner.groupIsNull(rowGroup, column, level) : TruthValues.EITHER;
        }
    }

    private TruthValues truthValues(Predicate.Leaf leaf, Column column) {
        TruthValues values = byStatistics.get(leaf);
        if (values == null) {
            values = LeafStatisticsEvaluator.truthValues(leaf, statistics(column));
            BoxCoverings.Covered covered = coverings.of(leaf);
            if (covered != null && excludes(covered)) {
                values = values.intersect(new TruthValues(false, true, true));
            }
            byStatistics.put(leaf, values);
        }
        return values.intersect(added.getOrDefault(leaf, TruthValues.ANY));
    }

    /** Whether the statistics of a covering show that no geometry intersects the box. */
    private boolean excludes(BoxCoverings.Covered covered) {
        return !evaluator.truthValues(covered.in(this::statistics)).mayBeTrue();
    }

    /** Returns a predicate for page statistics: the given one, with the conditions on coverings. */
    Predicate withCoverings(Predicate predicate) {
        return coverings.expand(predicate, covered -> covered.in(this::statistics));
    }

    /** Returns the statistics of a column; empty ones if statistics are switched off. */
    ColumnStatistics statistics(Column column) {
        return statistics.computeIfAbsent(column.index(), index -> {
            if (pruner == null) {
                return ColumnStatistics.unknown(column);
            }
            return useLevels ? pruner.statisticsWithLevels(rowGroup, column) : pruner.statistics(rowGroup, column);
        });
    }

    /** Uses level histograms too, which can tell the null count of a column or group. Returns this state. */
    public RowGroupFilterState withLevels() {
        useLevels = true;
        statistics.clear();
        byStatistics.clear();
        return this;
    }

    /** Narrows the possible truth values of one of the filter's conditions. */
    void add(Predicate.Leaf leaf, TruthValues values) {
        added.merge(leaf, values, TruthValues::intersect);
    }

    /** Whether {@link #add} narrowed any condition. */
    boolean isNarrowed() {
        return added.values().stream().anyMatch(values -> !values.equals(TruthValues.ANY));
    }

    /** Returns the evaluator of predicates that consist of the filter's conditions. */
    public StatisticsEvaluator evaluator() {
        return evaluator;
    }

    /** Returns the part of the filter that is not decided; the filter's own predicate if nothing is. */
    public Predicate residual() {
        Predicate residual = evaluator.residual(filter.condition());
        return residual.equals(filter.condition()) || !canBeChecked(residual) ? filter.condition() : residual;
    }

    /**
     * Whether the columns that are read suffice to check a residual. The whole filter can need fewer columns than its
     * residual: a condition that cannot be checked for single rows makes the check of its neighbours pointless.
     */
    private boolean canBeChecked(Predicate residual) {
        for (List<String> path : residual.paths()) {
            // A path can also name a group. Then any of its columns is read.
            Column column = schema.column(path);
            if (column == null || !filterColumns.contains(column)) {
                return filterColumns.containsAll(filter.with(residual).columns());
            }
        }
        return true;
    }
}
