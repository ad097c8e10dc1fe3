package io.pq2.internal.read.prune;

import io.pq2.internal.page.ColumnChunkBytes;
import io.pq2.internal.predicate.prune.MatchingRows;
import io.pq2.internal.predicate.prune.PruningConditions;
import io.pq2.internal.predicate.prune.PruningDecision;
import io.pq2.internal.predicate.prune.RowRanges;
import io.pq2.internal.read.fetch.ChunkPart;
import io.pq2.internal.read.plan.ScanContext;
import io.pq2.internal.statistics.PageStatistics;
import io.pq2.metadata.OffsetIndex;
import io.pq2.predicate.Predicate;
import io.pq2.predicate.SkipReason;
import io.pq2.read.ScanPlan.BloomFilterPlan;
import io.pq2.read.ScanPlan.ChunkPlan;
import io.pq2.read.ScanPlan.DictionaryPlan;
import io.pq2.read.ScanPlan.ProofPlans;
import io.pq2.read.ScanPlan.RowGroupPlan;
import io.pq2.schema.Column;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds out which rows of a row group a filter may keep before its column chunks are read, a step at a time: first bloom filters and
 * page indexes, which are requested together, then dictionaries, if what they could save is worth a request. No step waits unless it
 * is told to.
 */
public final class RowGroupPruning {

    /** Of the bytes that it may save, a bloom filter that must be read as a whole has at the most this part. */
    private static final int ENCRYPTED_BLOOM_FILTER_SHARE = 4;

    private final RowGroupPlan plan;
    private final ScanContext context;
    /** Null without a filter, and then so is the evidence. */
    private final PageIndexPruning filter;

    private final RowGroupFilterState evidence;
    /** Those that something must still be read for. */
    private List<BloomFilterProbe> bloomFilters = new ArrayList<>();
    /** Conditions that a bloom filter did not rule out. */
    private final Set<Predicate.Leaf> likely = new HashSet<>();

    private final List<DictionaryPruningProbe> dictionaries = new ArrayList<>();
    private PruningReads reads;
    private PageIndexFetch indexes;
    private Map<Column, PageStatistics> pages = Map.of();
    private RowRanges rows;
    private ChunkPart[] parts;
    private Predicate residual;
    private boolean done;

    /**
     * Begins, and requests what is looked at first.
     *
     * @param filter of which rows are wanted, null for all
     */
    public RowGroupPruning(RowGroupPlan plan, PageIndexPruning filter, ScanContext context) throws IOException {
        this.plan = plan;
        this.filter = filter;
        this.context = context;
        this.evidence = filter == null ? null : filter.evidence(plan);
        this.rows = RowRanges.of(plan.skippedRows(), plan.skippedRows() + plan.rowCount());
        this.parts = new ChunkPart[plan.chunks().size()];
        this.residual = plan.residual();
        this.reads = new PruningReads(context.sources(), context.metrics());
        beginBloomFilters();
        if (!done) {
            if (!plan.isWhole() || !plan.proofs().pageIndexes().isEmpty() || mayHaveLateColumns()) {
                indexes = new PageIndexFetch(plan, reads);
            }
            reads.request(context.options(), !plan.proofs().equals(ProofPlans.NONE));
        }
    }

    /** Whether it may be useful to know where the pages are of columns that are requested late. */
    private boolean mayHaveLateColumns() {
        if (filter == null || !context.late().pay(residual)) {
            return false;
        }
        Set<Column> early = filter.early(residual, context.shape());
        long bytes = 0;
        for (ChunkPlan chunk : plan.chunks()) {
            bytes += early.contains(chunk.column()) ? 0 : chunk.length();
        }
        return !early.isEmpty() && bytes > 0 && bytes >= context.options().lateColumnBytes();
    }

    /** Goes on as far as it is possible, without waiting if that is not wanted; says whether all is known. */
    public boolean advance(boolean wait) throws IOException {
        while (!done) {
            if (!wait && !reads.isDone()) {
                return false;
            }
            step();
        }
        return true;
    }

    private void step() throws IOException {
        if (!dictionaries.isEmpty()) {
            takeDictionaries();
        } else if (takeBloomFilters()) {
            if (!bloomFilters.isEmpty()) {
                reads.request(context.options(), true);
                return;
            }
            takePageIndexes();
            if (!done) {
                askDictionaries();
            }
        }
    }

    private void beginBloomFilters() throws IOException {
        for (BloomFilterPlan bloomFilter : plan.proofs().bloomFilters()) {
            long dataEnd = context.sources().of(bloomFilter.sibling()).dataEnd();
            boolean mayHaveNull = evidence.statistics(bloomFilter.column()).mayHaveNull();
            EncryptedBloomFilter whole = bloomFilter.encrypted()
                    ? new EncryptedBloomFilter(
                            bloomFilter, plan.ordinal(), dataEnd, plan.bytes() / ENCRYPTED_BLOOM_FILTER_SHARE)
                    : null;
            for (Predicate.Leaf leaf : bloomFilter.conditions()) {
                bloomFilters.add(
                        whole == null
                                ? new BloomFilterBlockProbe(leaf, bloomFilter, mayHaveNull, dataEnd)
                                : new EncryptedBloomFilterProbe(leaf, bloomFilter.column(), whole, mayHaveNull));
            }
        }
        boolean more = !bloomFilters.isEmpty();
        askBloomFilters();
        while (more && reads.needsNothing()) {
            more = takeBloomFilters() && !bloomFilters.isEmpty();
        }
    }

    private void askBloomFilters() throws IOException {
        for (BloomFilterProbe probe : bloomFilters) {
            if (probe.truthValues() == null) {
                probe.ask(reads);
            }
        }
    }

    /** Takes what was asked of bloom filters, and asks again those that something must still be read for; false if that settled it. */
    private boolean takeBloomFilters() throws IOException {
        List<BloomFilterProbe> open = new ArrayList<>();
        for (BloomFilterProbe probe : bloomFilters) {
            if (probe.truthValues() == null) {
                probe.take(reads);
            }
            if (probe.truthValues() == null) {
                open.add(probe);
                continue;
            }
            evidence.add(probe.leaf(), probe.truthValues());
            if (probe.mayKnowValue()) {
                likely.add(probe.leaf());
            }
        }
        boolean asked = !bloomFilters.isEmpty();
        bloomFilters = open;
        if (asked && isRuledOut(SkipReason.BLOOM_FILTER)) {
            return false;
        }
        if (!open.isEmpty()) {
            reads = new PruningReads(context.sources(), context.metrics());
            askBloomFilters();
        }
        return true;
    }

    private void takePageIndexes() throws IOException {
        if (indexes == null) {
            return;
        }
        if (!plan.proofs().pageIndexes().isEmpty()) {
            pages = filter.pages(plan, indexes);
            narrow();
            if (rows.isEmpty()) {
                skip(SkipReason.COLUMN_INDEX, filter.condition());
                return;
            }
        }
        findParts();
    }

    private void narrow() {
        rows = rows.and(filter.rows(plan, evidence, pages));
    }

    private void findParts() throws IOException {
        if (rows.count() == plan.rowGroupRows()) {
            return;
        }
        for (int i = 0; i < parts.length; i++) {
            parts[i] = part(i, rows);
        }
    }

    /** The pages of a chunk that have some of those rows; null if it is not known which they are. */
    public ChunkPart part(int chunk, RowRanges some) throws IOException {
        OffsetIndex index = indexes == null ? null : indexes.offsetIndex(chunk);
        boolean held = dictionary(plan.chunks().get(chunk).column()) != null;
        return index == null ? null : ChunkPart.of(plan.chunks().get(chunk), index, plan, some, held);
    }

    /** How many data pages a chunk has, 0 if it is not known. */
    public int pageCount(int chunk) throws IOException {
        OffsetIndex index = indexes == null ? null : indexes.offsetIndex(chunk);
        return index == null ? 0 : index.pageLocations().size();
    }

    /** Requests the dictionaries that may rule the row group out, if they are worth it. */
    private void askDictionaries() throws IOException {
        Set<Predicate.Leaf> known = new HashSet<>();
        for (DictionaryPlan dictionary : plan.proofs().dictionaries()) {
            for (Predicate.Leaf leaf : dictionary.conditions()) {
                boolean heardOf = likely.contains(leaf) && !isOfManyValues(leaf);
                if (!heardOf && hasAsManyPagesAsSaid(dictionary)) {
                    known.add(leaf);
                }
            }
        }
        Set<Predicate.Leaf> decisive = known.isEmpty()
                ? known
                : PruningConditions.of(
                        filter.condition(), evidence.evaluator(), (leaf, negated) -> known.contains(leaf));
        long saved = decisive.isEmpty() ? 0 : bytes();
        List<DictionaryPruningProbe> probes = new ArrayList<>();
        for (DictionaryPlan dictionary : plan.proofs().dictionaries()) {
            if (dictionary.conditions().stream().anyMatch(decisive::contains)) {
                saved -= dictionary.range().length();
                probes.add(new DictionaryPruningProbe(dictionary));
            }
        }
        boolean free = context.sources().areInMemory();
        if (probes.isEmpty() || (!free && saved < context.options().dictionaryMinBytes())) {
            finish();
            return;
        }
        reads = new PruningReads(context.sources(), context.metrics());
        for (DictionaryPruningProbe probe : probes) {
            probe.ask(reads);
        }
        dictionaries.addAll(probes);
        reads.request(context.options(), true);
    }

    /** Whether {@code encoding_stats} agree with the offset index, if there is one. */
    private boolean hasAsManyPagesAsSaid(DictionaryPlan dictionary) throws IOException {
        OffsetIndex index = indexes == null ? null : indexes.offsetIndex(dictionary.column());
        return index == null || index.pageLocations().size() == DictionaryEncoded.dataPages(dictionary.metadata());
    }

    /** With many values a bloom filter often believes that one is there, a dictionary knows. */
    private static boolean isOfManyValues(Predicate.Leaf leaf) {
        return leaf instanceof Predicate.In in && in.literals().size() > 1;
    }

    private void takeDictionaries() throws IOException {
        for (DictionaryPruningProbe probe : dictionaries) {
            probe.take(reads, context.writer(), context.options().verifyChecksums(), evidence, plan.ordinal());
        }
        if (isRuledOut(SkipReason.DICTIONARY)) {
            return;
        }
        narrow();
        if (rows.isEmpty()) {
            skip(SkipReason.DICTIONARY, filter.condition());
            return;
        }
        findParts();
        finish();
    }

    /** Whether what is known by now rules the row group out. */
    private boolean isRuledOut(SkipReason last) {
        PruningDecision decision = evidence.evaluator().evaluate(filter.condition());
        boolean ruledOut = decision.matchingRows() == MatchingRows.NO_ROWS;
        if (ruledOut) {
            skip(last, decision.decidedBy());
        } else if (context.explanation() != null && !evidence.isMoreThanStatistics()) {
            context.explanation().futile(plan.ordinal(), last);
        }
        return ruledOut;
    }

    private void skip(SkipReason last, Predicate decidedBy) {
        rows = RowRanges.NONE;
        done = true;
        context.metrics().countSkippedRowGroup(last, plan.bytes());
        if (context.explanation() != null) {
            context.explanation().skipped(plan, last, decidedBy);
        }
    }

    private void finish() {
        residual = evidence == null ? null : evidence.residual();
        done = true;
        boolean matches =
                residual instanceof Predicate.AlwaysTrue && !(plan.residual() instanceof Predicate.AlwaysTrue);
        if (matches && context.explanation() != null) {
            PruningDecision decision = evidence.evaluator().evaluate(filter.condition());
            context.explanation().matched(plan.ordinal(), latest(), decision.decidedBy());
        }
    }

    /** What was looked at last beside page indexes. */
    public SkipReason latest() {
        if (!dictionaries.isEmpty()) {
            return SkipReason.DICTIONARY;
        }
        return plan.proofs().bloomFilters().isEmpty() ? SkipReason.STATISTICS : SkipReason.BLOOM_FILTER;
    }

    /** The bytes that would be requested by what is known. */
    private long bytes() {
        long bytes = 0;
        for (int i = 0; i < parts.length; i++) {
            bytes += parts[i] == null ? plan.chunks().get(i).length() : parts[i].bytes();
        }
        return bytes;
    }

    RowGroupPlan plan() {
        return plan;
    }

    /** The wanted rows, by their index in the row group. */
    public RowRanges rows() {
        return rows;
    }

    /** By chunk of the plan: the pages that have wanted rows; null if it is all of them. */
    public ChunkPart[] parts() {
        return parts;
    }

    /** What is left to check of the filter among the wanted rows; null without a filter. */
    public Predicate residual() {
        return residual;
    }

    /** The dictionary page of a column if it has been read, otherwise null. */
    public ColumnChunkBytes dictionary(Column column) {
        for (DictionaryPruningProbe probe : dictionaries) {
            if (probe.column().equals(column)) {
                return probe.page();
            }
        }
        return null;
    }

    /** Whether nothing is under way any more. */
    public boolean isQuiet() {
        return reads.isDone();
    }
}
