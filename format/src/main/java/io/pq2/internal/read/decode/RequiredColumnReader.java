package io.pq2.internal.read.decode;

import io.pq2.internal.compression.Decompressors;
import io.pq2.internal.io.DecodeBudget;
import io.pq2.schema.Column;
import io.pq2.vector.Vector;

/** Reads a required column below required groups only: each row has one value and no level. */
final class RequiredColumnReader extends ColumnReader {

    private int rows;

    RequiredColumnReader(Column column, Decompressors decompressors, DecodeBudget budget) {
        super(column, decompressors, budget, 0);
    }

    @Override
    void startBatch(int maxRows) {
        rows = 0;
    }

    @Override
    void readRows(int count) {
        rows += count;
        int done = 0;
        while (done < count) {
            int segment = nextSegment(count - done);
            values().read(segment);
            done += segment;
        }
    }

    @Override
    void skipRows(long count) {
        long left = count - skipPages(count, pageLeft());
        while (left > 0) {
            int segment = nextSegment(left);
            values().skip(segment);
            left -= segment;
        }
    }

    @Override
    Vector vector() {
        return values().vector(rows, null);
    }
}
