package io.pq2.internal.read.aggregate;

import io.pq2.exception.CorruptFileException;
import io.pq2.exception.FileLocation;
import io.pq2.exception.ParquetException;
import io.pq2.internal.predicate.prune.MatchingRows;
import io.pq2.internal.predicate.prune.RowGroupPruner;
import io.pq2.internal.read.plan.ScanFilter;
import io.pq2.internal.read.plan.SplitRange;
import io.pq2.internal.read.source.OpenFile;
import io.pq2.internal.statistics.ExactStatistics;
import io.pq2.internal.statistics.ExactStatistics.ExactValue;
import io.pq2.metadata.ColumnMetaData;
import io.pq2.metadata.RowGroup;
import io.pq2.predicate.MissingColumns;
import io.pq2.read.Aggregate;
import io.pq2.read.AggregatePlan;
import io.pq2.read.AggregatePlan.ColumnAnswer;
import io.pq2.read.AggregatePlan.RowGroupAnswer;
import io.pq2.read.OnCorruption;
import io.pq2.schema.Column;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Finds out which row groups and columns of an aggregation the footer answers exactly. */
public final class AggregatePlanner {

    private final OpenFile file;
    private final List<Aggregate> aggregates;
    private final Predicate<Column> minMaxFromFooter;
    /** Absent if every row matches. */
    private final @Nullable ScanFilter filter;

    private final RowGroupPruner pruner;
    private final Map<Column, Set<Aggregate.Kind>> kinds = new LinkedHashMap<>();
    private final Set<Aggregate> groups = new LinkedHashSet<>();

    private AggregatePlanner(
            OpenFile file,
            List<Aggregate> aggregates,
            Predicate<Column> minMaxFromFooter,
            @Nullable ScanFilter filter) {
        this.file = file;
        this.aggregates = aggregates;
        this.minMaxFromFooter = minMaxFromFooter;
        this.filter = filter;
        MissingColumns missing =
                filter == null ? MissingColumns.UNKNOWN : filter.semantics().missingColumns();
        this.pruner = new RowGroupPruner(file.metadata(), file.schema(), missing, file.trust());
        for (Aggregate aggregate : aggregates) {
            if (aggregate.isOfGroup()) {
                groups.add(aggregate);
            } else {
                kinds.computeIfAbsent(aggregate.column(), column -> EnumSet.noneOf(Aggregate.Kind.class))
                        .add(aggregate.kind());
            }
        }
    }

    /**
     * Plans an aggregation.
     *
     * @param minMaxFromFooter tests whether min and max of a column may be taken from the footer
     * @param filter the filter; absent if every row matches
     * @param rowGroups selects row groups by their index in the file
     * @param split selects row groups by their place
     */
    public static AggregatePlan plan(
            OpenFile file,
            List<Aggregate> aggregates,
            Predicate<Column> minMaxFromFooter,
            @Nullable ScanFilter filter,
            IntPredicate rowGroups,
            SplitRange split) {
        try {
            return new AggregatePlanner(file, aggregates, minMaxFromFooter, filter).plan(rowGroups, split);
        } catch (ParquetException e) {
            throw e.locate(FileLocation.file(file.location()));
        }
    }

    /** The footer's answers for a row group. */
    private record Answers(Map<Column, ColumnAnswer> columns, Map<Aggregate, Long> groups) {

        private static final Answers NONE = new Answers(Map.of(), Map.of());
    }

    private AggregatePlan plan(IntPredicate selected, SplitRange split) {
        List<RowGroup> rowGroups = file.metadata().rowGroups();
        Map<Integer, Answers> answers = new LinkedHashMap<>();
        List<Integer> scanned = new ArrayList<>();
        Set<Column> scannedColumns = new LinkedHashSet<>();
        int skipped = 0;
        for (int i = 0; i < rowGroups.size(); i++) {
            RowGroup group = rowGroups.get(i);
            if (group.numRows() == 0 || !selected.test(i) || !split.contains(group, file)) {
                continue;
            }
            MatchingRows matching;
            Answers answered;
            try {
                matching = matchingRows(i);
                answered = matching == MatchingRows.ALL_ROWS ? answers(i, group) : Answers.NONE;
            } catch (CorruptFileException e) {
                if (file.options().onCorruption() == OnCorruption.FAIL) {
                    throw e;
                }
                // The scan of the row group skips and reports the damage.
                matching = MatchingRows.SOME_ROWS;
                answered = Answers.NONE;
            }
            if (matching == MatchingRows.NO_ROWS) {
                skipped++;
                continue;
            }
            if (matching == MatchingRows.ALL_ROWS) {
                answers.put(i, answered);
            }
            Set<Column> missing = unanswered(answered);
            if (matching == MatchingRows.SOME_ROWS || !missing.isEmpty()) {
                scanned.add(i);
                scannedColumns.addAll(missing);
            }
        }
        return new AggregatePlan(
                aggregates, rowGroupAnswers(answers, scanned, scannedColumns), scanned, scannedColumns, skipped);
    }

    /** Returns the columns that must be read for the aggregates without an answer. */
    private Set<Column> unanswered(Answers answered) {
        Set<Column> columns = new LinkedHashSet<>(kinds.keySet());
        columns.removeAll(answered.columns().keySet());
        for (Aggregate group : groups) {
            if (!answered.groups().containsKey(group)) {
                columns.add(group.column());
            }
        }
        return columns;
    }

    private List<RowGroupAnswer> rowGroupAnswers(
            Map<Integer, Answers> answers, List<Integer> scanned, Set<Column> scannedColumns) {
        List<RowGroupAnswer> rowGroups = new ArrayList<>();
        Set<Integer> scannedOrdinals = new HashSet<>(scanned);
        answers.forEach((ordinal, answered) -> {
            boolean isScanned = scannedOrdinals.contains(ordinal);
            List<ColumnAnswer> used = answered.columns().values().stream()
                    .filter(answer -> !isScanned || !scannedColumns.contains(answer.column()))
                    .toList();
            Map<Aggregate, Long> usedGroups = new HashMap<>(answered.groups());
            usedGroups.keySet().removeIf(group -> isScanned && scannedColumns.contains(group.column()));
            long rows = file.metadata().rowGroups().get(ordinal).numRows();
            rowGroups.add(new RowGroupAnswer(ordinal, isScanned, rows, used, usedGroups));
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

    /** Returns the answers of the groups, and of the columns for which the footer answers every requested aggregate. */
    private Answers answers(int ordinal, RowGroup group) {
        Map<Column, ColumnAnswer> answers = new LinkedHashMap<>();
        Map<Aggregate, Long> present = new LinkedHashMap<>();
        if (file.options().statistics()) {
            kinds.forEach((column, requested) -> {
                ColumnAnswer answer = answer(ordinal, group, column, requested);
                if (answer != null) {
                    answers.put(column, answer);
                }
            });
            for (Aggregate requested : groups) {
                ExactStatistics exact = exact(ordinal, group, requested.column());
                Long count = exact == null ? null : exact.presentGroups(requested.level());
                if (count != null) {
                    present.put(requested, count);
                }
            }
        }
        return new Answers(answers, present);
    }

    /** Returns the statistics of a column chunk; absent when the footer does not describe it. */
    private @Nullable ExactStatistics exact(int ordinal, RowGroup group, Column column) {
        ColumnMetaData metadata = group.columns().get(column.index()).metadata();
        return metadata == null
                ? null
                : new ExactStatistics(
                        metadata, pruner.statisticsWithLevels(ordinal, column), file.trust(), group.numRows());
    }

    /** Returns the footer's answer for a column; null if it does not answer every requested aggregate exactly. */
    private @Nullable ColumnAnswer answer(int ordinal, RowGroup group, Column column, Set<Aggregate.Kind> requested) {
        ExactStatistics exact = exact(ordinal, group, column);
        if (exact == null) {
            return null;
        }
        boolean needsCount = requested.contains(Aggregate.Kind.COUNT);
        Long count = needsCount ? exact.presentCount() : null;
        if (needsCount && count == null) {
            return null;
        }
        ExactValue min = requested.contains(Aggregate.Kind.MIN) ? exact.min() : null;
        ExactValue max = requested.contains(Aggregate.Kind.MAX) ? exact.max() : null;
        boolean needsMinMax = min != null || max != null;
        if ((needsMinMax && !minMaxFromFooter.test(column)) || isUnknown(min) || isUnknown(max)) {
            return null;
        }
        return new ColumnAnswer(column, count, PlainSlots.of(column.field(), plain(min), plain(max)));
    }

    private static boolean isUnknown(@Nullable ExactValue value) {
        return value != null && !value.known();
    }

    private static byte @Nullable [] plain(@Nullable ExactValue value) {
        return value == null ? null : value.plain();
    }
}
