package io.pq2.cli.internal.convert.arrow;

/** The types of Schema.fbs that Parquet has too. */
sealed interface ArrowType {

    /** Where the bytes of binary values, or the elements of lists, are. */
    enum Layout {
        /** Offsets of 32 bits. */
        OFFSETS,
        /** Offsets of 64 bits. */
        LARGE_OFFSETS,
        /** Places in any order. */
        VIEW,
        /** Places in any order with 64 bits, of lists only. */
        LARGE_VIEW
    }

    /** Nulls without buffers. */
    record Null() implements ArrowType {}

    record Int(int bits, boolean signed) implements ArrowType {}

    record Floating(int bits) implements ArrowType {}

    record Bool() implements ArrowType {}

    /** Bytes, or UTF-8 text. */
    record Binary(Layout layout, boolean text) implements ArrowType {}

    record FixedBinary(int width) implements ArrowType {}

    record Decimal(int bits, int precision, int scale) implements ArrowType {}

    /** Days since 1970, or milliseconds that are a multiple of a day. */
    record Date(boolean millis) implements ArrowType {}

    /** The time of a day. */
    record Time(ArrowUnit unit, int bits) implements ArrowType {}

    /** Time since 1970: with a time zone in UTC, otherwise local. */
    record Timestamp(ArrowUnit unit, boolean zoned) implements ArrowType {}

    record Duration(ArrowUnit unit) implements ArrowType {}

    /** Months, days and fractions of them, by the numbers of IntervalUnit in Schema.fbs. */
    record Interval(int unit) implements ArrowType {}

    record Struct() implements ArrowType {}

    record List(Layout layout) implements ArrowType {}

    record FixedList(int size) implements ArrowType {}

    /** Lists of structs of a key and a value. */
    record Map() implements ArrowType {}
}
