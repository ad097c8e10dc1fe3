package io.pq2.internal.read.prune;

import io.pq2.internal.bloomfilter.FilterSize;
import io.pq2.internal.predicate.filter.BatchFilter;
import io.pq2.internal.predicate.prune.BloomFilterEvaluator;
import io.pq2.internal.predicate.prune.DictionaryEvaluator;
import io.pq2.internal.predicate.prune.PruningConditions;
import io.pq2.internal.predicate.prune.PruningDecision;
import io.pq2.internal.read.plan.BloomFilterPlan;
import io.pq2.internal.read.plan.DictionaryPlan;
import io.pq2.internal.read.plan.HashedCondition;
import io.pq2.internal.read.plan.PageIndexPlan;
import io.pq2.internal.read.plan.PruningPlan;
import io.pq2.internal.read.plan.ScanFilter;
import io.pq2.internal.read.source.ChunkRanges;
import io.pq2.internal.read.source.OpenFile;
import io.pq2.io.ByteRange;
import io.pq2.metadata.ColumnChunk;
import io.pq2.metadata.ColumnMetaData;
import io.pq2.metadata.RowGroup;
import io.pq2.predicate.Predicate;
import io.pq2.read.ReadOptions;
import io.pq2.schema.Column;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Plans the pruning of row groups: which bloom filters, page indexes and dictionaries can decide the filter's
 * conditions.
 */
public final class PruningPlanner {

    /** The size of the smallest bloom filter: one block and the shortest header. */
    private static final int MIN_BLOOM_FILTER_BYTES = FilterSize.MIN_BYTES + 10;

    private final OpenFile file;
    private final ScanFilter scanFilter;
    private final RowGroupFilter filter;
    private final ReadOptions options;
    private final ChunkRanges ranges;
    /** By column: the conditions that bloom filters can decide. */
    private final Map<Column, Map<Predicate.Leaf, HashedCondition>> hashed = new HashMap<>();

    private ResidualColumns lastColumns = new ResidualColumns(null, List.of());

    /** The columns to read for a residual. Consecutive row groups often have the same residual. */
    private record ResidualColumns(@Nullable Predicate residual, List<Column> columns) {}

    /** Creates the planner of one scan. */
    public PruningPlanner(OpenFile file, ScanFilter filter) {
        this.file = file;
        this.scanFilter = filter;
        this.filter = new RowGroupFilter(file, filter);
        this.options = file.options();
        this.ranges = file.ranges();
    }

    /** Whether a column is needed to filter single rows. */
    public boolean needs(Column column) {
        return filter.columns().contains(column);
    }

    /**
     * Returns what contradicts itself in the statistics of a column that the filter needs, as a clause; null if nothing
     * does.
     */
    public @Nullable String contradiction(int rowGroup, Column column) {
        return needs(column) ? filter.contradiction(rowGroup, column) : null;
    }

    /** Returns the pruning decision of a row group's statistics, without level histograms. */
    public RowGroupFilterState state(int rowGroup) {
        return filter.state(rowGroup);
    }

    /** Decides the filter for a row group. */
    public PruningDecision evaluate(RowGroupFilterState state) {
        return filter.evaluate(state);
    }

    /**
     * Returns the columns to read of a row group.
     *
     * @param residual the part of the filter that must be evaluated
     * @param columns the columns of the plan
     * @param selected the columns of the output
     */
    public List<Column> columnsFor(
            Predicate residual, List<Column> columns, java.util.function.Predicate<Column> selected) {
        if (residual == filter.condition()) {
            return columns;
        }
        if (!residual.equals(lastColumns.residual())) {
            Set<Column> needed = filter.columns(residual);
            lastColumns = new ResidualColumns(
                    residual,
                    columns.stream()
                            .filter(column -> selected.test(column) || needed.contains(column))
                            .toList());
        }
        return lastColumns.columns();
    }

    /** Plans the reads that can decide the conditions that the statistics of a row group leave open. */
    public PruningPlan plan(int ordinal, RowGroup rowGroup, RowGroupFilterState state) {
        Map<Column, ColumnChunk> chunks = chunks(rowGroup, state.withCoverings(state.residual()));
        List<PageIndexPlan> pageIndexes = new ArrayList<>();
        chunks.forEach((column, chunk) -> {
            PageIndexPlan plan = pageIndex(column, chunk, ranges.externalFile(chunk, ordinal, column));
            if (plan != null) {
                pageIndexes.add(plan);
            }
        });
        Set<Predicate.Leaf> decisive = decisiveLeaves(state, chunks, pageIndexes);
        List<BloomFilterPlan> bloomFilters = new ArrayList<>();
        List<DictionaryPlan> dictionaries = new ArrayList<>();
        chunks.forEach((column, chunk) -> {
            List<Predicate.Leaf> leaves = decisive.stream()
                    .filter(leaf -> leaf.path().equals(column.path()))
                    .toList();
            String externalFile = ranges.externalFile(chunk, ordinal, column);
            bloomFilters.addAll(bloomFilter(leaves, column, chunk, externalFile));
            dictionaries.addAll(dictionary(leaves, column, chunk, externalFile));
        });
        return pageIndexes.isEmpty() && bloomFilters.isEmpty() && dictionaries.isEmpty()
                ? PruningPlan.NONE
                : new PruningPlan(bloomFilters, pageIndexes, dictionaries);
    }

    /** Returns the conditions that can each decide the whole filter. */
    private Set<Predicate.Leaf> decisiveLeaves(
            RowGroupFilterState state, Map<Column, ColumnChunk> chunks, List<PageIndexPlan> pageIndexes) {
        Set<Column> indexed =
                pageIndexes.stream().map(PageIndexPlan::column).collect(Collectors.toCollection(LinkedHashSet::new));
        return PruningConditions.of(filter.condition(), state.evaluator(), (leaf, negated) -> {
            Column column = file.schema().column(leaf.path());
            ColumnChunk chunk = column == null ? null : chunks.get(column);
            return column != null
                    && chunk != null
                    && (indexed.contains(column)
                            || (!negated && hasBloomFilter(leaf, column, chunk))
                            || hasDictionary(leaf, column, chunk));
        });
    }

    /**
     * Returns the readable chunks of the columns that a predicate names, those below a repeated field only for {@link
     * Predicate.AnyValue}.
     */
    private Map<Column, ColumnChunk> chunks(RowGroup rowGroup, Predicate condition) {
        Set<List<String>> ofAnyValue = pathsOfAnyValue(condition);
        Map<Column, ColumnChunk> chunks = new LinkedHashMap<>();
        for (List<String> path : condition.paths()) {
            for (Column column : columns(path)) {
                ColumnChunk chunk = rowGroup.columns().get(column.index());
                boolean decidable = column.maxRepetitionLevel() == 0 || ofAnyValue.contains(path);
                if (decidable && chunk.metadata() != null && hasKey(column, chunk)) {
                    chunks.put(column, chunk);
                }
            }
        }
        return chunks;
    }

    private static Set<List<String>> pathsOfAnyValue(Predicate predicate) {
        Set<List<String>> paths = new LinkedHashSet<>();
        if (predicate instanceof Predicate.AnyValue any) {
            paths.add(any.path());
        } else if (predicate instanceof Predicate.Not not) {
            paths.addAll(pathsOfAnyValue(not.operand()));
        } else if (predicate instanceof Predicate.And and) {
            and.operands().forEach(operand -> paths.addAll(pathsOfAnyValue(operand)));
        } else if (predicate instanceof Predicate.Or or) {
            or.operands().forEach(operand -> paths.addAll(pathsOfAnyValue(operand)));
        }
        return paths;
    }

    /** Returns the column at a path, or a column that shows where the group at the path is null. */
    private Set<Column> columns(List<String> path) {
        Column column = file.schema().column(path);
        return column != null
                ? Set.of(column)
                : BatchFilter.columns(new Predicate.IsNull(path), file.schema(), scanFilter.semantics());
    }

    /** Whether a chunk is not encrypted or the caller has its key. */
    private boolean hasKey(Column column, ColumnChunk chunk) {
        return chunk.cryptoMetadata() == null
                || (file.decryptor() != null && file.decryptor().hasKey(column, chunk.cryptoMetadata()));
    }

    /** Returns the metadata of a readable chunk. */
    private static ColumnMetaData metadata(ColumnChunk chunk) {
        return Objects.requireNonNull(chunk.metadata());
    }

    private boolean hasBloomFilter(Predicate.Leaf leaf, Column column, ColumnChunk chunk) {
        return options.bloomFilters()
                && file.trust().bloomFilters()
                && metadata(chunk).bloomFilterOffset() != null
                && BloomFilterEvaluator.canDecide(leaf, column);
    }

    private boolean hasDictionary(Predicate.Leaf leaf, Column column, ColumnChunk chunk) {
        return options.dictionaries()
                && DictionaryEvaluator.canDecide(leaf, column)
                && DictionaryEncoded.isCertain(metadata(chunk));
    }

    /** Returns the bloom filter of a chunk if it can decide one of some conditions; otherwise nothing. */
    private List<BloomFilterPlan> bloomFilter(
            List<Predicate.Leaf> leaves, Column column, ColumnChunk chunk, @Nullable String externalFile) {
        List<HashedCondition> decidable = leaves.stream()
                .filter(leaf -> hasBloomFilter(leaf, column, chunk))
                .map(leaf -> hashed(leaf, column))
                .toList();
        if (decidable.isEmpty()) {
            return List.of();
        }
        ColumnMetaData metadata = metadata(chunk);
        long offset = Objects.requireNonNull(metadata.bloomFilterOffset());
        return ChunkRanges.inside(offset, MIN_BLOOM_FILTER_BYTES, ranges.end(externalFile)) == null
                ? List.of()
                : List.of(new BloomFilterPlan(
                        column,
                        externalFile,
                        offset,
                        metadata.bloomFilterLength(),
                        chunk.cryptoMetadata() != null,
                        decidable));
    }

    private HashedCondition hashed(Predicate.Leaf leaf, Column column) {
        return hashed.computeIfAbsent(column, key -> new HashMap<>())
                .computeIfAbsent(leaf, key -> new HashedCondition(leaf, column));
    }

    /** Returns the dictionary of a chunk if it can decide one of some conditions; otherwise nothing. */
    private List<DictionaryPlan> dictionary(
            List<Predicate.Leaf> leaves, Column column, ColumnChunk chunk, @Nullable String externalFile) {
        List<Predicate.Leaf> decidable = leaves.stream()
                .filter(leaf -> hasDictionary(leaf, column, chunk))
                .toList();
        if (decidable.isEmpty()) {
            return List.of();
        }
        ColumnMetaData metadata = metadata(chunk);
        long start = ChunkRanges.start(metadata);
        long length = metadata.dataPageOffset() - start;
        ByteRange range = length < metadata.totalCompressedSize()
                ? ChunkRanges.inside(start, length, ranges.end(externalFile))
                : null;
        return range == null
                ? List.of()
                : List.of(new DictionaryPlan(column, metadata, externalFile, range, decidable));
    }

    private @Nullable PageIndexPlan pageIndex(Column column, ColumnChunk chunk, @Nullable String externalFile) {
        boolean believed = options.pageIndexes() && file.trust().columnIndex(column);
        ByteRange columnIndex = believed ? ranges.columnIndex(chunk, externalFile) : null;
        ByteRange offsetIndex = columnIndex == null ? null : ranges.offsetIndex(chunk, externalFile);
        return columnIndex == null || offsetIndex == null
                ? null
                : new PageIndexPlan(column, externalFile, columnIndex, offsetIndex);
    }
}
