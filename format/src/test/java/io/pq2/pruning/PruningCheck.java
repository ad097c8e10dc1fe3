package io.pq2.pruning;

import io.pq2.internal.predicate.prune.MatchingRows;
import io.pq2.internal.predicate.prune.RowGroupPruner;
import io.pq2.io.InputFile;
import io.pq2.predicate.FilterSemantics;
import io.pq2.predicate.MissingColumns;
import io.pq2.predicate.NanOrder;
import io.pq2.predicate.Predicate;
import io.pq2.predicate.SkipReason;
import io.pq2.pruning.PruningTally.Event;
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

/** Holds the rows of scans with a predicate against those for which it is true in a full read, with each matchingRows and without. */
public final class PruningCheck {

    private final InputFile input;
    private final PlainTable table;
    private final Random random;
    private final PruningTally tally;
    private final long bytes;
    private final List<Projection> projections;

    /** @param table all rows of the file */
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

    /** What must and what may come out. */
    private record Expected(FilterSemantics semantics, BitSet certain, BitSet allowed) {

        static Expected of(PlainTable table, Predicate predicate, FilterSemantics semantics) {
            TruthOracle oracle = new TruthOracle(table, semantics);
            return new Expected(semantics, oracle.certain(predicate), oracle.allowed(predicate));
        }
    }

    /** Scans with a predicate in many ways; fails with a simple predicate, if one can be found, whose rows are not right. */
    public void check(Predicate predicate) throws IOException {
        Expected expected = Expected.of(table, predicate, semantics());
        countSelected(expected.certain().cardinality());
        checkProofs(predicate, expected);
        for (ScanWay way : ways()) {
            String wrong = wrong(predicate, expected, way, tally);
            if (wrong != null) {
                throw new AssertionError(simplest(predicate, expected.semantics(), way, wrong));
            }
        }
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

    private List<ScanWay> ways() {
        List<ScanWay> ways = new ArrayList<>();
        List<EnumSet<ScanProof>> combinations = ScanProof.combinations();
        for (EnumSet<ScanProof> asked : combinations) {
            ways.add(way(asked, RowFiltering.ALWAYS));
        }
        ways.add(way(EnumSet.allOf(ScanProof.class), RowFiltering.NONE));
        ways.add(way(EnumSet.allOf(ScanProof.class), RowFiltering.ADAPTIVE));
        ways.add(way(combinations.get(random.nextInt(combinations.size())), RowFiltering.NONE));
        return ways;
    }

    private ScanWay way(EnumSet<ScanProof> asked, RowFiltering filtering) {
        Projection projection = projections.get(random.nextInt(projections.size()));
        return ScanWay.random(asked, filtering, projection, table.rows().size(), bytes, random);
    }

    /** What statistics prove of each row group must be true of its rows. */
    private void checkProofs(Predicate predicate, Expected expected) throws IOException {
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

    /** What is wrong with a predicate's rows, or with those of one in it. */
    private String simplest(Predicate predicate, FilterSemantics semantics, ScanWay way, String wrong)
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
            String simpler = wrong(part, Expected.of(table, part, semantics), way, new PruningTally());
            if (simpler != null) {
                return simplest(part, semantics, way, simpler);
            }
        }
        return wrong;
    }

    /** What is wrong with the rows of a scan, null if nothing is. */
    private String wrong(Predicate predicate, Expected expected, ScanWay way, PruningTally counts) throws IOException {
        counts.add(Event.CASES, 1);
        BitSet certain = within(expected.certain(), way);
        BitSet allowed = way.filtering() == RowFiltering.ALWAYS ? within(expected.allowed(), way) : null;
        ScanMetrics metrics = new ScanMetrics();
        BitSet found = new BitSet();
        String wrong = null;
        try (ParquetFile file = ParquetFile.open(input, way.options())) {
            for (ScanBuilder scan : way.scans(file, predicate, expected.semantics())) {
                wrong = wrong == null ? collect(scan.metrics(metrics), way, found) : wrong;
            }
        } catch (IOException | RuntimeException e) {
            throw new AssertionError("scan fails: " + predicate + "; " + expected.semantics() + "; " + way, e);
        }
        if (wrong == null) {
            wrong = missing(certain, found);
        }
        if (wrong == null && allowed != null) {
            wrong = superfluous(allowed, found);
        }
        count(way, metrics, counts);
        return wrong == null
                ? null
                : wrong + "\n  predicate " + predicate + "\n  rules " + expected.semantics() + "\n  " + way;
    }

    private static BitSet within(BitSet rows, ScanWay way) {
        BitSet within = (BitSet) rows.clone();
        within.clear(0, (int) way.firstRow());
        within.clear((int) way.endRow(), Math.max((int) way.endRow(), within.length()));
        return within;
    }

    /** Marks the rows that a scan finds; says which one is not that of the file. */
    private static String collect(ScanBuilder scan, ScanWay way, BitSet found) throws IOException {
        try (BatchReader reader = scan.open()) {
            for (Batch batch = reader.next(); batch != null; batch = reader.next()) {
                List<List<Object>> rows = VectorRows.rows(batch);
                for (int i = 0; i < rows.size(); i++) {
                    long index = reader.rowIndex(i);
                    if (index < Math.max(way.firstRow(), found.length()) || index >= way.endRow()) {
                        return "row " + index + " comes after row " + (found.length() - 1);
                    }
                    List<Object> stored = way.projection().rows().get((int) index);
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

    private String superfluous(BitSet allowed, BitSet found) {
        BitSet more = (BitSet) found.clone();
        more.andNot(allowed);
        return more.isEmpty()
                ? null
                : "rows " + more + " are too many; the first is " + table.rows().get(more.nextSetBit(0));
    }

    private static void count(ScanWay way, ScanMetrics metrics, PruningTally counts) {
        counts.add(Event.ROWS_LEFT_OUT, metrics.rowsFiltered());
        counts.add(Event.ROW_GROUPS_THAT_MATCH, metrics.rowGroupsMatching());
        if (way.asked().size() == 1) {
            counts.add(Event.ROW_GROUPS_BY_STATISTICS, metrics.rowGroupsSkipped(SkipReason.STATISTICS));
            counts.add(Event.ROW_GROUPS_BY_LEVEL_HISTOGRAMS, metrics.rowGroupsSkipped(SkipReason.LEVEL_HISTOGRAM));
            counts.add(Event.ROW_GROUPS_BY_BLOOM_FILTERS, metrics.rowGroupsSkipped(SkipReason.BLOOM_FILTER));
            counts.add(Event.ROW_GROUPS_BY_DICTIONARIES, metrics.rowGroupsSkipped(SkipReason.DICTIONARY));
            counts.add(Event.ROW_GROUPS_BY_PAGE_INDEXES, metrics.rowGroupsSkipped(SkipReason.COLUMN_INDEX));
            counts.add(Event.PAGES_BY_PAGE_INDEXES, metrics.pagesSkipped());
        }
    }
}
