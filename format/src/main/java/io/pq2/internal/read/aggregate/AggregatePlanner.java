package io.pq2.internal.read.aggregate;

import io.pq2.exception.CorruptFileException;
import io.pq2.exception.FileLocation;
import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.internal.predicate.prune.MatchingRows;
import io.pq2.internal.predicate.prune.RowGroupPruner;
import io.pq2.internal.read.decode.PlainSlots;
import io.pq2.internal.statistics.ExactStatistics;
import io.pq2.internal.statistics.ExactStatistics.Extreme;
import io.pq2.metadata.ColumnMetaData;
import io.pq2.metadata.RowGroup;
import io.pq2.predicate.MissingColumns;
import io.pq2.read.Aggregate;
import io.pq2.read.AggregatePlan;
import io.pq2.read.AggregatePlan.ColumnAnswer;
import io.pq2.read.AggregatePlan.RowGroupAnswer;
import io.pq2.read.ParquetFile;
import io.pq2.read.ScanBuilder.RowFilter;
import io.pq2.schema.Column;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/** Finds out what of an aggregation the footer answers. */
public final class AggregatePlanner {

    private final ParquetFile file;
    private final List<Aggregate> aggregates;
    private final Predicate<Column> bounds;
    private final RowFilter filter;
    private final RowGroupPruner pruner;
    /** What is wanted of each column. */
    private final Map<Column, Set<Aggregate.Kind>> wanted = new LinkedHashMap<>();

    private int skipped;

    /** Which row groups are asked for. */
    public interface Covered {
        boolean test(int ordinal, RowGroup rowGroup);
    }

    /**
     * @param bounds the columns of which least and greatest values may be taken from the footer
     * @param filter null for all rows
     */
    public AggregatePlanner(ParquetFile file, List<Aggregate> aggregates, Predicate<Column> bounds, RowFilter filter) {
        this.file = file;
        this.aggregates = aggregates;
        this.bounds = bounds;
        this.filter = filter;
        MissingColumns missing =
                filter == null ? MissingColumns.UNKNOWN : filter.semantics().missingColumns();
        this.pruner = new RowGroupPruner(file.metadata(), file.schema(), missing);
        for (Aggregate aggregate : aggregates) {
            wanted.computeIfAbsent(aggregate.column(), column -> EnumSet.noneOf(Aggregate.Kind.class))
                    .add(aggregate.kind());
        }
    }

    public AggregatePlan plan(Covered covered) {
        try {
            return planRowGroups(covered);
        } catch (CorruptFileException e) {
            throw e.locate(FileLocation.file(file.input().location()));
        } catch (UnsupportedFeatureException e) {
            throw e.locate(FileLocation.file(file.input().location()));
        }
    }

    private AggregatePlan planRowGroups(Covered covered) {
        List<RowGroup> groups = file.metadata().rowGroups();
        Map<Integer, Map<Column, ColumnAnswer>> answers = new LinkedHashMap<>();
        List<Integer> scanned = new ArrayList<>();
        Set<Column> scannedColumns = new LinkedHashSet<>();
        for (int i = 0; i < groups.size(); i++) {
            RowGroup group = groups.get(i);
            if (group.numRows() == 0 || !covered.test(i, group)) {
                continue;
            }
            MatchingRows matchingRows = matchingRows(i);
            if (matchingRows == MatchingRows.NO_ROWS) {
                skipped++;
                continue;
            }
            Map<Column, ColumnAnswer> known = matchingRows == MatchingRows.ALL_ROWS ? answers(i, group) : Map.of();
            if (matchingRows == MatchingRows.ALL_ROWS) {
                answers.put(i, known);
            }
            if (matchingRows == MatchingRows.SOME_ROWS || known.size() < wanted.size()) {
                scanned.add(i);
                wanted.keySet().stream()
                        .filter(column -> !known.containsKey(column))
                        .forEach(scannedColumns::add);
            }
        }
        return new AggregatePlan(
                aggregates, rowGroupAnswers(answers, scanned, scannedColumns), scanned, scannedColumns, skipped);
    }

    private List<RowGroupAnswer> rowGroupAnswers(
            Map<Integer, Map<Column, ColumnAnswer>> answers, List<Integer> scanned, Set<Column> scannedColumns) {
        List<RowGroupAnswer> rowGroups = new ArrayList<>();
        Set<Integer> scannedToo = new HashSet<>(scanned);
        answers.forEach((ordinal, columns) -> {
            boolean isScanned = scannedToo.contains(ordinal);
            List<ColumnAnswer> used = columns.values().stream()
                    .filter(answer -> !isScanned || !scannedColumns.contains(answer.column()))
                    .toList();
            long rows = file.metadata().rowGroups().get(ordinal).numRows();
            rowGroups.add(new RowGroupAnswer(ordinal, isScanned, rows, used));
        });
        return rowGroups;
    }

    private MatchingRows matchingRows(int rowGroup) {
        if (filter == null) {
            return MatchingRows.ALL_ROWS;
        }
        return file.options().statistics()
                ? pruner.decide(rowGroup, filter.condition()).matchingRows()
                : MatchingRows.SOME_ROWS;
    }

    /** The columns of which the footer says all that is wanted. */
    private Map<Column, ColumnAnswer> answers(int ordinal, RowGroup group) {
        Map<Column, ColumnAnswer> answers = new LinkedHashMap<>();
        if (file.options().statistics()) {
            wanted.forEach((column, kinds) -> {
                ColumnAnswer answer = answer(ordinal, group, column, kinds);
                if (answer != null) {
                    answers.put(column, answer);
                }
            });
        }
        return answers;
    }

    /** Null if not all that is wanted is certain. */
    private ColumnAnswer answer(int ordinal, RowGroup group, Column column, Set<Aggregate.Kind> kinds) {
        ColumnMetaData metadata = group.columns().get(column.index()).metadata();
        if (metadata == null) {
            return null;
        }
        ExactStatistics exact =
                new ExactStatistics(metadata, pruner.statistics(ordinal, column), file.writer(), group.numRows());
        boolean wantsCount = kinds.contains(Aggregate.Kind.COUNT);
        Long count = wantsCount ? exact.presentCount() : null;
        if (wantsCount && count == null) {
            return null;
        }
        Extreme min = kinds.contains(Aggregate.Kind.MIN) ? exact.min() : null;
        Extreme max = kinds.contains(Aggregate.Kind.MAX) ? exact.max() : null;
        boolean wantsBound = min != null || max != null;
        if ((wantsBound && !bounds.test(column)) || isUnknown(min) || isUnknown(max)) {
            return null;
        }
        return new ColumnAnswer(column, count, PlainSlots.of(column.field(), plain(min), plain(max)));
    }

    private static boolean isUnknown(Extreme extreme) {
        return extreme != null && !extreme.known();
    }

    private static byte[] plain(Extreme extreme) {
        return extreme == null ? null : extreme.plain();
    }
}
