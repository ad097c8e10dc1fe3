package io.pq2.it.interop;

import io.pq2.metadata.Encoding;

/** A type and how its values are encoded: one column of a file of the gate. */
record Cell(LeafType type, Encoding encoding) {

    /** The column's name. */
    String column() {
        return type.id() + "_as_" + encoding.name().toLowerCase(java.util.Locale.ROOT);
    }

    @Override
    public String toString() {
        return type + " in " + encoding;
    }
}
