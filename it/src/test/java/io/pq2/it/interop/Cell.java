package io.pq2.it.interop;

import io.pq2.metadata.Encoding;

/** A type and an encoding of its values: one column of a test file. */
record Cell(LeafType type, Encoding encoding) {

    /** Returns the column's name. */
    String column() {
        return type.id() + "_as_" + encoding.name().toLowerCase(java.util.Locale.ROOT);
    }

    @Override
    public String toString() {
        return type + " in " + encoding;
    }
}
