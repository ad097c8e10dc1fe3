package io.pq2.internal.read.decode;

import io.pq2.exception.CorruptFileException;
import io.pq2.internal.encoding.level.LevelDecoder;
import io.pq2.internal.page.DataPage;
import io.pq2.internal.page.DataPage.LevelRun;
import io.pq2.metadata.Encoding;
import io.pq2.schema.Column;
import io.pq2.vector.Vector;

/**
 * Reads a column that something optional or repeated is around. Levels are decoded a window at a time; of the window go so many
 * entries to the batch as its rows have.
 */
final class NestedColumnReader extends ColumnReader {

    private static final int WINDOW = 4096;

    private final int maxDefinition;
    private final int maxRepetition;
    private final byte[] repetition;
    private final byte[] definition = new byte[WINDOW];
    private final LeafLevels levels = new LeafLevels();
    private LevelDecoder repetitionDecoder;
    private LevelDecoder definitionDecoder;
    private int position;
    private int end;
    /** Whether rows are passed over, so that nothing of them is kept. */
    private boolean unwanted;

    NestedColumnReader(Column column) {
        super(column);
        this.maxDefinition = column.maxDefinitionLevel();
        this.maxRepetition = column.maxRepetitionLevel();
        this.repetition = maxRepetition == 0 ? null : new byte[WINDOW];
    }

    @Override
    void startChunk() {
        position = 0;
        end = 0;
    }

    @Override
    void startPage(DataPage page) {
        definitionDecoder = decoder(page, page.definition(), maxDefinition);
        repetitionDecoder = repetition == null ? null : decoder(page, page.repetition(), maxRepetition);
    }

    private static LevelDecoder decoder(DataPage page, LevelRun run, int maxLevel) {
        return run.encoding() == Encoding.BIT_PACKED
                ? LevelDecoder.bitPacked(page.levels(), run.start(), run.end(), maxLevel)
                : LevelDecoder.rle(page.levels(), run.start(), run.end(), maxLevel);
    }

    @Override
    void leavePage() {
        position = end;
    }

    @Override
    void startBatch(int rows) {
        levels.clear();
    }

    @Override
    void readRows(int rows) {
        unwanted = false;
        goOver(rows);
    }

    @Override
    void skipRows(long rows) {
        unwanted = true;
        goOver(repetition == null ? rows - skipPages(rows, end - position + pageLeft()) : rows);
    }

    private void goOver(long rows) {
        if (rows == 0) {
            return;
        }
        if (repetition == null) {
            goOverEntries(rows);
        } else {
            goOverRepeated(rows);
        }
    }

    /** Each entry is a row. */
    private void goOverEntries(long rows) {
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

    /** A row ends where the next one begins, which may be in a later page. */
    private void goOverRepeated(long rows) {
        long begun = 0;
        while (position < end || nextWindow(begun == rows)) {
            if (begun == 0 && repetition[position] != 0) {
                throw new CorruptFileException(
                        "a row begins with repetition level " + repetition[position] + " instead of 0");
            }
            int ordinal = (int) Math.min(rows - begun + 1, WINDOW + 1); // more rows than a window have none in it
            int next = LevelBits.indexOfZero(repetition, position, end, ordinal);
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

    /** Decodes more levels; false if there are none that could belong to the rows that are being read. */
    private boolean nextWindow(boolean allRowsBegun) {
        if (pageLeft() == 0) {
            if (allRowsBegun && page() != null && page().startsAtRow()) {
                return false;
            }
            if (!nextPage()) {
                return false;
            }
        }
        position = 0;
        end = Math.min(WINDOW, pageLeft());
        if (repetition != null) {
            repetitionDecoder.read(repetition, 0, end);
        }
        definitionDecoder.read(definition, 0, end);
        take(end);
        return true;
    }

    private void take(int from, int to) {
        int present = LevelBits.countAtLeast(definition, from, to, maxDefinition);
        if (unwanted) {
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
        throw new IllegalStateException("column " + column().dottedPath() + " has no slot a row");
    }
}
