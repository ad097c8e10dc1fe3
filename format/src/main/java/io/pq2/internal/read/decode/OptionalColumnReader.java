package io.pq2.internal.read.decode;

import io.pq2.internal.encoding.level.ValidityDecoder;
import io.pq2.internal.page.DataPage;
import io.pq2.internal.page.DataPage.LevelRun;
import io.pq2.metadata.Encoding;
import io.pq2.schema.Column;
import io.pq2.vector.Validity;
import io.pq2.vector.Vector;

/** Reads a column that has at most one value in each row, and nothing optional around it: levels are bits. */
final class OptionalColumnReader extends ColumnReader {

    private ValidityDecoder levels;
    private long[] words = new long[0];
    /** Whether {@code words} is in use: from the first level on that no run says is present. */
    private boolean bitmap;

    /** The rows that the batch will have. */
    private int capacity;

    private int rows;
    private int present;

    OptionalColumnReader(Column column) {
        super(column);
    }

    @Override
    void startPage(DataPage page) {
        LevelRun run = page.definition();
        levels = run.encoding() == Encoding.BIT_PACKED
                ? ValidityDecoder.bitPacked(page.levels(), run.start(), run.end())
                : ValidityDecoder.rle(page.levels(), run.start(), run.end());
    }

    @Override
    void startBatch(int wanted) {
        capacity = wanted;
        rows = 0;
        present = 0;
        bitmap = false;
    }

    @Override
    void readRows(int wanted) {
        int end = rows + wanted;
        while (rows < end) {
            int segment = nextSegment(end - rows);
            int there = readLevels(rows, segment);
            values().read(there);
            present += there;
            rows += segment;
        }
    }

    @Override
    void skipRows(long unwanted) {
        long left = unwanted - skipPages(unwanted, pageLeft());
        while (left > 0) {
            int segment = nextSegment(left);
            values().skip(levels.skip(segment));
            left -= segment;
        }
    }

    /** Reads the levels of {@code count} slots from {@code from} on and returns how many are present. */
    private int readLevels(int from, int count) {
        int there = levels.takePresent(count);
        if (there < count && !bitmap) {
            bitmap = true;
            words = VectorNode.ensureWords(words, capacity);
            Validity.fill(words, 0, from, true);
        }
        if (bitmap) {
            Validity.fill(words, from, from + there, true);
            there += levels.read(words, from + there, count - there);
        }
        return there;
    }

    @Override
    Vector vector() {
        return values().vector(rows, present == rows ? null : words);
    }
}
