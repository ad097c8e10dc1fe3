package io.pq2.internal.read.prune;

import io.pq2.internal.predicate.prune.PagePruner;
import io.pq2.internal.predicate.prune.RowGroupPruner;
import io.pq2.internal.predicate.prune.RowRanges;
import io.pq2.internal.read.decode.RowSelection;
import io.pq2.internal.statistics.PageStatistics;
import io.pq2.metadata.ColumnIndex;
import io.pq2.metadata.OffsetIndex;
import io.pq2.predicate.Predicate;
import io.pq2.read.ParquetFile;
import io.pq2.read.ScanBuilder.RowFilter;
import io.pq2.read.ScanPlan.PageIndexPlan;
import io.pq2.read.ScanPlan.RowGroupPlan;
import io.pq2.schema.Column;
import io.pq2.schema.Shape;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** Which rows of a row group a filter may keep, as page indexes say. */
public final class PageIndexPruning {

    private final ParquetFile file;
    private final RowFilter filter;
    private final Set<Column> lookedAt;
    private final RowGroupPruner pruner;

    public PageIndexPruning(ParquetFile file, RowFilter filter) {
        this.file = file;
        this.filter = filter;
        this.lookedAt = filter.columns(file.schema());
        this.pruner = new RowGroupPruner(
                file.metadata(), file.schema(), filter.semantics().missingColumns());
    }

    /** The columns that are looked at to check a residual of the condition. */
    public Set<Column> columns(Predicate residual) {
        return filter.with(residual).columns(file.schema());
    }

    Predicate condition() {
        return filter.condition();
    }

    /** The columns that are decoded first to check a residual of the condition, none if no single rows are left out. */
    public Set<Column> early(Predicate residual, Shape.Struct output) {
        RowFilter left = filter.with(residual);
        return left.columns(file.schema()).isEmpty() ? Set.of() : RowSelection.early(left, file.schema(), output);
    }

    /** What the footer says of a row group. */
    RowGroupFilterState evidence(RowGroupPlan rowGroup) {
        RowGroupPruner known = file.options().statistics() ? pruner : null;
        return new RowGroupFilterState(file.schema(), filter, known, lookedAt, rowGroup.ordinal()).withLevels();
    }

    /** What the page indexes of a row group say of its pages. */
    Map<Column, PageStatistics> pages(RowGroupPlan rowGroup, PageIndexFetch indexes) throws IOException {
        Map<Column, PageStatistics> pages = new HashMap<>();
        for (PageIndexPlan plan : rowGroup.proofs().pageIndexes()) {
            ColumnIndex bounds = indexes.columnIndex(plan.column());
            OffsetIndex offsets = indexes.offsetIndex(plan.column());
            if (bounds != null && offsets != null) {
                pages.put(plan.column(), pruner.pages(rowGroup.ordinal(), plan.column(), bounds, offsets));
            }
        }
        return pages;
    }

    /** The rows of a row group that the filter may keep; it keeps no others. */
    RowRanges rows(RowGroupPlan rowGroup, RowGroupFilterState evidence, Map<Column, PageStatistics> pages) {
        return new PagePruner(file.schema(), evidence.evaluator(), pages::get, rowGroup.rowGroupRows())
                .mayBeTrue(filter.condition());
    }
}
