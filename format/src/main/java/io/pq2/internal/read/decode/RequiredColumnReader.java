package io.pq2.internal.read.decode;

import io.pq2.schema.Column;
import io.pq2.vector.Vector;

/** Reads a column that has a value in each row. */
final class RequiredColumnReader extends ColumnReader {

    private int rows;

    RequiredColumnReader(Column column) {
        super(column);
    }

    @Override
    void startBatch(int wanted) {
        rows = 0;
    }

    @Override
    void readRows(int wanted) {
        rows += wanted;
        int done = 0;
        while (done < wanted) {
            int segment = nextSegment(wanted - done);
            values().read(segment);
            done += segment;
        }
    }

    @Override
    void skipRows(long unwanted) {
        long left = unwanted - skipPages(unwanted, pageLeft());
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
