package io.pq2.internal.check;

import io.pq2.internal.geospatial.WkbBox;
import io.pq2.vector.BinaryVector;
import io.pq2.vector.DictionaryVector;
import io.pq2.vector.Vector;

/** Reads the boxes of the geometries of a vector. */
final class GeometryValues {

    private final WkbBox box = new WkbBox();

    /** Reads a slot, which must not be null; returns whether it has a box. */
    boolean read(Vector vector, int slot) {
        if (vector instanceof DictionaryVector encoded && encoded.dictionary() instanceof BinaryVector entries) {
            return read(entries, encoded.ids()[slot]);
        }
        return vector instanceof BinaryVector values && read(values, slot);
    }

    private boolean read(BinaryVector values, int slot) {
        return box.read(values.bytes(), values.starts()[slot], values.lengths()[slot]);
    }

    /** Returns the box that was read last. */
    WkbBox box() {
        return box;
    }

    /** Returns the extent of the geometry that was read last as text. */
    String extent() {
        return "x from " + box.xmin() + " to " + box.xmax() + " and y from " + box.ymin() + " to " + box.ymax();
    }
}
