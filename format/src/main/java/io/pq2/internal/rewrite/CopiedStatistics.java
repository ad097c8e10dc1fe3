package io.pq2.internal.rewrite;

import io.pq2.internal.predicate.prune.RowGroupPruner;
import io.pq2.internal.statistics.PageStatistics;
import io.pq2.internal.statistics.WriterTrust;
import io.pq2.metadata.ColumnIndex;
import io.pq2.metadata.ColumnMetaData;
import io.pq2.metadata.SizeStatistics;
import io.pq2.metadata.Statistics;
import io.pq2.predicate.MissingColumns;
import io.pq2.read.ParquetFile;
import io.pq2.read.ScanPlan.ChunkPlan;
import io.pq2.statistics.StatisticsTrust;
import org.jspecify.annotations.Nullable;

/**
 * The statistics of a column chunk that are copied with its pages: those that are believed, and whose min and max are
 * in the order of the new file. Statistics that contradict each other are not copied at all.
 *
 * @param statistics absent when the chunk has none, or they are not copied
 * @param sizes absent when the chunk has none, or they are not copied
 * @param columnIndex absent when the chunk has none, or it is not copied
 */
record CopiedStatistics(
        @Nullable Statistics statistics,
        @Nullable SizeStatistics sizes,
        @Nullable ColumnIndex columnIndex) {

    private static final CopiedStatistics NONE = new CopiedStatistics(null, null, null);

    /**
     * Chooses the statistics to copy.
     *
     * @param rowGroup the index of the row group in the file
     * @param indexes the page indexes of the chunk
     * @param ordered whether min and max follow the order of the new file
     */
    static CopiedStatistics of(
            ParquetFile file, int rowGroup, ChunkPlan chunk, ConsistentPageIndex indexes, boolean ordered) {
        WriterTrust trust = WriterTrust.of(StatisticsTrust.KNOWN, file.metadata());
        RowGroupPruner pruner = new RowGroupPruner(file.metadata(), file.schema(), MissingColumns.UNKNOWN, trust);
        ColumnMetaData metadata = chunk.metadata();
        ColumnIndex index = indexes.columnIndex();
        PageStatistics pages = index == null || indexes.offsetIndex() == null
                ? null
                : pruner.pages(rowGroup, chunk.column(), index, indexes.offsetIndex());
        boolean contradictory = pruner.contradiction(rowGroup, chunk.column()) != null
                || (pages != null
                        && pages.contradiction(pruner.statisticsWithLevels(rowGroup, chunk.column())) != null);
        return contradictory
                ? NONE
                : new CopiedStatistics(
                        trust.believed(chunk.column(), metadata, ordered),
                        trust.levelHistograms() ? metadata.sizeStatistics() : null,
                        trust.believed(chunk.column(), index, ordered));
    }
}
