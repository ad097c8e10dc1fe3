package io.pq2.internal.check;

import io.pq2.internal.geospatial.WkbBox;
import io.pq2.vector.BinaryVector;
import io.pq2.vector.DictionaryVector;
import io.pq2.vector.Vector;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the boxes of the geometries of a vector. */
final class GeometryValues {

    /** The length in bytes from which the box of a dictionary entry is kept, because reading it again takes long. */
    private static final int LONG = 1 << 10;

    private final WkbBox last = new WkbBox();
    private WkbBox box = last;
    /** The dictionary whose boxes are kept. */
    private @Nullable Vector dictionary;
    /** By id: the boxes of long entries. */
    private final Map<Integer, WkbBox> longEntries = new HashMap<>();

    /** Reads a slot, which must not be null; returns whether it has a box. */
    boolean read(Vector vector, int slot) {
        if (vector instanceof DictionaryVector encoded && encoded.dictionary() instanceof BinaryVector entries) {
            return readEntry(entries, encoded.ids()[slot]);
        }
        return vector instanceof BinaryVector values && read(values, slot);
    }

    private boolean readEntry(BinaryVector entries, int id) {
        if (entries.lengths()[id] < LONG) {
            return read(entries, id);
        }
        if (entries != dictionary) {
            dictionary = entries;
            longEntries.clear();
        }
        WkbBox known = longEntries.get(id);
        if (known == null) {
            known = new WkbBox();
            known.read(entries.bytes(), entries.starts()[id], entries.lengths()[id]);
            longEntries.put(id, known);
        }
        box = known;
        return box.hasBox();
    }

    private boolean read(BinaryVector values, int slot) {
        box = last;
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
