package io.pq2.internal.read.iterate;

import io.pq2.internal.read.plan.ReadPlan;
import io.pq2.internal.read.plan.ScanFilter;
import io.pq2.internal.read.source.OpenFile;
import io.pq2.predicate.Predicate;
import io.pq2.read.RowFiltering;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The row selections of one scan: one for each residual of its filter. */
final class RowSelections {

    private final OpenFile file;
    private final ReadPlan plan;
    /** Absent if every row matches. */
    private final @Nullable ScanFilter filter;

    private final ScanColumns columns;
    private final Map<Predicate, Optional<RowSelection>> selections = new HashMap<>();

    RowSelections(OpenFile file, ReadPlan plan, @Nullable ScanFilter filter, ScanColumns columns) {
        this.file = file;
        this.plan = plan;
        this.filter = filter;
        this.columns = columns;
    }

    /**
     * Returns the selection for a residual.
     *
     * @param residual the part of the filter that must be evaluated; absent without a filter
     * @return null if all rows are output
     */
    @Nullable
    RowSelection of(@Nullable Predicate residual) {
        ScanFilter all = filter;
        if (all == null || residual == null || all.rows() == RowFiltering.NONE) {
            return null;
        }
        return selections
                .computeIfAbsent(
                        residual,
                        condition -> Optional.ofNullable(
                                RowSelection.of(all.with(condition), file.schema(), plan.shape(), columns.bySchema())))
                .orElse(null);
    }
}
