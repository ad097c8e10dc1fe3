package io.pq2.internal.read.recover;

import io.pq2.internal.page.ColumnChunkBytes;
import io.pq2.internal.predicate.prune.RowRanges;
import io.pq2.internal.read.fetch.UndamagedRun;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The undamaged pages of a column chunk and the rows that are lost.
 *
 * @param lost the lost rows, by their first row; they can overlap
 * @param runs the undamaged pages; each range of the remaining rows is in one run
 */
public record PageSurvey(List<LostRows> lost, List<UndamagedRun> runs) {

    /** Returns the lost rows. */
    public RowRanges lostRows() {
        RowRanges.Builder rows = new RowRanges.Builder();
        lost.forEach(range -> rows.add(range.from(), range.to()));
        return rows.build();
    }

    /**
     * A page and its rows. Rows belong to the page in which they begin.
     *
     * @param offset the offset of the header from the start of the file
     * @param end the offset after the page
     * @param ordinal the ordinal of the data page in the chunk, from 0
     * @param firstRow the index in the row group of the first row
     * @param endRow the index in the row group after the last row
     * @param startsAtRow whether the first entry is known to begin a row
     * @param wholeRows whether the page is known to contain only whole rows
     * @param damage what is damaged; absent for an undamaged page
     * @param damagedPage the ordinal of the damaged page that {@code damage} describes; -1 for another part of the
     * chunk
     */
    record PlacedPage(
            long offset,
            long end,
            int ordinal,
            long firstRow,
            long endRow,
            boolean startsAtRow,
            boolean wholeRows,
            @Nullable String damage,
            int damagedPage) {}

    /** Collects the pages of a chunk in their order. */
    static final class Builder {

        private final ColumnChunkBytes chunk;
        private final @Nullable ColumnChunkBytes dictionary;
        private final List<LostRows> lost = new ArrayList<>();
        private final List<UndamagedRun> runs = new ArrayList<>();
        private @Nullable PlacedPage runStart;
        private @Nullable PlacedPage last;

        /** @param dictionary the dictionary page; absent if the chunk has none that can be decoded */
        Builder(ColumnChunkBytes chunk, @Nullable ColumnChunkBytes dictionary) {
            this.chunk = chunk;
            this.dictionary = dictionary;
        }

        void add(PlacedPage page) {
            PlacedPage before = last;
            if (page.damage() != null) {
                endRun(page.startsAtRow());
                lose(page.firstRow(), page.endRow(), page.damagedPage(), page.damage());
            } else if (runStart == null || before == null || before.end() != page.offset()) {
                endRun(page.startsAtRow());
                runStart = page;
            }
            last = page;
        }

        /**
         * Loses rows after the last page.
         *
         * @param page the ordinal of the damaged data page; -1 for another part of the chunk
         */
        void loseRest(long rows, int page, String reason) {
            long from = last == null ? 0 : last.endRow();
            endRun(false);
            lose(from, rows, page, reason);
        }

        /**
         * Loses rows.
         *
         * @param page the ordinal of the damaged data page; -1 for another part of the chunk
         */
        void lose(long from, long to, int page, String reason) {
            if (from >= to) {
                return;
            }
            LostRows previous = lost.isEmpty() ? null : lost.get(lost.size() - 1);
            if (previous != null
                    && previous.to() == from
                    && previous.page() == page
                    && previous.reason().equals(reason)) {
                lost.set(lost.size() - 1, new LostRows(previous.from(), to, page, reason));
            } else {
                lost.add(new LostRows(from, to, page, reason));
            }
        }

        /** @param atRow whether the entry after the run is known to begin a row */
        private void endRun(boolean atRow) {
            PlacedPage first = runStart;
            PlacedPage end = last;
            if (first == null || end == null) {
                return;
            }
            runStart = null;
            runs.add(new UndamagedRun(
                    chunk.pages(first.offset(), end.end(), first.ordinal(), runs.isEmpty() ? dictionary : null),
                    first.firstRow(),
                    end.endRow(),
                    !first.startsAtRow()));
            if (!atRow && !end.wholeRows() && chunk.column().maxRepetitionLevel() > 0) {
                lose(
                        Math.max(0, end.endRow() - 1),
                        end.endRow(),
                        end.ordinal() + 1,
                        "the row may continue in the damaged page");
            }
        }

        PageSurvey build() {
            endRun(true);
            for (int i = 1; i < runs.size(); i++) {
                // A range of rows must not extend over two runs.
                long row = runs.get(i).firstRow();
                if (runs.get(i - 1).endRow() == row) {
                    lose(row - 1, row, -1, "the pages of the row are not next to each other");
                }
            }
            lost.sort(Comparator.comparingLong(LostRows::from));
            return new PageSurvey(List.copyOf(lost), List.copyOf(runs));
        }
    }
}
