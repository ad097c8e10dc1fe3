package io.pq2.internal.encoding;

/** Values of physical type BOOLEAN. */
public sealed interface BooleanEncoder extends ValueEncoder permits PlainBooleanEncoder, RleBooleanEncoder {

    /** Adds {@code count} values. */
    void write(boolean[] values, int offset, int count);
}
