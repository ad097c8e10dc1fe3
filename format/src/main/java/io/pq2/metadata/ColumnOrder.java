package io.pq2.metadata;

/**
 * The order that the bounds of a column follow ({@code ColumnOrder} of parquet.thrift, a union of empty structs).
 *
 * <p>It rules {@code min_value} and {@code max_value} of {@link Statistics} and the bounds of {@link ColumnIndex},
 * not the
 * deprecated {@code min} and {@code max}.
 */
public enum ColumnOrder {
    /** The order of the logical type, or of the physical type where there is none. */
    TYPE_ORDER(1),
    /** FLOAT, DOUBLE and FLOAT16 only: total order of IEEE 754-2008, section 5.10. */
    IEEE_754_TOTAL_ORDER(2),
    /** INT96 only: by Julian day, then by nanoseconds of the day. */
    INT96_TIMESTAMP_ORDER(3),
    /** A member that this version does not know: the bounds of the column must be ignored, its counts may be used. */
    UNKNOWN(-1);

    private static final ColumnOrder[] VALUES = values();

    private final int id;

    ColumnOrder(int id) {
        this.id = id;
    }

    /** The number that stands for this constant in a file, -1 for {@link #UNKNOWN}. */
    public int id() {
        return id;
    }

    /** The constant that a number in a file stands for, {@link #UNKNOWN} if there is none. */
    public static ColumnOrder of(int id) {
        return id >= 1 && id <= 3 ? VALUES[id - 1] : UNKNOWN;
    }
}
