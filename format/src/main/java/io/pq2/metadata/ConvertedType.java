package io.pq2.metadata;

/**
 * The predecessor of {@link io.pq2.schema.LogicalType}, which writers set in addition for older readers
 * (LogicalTypes.md).
 */
public enum ConvertedType {
    UTF8(0),
    MAP(1),
    MAP_KEY_VALUE(2),
    LIST(3),
    ENUM(4),
    DECIMAL(5),
    DATE(6),
    TIME_MILLIS(7),
    TIME_MICROS(8),
    TIMESTAMP_MILLIS(9),
    TIMESTAMP_MICROS(10),
    UINT_8(11),
    UINT_16(12),
    UINT_32(13),
    UINT_64(14),
    INT_8(15),
    INT_16(16),
    INT_32(17),
    INT_64(18),
    JSON(19),
    BSON(20),
    INTERVAL(21),
    /** A number that is unknown to this version. Readers ignore it. */
    UNKNOWN(-1);

    private static final ConvertedType[] VALUES = values();

    private final int id;

    ConvertedType(int id) {
        this.id = id;
    }

    /** Returns the number in files, or -1 for {@link #UNKNOWN}. */
    public int id() {
        return id;
    }

    /** Returns the constant for a number in a file, or {@link #UNKNOWN}. */
    public static ConvertedType of(int id) {
        return id >= 0 && id <= 21 ? VALUES[id] : UNKNOWN;
    }
}
