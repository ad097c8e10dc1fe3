package io.pq2.internal.read.decode;

import io.pq2.internal.compression.Decompressors;
import io.pq2.internal.encoding.level.ValidityDecoder;
import io.pq2.internal.io.DecodeBudget;
import io.pq2.internal.page.DataPage;
import io.pq2.internal.page.DataPage.LevelRun;
import io.pq2.metadata.Encoding;
import io.pq2.schema.Column;
import io.pq2.vector.Validity;
import io.pq2.vector.Vector;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Reads an optional top-level column: each row has one level, which is one bit. */
final class OptionalColumnReader extends ColumnReader {

    private @Nullable ValidityDecoder levels;
    private long[] words = new long[0];
    /** Whether {@code words} is used. That begins with the first null of a batch. */
    private boolean bitmap;

    /** The largest number of rows of the batch. */
    private int capacity;

    private int rows;
    private int present;

    OptionalColumnReader(Column column, Decompressors decompressors, DecodeBudget budget) {
        super(column, decompressors, budget, 0);
    }

    @Override
    void startPage(DataPage page) {
        LevelRun run = page.definition();
        levels = run.encoding() == Encoding.BIT_PACKED
                ? ValidityDecoder.bitPacked(page.levels(), run.start(), run.end())
                : ValidityDecoder.rle(page.levels(), run.start(), run.end());
    }

    @Override
    void startBatch(int maxRows) {
        capacity = maxRows;
        rows = 0;
        present = 0;
        bitmap = false;
    }

    @Override
    void readRows(int count) {
        int end = rows + count;
        while (rows < end) {
            int segment = nextSegment(end - rows);
            int found = readLevels(rows, segment);
            values().read(found);
            present += found;
            rows += segment;
        }
    }

    @Override
    void skipRows(long count) {
        long left = count - skipPages(count, pageLeft());
        while (left > 0) {
            int segment = nextSegment(left);
            values().skip(validity().skip(segment));
            left -= segment;
        }
    }

    private ValidityDecoder validity() {
        return Objects.requireNonNull(levels);
    }

    /** Reads the levels of slots and returns how many of the slots are present. */
    private int readLevels(int from, int count) {
        ValidityDecoder decoder = validity();
        int found = decoder.takePresent(count);
        if (found < count && !bitmap) {
            bitmap = true;
            words = VectorNode.ensureWords(words, capacity, budget());
            Validity.fill(words, 0, from, true);
        }
        if (bitmap) {
            Validity.fill(words, from, from + found, true);
            found += decoder.read(words, from + found, count - found);
        }
        return found;
    }

    @Override
    Vector vector() {
        return values().vector(rows, present == rows ? null : words);
    }
}
