package io.pq2.internal.read.source;

import io.pq2.internal.io.DecodeLimits;
import io.pq2.read.ReadOptions;

/** Takes the limits of decoding from {@link ReadOptions}. */
public final class ReadLimits {

    private ReadLimits() {}

    /** Returns the limits that options name. */
    public static DecodeLimits of(ReadOptions options) {
        return new DecodeLimits(
                options.maxDecodingBytes(), options.maxPageBytes(), options.maxExpansion(), options.maxValuesPerByte());
    }
}
