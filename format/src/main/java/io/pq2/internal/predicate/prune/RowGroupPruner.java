package io.pq2.internal.predicate.prune;

import io.pq2.internal.statistics.LevelHistograms;
import io.pq2.internal.statistics.PageStatistics;
import io.pq2.internal.statistics.StatisticsDecoder;
import io.pq2.internal.statistics.WriterTrust;
import io.pq2.metadata.ColumnChunk;
import io.pq2.metadata.ColumnIndex;
import io.pq2.metadata.ColumnMetaData;
import io.pq2.metadata.ColumnOrder;
import io.pq2.metadata.FileMetaData;
import io.pq2.metadata.OffsetIndex;
import io.pq2.metadata.RowGroup;
import io.pq2.predicate.MissingColumns;
import io.pq2.predicate.Predicate;
import io.pq2.schema.Column;
import io.pq2.schema.Schema;
import io.pq2.statistics.ColumnStatistics;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Decides with the statistics in a footer which rows of each row group match a predicate. */
public final class RowGroupPruner {

    private final FileMetaData metadata;
    private final Schema schema;
    private final MissingColumns missingColumns;
    private final WriterTrust trust;

    /**
     * @param metadata the footer
     * @param schema the footer's schema
     * @param missingColumns how to treat columns that the schema does not have
     * @param trust which statistics are believed
     */
    public RowGroupPruner(FileMetaData metadata, Schema schema, MissingColumns missingColumns, WriterTrust trust) {
        this.metadata = metadata;
        this.schema = schema;
        this.missingColumns = missingColumns;
        this.trust = trust;
    }

    /**
     * Decides whether no, some or all rows of a row group match.
     *
     * @throws io.pq2.exception.CorruptFileException if the metadata of a column that the predicate names is corrupt
     */
    public PruningDecision decide(int rowGroup, Predicate predicate) {
        return evaluator(rowGroup).evaluate(predicate);
    }

    /** Returns an evaluator with the statistics of a row group. It throws what {@link #decide} throws. */
    public StatisticsEvaluator evaluator(int rowGroup) {
        return new StatisticsEvaluator(schema, column -> statistics(rowGroup, column), missingColumns);
    }

    /** Returns the statistics of the pages of a column chunk; absent when its page index contradicts itself. */
    public @Nullable PageStatistics pages(int rowGroup, Column column, ColumnIndex index, OffsetIndex offsets) {
        long rows = metadata.rowGroups().get(rowGroup).numRows();
        return PageStatistics.of(column, index, offsets, rows, order(column), trust);
    }

    /**
     * Returns the statistics of a column chunk. They are unknown if its metadata is encrypted and the key is missing.
     *
     * @throws io.pq2.exception.CorruptFileException if its metadata is corrupt
     */
    public ColumnStatistics statistics(int rowGroup, Column column) {
        ColumnChunk chunk = metadata.rowGroups().get(rowGroup).columns().get(column.index());
        if (chunk.metadata() == null) {
            return ColumnStatistics.unknown(column);
        }
        return StatisticsDecoder.chunk(column, chunk.metadata(), order(column), trust);
    }

    /**
     * Returns what contradicts itself in the statistics of a column chunk, as a clause for messages. No statistics of
     * this class have it.
     *
     * @return null if nothing does
     */
    public @Nullable String contradiction(int rowGroup, Column column) {
        ColumnMetaData chunk =
                metadata.rowGroups().get(rowGroup).columns().get(column.index()).metadata();
        return chunk == null ? null : StatisticsDecoder.contradiction(column, chunk, order(column), trust);
    }

    /** Returns the statistics of a column chunk, with the null count of its level histogram if they have none. */
    public ColumnStatistics statisticsWithLevels(int rowGroup, Column column) {
        ColumnChunk chunk = metadata.rowGroups().get(rowGroup).columns().get(column.index());
        ColumnStatistics statistics = statistics(rowGroup, column);
        return chunk.metadata() == null
                ? statistics
                : StatisticsDecoder.withNullsOfLevels(statistics, chunk.metadata(), trust);
    }

    /**
     * Returns the truth values of IS NULL for a group on a column's path, by the column's level histogram.
     *
     * @param level the definition level at which the group is present
     */
    public TruthValues groupIsNull(int rowGroup, Column column, int level) {
        RowGroup all = metadata.rowGroups().get(rowGroup);
        ColumnMetaData chunk = all.columns().get(column.index()).metadata();
        if (chunk == null) {
            return TruthValues.EITHER;
        }
        List<Long> histogram = StatisticsDecoder.definitionLevels(column, chunk, trust);
        Long nulls = LevelHistograms.nullGroups(column, level, histogram, chunk.numValues(), all.numRows());
        return nulls == null ? TruthValues.EITHER : new TruthValues(nulls > 0, nulls < all.numRows(), false);
    }

    /**
     * Returns the order of a column; absent when the file has no {@code column_orders}, UNKNOWN when the list is too
     * short.
     */
    private @Nullable ColumnOrder order(Column column) {
        List<ColumnOrder> orders = metadata.columnOrders();
        if (orders == null) {
            return null;
        }
        return column.index() < orders.size() ? orders.get(column.index()) : ColumnOrder.UNKNOWN;
    }
}
