package io.pq2.internal.check;

import io.pq2.check.WrongAnswer;
import io.pq2.encryption.FileDecryptionProperties;
import io.pq2.exception.InternalErrorException;
import io.pq2.exception.ParquetException;
import io.pq2.internal.check.FileFilterCheck.Chunk;
import io.pq2.internal.exception.DisplayText;
import io.pq2.internal.statistics.MinMaxOrder;
import io.pq2.internal.statistics.ValueOrder;
import io.pq2.predicate.Literal;
import io.pq2.predicate.SkipReason;
import io.pq2.read.Aggregate;
import io.pq2.read.AggregateBuilder;
import io.pq2.read.BatchReader;
import io.pq2.read.ParquetFile;
import io.pq2.read.ReadOptions;
import io.pq2.read.RowFiltering;
import io.pq2.read.ScanMetrics;
import io.pq2.schema.Column;
import io.pq2.statistics.StatisticsTrust;
import io.pq2.vector.Batch;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Asks a file questions with pruning, and compares the answers with the right ones. Only if an answer is wrong, it is
 * asked again with each pruning step alone.
 */
final class PrunedAnswers implements Closeable {

    private static final Set<SkipReason> ALL_STEPS = EnumSet.allOf(SkipReason.class);

    /** The steps to try alone. The first one excludes no row groups and pages. */
    private static final List<SkipReason> SINGLE_STEPS = List.of(
            SkipReason.ROW_FILTER,
            SkipReason.STATISTICS,
            SkipReason.COLUMN_INDEX,
            SkipReason.BLOOM_FILTER,
            SkipReason.DICTIONARY);

    private final ParquetFile full;
    private final ReadOptions options;
    private final @Nullable FileDecryptionProperties keys;
    private final ParquetFile pruned;
    private final Map<SkipReason, ParquetFile> bySingleStep = new EnumMap<>(SkipReason.class);
    private final Map<Source, WrongAnswer> wrong = new LinkedHashMap<>();

    /** What gives wrong answers: a pruning step in a chunk. */
    private record Source(
            int rowGroup, int column, @Nullable SkipReason step) {}

    /** Answers something with the pruning steps that a file is opened with, and compares it with the right answer. */
    @FunctionalInterface
    private interface Comparison {

        @Nullable
        Difference compare(ParquetFile file, ScanMetrics metrics) throws IOException;
    }

    private record Difference(long lostRows, String message) {}

    /**
     * Opens a file again with pruning.
     *
     * @param full the file
     * @param options how to read the file; the pruning steps in them do not matter
     * @param keys the decryption keys; null if there are none
     */
    PrunedAnswers(ParquetFile full, ReadOptions options, @Nullable FileDecryptionProperties keys) {
        this.full = full;
        this.options = options;
        this.keys = keys;
        this.pruned = open(ALL_STEPS);
    }

    private ParquetFile open(Set<SkipReason> steps) {
        ReadOptions.Builder builder = options.toBuilder()
                .statistics(steps.contains(SkipReason.STATISTICS))
                .pageIndexes(steps.contains(SkipReason.COLUMN_INDEX))
                .bloomFilters(steps.contains(SkipReason.BLOOM_FILTER))
                .dictionaries(steps.contains(SkipReason.DICTIONARY))
                .dictionaryMinBytes(0);
        if (steps.equals(Set.of(SkipReason.ROW_FILTER))) {
            builder.statisticsTrust(StatisticsTrust.NONE);
        }
        return ParquetFile.open(full.input(), full.footer(), builder.build(), keys);
    }

    /** Returns a wrong answer for each chunk and step that gives any. */
    List<WrongAnswer> wrong() {
        return new ArrayList<>(wrong.values());
    }

    /** Compares the rows that a scan finds, and the number of them that the footer gives, with the matching rows. */
    void compare(Chunk chunk, Question question, BitSet matching) throws IOException {
        compare(chunk, question.predicate().toString(), (file, metrics) -> {
            Difference difference =
                    difference(rows(file, chunk, question, RowFiltering.NONE, metrics), matching, false);
            if (difference == null && question.exact()) {
                difference = difference(rows(file, chunk, question, RowFiltering.ALWAYS, metrics), matching, true);
            }
            return difference == null && question.exact() ? ofCount(file, chunk, question, matching) : difference;
        });
    }

    private static BitSet rows(
            ParquetFile file, Chunk chunk, Question question, RowFiltering filtering, ScanMetrics metrics)
            throws IOException {
        BitSet rows = new BitSet();
        try (BatchReader reader = file.scan()
                .rowGroups(ordinal -> ordinal == chunk.rowGroup())
                .columns(column -> column.index() == chunk.column().index())
                .filter(question.predicate(), filtering)
                .metrics(metrics)
                .open()) {
            for (Batch batch = reader.next(); batch != null; batch = reader.next()) {
                for (int i = 0; i < batch.rowCount(); i++) {
                    rows.set(Math.toIntExact(reader.rowIndex(i) - chunk.firstRow()));
                }
            }
        }
        return rows;
    }

    /** @param filtered whether rows that do not match are wrong */
    private static @Nullable Difference difference(BitSet found, BitSet matching, boolean filtered) {
        BitSet lost = (BitSet) matching.clone();
        lost.andNot(found);
        BitSet surplus = (BitSet) found.clone();
        surplus.andNot(matching);
        int missing = lost.cardinality();
        if (missing > 0) {
            return new Difference(
                    missing,
                    "finds " + (matching.cardinality() - missing) + " of " + matching.cardinality()
                            + " rows; the first lost one is row " + lost.nextSetBit(0) + " of the row group");
        }
        return !filtered || surplus.isEmpty()
                ? null
                : new Difference(
                        0,
                        "finds " + surplus.cardinality() + " rows that do not match; the first one is row "
                                + surplus.nextSetBit(0) + " of the row group");
    }

    /** Compares the number of matching rows if the footer answers it. */
    private static @Nullable Difference ofCount(ParquetFile file, Chunk chunk, Question question, BitSet matching)
            throws IOException {
        AggregateBuilder count = file.aggregate()
                .rowGroups(ordinal -> ordinal == chunk.rowGroup())
                .filter(question.predicate());
        if (!count.plan().scanned().isEmpty()) {
            return null; // The rows are counted by the same scan as in the first comparison.
        }
        long rows = count.run().rowCount();
        long lost = Math.max(0, matching.cardinality() - rows);
        return rows == matching.cardinality()
                ? null
                : new Difference(lost, "counts " + rows + " rows, but " + matching.cardinality() + " match");
    }

    /**
     * Compares the count, the min and the max of a chunk with those of its values.
     *
     * @return the number of questions
     */
    int compareAggregates(Chunk chunk, ValueSample sample) throws IOException {
        Column column = chunk.column();
        if (column.maxRepetitionLevel() > 0) {
            return 0;
        }
        compareAggregate(chunk, Aggregate.Kind.COUNT, sample.count());
        if (sample.hasInvalid() || MinMaxOrder.of(column.field()) == MinMaxOrder.UNDEFINED) {
            return 1;
        }
        compareAggregate(chunk, Aggregate.Kind.MIN, sample.min());
        compareAggregate(chunk, Aggregate.Kind.MAX, sample.max());
        return Aggregate.Kind.values().length;
    }

    private void compareAggregate(Chunk chunk, Aggregate.Kind kind, @Nullable Comparable<?> expected)
            throws IOException {
        Aggregate aggregate = new Aggregate(kind, chunk.column());
        String name = kind + "(" + chunk.column().dottedPath() + ")";
        compare(chunk, name, (file, metrics) -> {
            var answer = file.aggregate()
                    .add(aggregate)
                    .rowGroups(ordinal -> ordinal == chunk.rowGroup())
                    .metrics(metrics)
                    .run();
            Comparable<?> found;
            if (kind == Aggregate.Kind.COUNT) {
                found = answer.count(aggregate);
            } else {
                Literal literal = kind == Aggregate.Kind.MIN
                        ? answer.min(chunk.column().dottedPath())
                        : answer.max(chunk.column().dottedPath());
                found = literal == null ? null : literal.value();
            }
            boolean equal = found == null || expected == null
                    ? found == expected
                    : ValueOrder.comparable(found, expected) && ValueOrder.compare(found, expected) == 0;
            return equal ? null : new Difference(0, "is " + found + " instead of " + expected);
        });
    }

    /**
     * Compares rows whose pages are found by the offset index with the right ones. A filter on another column selects
     * pages in the same way.
     */
    void comparePositions(Chunk chunk, RowFingerprints expected) throws IOException {
        String name = "rows " + expected.from() + " to " + (expected.to() - 1) + " of the row group";
        compare(chunk, name, (file, metrics) -> {
            RowFingerprints found = new RowFingerprints(expected.from(), expected.to());
            new ChunkValues(file, chunk.rowGroup(), chunk.column())
                    .forEach(chunk.firstRow(), expected.from(), expected.to(), found);
            int row = expected.difference(found);
            return row < 0
                    ? null
                    : new Difference(
                            0,
                            "row " + row + " of the row group has values of another row, by the first_row_index of the"
                                    + " offset index");
        });
    }

    private void compare(Chunk chunk, String question, Comparison comparison) throws IOException {
        Difference difference = ask(pruned, comparison, new ScanMetrics());
        if (difference == null) {
            return;
        }
        SkipReason step = step(comparison);
        WrongAnswer answer = new WrongAnswer(
                chunk.location(),
                pruned.metadata().createdBy(),
                step,
                DisplayText.message(question),
                difference.lostRows(),
                DisplayText.message(difference.message()),
                1);
        wrong.merge(new Source(chunk.rowGroup(), chunk.column().index(), step), answer, PrunedAnswers::worse);
    }

    /** Returns the answer that loses more rows, with the number of all questions. */
    private static WrongAnswer worse(WrongAnswer first, WrongAnswer other) {
        WrongAnswer worse = other.lostRows() > first.lostRows() ? other : first;
        return new WrongAnswer(
                worse.location(),
                worse.createdBy(),
                worse.step(),
                worse.question(),
                worse.lostRows(),
                worse.message(),
                first.questions() + other.questions());
    }

    private static @Nullable Difference ask(ParquetFile file, Comparison comparison, ScanMetrics metrics)
            throws IOException {
        try {
            return comparison.compare(file, metrics);
        } catch (ParquetException | InternalErrorException e) {
            // All values of the chunk could be read.
            return new Difference(0, "fails: " + e.getMessage());
        }
    }

    /** Returns the first step that gives a wrong answer alone; absent if only several together do. */
    private @Nullable SkipReason step(Comparison comparison) throws IOException {
        for (SkipReason step : SINGLE_STEPS) {
            ParquetFile file = bySingleStep.get(step);
            if (file == null) {
                file = open(EnumSet.of(step));
                bySingleStep.put(step, file);
            }
            ScanMetrics metrics = new ScanMetrics();
            if (ask(file, comparison, metrics) != null) {
                return metrics.rowGroupsSkipped(SkipReason.LEVEL_HISTOGRAM) > 0 ? SkipReason.LEVEL_HISTOGRAM : step;
            }
        }
        return null;
    }

    @Override
    public void close() throws IOException {
        pruned.close();
        for (ParquetFile file : bySingleStep.values()) {
            file.close();
        }
    }
}
