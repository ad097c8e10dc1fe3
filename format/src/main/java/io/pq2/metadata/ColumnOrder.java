package io.pq2.metadata;

/**
 * The order of min and max of a column ({@code ColumnOrder} of parquet.thrift, a union of empty structs).
 *
 * <p>It applies to {@code min_value} and {@code max_value} of {@link Statistics} and to {@link ColumnIndex}, not to
 * the deprecated {@code min} and {@code max}.
 */
public enum ColumnOrder {
    /** The order of the logical type, or of the physical type if there is no logical type. */
    TYPE_ORDER(1),
    /** For FLOAT, DOUBLE and FLOAT16: the total order of IEEE 754-2008, section 5.10. */
    IEEE_754_TOTAL_ORDER(2),
    /** For INT96: by Julian day, then by nanoseconds of the day. */
    INT96_TIMESTAMP_ORDER(3),
    /** An order that is unknown to this version. Readers ignore min and max of the column, but not its counts. */
    UNKNOWN(-1);

    private static final ColumnOrder[] VALUES = values();

    private final int id;

    ColumnOrder(int id) {
        this.id = id;
    }

    /** Returns the number in files, or -1 for {@link #UNKNOWN}. */
    public int id() {
        return id;
    }

    /** Returns the constant for a number in a file, or {@link #UNKNOWN}. */
    public static ColumnOrder of(int id) {
        return id >= 1 && id <= 3 ? VALUES[id - 1] : UNKNOWN;
    }
}
