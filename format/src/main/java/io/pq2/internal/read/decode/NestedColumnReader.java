package io.pq2.internal.read.decode;

import io.pq2.exception.CorruptFileException;
import io.pq2.internal.compression.Decompressors;
import io.pq2.internal.encoding.level.LevelDecoder;
import io.pq2.internal.io.DecodeBudget;
import io.pq2.internal.page.DataPage;
import io.pq2.schema.Column;
import io.pq2.vector.Vector;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads a column that has an optional or repeated ancestor. Decodes levels in windows of up to 4,096 entries; a batch
 * takes as many entries of a window as its rows have.
 */
final class NestedColumnReader extends ColumnReader {

    private static final int WINDOW = 4096;

    private final int maxDefinition;
    private final int maxRepetition;
    /** The repetition levels of the window; absent if no ancestor is repeated. */
    private final byte @Nullable [] repetition;

    private final byte[] definition = new byte[WINDOW];
    private final LeafLevels levels;
    private @Nullable LevelDecoder repetitionDecoder;
    private @Nullable LevelDecoder definitionDecoder;
    /** The index in the window of the next entry. */
    private int position;
    /** The number of entries in the window. */
    private int end;

    private boolean skipping;

    NestedColumnReader(Column column, Decompressors decompressors, DecodeBudget budget) {
        super(column, decompressors, budget, (column.maxRepetitionLevel() == 0 ? 1 : 2) * WINDOW);
        this.levels = new LeafLevels(budget);
        this.maxDefinition = column.maxDefinitionLevel();
        this.maxRepetition = column.maxRepetitionLevel();
        this.repetition = maxRepetition == 0 ? null : new byte[WINDOW];
    }

    @Override
    void startRun() {
        position = 0;
        end = 0;
    }

    @Override
    void startPage(DataPage page) {
        definitionDecoder = page.decoder(page.definition(), maxDefinition);
        repetitionDecoder = page.decoder(page.repetition(), maxRepetition);
    }

    @Override
    void leavePage() {
        position = end;
    }

    @Override
    void dropContinuation() {
        byte[] levelsOfRows = repetition;
        if (levelsOfRows == null) {
            return;
        }
        skipping = true;
        while (position < end || nextWindow(false)) {
            int next = LevelBits.indexOfZero(levelsOfRows, position, end, 1);
            take(position, next >= 0 ? next : end);
            if (next >= 0) {
                return;
            }
        }
    }

    @Override
    void startBatch(int rows) {
        levels.clear();
    }

    @Override
    void readRows(int rows) {
        skipping = false;
        advance(rows);
    }

    @Override
    void skipRows(long rows) {
        skipping = true;
        advance(repetition == null ? rows - skipPages(rows, end - position + pageLeft()) : rows);
    }

    private void advance(long rows) {
        if (rows == 0) {
            return;
        }
        if (repetition == null) {
            advanceEntries(rows);
        } else {
            advanceRepeated(repetition, rows);
        }
    }

    /** Advances by rows with one entry each. */
    private void advanceEntries(long rows) {
        long done = 0;
        while (done < rows) {
            if (position == end && !nextWindow(false)) {
                throw tooFewRows(rows - done);
            }
            int taken = (int) Math.min(rows - done, end - position);
            take(position, position + taken);
            done += taken;
        }
    }

    /** Advances by rows of any length. A row ends where the next one begins, which can be in a later page. */
    private void advanceRepeated(byte[] repetitionLevels, long rows) {
        long begun = 0;
        while (position < end || nextWindow(begun == rows)) {
            if (begun == 0 && repetitionLevels[position] != 0) {
                throw new CorruptFileException(
                        "a row begins with repetition level " + repetitionLevels[position] + " instead of 0");
            }
            int ordinal = (int) Math.min(rows - begun + 1, WINDOW + 1); // a window has no more than WINDOW rows
            int next = LevelBits.indexOfZero(repetitionLevels, position, end, ordinal);
            if (next >= 0) {
                take(position, next);
                return;
            }
            begun += -1 - next;
            take(position, end);
        }
        if (begun < rows) {
            throw tooFewRows(rows - begun);
        }
    }

    /**
     * Decodes the next window.
     *
     * @param allRowsBegun whether the first entry of every row has been taken
     * @return false if no entries are left, or none that can belong to the rows that have begun
     */
    private boolean nextWindow(boolean allRowsBegun) {
        if (pageLeft() == 0) {
            DataPage current = page();
            if (allRowsBegun && current != null && current.startsAtRow()) {
                return false;
            }
            if (!nextPage()) {
                return false;
            }
        }
        position = 0;
        end = Math.min(WINDOW, pageLeft());
        if (repetition != null) {
            Objects.requireNonNull(repetitionDecoder).read(repetition, 0, end);
        }
        Objects.requireNonNull(definitionDecoder).read(definition, 0, end);
        take(end);
        return true;
    }

    private void take(int from, int to) {
        int present = LevelBits.countAtLeast(definition, from, to, maxDefinition);
        if (skipping) {
            values().skip(present);
        } else {
            levels.append(repetition, definition, from, to - from);
            values().read(present);
        }
        position = to;
    }

    @Override
    boolean hasMore() {
        return position < end;
    }

    @Override
    boolean keepsLevels() {
        return true;
    }

    @Override
    LeafLevels levels() {
        return levels;
    }

    @Override
    Vector vector() {
        throw new IllegalStateException("the slots of column " + column().dottedPath() + " depend on its levels");
    }
}
