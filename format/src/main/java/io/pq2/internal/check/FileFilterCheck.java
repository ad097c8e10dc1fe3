package io.pq2.internal.check;

import io.pq2.check.FilterCheckResult;
import io.pq2.check.Finding;
import io.pq2.check.Rule;
import io.pq2.check.Severity;
import io.pq2.encryption.FileDecryptionProperties;
import io.pq2.exception.CorruptFileException;
import io.pq2.exception.FileLocation;
import io.pq2.exception.ParquetException;
import io.pq2.io.InputFile;
import io.pq2.metadata.OffsetIndex;
import io.pq2.metadata.PageLocation;
import io.pq2.metadata.RowGroup;
import io.pq2.read.OnCorruption;
import io.pq2.read.ParquetFile;
import io.pq2.read.ReadOptions;
import io.pq2.schema.Column;
import io.pq2.statistics.StatisticsTrust;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Tests the filters of a file, chunk by chunk. A chunk is read once to choose values, and once for the right answers.
 * Then {@link PrunedAnswers} compares the answers with pruning.
 */
public final class FileFilterCheck implements Closeable {

    /** The maximum number of rows of a row group. A set of rows then has 16 MiB. */
    private static final long MAX_ROWS = 1 << 27;

    /** The number of bits of the sets of rows that are in memory at once: 64 MiB. */
    private static final long MAX_BITS = 1 << 29;

    /** The maximum number of pages of a chunk that are read alone. */
    private static final int MAX_PAGES = 16;

    /** The maximum number of rows of a page that are compared. */
    private static final int ROWS_OF_PAGE = 1 << 10;

    private final ParquetFile full;
    private final PrunedAnswers answers;
    private final long seed;
    private final int values;
    private final List<Finding> notTested = new ArrayList<>();
    private long questions;

    /**
     * Opens a file.
     *
     * @param keys the decryption keys; null if there are none
     * @param seed determines which values are chosen
     * @param values the number of random values of each chunk
     */
    public FileFilterCheck(
            InputFile input, ReadOptions options, @Nullable FileDecryptionProperties keys, long seed, int values)
            throws IOException {
        ReadOptions strict = options.toBuilder().onCorruption(OnCorruption.FAIL).build();
        // Without a filter nothing is pruned; trusting nothing keeps statistics out of all other decisions too.
        this.full = ParquetFile.open(
                input, strict.toBuilder().statisticsTrust(StatisticsTrust.NONE).build(), keys);
        this.answers = new PrunedAnswers(full, strict, keys);
        this.seed = seed;
        this.values = values;
    }

    /** Tests the file. */
    public FilterCheckResult run() throws IOException {
        List<RowGroup> rowGroups = full.metadata().rowGroups();
        long firstRow = 0;
        for (int i = 0; i < rowGroups.size(); i++) {
            long rows = rowGroups.get(i).numRows();
            for (Column column : full.schema().columns()) {
                FileLocation location = new FileLocation(full.input().location(), i, column.dottedPath(), -1, -1);
                try {
                    check(new Chunk(i, column, firstRow, rows, location));
                } catch (ParquetException e) {
                    notTested(e.location().orElse(location), e.detail());
                }
            }
            firstRow += rows;
        }
        return new FilterCheckResult(questions, answers.wrong(), notTested);
    }

    /**
     * A column chunk.
     *
     * @param firstRow the index in the file of its first row
     */
    record Chunk(int rowGroup, Column column, long firstRow, long rows, FileLocation location) {}

    private void check(Chunk chunk) throws IOException {
        Column column = chunk.column();
        Column named = full.schema().column(column.path());
        if (named == null || named.index() != column.index()) {
            notTested(chunk.location(), "another column has the same path, and filters are about that one");
            return;
        } else if (chunk.rows() > MAX_ROWS) {
            notTested(chunk.location(), "the row group has more than " + MAX_ROWS + " rows");
            return;
        }
        SplittableRandom random = new SplittableRandom(seed ^ ((long) chunk.rowGroup() << 32 | column.index()));
        ChunkValues stored = new ChunkValues(full, chunk.rowGroup(), column);
        ValueSample sample = new ValueSample(random, values);
        stored.forEach(sample);
        questions += answers.compareAggregates(chunk, sample);
        List<Question> asked = Question.about(column, full.schema(), sample, random);
        int together = (int) Math.max(1, MAX_BITS / Math.max(1, chunk.rows()));
        for (int i = 0; i < asked.size(); i += together) {
            compare(chunk, stored, asked.subList(i, Math.min(asked.size(), i + together)));
        }
        questions += asked.size();
        comparePositions(chunk, stored, random);
    }

    /** Compares the first rows of some pages that are not the first one, each read without the pages before. */
    private void comparePositions(Chunk chunk, ChunkValues stored, SplittableRandom random) throws IOException {
        List<RowFingerprints> expected = new ArrayList<>();
        for (int[] rows : pageBeginnings(chunk, random)) {
            expected.add(new RowFingerprints(rows[0], rows[1]));
        }
        if (!expected.isEmpty()) {
            stored.forEach((row, value) -> expected.forEach(rows -> rows.value(row, value)));
        }
        for (RowFingerprints rows : expected) {
            answers.comparePositions(chunk, rows);
        }
        questions += expected.size();
    }

    /** Returns the first row, and the row after the last one, of the beginnings of some pages. */
    private List<int[]> pageBeginnings(Chunk chunk, SplittableRandom random) throws IOException {
        OffsetIndex index = offsetIndex(chunk);
        List<int[]> beginnings = new ArrayList<>();
        List<PageLocation> pages = index == null ? List.of() : index.pageLocations();
        for (int i = 1; i < pages.size(); i++) {
            long from = pages.get(i).firstRowIndex();
            long to = i + 1 < pages.size() ? pages.get(i + 1).firstRowIndex() : chunk.rows();
            if (from < to && to <= chunk.rows()) {
                beginnings.add(new int[] {(int) from, (int) Math.min(to, from + ROWS_OF_PAGE)});
            }
        }
        while (beginnings.size() > MAX_PAGES) {
            beginnings.remove(random.nextInt(beginnings.size()));
        }
        return beginnings;
    }

    /** Returns the offset index of a chunk; null if it has none, or a damaged one, which is not used. */
    private @Nullable OffsetIndex offsetIndex(Chunk chunk) throws IOException {
        try {
            return full.offsetIndex(chunk.rowGroup(), chunk.column());
        } catch (CorruptFileException e) {
            return null;
        }
    }

    private void compare(Chunk chunk, ChunkValues stored, List<Question> asked) throws IOException {
        List<BitSet> matching = new ArrayList<>();
        asked.forEach(question -> matching.add(new BitSet()));
        stored.forEach((row, value) -> {
            for (int i = 0; i < asked.size(); i++) {
                if (asked.get(i).test().test(value)) {
                    matching.get(i).set(row);
                }
            }
        });
        for (int i = 0; i < asked.size(); i++) {
            answers.compare(chunk, asked.get(i), matching.get(i));
        }
    }

    private void notTested(FileLocation location, String reason) {
        notTested.add(new Finding(Severity.NOTE, Rule.NOT_CHECKED, location, reason, null));
    }

    @Override
    public void close() throws IOException {
        try (full) {
            answers.close();
        }
    }
}
