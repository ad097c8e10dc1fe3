package io.pq2.metadata;

/** Whether the bounds of the pages in a {@link ColumnIndex} ascend, descend or neither. */
public enum BoundaryOrder {
    /** No order; also what a number that this version does not know is taken for. */
    UNORDERED(0),
    ASCENDING(1),
    DESCENDING(2);

    private static final BoundaryOrder[] VALUES = values();

    private final int id;

    BoundaryOrder(int id) {
        this.id = id;
    }

    /** The number that stands for this constant in a file. */
    public int id() {
        return id;
    }

    /** The constant that a number in a file stands for, {@link #UNORDERED} if there is none. */
    public static BoundaryOrder of(int id) {
        return id >= 0 && id <= 2 ? VALUES[id] : UNORDERED;
    }
}
