package io.pq2.internal.schema;

/** The layout of INT96 values. */
public final class Int96 {

    /** Bytes per value. */
    public static final int WIDTH = 12;

    private Int96() {}
}
