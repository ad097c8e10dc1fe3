package io.pq2.internal.write.covering;

import io.pq2.internal.geospatial.WkbBox;
import io.pq2.vector.Batch;
import io.pq2.vector.BinaryVector;
import io.pq2.vector.DictionaryVector;
import io.pq2.vector.DoubleVector;
import io.pq2.vector.FloatVector;
import io.pq2.vector.StructVector;
import io.pq2.vector.Validity;
import io.pq2.vector.Vector;
import java.util.List;

/** Computes the boxes of the geometries of one column. Reuses its arrays. Not thread-safe. */
final class GeometryBoxes {

    private final int column;
    private final WkbBox box = new WkbBox();
    private final Bound xmin;
    private final Bound ymin;
    private final Bound xmax;
    private final Bound ymax;
    private long[] present = {};

    /**
     * Creates the boxes of a column.
     *
     * @param column the index of the geometry column in batches
     * @param rounded whether the bounds are of type FLOAT, rounded outward, instead of DOUBLE
     */
    GeometryBoxes(int column, boolean rounded) {
        this.column = column;
        this.xmin = rounded ? new RoundedBound(false) : new ExactBound();
        this.ymin = rounded ? new RoundedBound(false) : new ExactBound();
        this.xmax = rounded ? new RoundedBound(true) : new ExactBound();
        this.ymax = rounded ? new RoundedBound(true) : new ExactBound();
    }

    /** Returns the boxes of some rows. A vector that is not of bytes, which the writer refuses, has no boxes. */
    StructVector of(Batch batch) {
        Vector geometries = batch.columns().get(column);
        int count = batch.rowCount();
        reserve(count);
        if (geometries instanceof BinaryVector values) {
            for (int i = 0; i < count; i++) {
                if (!values.isNull(i)) {
                    set(i, values, i);
                }
            }
        } else if (geometries instanceof DictionaryVector encoded
                && encoded.dictionary() instanceof BinaryVector entries) {
            for (int i = 0; i < count; i++) {
                if (!encoded.isNull(i)) {
                    set(i, entries, encoded.ids()[i]);
                }
            }
        }
        List<Vector> bounds = List.of(
                xmin.vector(count, present),
                ymin.vector(count, present),
                xmax.vector(count, present),
                ymax.vector(count, present));
        return new StructVector(count, bounds, geometries.validity());
    }

    private void reserve(int count) {
        int words = Validity.words(count);
        if (present.length < words) {
            present = new long[words];
            int capacity = words * Long.SIZE;
            xmin.reserve(capacity);
            ymin.reserve(capacity);
            xmax.reserve(capacity);
            ymax.reserve(capacity);
        }
        Validity.fill(present, 0, count, false);
    }

    private void set(int row, BinaryVector values, int slot) {
        if (box.read(values.bytes(), values.starts()[slot], values.lengths()[slot])) {
            Validity.set(present, row);
            xmin.set(row, box.xmin());
            ymin.set(row, box.ymin());
            xmax.set(row, box.xmax());
            ymax.set(row, box.ymax());
        }
    }

    /** Returns the memory of the boxes, in bytes. */
    long memoryBytes() {
        long words = present.length;
        return words * Long.BYTES + words * Long.SIZE * (xmin.width() + ymin.width() + xmax.width() + ymax.width());
    }

    /** One bound of each row. */
    private abstract static sealed class Bound {

        /** Makes room for a number of rows; forgets all rows. */
        abstract void reserve(int rows);

        abstract void set(int row, double value);

        abstract Vector vector(int rows, long[] validity);

        /** Returns the memory of a row, in bytes. */
        abstract long width();
    }

    private static final class ExactBound extends Bound {

        private double[] values = {};

        @Override
        void reserve(int rows) {
            values = new double[rows];
        }

        @Override
        void set(int row, double value) {
            values[row] = value;
        }

        @Override
        Vector vector(int rows, long[] validity) {
            return new DoubleVector(rows, values, validity);
        }

        @Override
        long width() {
            return Double.BYTES;
        }
    }

    private static final class RoundedBound extends Bound {

        private final boolean upward;
        private float[] values = {};

        RoundedBound(boolean upward) {
            this.upward = upward;
        }

        @Override
        void reserve(int rows) {
            values = new float[rows];
        }

        @Override
        void set(int row, double value) {
            float nearest = (float) value;
            if (upward) {
                values[row] = nearest < value ? Math.nextUp(nearest) : nearest;
            } else {
                values[row] = nearest > value ? Math.nextDown(nearest) : nearest;
            }
        }

        @Override
        Vector vector(int rows, long[] validity) {
            return new FloatVector(rows, values, validity);
        }

        @Override
        long width() {
            return Float.BYTES;
        }
    }
}
