package io.pq2.metadata;

/** The order of min and max of the pages in a {@link ColumnIndex} ({@code BoundaryOrder} of parquet.thrift). */
public enum BoundaryOrder {
    /** No order. Unknown numbers are read as this constant. */
    UNORDERED(0),
    ASCENDING(1),
    DESCENDING(2);

    private static final BoundaryOrder[] VALUES = values();

    private final int id;

    BoundaryOrder(int id) {
        this.id = id;
    }

    /** Returns the number in files. */
    public int id() {
        return id;
    }

    /** Returns the constant for a number in a file, or {@link #UNORDERED} if the number is unknown. */
    public static BoundaryOrder of(int id) {
        return id >= 0 && id <= 2 ? VALUES[id] : UNORDERED;
    }
}
