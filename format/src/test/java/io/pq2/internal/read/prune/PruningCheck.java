package io.pq2.internal.read.prune;

import io.pq2.internal.predicate.prune.MatchingRows;
import io.pq2.internal.predicate.prune.RowGroupPruner;
import io.pq2.internal.read.prune.PruningTally.Event;
import io.pq2.io.InputFile;
import io.pq2.predicate.FilterSemantics;
import io.pq2.predicate.MissingColumns;
import io.pq2.predicate.NanOrder;
import io.pq2.predicate.Predicate;
import io.pq2.predicate.SkipReason;
import io.pq2.read.BatchReader;
import io.pq2.read.ParquetFile;
import io.pq2.read.RowFiltering;
import io.pq2.read.ScanBuilder;
import io.pq2.read.ScanMetrics;
import io.pq2.vector.Batch;
import io.pq2.write.VectorRows;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;

/** Compares scans with a predicate, with each combination of pruning steps, with a full scan. */
public final class PruningCheck {

    private final InputFile input;
    private final PlainTable table;
    private final Random random;
    private final PruningTally tally;
    private final long bytes;
    private final List<Projection> projections;

    /**
     * @param table all rows of the file
     */
    public PruningCheck(InputFile input, PlainTable table, Random random, PruningTally tally) throws IOException {
        this.input = input;
        this.table = table;
        this.random = random;
        this.tally = tally;
        try (ParquetFile file = ParquetFile.open(input)) {
            this.bytes = input.length();
            this.projections = Projection.several(file, table, random);
        }
        tally.add(Event.TABLES, 1);
    }

    /** The rows that must be returned and the rows that may be returned. */
    private record Expected(FilterSemantics semantics, BitSet certain, BitSet allowed) {

        static Expected of(PlainTable table, Predicate predicate, FilterSemantics semantics) {
            TruthOracle oracle = new TruthOracle(table, semantics);
            return new Expected(semantics, oracle.certain(predicate), oracle.allowed(predicate));
        }
    }

    /**
     * Scans with a predicate in many variants. A failure names a simple operand of the predicate with error rows, if
     * there is one.
     */
    public void check(Predicate predicate) throws IOException {
        Expected expected = Expected.of(table, predicate, semantics());
        countSelected(expected.certain().cardinality());
        checkStatistics(predicate, expected);
        for (ScanVariant variant : variants()) {
            check(predicate, expected, variant);
        }
    }

    private void check(Predicate predicate, Expected expected, ScanVariant variant) throws IOException {
        String error = error(predicate, expected, variant, tally);
        if (error != null) {
            throw new AssertionError(simplest(predicate, expected.semantics(), variant, error));
        }
    }

    /** Scans with a predicate with all pruning steps, with none, and with one of the other combinations. */
    public void checkOnAndOff(Predicate predicate) throws IOException {
        Expected expected = Expected.of(table, predicate, semantics());
        countSelected(expected.certain().cardinality());
        checkStatistics(predicate, expected);
        List<EnumSet<PruningStep>> combinations = PruningStep.combinations();
        RowFiltering filtering = RowFiltering.values()[random.nextInt(RowFiltering.values().length)];
        check(predicate, expected, variant(EnumSet.allOf(PruningStep.class), RowFiltering.ALWAYS));
        check(predicate, expected, variant(EnumSet.noneOf(PruningStep.class), RowFiltering.ALWAYS));
        check(predicate, expected, variant(combinations.get(random.nextInt(combinations.size())), filtering));
    }

    private FilterSemantics semantics() {
        MissingColumns missing = MissingColumns.values()[random.nextInt(2)];
        NanOrder nans = NanOrder.values()[random.nextInt(2)];
        int converted = random.nextInt(10) == 0 ? random.nextInt(6) : -1;
        return new FilterSemantics(missing, nans, column -> column.index() != converted);
    }

    private void countSelected(int rows) {
        tally.add(Event.PREDICATES, 1);
        boolean all = rows == table.rows().size();
        tally.add(rows == 0 ? Event.SELECT_NONE : all ? Event.SELECT_ALL : Event.SELECT_SOME, 1);
    }

    private List<ScanVariant> variants() {
        List<ScanVariant> variants = new ArrayList<>();
        List<EnumSet<PruningStep>> combinations = PruningStep.combinations();
        for (EnumSet<PruningStep> steps : combinations) {
            variants.add(variant(steps, RowFiltering.ALWAYS));
        }
        variants.add(variant(EnumSet.allOf(PruningStep.class), RowFiltering.NONE));
        variants.add(variant(EnumSet.allOf(PruningStep.class), RowFiltering.ADAPTIVE));
        variants.add(variant(combinations.get(random.nextInt(combinations.size())), RowFiltering.NONE));
        return variants;
    }

    private ScanVariant variant(EnumSet<PruningStep> steps, RowFiltering filtering) {
        Projection projection = projections.get(random.nextInt(projections.size()));
        return ScanVariant.random(steps, filtering, projection, table.rows().size(), bytes, random);
    }

    /** Compares the pruning decision for each row group with its rows. */
    private void checkStatistics(Predicate predicate, Expected expected) throws IOException {
        try (ParquetFile file = ParquetFile.open(input)) {
            RowGroupPruner pruner = new RowGroupPruner(
                    file.metadata(), file.schema(), expected.semantics().missingColumns());
            int first = 0;
            for (int i = 0; i < file.metadata().rowGroups().size(); i++) {
                int end = first + (int) file.metadata().rowGroups().get(i).numRows();
                MatchingRows matchingRows = pruner.decide(i, predicate).matchingRows();
                int certain = expected.certain().get(first, end).cardinality();
                int allowed = expected.allowed().get(first, end).cardinality();
                if ((matchingRows == MatchingRows.ALL_ROWS && allowed < end - first)
                        || (matchingRows == MatchingRows.NO_ROWS && certain > 0)) {
                    throw new AssertionError("by statistics, " + matchingRows + " match in row group " + i + ", but "
                            + certain + " of rows " + first + " to " + end + " match " + predicate);
                }
                first = end;
            }
        }
    }

    /** Returns the error for the simplest operand of a predicate that has one. */
    private String simplest(Predicate predicate, FilterSemantics semantics, ScanVariant variant, String error)
            throws IOException {
        List<Predicate> parts = List.of();
        if (predicate instanceof Predicate.And and) {
            parts = and.operands();
        } else if (predicate instanceof Predicate.Or or) {
            parts = or.operands();
        } else if (predicate instanceof Predicate.Not not) {
            parts = List.of(not.operand());
        }
        for (Predicate part : parts) {
            String simpler = error(part, Expected.of(table, part, semantics), variant, new PruningTally());
            if (simpler != null) {
                return simplest(part, semantics, variant, simpler);
            }
        }
        return error;
    }

    /** Returns the error in the rows of a scan, or null. */
    private String error(Predicate predicate, Expected expected, ScanVariant variant, PruningTally counts)
            throws IOException {
        counts.add(Event.CASES, 1);
        BitSet certain = within(expected.certain(), variant);
        BitSet allowed = variant.filtering() == RowFiltering.ALWAYS ? within(expected.allowed(), variant) : null;
        ScanMetrics metrics = new ScanMetrics();
        BitSet found = new BitSet();
        String error = null;
        try (ParquetFile file = ParquetFile.open(input, variant.options())) {
            for (ScanBuilder scan : variant.scans(file, predicate, expected.semantics())) {
                error = error == null ? collect(scan.metrics(metrics), variant, found) : error;
            }
        } catch (IOException | RuntimeException e) {
            throw new AssertionError("scan fails: " + predicate + "; " + expected.semantics() + "; " + variant, e);
        }
        if (error == null) {
            error = missing(certain, found);
        }
        if (error == null && allowed != null) {
            error = unexpected(allowed, found);
        }
        count(variant, metrics, counts);
        return error == null
                ? null
                : error + "\n  predicate " + predicate + "\n  rules " + expected.semantics() + "\n  " + variant;
    }

    private static BitSet within(BitSet rows, ScanVariant variant) {
        BitSet within = (BitSet) rows.clone();
        within.clear(0, (int) variant.firstRow());
        within.clear((int) variant.endRow(), Math.max((int) variant.endRow(), within.length()));
        return within;
    }

    /** Marks the rows that a scan returns. Returns an error if a row is not that of the file, otherwise null. */
    private static String collect(ScanBuilder scan, ScanVariant variant, BitSet found) throws IOException {
        try (BatchReader reader = scan.open()) {
            for (Batch batch = reader.next(); batch != null; batch = reader.next()) {
                List<List<Object>> rows = VectorRows.rows(batch);
                for (int i = 0; i < rows.size(); i++) {
                    long index = reader.rowIndex(i);
                    if (index < Math.max(variant.firstRow(), found.length()) || index >= variant.endRow()) {
                        return "row " + index + " comes after row " + (found.length() - 1);
                    }
                    List<Object> stored = variant.projection().rows().get((int) index);
                    if (!rows.get(i).equals(stored)) {
                        return "row " + index + " is " + rows.get(i) + " and not " + stored;
                    }
                    found.set((int) index);
                }
            }
        }
        return null;
    }

    private String missing(BitSet certain, BitSet found) {
        BitSet missing = (BitSet) certain.clone();
        missing.andNot(found);
        return missing.isEmpty()
                ? null
                : "rows " + missing + " are missing; the first is "
                        + table.rows().get(missing.nextSetBit(0));
    }

    private String unexpected(BitSet allowed, BitSet found) {
        BitSet more = (BitSet) found.clone();
        more.andNot(allowed);
        return more.isEmpty()
                ? null
                : "rows " + more + " are unexpected; the first is "
                        + table.rows().get(more.nextSetBit(0));
    }

    private static void count(ScanVariant variant, ScanMetrics metrics, PruningTally counts) {
        counts.add(Event.ROWS_FILTERED, metrics.rowsFiltered());
        counts.add(Event.ROW_GROUPS_THAT_MATCH, metrics.rowGroupsMatching());
        if (variant.steps().size() == 1) {
            counts.add(Event.ROW_GROUPS_BY_STATISTICS, metrics.rowGroupsSkipped(SkipReason.STATISTICS));
            counts.add(Event.ROW_GROUPS_BY_LEVEL_HISTOGRAMS, metrics.rowGroupsSkipped(SkipReason.LEVEL_HISTOGRAM));
            counts.add(Event.ROW_GROUPS_BY_BLOOM_FILTERS, metrics.rowGroupsSkipped(SkipReason.BLOOM_FILTER));
            counts.add(Event.ROW_GROUPS_BY_DICTIONARIES, metrics.rowGroupsSkipped(SkipReason.DICTIONARY));
            counts.add(Event.ROW_GROUPS_BY_PAGE_INDEXES, metrics.rowGroupsSkipped(SkipReason.COLUMN_INDEX));
            counts.add(Event.PAGES_BY_PAGE_INDEXES, metrics.pagesSkipped());
        }
    }
}
