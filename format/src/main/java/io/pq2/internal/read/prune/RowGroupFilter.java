package io.pq2.internal.read.prune;

import io.pq2.internal.predicate.prune.PagePruner;
import io.pq2.internal.predicate.prune.PruningDecision;
import io.pq2.internal.predicate.prune.RowGroupPruner;
import io.pq2.internal.predicate.prune.RowRanges;
import io.pq2.internal.read.plan.ChunkReadPlan;
import io.pq2.internal.read.plan.PageIndexPlan;
import io.pq2.internal.read.plan.PruningPlan;
import io.pq2.internal.read.plan.RowGroupReadPlan;
import io.pq2.internal.read.plan.ScanFilter;
import io.pq2.internal.read.source.OpenFile;
import io.pq2.internal.statistics.PageStatistics;
import io.pq2.metadata.ColumnIndex;
import io.pq2.metadata.OffsetIndex;
import io.pq2.metadata.RowGroup;
import io.pq2.predicate.Predicate;
import io.pq2.schema.Column;
import io.pq2.schema.Shape;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A scan's filter, applied to the statistics of the row groups and pages of a file. */
public final class RowGroupFilter {

    private final OpenFile file;
    private final ScanFilter filter;
    private final Set<Column> columns;
    private final RowGroupPruner pruner;
    private final BoxCoverings coverings;

    /** Creates the filter of a scan. */
    public RowGroupFilter(OpenFile file, ScanFilter filter) {
        this.file = file;
        this.filter = filter;
        this.columns = filter.columns();
        this.pruner = new RowGroupPruner(
                file.metadata(), file.schema(), filter.semantics().missingColumns(), file.trust());
        this.coverings = BoxCoverings.of(file, filter.condition());
    }

    /** Returns the predicate. */
    public Predicate condition() {
        return filter.condition();
    }

    /** Returns the columns that are needed to filter single rows. */
    Set<Column> columns() {
        return columns;
    }

    /** Returns the columns that are needed to filter single rows by a residual of the predicate. */
    public Set<Column> columns(Predicate residual) {
        return filter.with(residual).columns();
    }

    /**
     * Returns the columns that are decoded first to filter single rows by a residual; none if single rows are not
     * filtered.
     */
    public Set<Column> columnsDecodedFirst(Predicate residual, Shape.Struct output) {
        return filter.with(residual).columnsDecodedFirst(output);
    }

    /** Returns the pruning decision of a row group's statistics, without level histograms. */
    RowGroupFilterState state(int rowGroup) {
        return new RowGroupFilterState(
                file.schema(), filter, file.options().statistics() ? pruner : null, columns, coverings, rowGroup);
    }

    /** Returns what contradicts itself in the statistics of a column chunk, as a clause; null if nothing does. */
    @Nullable
    String contradiction(int rowGroup, Column column) {
        return file.options().statistics() ? pruner.contradiction(rowGroup, column) : null;
    }

    /** Decides the filter for a row group. */
    PruningDecision evaluate(RowGroupFilterState state) {
        return state.evaluator().evaluate(filter.condition());
    }

    /** Returns the page statistics of the filter's columns that have a readable page index. */
    Map<Column, PageStatistics> pages(RowGroupReadPlan rowGroup, PageIndexFetch indexes) throws IOException {
        Map<Column, PageStatistics> pages = new HashMap<>();
        for (PageIndexPlan plan : rowGroup.pruning().pageIndexes()) {
            ColumnIndex statistics = indexes.columnIndex(plan.column());
            OffsetIndex offsets = indexes.offsetIndex(plan.column());
            if (statistics == null || offsets == null) {
                continue;
            }
            PageStatistics usable = pruner.pages(rowGroup.ordinal(), plan.column(), statistics, offsets);
            if (usable != null) {
                pages.put(plan.column(), usable);
            }
        }
        return pages;
    }

    /** Returns the plan of a row group of which all needed columns are read, and all rows are filtered. */
    RowGroupReadPlan withoutPruning(RowGroupReadPlan plan, List<Column> columns) {
        RowGroup rowGroup = file.metadata().rowGroups().get(plan.ordinal());
        return new RowGroupReadPlan(
                plan.ordinal(),
                plan.firstRow(),
                plan.rowCount(),
                plan.skippedRows(),
                plan.rowGroupRows(),
                ChunkReadPlan.list(file, plan.ordinal(), rowGroup, columns),
                filter.condition(),
                PruningPlan.NONE);
    }

    /** Returns the rows of a row group that can match the filter. */
    RowRanges rows(RowGroupReadPlan rowGroup, RowGroupFilterState state, Map<Column, PageStatistics> pages) {
        return new PagePruner(file.schema(), state.evaluator(), pages::get, rowGroup.rowGroupRows())
                .mayBeTrue(state.withCoverings(filter.condition()));
    }
}
