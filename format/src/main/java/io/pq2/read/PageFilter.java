package io.pq2.read;

import io.pq2.metadata.ColumnIndex;
import io.pq2.metadata.OffsetIndex;
import io.pq2.predicate.PagePruner;
import io.pq2.predicate.Predicate;
import io.pq2.predicate.RowGroupPruner;
import io.pq2.predicate.RowRanges;
import io.pq2.predicate.StatisticsEvaluator;
import io.pq2.read.ScanBuilder.RowFilter;
import io.pq2.read.ScanPlan.PageIndexPlan;
import io.pq2.read.ScanPlan.RowGroupPlan;
import io.pq2.schema.Column;
import io.pq2.statistics.ColumnStatistics;
import io.pq2.statistics.PageStatistics;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/** Which rows of a row group a filter may keep, as page indexes say. */
final class PageFilter {

    private final ParquetFile file;
    private final RowFilter filter;
    private final RowGroupPruner pruner;

    PageFilter(ParquetFile file, RowFilter filter) {
        this.file = file;
        this.filter = filter;
        this.pruner = new RowGroupPruner(
                file.metadata(), file.schema(), filter.rules().missingColumns());
    }

    Predicate condition() {
        return filter.condition();
    }

    /** The rows of a row group that the filter may keep; it keeps no others. */
    RowRanges rows(RowGroupPlan rowGroup, PageIndexFetch indexes) throws IOException {
        Map<Column, PageStatistics> pages = new HashMap<>();
        for (PageIndexPlan plan : rowGroup.pageIndexes()) {
            ColumnIndex bounds = indexes.columnIndex(plan.column());
            OffsetIndex offsets = indexes.offsetIndex(plan.column());
            if (bounds != null && offsets != null) {
                pages.put(plan.column(), pruner.pages(rowGroup.ordinal(), plan.column(), bounds, offsets));
            }
        }
        StatisticsEvaluator ofAll = file.options().statistics()
                ? pruner.evaluator(rowGroup.ordinal())
                : new StatisticsEvaluator(
                        file.schema(), ColumnStatistics::unknown, filter.rules().missingColumns());
        return new PagePruner(file.schema(), ofAll, pages::get, rowGroup.rowGroupRows()).mayBeTrue(filter.condition());
    }
}
