package io.pq2.internal.predicate.prune;

import io.pq2.internal.predicate.filter.NamedGroup;
import io.pq2.internal.statistics.PageStatistics;
import io.pq2.predicate.Predicate;
import io.pq2.schema.Column;
import io.pq2.schema.Schema;
import io.pq2.statistics.ColumnStatistics;
import java.util.function.Function;

/**
 * What the statistics of pages prove about the rows of a row group. Columns have pages of different lengths; a condition on several
 * of them is decided by rows.
 */
public final class PagePruner {

    private final Schema schema;
    private final StatisticsEvaluator rowGroup;
    private final Function<Column, PageStatistics> pages;
    private final long rows;

    /**
     * Of which rows a predicate may be true, false or unknown; a row may be in several of them, and is in one at least, unless it
     * is contradictory what the file says.
     */
    private record RowOutcomes(RowRanges mayBeTrue, RowRanges mayBeFalse, RowRanges mayBeUnknown) {

        RowOutcomes not() {
            return new RowOutcomes(/* mayBeTrue= */ mayBeFalse, /* mayBeFalse= */ mayBeTrue, mayBeUnknown);
        }

        /** As {@link TruthValues#and} has it, for each row. */
        RowOutcomes and(RowOutcomes other) {
            RowRanges unknown =
                    mayBeUnknown.and(other.mayBeUnknown.or(other.mayBeTrue)).or(mayBeTrue.and(other.mayBeUnknown));
            return new RowOutcomes(mayBeTrue.and(other.mayBeTrue), mayBeFalse.or(other.mayBeFalse), unknown);
        }

        RowOutcomes or(RowOutcomes other) {
            return not().and(other.not()).not();
        }
    }

    /**
     * @param schema the file's schema
     * @param rowGroup what is known of the row group as a whole
     * @param pages gives the statistics of a column's pages, null if there are none; asked only for columns without repetition
     *     that the predicate names
     * @param rows the number of rows of the row group
     */
    public PagePruner(Schema schema, StatisticsEvaluator rowGroup, Function<Column, PageStatistics> pages, long rows) {
        this.schema = schema;
        this.rowGroup = rowGroup;
        this.pages = pages;
        this.rows = rows;
    }

    /** The rows that a predicate may be true for; it is not true for any other. */
    public RowRanges mayBeTrue(Predicate predicate) {
        return truthValues(predicate).mayBeTrue();
    }

    private RowOutcomes truthValues(Predicate predicate) {
        if (predicate instanceof Predicate.Leaf leaf) {
            return truthValues(leaf);
        } else if (predicate instanceof Predicate.Not not) {
            return truthValues(not.operand()).not();
        } else if (predicate instanceof Predicate.And and) {
            RowOutcomes all = everywhere(TruthValues.TRUE);
            for (Predicate operand : and.operands()) {
                all = all.and(truthValues(operand));
            }
            return all;
        } else if (predicate instanceof Predicate.Or or) {
            RowOutcomes any = everywhere(TruthValues.FALSE);
            for (Predicate operand : or.operands()) {
                any = any.or(truthValues(operand));
            }
            return any;
        }
        return everywhere(rowGroup.truthValues(predicate));
    }

    private RowOutcomes everywhere(TruthValues truthValues) {
        RowRanges all = RowRanges.of(0, rows);
        return new RowOutcomes(
                truthValues.mayBeTrue() ? all : RowRanges.NONE,
                truthValues.mayBeFalse() ? all : RowRanges.NONE,
                truthValues.mayBeUnknown() ? all : RowRanges.NONE);
    }

    private RowOutcomes truthValues(Predicate.Leaf leaf) {
        TruthValues ofAll = rowGroup.truthValues(leaf);
        Column column = schema.column(leaf.path());
        NamedGroup group = column == null ? NamedGroup.of(leaf, schema) : null;
        if (group != null) {
            return truthValues(group, ofAll);
        }
        boolean decidable = column != null && column.maxRepetitionLevel() == 0;
        PageStatistics statistics = decidable ? pages.apply(column) : null;
        return statistics == null
                ? everywhere(ofAll)
                : truthValues(ofAll, statistics, page -> LeafStatisticsEvaluator.truthValues(leaf, page));
    }

    /** By the pages of one of the group's columns. */
    private RowOutcomes truthValues(NamedGroup group, TruthValues ofAll) {
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

    private static RowOutcomes truthValues(
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
        return new RowOutcomes(mayBeTrue.build(), mayBeFalse.build(), mayBeUnknown.build());
    }
}
