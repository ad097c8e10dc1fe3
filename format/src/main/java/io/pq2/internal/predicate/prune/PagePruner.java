package io.pq2.internal.predicate.prune;

import io.pq2.internal.predicate.filter.NamedGroup;
import io.pq2.internal.statistics.PageStatistics;
import io.pq2.predicate.Predicate;
import io.pq2.schema.Column;
import io.pq2.schema.Schema;
import io.pq2.statistics.ColumnStatistics;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Finds the rows of a row group that may match, with the statistics of pages. Pages of different columns cover
 * different rows, so conditions on several columns are combined by row ranges.
 */
public final class PagePruner {

    private final Schema schema;
    private final StatisticsEvaluator rowGroup;
    private final Function<Column, @Nullable PageStatistics> pages;
    private final long rows;

    /**
     * The rows for which a predicate may be true, may be false, and may be unknown. The sets overlap, and every row
     * is in at least one of them unless the statistics contradict each other.
     */
    private record RowTruthValues(RowRanges mayBeTrue, RowRanges mayBeFalse, RowRanges mayBeUnknown) {

        RowTruthValues not() {
            return new RowTruthValues(/* mayBeTrue= */ mayBeFalse, /* mayBeFalse= */ mayBeTrue, mayBeUnknown);
        }

        /** Combines each row as {@link TruthValues#and} does. */
        RowTruthValues and(RowTruthValues other) {
            RowRanges unknown =
                    mayBeUnknown.and(other.mayBeUnknown.or(other.mayBeTrue)).or(mayBeTrue.and(other.mayBeUnknown));
            return new RowTruthValues(mayBeTrue.and(other.mayBeTrue), mayBeFalse.or(other.mayBeFalse), unknown);
        }

        RowTruthValues or(RowTruthValues other) {
            return not().and(other.not()).not();
        }
    }

    /**
     * @param schema the file's schema
     * @param rowGroup evaluates predicates for the row group as a whole
     * @param pages returns the statistics of a column's pages, null when there are none; it is called only for
     *     columns that the predicate names, of those with repetition only in {@link Predicate.AnyValue}
     * @param rows the number of rows of the row group
     */
    public PagePruner(
            Schema schema, StatisticsEvaluator rowGroup, Function<Column, @Nullable PageStatistics> pages, long rows) {
        this.schema = schema;
        this.rowGroup = rowGroup;
        this.pages = pages;
        this.rows = rows;
    }

    /** Returns the rows for which a predicate may be true. */
    public RowRanges mayBeTrue(Predicate predicate) {
        return truthValues(predicate).mayBeTrue();
    }

    private RowTruthValues truthValues(Predicate predicate) {
        if (predicate instanceof Predicate.Leaf leaf) {
            return truthValues(leaf);
        } else if (predicate instanceof Predicate.Not not) {
            return truthValues(not.operand()).not();
        } else if (predicate instanceof Predicate.And and) {
            RowTruthValues all = everywhere(TruthValues.TRUE);
            for (Predicate operand : and.operands()) {
                all = all.and(truthValues(operand));
            }
            return all;
        } else if (predicate instanceof Predicate.Or or) {
            RowTruthValues any = everywhere(TruthValues.FALSE);
            for (Predicate operand : or.operands()) {
                any = any.or(truthValues(operand));
            }
            return any;
        }
        return everywhere(rowGroup.truthValues(predicate));
    }

    private RowTruthValues everywhere(TruthValues truthValues) {
        RowRanges all = RowRanges.of(0, rows);
        return new RowTruthValues(
                truthValues.mayBeTrue() ? all : RowRanges.NONE,
                truthValues.mayBeFalse() ? all : RowRanges.NONE,
                truthValues.mayBeUnknown() ? all : RowRanges.NONE);
    }

    private RowTruthValues truthValues(Predicate.Leaf leaf) {
        TruthValues ofAll = rowGroup.truthValues(leaf);
        Column column = schema.column(leaf.path());
        NamedGroup group = column == null ? NamedGroup.of(leaf, schema) : null;
        if (group != null) {
            return truthValues(group, ofAll);
        }
        boolean decidable = column != null && (column.maxRepetitionLevel() == 0 || leaf instanceof Predicate.AnyValue);
        PageStatistics statistics = decidable ? pages.apply(column) : null;
        return statistics == null
                ? everywhere(ofAll)
                : truthValues(ofAll, statistics, page -> LeafStatisticsEvaluator.truthValues(leaf, page));
    }

    /** Uses the pages of one of the group's columns. */
    private RowTruthValues truthValues(NamedGroup group, TruthValues ofAll) {
        for (Column column : group.columns()) {
            PageStatistics statistics = column.maxRepetitionLevel() == 0 ? pages.apply(column) : null;
            if (statistics != null) {
                return truthValues(
                        ofAll,
                        statistics,
                        page -> group.truthValues((isNull, other) -> other.equals(column)
                                ? LeafStatisticsEvaluator.truthValues(isNull, page)
                                : TruthValues.ANY));
            }
        }
        return everywhere(ofAll);
    }

    private static RowTruthValues truthValues(
            TruthValues ofAll, PageStatistics statistics, Function<ColumnStatistics, TruthValues> truthValues) {
        RowRanges.Builder mayBeTrue = new RowRanges.Builder();
        RowRanges.Builder mayBeFalse = new RowRanges.Builder();
        RowRanges.Builder mayBeUnknown = new RowRanges.Builder();
        for (int page = 0; page < statistics.pageCount(); page++) {
            TruthValues ofPage = truthValues.apply(statistics.page(page));
            long from = statistics.firstRow(page);
            long to = statistics.firstRow(page + 1);
            mayBeTrue.add(from, ofAll.mayBeTrue() && ofPage.mayBeTrue() ? to : from);
            mayBeFalse.add(from, ofAll.mayBeFalse() && ofPage.mayBeFalse() ? to : from);
            mayBeUnknown.add(from, ofAll.mayBeUnknown() && ofPage.mayBeUnknown() ? to : from);
        }
        return new RowTruthValues(mayBeTrue.build(), mayBeFalse.build(), mayBeUnknown.build());
    }
}
