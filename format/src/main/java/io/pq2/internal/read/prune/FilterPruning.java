package io.pq2.internal.read.prune;

import io.pq2.internal.page.ColumnChunkBytes;
import io.pq2.internal.predicate.prune.MatchingRows;
import io.pq2.internal.predicate.prune.PruningConditions;
import io.pq2.internal.predicate.prune.PruningDecision;
import io.pq2.internal.predicate.prune.RowRanges;
import io.pq2.internal.read.plan.BloomFilterPlan;
import io.pq2.internal.read.plan.ChunkReadPlan;
import io.pq2.internal.read.plan.DictionaryPlan;
import io.pq2.internal.read.plan.HashedCondition;
import io.pq2.internal.read.plan.PruningPlan;
import io.pq2.internal.read.plan.RowGroupReadPlan;
import io.pq2.internal.read.plan.ScanContext;
import io.pq2.internal.read.plan.ScanListener;
import io.pq2.internal.read.source.ReadPurpose;
import io.pq2.internal.statistics.PageStatistics;
import io.pq2.metadata.OffsetIndex;
import io.pq2.predicate.Predicate;
import io.pq2.predicate.SkipReason;
import io.pq2.read.ScanPlan.SkippedRowGroup;
import io.pq2.schema.Column;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Prunes one row group by a filter: first by bloom filters and page indexes, which are requested together, then by
 * dictionaries if they can save enough bytes to be worth another request.
 */
final class FilterPruning implements RowGroupPruning {

    /** A bloom filter that must be read as a whole may have at most this fraction of the bytes that it can save. */
    private static final int ENCRYPTED_BLOOM_FILTER_SHARE = 4;

    private final RowGroupReadPlan plan;
    private final RowGroupFilter filter;
    private final ScanContext context;
    private final PruningRequests requests;
    private final ScanListener listener;
    private final RowGroupFilterState state;
    /** Conditions with a value that a bloom filter may contain. */
    private final Set<Predicate.Leaf> maybeContained = new HashSet<>();

    private final Map<Column, ColumnChunkBytes> dictionaries = new HashMap<>();
    private final List<@Nullable PageRuns> pageRuns;
    /** All reads so far. Requests of finished phases may still be pending if their bytes are not needed. */
    private final List<PruningReads> allReads = new ArrayList<>();
    /** Absent if the page indexes cannot save anything. */
    private final @Nullable PageIndexFetch indexes;

    private Map<Column, PageStatistics> pages = Map.of();
    private RowRanges rows;
    private Phase phase;

    /** The input of the next step. */
    private sealed interface Phase permits BloomFilters, Dictionaries, Done {}

    /**
     * Bloom filters have been requested; the first time together with the page indexes.
     *
     * @param probes the conditions that are not decided yet
     */
    private record BloomFilters(PruningReads reads, List<BloomFilterProbe> probes) implements Phase {}

    /** Dictionaries have been requested. */
    private record Dictionaries(PruningReads reads, List<DictionaryPruningProbe> probes) implements Phase {}

    /** The result is known. */
    private record Done(PrunedRowGroup result) implements Phase {}

    FilterPruning(RowGroupReadPlan plan, RowGroupFilter filter, ScanContext context, PruningRequests requests)
            throws IOException {
        this.plan = plan;
        this.filter = filter;
        this.context = context;
        this.requests = requests;
        this.listener = context.listener();
        this.state = filter.state(plan.ordinal()).withLevels();
        this.rows = RowRanges.of(plan.skippedRows(), plan.skippedRows() + plan.rowCount());
        this.pageRuns = new ArrayList<>(Arrays.asList(new PageRuns[plan.chunks().size()]));
        Phase first = beginBloomFilters();
        this.phase = first;
        if (first instanceof BloomFilters bloomFilters) {
            boolean useful = !plan.isWhole() || !plan.pruning().pageIndexes().isEmpty() || mayDeferColumns();
            this.indexes = useful && !context.recovers() ? new PageIndexFetch(plan, bloomFilters.reads()) : null;
            bloomFilters
                    .reads()
                    .request(plan.pruning().equals(PruningPlan.NONE) ? ReadPurpose.DATA : ReadPurpose.PRUNING);
        } else {
            this.indexes = null;
        }
    }

    /** Whether the page locations of columns that the filter does not need may be useful for late materialization. */
    private boolean mayDeferColumns() {
        Predicate residual = Objects.requireNonNull(plan.residual());
        if (!context.lateMaterialization().isWorthwhile(residual)) {
            return false;
        }
        Set<Column> decodedFirst = filter.columnsDecodedFirst(residual, context.shape());
        long bytes = 0;
        for (ChunkReadPlan chunk : plan.chunks()) {
            bytes += decodedFirst.contains(chunk.column()) ? 0 : chunk.length();
        }
        return !decodedFirst.isEmpty()
                && bytes > 0
                && bytes >= context.options().lateMaterializationMinBytes();
    }

    @Override
    public @Nullable PrunedRowGroup advance(boolean wait) throws IOException {
        while (true) {
            if (phase instanceof Done done) {
                return done.result();
            }
            if (!wait && !isIdle()) {
                return null;
            }
            phase = phase instanceof BloomFilters bloomFilters
                    ? takeFirstReads(bloomFilters)
                    : takeDictionaries((Dictionaries) phase);
        }
    }

    @Override
    public void await() throws IOException {
        for (PruningReads reads : allReads) {
            reads.await();
        }
    }

    @Override
    public boolean isIdle() {
        return allReads.stream().allMatch(PruningReads::isDone);
    }

    private PruningReads newReads() {
        PruningReads reads = new PruningReads(context, requests);
        allReads.add(reads);
        return reads;
    }

    /** Prepares the first reads of bloom filters, and evaluates cached bloom filters. */
    private Phase beginBloomFilters() throws IOException {
        List<BloomFilterProbe> probes = new ArrayList<>();
        for (BloomFilterPlan bloomFilter : plan.pruning().bloomFilters()) {
            long dataEnd = context.sources().of(bloomFilter.externalFile()).dataEnd();
            boolean mayHaveNull = state.statistics(bloomFilter.column()).mayHaveNull();
            EncryptedBloomFilter encrypted = bloomFilter.encrypted()
                    ? new EncryptedBloomFilter(
                            bloomFilter, plan.ordinal(), dataEnd, plan.bytes() / ENCRYPTED_BLOOM_FILTER_SHARE)
                    : null;
            for (HashedCondition condition : bloomFilter.conditions()) {
                probes.add(
                        encrypted == null
                                ? new BloomFilterBlockProbe(condition, bloomFilter, mayHaveNull, dataEnd)
                                : new EncryptedBloomFilterProbe(condition, encrypted, mayHaveNull));
            }
        }
        Phase next = new BloomFilters(addReads(probes, newReads()), probes);
        while (next instanceof BloomFilters bloomFilters
                && !bloomFilters.probes().isEmpty()
                && bloomFilters.reads().isCached()) {
            next = takeBloomFilters(bloomFilters);
        }
        return next;
    }

    private static PruningReads addReads(List<BloomFilterProbe> probes, PruningReads reads) throws IOException {
        for (BloomFilterProbe probe : probes) {
            if (probe.result() == null) {
                probe.addReads(reads);
            }
        }
        return reads;
    }

    /** Evaluates the bloom filter blocks that have arrived, and prepares the next reads of undecided conditions. */
    private Phase takeBloomFilters(BloomFilters bloomFilters) throws IOException {
        PruningReads reads = bloomFilters.reads();
        List<BloomFilterProbe> undecided = new ArrayList<>();
        for (BloomFilterProbe probe : bloomFilters.probes()) {
            if (probe.result() == null) {
                probe.take(reads);
            }
            BloomFilterProbe.Result result = probe.result();
            if (result == null) {
                undecided.add(probe);
                continue;
            }
            state.add(probe.leaf(), result.values());
            if (result.mayContainValue()) {
                maybeContained.add(probe.leaf());
            }
        }
        if (!bloomFilters.probes().isEmpty()) {
            Done skipped = skipIfExcluded(SkipReason.BLOOM_FILTER);
            if (skipped != null) {
                return skipped;
            }
        }
        return new BloomFilters(undecided.isEmpty() ? reads : addReads(undecided, newReads()), undecided);
    }

    private Phase takeFirstReads(BloomFilters bloomFilters) throws IOException {
        Phase next = takeBloomFilters(bloomFilters);
        if (!(next instanceof BloomFilters more)) {
            return next;
        }
        if (!more.probes().isEmpty()) {
            more.reads().request(ReadPurpose.PRUNING);
            return more;
        }
        if (indexes != null) {
            if (!plan.pruning().pageIndexes().isEmpty()) {
                pages = filter.pages(plan, indexes);
                Done contradicted = readAllIfContradicted();
                if (contradicted != null) {
                    return contradicted;
                }
                narrowRows();
                if (rows.isEmpty()) {
                    return skip(SkipReason.COLUMN_INDEX, filter.condition());
                }
            }
            findPageRuns();
        }
        return requestDictionaries();
    }

    /** Returns the result if the page indexes and the statistics contradict each other; otherwise null. */
    private @Nullable Done readAllIfContradicted() {
        for (Map.Entry<Column, PageStatistics> entry : pages.entrySet()) {
            String contradiction = entry.getValue().contradiction(state.statistics(entry.getKey()));
            if (contradiction != null) {
                return readAll(entry.getKey(), contradiction);
            }
        }
        return null;
    }

    /**
     * Gives up pruning of the row group: one of two statistics is wrong, and the plan may rest on either. All needed
     * columns are read, and the whole filter is evaluated.
     */
    private Done readAll(Column column, String contradiction) {
        listener.contradicted(plan.ordinal(), column, contradiction);
        RowGroupReadPlan whole = filter.withoutPruning(plan, context.columns());
        return new Done(new PrunedRowGroup(
                whole,
                RowRanges.of(whole.skippedRows(), whole.skippedRows() + whole.rowCount()),
                whole.residual(),
                Collections.nCopies(whole.chunks().size(), null),
                Map.of(),
                SkipReason.STATISTICS,
                null));
    }

    private void narrowRows() {
        rows = rows.and(filter.rows(plan, state, pages));
    }

    private void findPageRuns() throws IOException {
        if (rows.count() == plan.rowGroupRows()) {
            return;
        }
        for (int i = 0; i < pageRuns.size(); i++) {
            pageRuns.set(i, PrunedRowGroup.pageRuns(plan, indexes, dictionaries, i, rows));
        }
    }

    /** Requests the dictionaries that can exclude the row group, if they are worth a request. */
    private Phase requestDictionaries() throws IOException {
        Set<Predicate.Leaf> decidable = new HashSet<>();
        for (DictionaryPlan dictionary : plan.pruning().dictionaries()) {
            for (Predicate.Leaf leaf : dictionary.conditions()) {
                boolean likelyContained = maybeContained.contains(leaf) && !hasManyValues(leaf);
                if (!likelyContained && hasExpectedPageCount(dictionary)) {
                    decidable.add(leaf);
                }
            }
        }
        Set<Predicate.Leaf> decisive = decidable.isEmpty()
                ? decidable
                : PruningConditions.of(
                        filter.condition(), state.evaluator(), (leaf, negated) -> decidable.contains(leaf));
        long saved = decisive.isEmpty() ? 0 : bytesToRead();
        List<DictionaryPruningProbe> probes = new ArrayList<>();
        for (DictionaryPlan dictionary : plan.pruning().dictionaries()) {
            if (dictionary.conditions().stream().anyMatch(decisive::contains)) {
                saved -= dictionary.range().length();
                probes.add(new DictionaryPruningProbe(dictionary));
            }
        }
        boolean free = context.sources().isInMemory();
        if (probes.isEmpty() || (!free && saved < context.options().dictionaryMinBytes())) {
            return finish(reasonBeforeDictionaries());
        }
        PruningReads reads = newReads();
        for (DictionaryPruningProbe probe : probes) {
            probe.addReads(reads);
        }
        reads.request(ReadPurpose.PRUNING);
        return new Dictionaries(reads, probes);
    }

    /** Whether {@code encoding_stats} agrees with the offset index about the number of data pages. */
    private boolean hasExpectedPageCount(DictionaryPlan dictionary) throws IOException {
        OffsetIndex index = indexes == null ? null : indexes.offsetIndex(dictionary.column());
        return index == null || index.pageLocations().size() == DictionaryEncoded.dataPages(dictionary.metadata());
    }

    /** Whether a condition has several values: then a bloom filter often has a false positive for one of them. */
    private static boolean hasManyValues(Predicate.Leaf leaf) {
        Predicate.Leaf ofValue = leaf instanceof Predicate.AnyValue any ? any.condition() : leaf;
        return ofValue instanceof Predicate.In in && in.literals().size() > 1;
    }

    private Phase takeDictionaries(Dictionaries phase) throws IOException {
        for (DictionaryPruningProbe probe : phase.probes()) {
            ColumnChunkBytes page = probe.take(phase.reads(), context, state, plan.ordinal());
            if (page != null) {
                dictionaries.put(probe.column(), page);
            }
        }
        for (DictionaryPruningProbe probe : phase.probes()) {
            if (probe.contradictsStatistics()) {
                return readAll(probe.column(), "no value of the dictionary is between min and max");
            }
        }
        Done skipped = skipIfExcluded(SkipReason.DICTIONARY);
        if (skipped != null) {
            return skipped;
        }
        narrowRows();
        if (rows.isEmpty()) {
            return skip(SkipReason.DICTIONARY, filter.condition());
        }
        findPageRuns();
        return finish(SkipReason.DICTIONARY);
    }

    /** Skips the row group if the filter matches none of its rows; otherwise returns null. */
    private @Nullable Done skipIfExcluded(SkipReason reason) {
        PruningDecision decision = filter.evaluate(state);
        if (decision.matchingRows() == MatchingRows.NO_ROWS) {
            return skip(reason, Objects.requireNonNull(decision.decidedBy()));
        }
        if (!state.isNarrowed()) {
            listener.nothingExcluded(plan.ordinal(), reason);
        }
        return null;
    }

    private Done skip(SkipReason reason, Predicate condition) {
        rows = RowRanges.NONE;
        long[] bytes = new long[context.columns().size()];
        int[] chunks = plan.chunkIndexes(context.columns());
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = chunks[i] < 0 ? 0 : plan.chunks().get(chunks[i]).length();
        }
        listener.rowGroupSkipped(
                new SkippedRowGroup(plan.ordinal(), plan.rowGroupRows(), plan.bytes(), reason, condition), bytes);
        return done(plan.residual(), reason);
    }

    private Done finish(SkipReason lastReason) {
        Predicate residual = checkableResidual();
        if (residual instanceof Predicate.AlwaysTrue && !(plan.residual() instanceof Predicate.AlwaysTrue)) {
            listener.allRowsMatch(
                    plan.ordinal(), lastReason, filter.evaluate(state).decidedBy());
        }
        return done(residual, lastReason);
    }

    /**
     * Returns the part of the filter that is left open, or that of the plan if the planned chunks do not suffice to
     * check it. A smaller part can need more columns: a condition that cannot be checked for single rows makes the
     * check of its neighbours pointless.
     */
    private Predicate checkableResidual() {
        Predicate residual = state.residual();
        Predicate planned = Objects.requireNonNull(plan.residual());
        Set<Column> read = plan.chunks().stream().map(ChunkReadPlan::column).collect(Collectors.toSet());
        return residual.equals(planned) || !read.containsAll(filter.columns(residual)) ? planned : residual;
    }

    private Done done(@Nullable Predicate residual, SkipReason lastReason) {
        return new Done(new PrunedRowGroup(plan, rows, residual, pageRuns, dictionaries, lastReason, indexes));
    }

    private SkipReason reasonBeforeDictionaries() {
        return plan.pruning().bloomFilters().isEmpty() ? SkipReason.STATISTICS : SkipReason.BLOOM_FILTER;
    }

    /** Returns the number of bytes that must be read after all pruning so far. */
    private long bytesToRead() {
        long bytes = 0;
        for (int i = 0; i < pageRuns.size(); i++) {
            PageRuns runs = pageRuns.get(i);
            bytes += runs == null ? plan.chunks().get(i).length() : runs.bytes();
        }
        return bytes;
    }
}
