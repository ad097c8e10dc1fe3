package io.pq2.internal.predicate.prune;

import io.pq2.internal.statistics.LevelHistograms;
import io.pq2.internal.statistics.PageStatistics;
import io.pq2.internal.statistics.StatisticsDecoder;
import io.pq2.internal.writer.WriterVersion;
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

/** What the statistics in a footer prove about each row group. */
public final class RowGroupPruner {

    private final FileMetaData metadata;
    private final Schema schema;
    private final MissingColumns missingColumns;
    private final WriterVersion writer;

    /**
     * @param metadata the footer
     * @param schema its schema
     * @param missingColumns what to make of columns that the schema does not have
     */
    public RowGroupPruner(FileMetaData metadata, Schema schema, MissingColumns missingColumns) {
        this.metadata = metadata;
        this.schema = schema;
        this.missingColumns = missingColumns;
        this.writer = WriterVersion.parse(metadata.createdBy());
    }

    /**
     * What is certain about the rows of a row group.
     *
     * @throws io.pq2.exception.CorruptFileException if the metadata of a column that the predicate names is corrupt
     */
    public PruningDecision decide(int rowGroup, Predicate predicate) {
        return evaluator(rowGroup).evaluate(predicate);
    }

    /** What evaluates predicates over the statistics of a row group; it fails as {@link #decide} does. */
    public StatisticsEvaluator evaluator(int rowGroup) {
        return new StatisticsEvaluator(schema, column -> statistics(rowGroup, column), missingColumns);
    }

    /** The statistics of the pages that an index describes, null if it contradicts itself; they are those of a row group. */
    public PageStatistics pages(int rowGroup, Column column, ColumnIndex index, OffsetIndex offsets) {
        long rows = metadata.rowGroups().get(rowGroup).numRows();
        return PageStatistics.of(column, index, offsets, rows, order(column), writer);
    }

    /**
     * The statistics of a column chunk; unknown ones if its metadata is encrypted with a key that is not at hand.
     *
     * @throws io.pq2.exception.CorruptFileException if its metadata is corrupt
     */
    public ColumnStatistics statistics(int rowGroup, Column column) {
        ColumnChunk chunk = metadata.rowGroups().get(rowGroup).columns().get(column.index());
        if (chunk.metadata() == null) {
            return ColumnStatistics.unknown(column);
        }
        return StatisticsDecoder.chunk(column, chunk.metadata(), order(column), writer);
    }

    /** The same, with the number of nulls that histograms of levels give where statistics do not. */
    public ColumnStatistics statisticsWithLevels(int rowGroup, Column column) {
        ColumnChunk chunk = metadata.rowGroups().get(rowGroup).columns().get(column.index());
        ColumnStatistics statistics = statistics(rowGroup, column);
        return chunk.metadata() == null
                ? statistics
                : StatisticsDecoder.withNullsOfHistogram(statistics, chunk.metadata());
    }

    /**
     * Whether a group around a column is null, in which rows of a row group, by the column's histogram of levels.
     *
     * @param level the definition level from which on the group is there
     * @return the outcomes of IS NULL
     */
    public TruthValues groupIsNull(int rowGroup, Column column, int level) {
        RowGroup all = metadata.rowGroups().get(rowGroup);
        ColumnMetaData chunk = all.columns().get(column.index()).metadata();
        if (chunk == null || chunk.sizeStatistics() == null) {
            return TruthValues.EITHER;
        }
        List<Long> histogram = chunk.sizeStatistics().definitionLevelHistogram();
        Long nulls = LevelHistograms.nullGroups(column, level, histogram, chunk.numValues(), all.numRows());
        return nulls == null ? TruthValues.EITHER : new TruthValues(nulls > 0, nulls < all.numRows(), false);
    }

    /** The order of a column's bounds; null without {@code column_orders}, unknown if that has too few elements. */
    private ColumnOrder order(Column column) {
        List<ColumnOrder> orders = metadata.columnOrders();
        if (orders == null) {
            return null;
        }
        return column.index() < orders.size() ? orders.get(column.index()) : ColumnOrder.UNKNOWN;
    }
}
