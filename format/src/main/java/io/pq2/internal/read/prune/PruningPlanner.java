package io.pq2.internal.read.prune;

import io.pq2.internal.predicate.filter.BatchFilter;
import io.pq2.internal.predicate.prune.BloomFilterEvaluator;
import io.pq2.internal.predicate.prune.DictionaryEvaluator;
import io.pq2.internal.predicate.prune.PruningConditions;
import io.pq2.internal.read.source.ChunkRanges;
import io.pq2.io.ByteRange;
import io.pq2.metadata.ColumnChunk;
import io.pq2.metadata.ColumnMetaData;
import io.pq2.metadata.RowGroup;
import io.pq2.predicate.Predicate;
import io.pq2.read.ParquetFile;
import io.pq2.read.ReadOptions;
import io.pq2.read.ScanBuilder.RowFilter;
import io.pq2.read.ScanPlan.BloomFilterPlan;
import io.pq2.read.ScanPlan.DictionaryPlan;
import io.pq2.read.ScanPlan.PageIndexPlan;
import io.pq2.read.ScanPlan.ProofPlans;
import io.pq2.schema.Column;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Says what of a row group may be read to prove that its rows need not be. */
public final class PruningPlanner {

    /** Less than any bloom filter has: one block and the shortest header. */
    private static final int LEAST_BLOOM_FILTER = 42;

    private final ParquetFile file;
    private final RowFilter filter;
    private final ReadOptions options;
    private final ChunkRanges ranges;

    public PruningPlanner(ParquetFile file, RowFilter filter) {
        this.file = file;
        this.filter = filter;
        this.options = file.options();
        this.ranges = file.ranges();
    }

    /** What a row group has for the conditions that its statistics leave open. */
    public ProofPlans plan(int ordinal, RowGroup rowGroup, RowGroupFilterState evidence) {
        Map<Column, ColumnChunk> chunks = chunks(rowGroup, evidence.residual());
        List<PageIndexPlan> pageIndexes = new ArrayList<>();
        chunks.forEach((column, chunk) -> {
            PageIndexPlan plan = pageIndex(column, chunk, ranges.sibling(chunk, ordinal, column));
            if (plan != null) {
                pageIndexes.add(plan);
            }
        });
        Set<Column> indexed =
                pageIndexes.stream().map(PageIndexPlan::column).collect(Collectors.toCollection(LinkedHashSet::new));
        Set<Predicate.Leaf> decisive =
                PruningConditions.of(filter.condition(), evidence.evaluator(), (leaf, negated) -> {
                    Column column = file.schema().column(leaf.path());
                    ColumnChunk chunk = chunks.get(column);
                    return chunk != null
                            && (indexed.contains(column)
                                    || (!negated && hasBloomFilter(leaf, column, chunk))
                                    || hasDictionary(leaf, column, chunk));
                });
        List<BloomFilterPlan> bloomFilters = new ArrayList<>();
        List<DictionaryPlan> dictionaries = new ArrayList<>();
        chunks.forEach((column, chunk) -> {
            List<Predicate.Leaf> leaves = decisive.stream()
                    .filter(leaf -> leaf.path().equals(column.path()))
                    .toList();
            String sibling = ranges.sibling(chunk, ordinal, column);
            bloomFilters.addAll(bloomFilter(leaves, column, chunk, sibling));
            dictionaries.addAll(dictionary(leaves, column, chunk, sibling));
        });
        return pageIndexes.isEmpty() && bloomFilters.isEmpty() && dictionaries.isEmpty()
                ? ProofPlans.NONE
                : new ProofPlans(bloomFilters, pageIndexes, dictionaries);
    }

    /** The chunks of the columns that a condition names, as far as something can be known of their rows. */
    private Map<Column, ColumnChunk> chunks(RowGroup rowGroup, Predicate condition) {
        Map<Column, ColumnChunk> chunks = new LinkedHashMap<>();
        for (List<String> path : condition.paths()) {
            for (Column column : columns(path)) {
                ColumnChunk chunk = rowGroup.columns().get(column.index());
                if (column.maxRepetitionLevel() == 0 && chunk.metadata() != null && isReadable(column, chunk)) {
                    chunks.put(column, chunk);
                }
            }
        }
        return chunks;
    }

    /** The column at a path, or the one that tells where the group there is null; none if there is nothing. */
    private Set<Column> columns(List<String> path) {
        Column column = file.schema().column(path);
        return column != null
                ? Set.of(column)
                : BatchFilter.columns(new Predicate.IsNull(path), file.schema(), filter.semantics());
    }

    /** Of a column that is encrypted and that there is no key for, nothing is known. */
    private boolean isReadable(Column column, ColumnChunk chunk) {
        return chunk.cryptoMetadata() == null
                || (file.decryptor() != null && file.decryptor().hasKey(column, chunk.cryptoMetadata()));
    }

    private boolean hasBloomFilter(Predicate.Leaf leaf, Column column, ColumnChunk chunk) {
        return options.bloomFilters()
                && chunk.metadata().bloomFilterOffset() != null
                && BloomFilterEvaluator.canDecide(leaf, column);
    }

    private boolean hasDictionary(Predicate.Leaf leaf, Column column, ColumnChunk chunk) {
        return options.dictionaries()
                && DictionaryEvaluator.canDecide(leaf, column)
                && DictionaryEncoded.isProved(chunk.metadata());
    }

    /** The bloom filter of a chunk, none if there is none or it can decide none of some conditions. */
    private List<BloomFilterPlan> bloomFilter(
            List<Predicate.Leaf> leaves, Column column, ColumnChunk chunk, String sibling) {
        List<Predicate.Leaf> decided = leaves.stream()
                .filter(leaf -> hasBloomFilter(leaf, column, chunk))
                .toList();
        if (decided.isEmpty()) {
            return List.of();
        }
        long offset = chunk.metadata().bloomFilterOffset();
        return ChunkRanges.inside(offset, LEAST_BLOOM_FILTER, ranges.end(sibling)) == null
                ? List.of()
                : List.of(new BloomFilterPlan(
                        column,
                        sibling,
                        offset,
                        chunk.metadata().bloomFilterLength(),
                        chunk.cryptoMetadata() != null,
                        decided));
    }

    /** The dictionary of a chunk if it stands alone in front of the data pages; none if it can decide none of some conditions. */
    private List<DictionaryPlan> dictionary(
            List<Predicate.Leaf> leaves, Column column, ColumnChunk chunk, String sibling) {
        List<Predicate.Leaf> decided = leaves.stream()
                .filter(leaf -> hasDictionary(leaf, column, chunk))
                .toList();
        if (decided.isEmpty()) {
            return List.of();
        }
        ColumnMetaData metadata = chunk.metadata();
        long start = ChunkRanges.start(metadata);
        long length = metadata.dataPageOffset() - start;
        ByteRange range =
                length < metadata.totalCompressedSize() ? ChunkRanges.inside(start, length, ranges.end(sibling)) : null;
        return range == null ? List.of() : List.of(new DictionaryPlan(column, metadata, sibling, range, decided));
    }

    private PageIndexPlan pageIndex(Column column, ColumnChunk chunk, String sibling) {
        ByteRange columnIndex = options.pageIndexes() ? ranges.columnIndex(chunk, sibling) : null;
        ByteRange offsetIndex = columnIndex == null ? null : ranges.offsetIndex(chunk, sibling);
        return offsetIndex == null ? null : new PageIndexPlan(column, sibling, columnIndex, offsetIndex);
    }
}
