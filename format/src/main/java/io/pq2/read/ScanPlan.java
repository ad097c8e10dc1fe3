package io.pq2.read;

import io.pq2.io.ByteRange;
import io.pq2.metadata.ColumnMetaData;
import io.pq2.predicate.Predicate;
import io.pq2.predicate.SkipReason;
import io.pq2.schema.Column;
import io.pq2.schema.Shape;
import java.util.List;

/**
 * What a scan will read, decided before the first byte of data is.
 *
 * @param shape the rows: one child for each top-level field that has a wanted column, in the order of the file
 * @param columns the columns that are read, in the order of the file: the wanted ones, and those that are looked at to leave rows out
 * @param rowGroups what is read, in the order of the file
 * @param skipped what the scan would have covered, and a proof says has no row that the filter keeps
 */
public record ScanPlan(
        Shape.Struct shape, List<Column> columns, List<RowGroupPlan> rowGroups, List<SkippedRowGroup> skipped) {

    public ScanPlan {
        columns = List.copyOf(columns);
        rowGroups = List.copyOf(rowGroups);
        skipped = List.copyOf(skipped);
    }

    /** The number of rows that come out, or more if page indexes prove that some are not needed. */
    public long rowCount() {
        return rowGroups.stream().mapToLong(RowGroupPlan::rowCount).sum();
    }

    /** The number of bytes of all column chunks that are read. */
    public long bytes() {
        return rowGroups.stream().mapToLong(RowGroupPlan::bytes).sum();
    }

    /**
     * A row group that is read.
     *
     * @param ordinal its index in the file
     * @param firstRow the index in the file of the first row that comes out
     * @param rowCount the rows that come out, without those that page indexes leave out
     * @param skippedRows the rows of the row group in front of them
     * @param rowGroupRows all rows of the row group
     * @param chunks the column chunks that are read, in the order of the plan's columns: all of them but those of columns that are only
     *     looked at to leave rows out, where that is decided already
     * @param residual what is left to check of the filter: a predicate that is true for the same of its rows. Null without a filter
     * @param proofs what may be read ahead of the chunks to leave more rows out, or all of them
     */
    public record RowGroupPlan(
            int ordinal,
            long firstRow,
            long rowCount,
            long skippedRows,
            long rowGroupRows,
            List<ChunkPlan> chunks,
            Predicate residual,
            ProofPlans proofs) {

        public RowGroupPlan {
            chunks = List.copyOf(chunks);
        }

        /** Whether all of its rows come out. */
        public boolean isWhole() {
            return rowCount == rowGroupRows;
        }

        /** The number of bytes of its wanted column chunks. */
        public long bytes() {
            long bytes = 0;
            for (ChunkPlan chunk : chunks) {
                bytes += chunk.length();
            }
            return bytes;
        }
    }

    /**
     * A column chunk that is read.
     *
     * @param column the column
     * @param metadata what the footer says about the chunk
     * @param sibling the file that it lies in, as a path from the directory of the scanned one that does not lead out of it;
     *     null if it lies in the scanned file
     * @param range where it lies, or the beginning of a chunk that is longer than {@link ReadOptions#maxChunkBytes}
     * @param length how many bytes it has; in the scanned file checked to lie in front of the footer
     * @param offsetIndex where its offset index lies, with the same check; null if it has none
     */
    public record ChunkPlan(
            Column column,
            ColumnMetaData metadata,
            String sibling,
            ByteRange range,
            long length,
            ByteRange offsetIndex) {

        /** The offset behind its last byte. */
        public long end() {
            return range.offset() + length;
        }
    }

    /**
     * What may be read to prove that rows need not be.
     *
     * @param bloomFilters in which values may be looked up
     * @param pageIndexes by which rows may be left out
     * @param dictionaries that have all values of a column
     */
    public record ProofPlans(
            List<BloomFilterPlan> bloomFilters, List<PageIndexPlan> pageIndexes, List<DictionaryPlan> dictionaries) {

        public static final ProofPlans NONE = new ProofPlans(List.of(), List.of(), List.of());

        public ProofPlans {
            bloomFilters = List.copyOf(bloomFilters);
            pageIndexes = List.copyOf(pageIndexes);
            dictionaries = List.copyOf(dictionaries);
        }
    }

    /**
     * The bloom filter of a column that the filter compares with single values.
     *
     * @param column the column, which need not be one of the plan's
     * @param sibling the file that it lies in, as that of a {@link ChunkPlan}
     * @param offset where its header begins
     * @param length the bytes of header and bitset, null if the footer does not say
     * @param encrypted whether header and bitset are modules, which are read as a whole
     * @param conditions those of the filter that it can decide
     */
    public record BloomFilterPlan(
            Column column,
            String sibling,
            long offset,
            Integer length,
            boolean encrypted,
            List<Predicate.Leaf> conditions) {

        public BloomFilterPlan {
            conditions = List.copyOf(conditions);
        }
    }

    /**
     * The dictionary of a column that the filter names, which the footer proves to have all of the column's values.
     *
     * @param column the column, which need not be one of the plan's
     * @param metadata what the footer says about the chunk
     * @param sibling the file that it lies in, as that of a {@link ChunkPlan}
     * @param range where its page lies, with the same check
     * @param conditions those of the filter that it can decide
     */
    public record DictionaryPlan(
            Column column, ColumnMetaData metadata, String sibling, ByteRange range, List<Predicate.Leaf> conditions) {

        public DictionaryPlan {
            conditions = List.copyOf(conditions);
        }
    }

    /**
     * The page index of a column that the filter names.
     *
     * @param column the column, which need not be one of the plan's
     * @param sibling the file that it lies in, as that of a {@link ChunkPlan}
     * @param columnIndex where its bounds lie, in the scanned file checked to be in front of the footer
     * @param offsetIndex where the places of its pages lie, with the same check
     */
    public record PageIndexPlan(Column column, String sibling, ByteRange columnIndex, ByteRange offsetIndex) {}

    /**
     * A row group that is not read.
     *
     * @param ordinal its index in the file
     * @param rowCount its rows
     * @param bytes the bytes of its wanted column chunks
     * @param evidence what proves that the filter keeps none of its rows
     * @param because the smallest part of the filter, often a condition on one column, of which that is proved
     */
    public record SkippedRowGroup(int ordinal, long rowCount, long bytes, SkipReason evidence, Predicate because) {

        /** For people, such as {@code row group 3 skipped by statistics (id >= 7)}. */
        @Override
        public String toString() {
            return "row group " + ordinal + " skipped by " + evidence.label() + " (" + because + ")";
        }
    }
}
