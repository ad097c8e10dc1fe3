package io.pq2.internal.statistics;

import org.jspecify.annotations.Nullable;

/**
 * The min and max of a page, which are not truncated.
 *
 * @param min the min in the PLAIN encoding; absent when the page has none
 * @param max the max in the PLAIN encoding; absent when the page has none
 * @param nanCount the number of NaNs, or -1 for types without NaN
 */
public record PageMinMax(byte @Nullable [] min, byte @Nullable [] max, long nanCount) {

    /** No min and no max. */
    public static final PageMinMax NONE = new PageMinMax(null, null, -1);

    /** Returns the collected min and max; {@link #NONE} if {@code minMax} is absent. */
    public static PageMinMax of(@Nullable MinMax minMax) {
        if (minMax == null) {
            return NONE;
        } else if (minMax.isEmpty()) {
            return new PageMinMax(null, null, minMax.nanCount());
        }
        return new PageMinMax(minMax.min(), minMax.max(), minMax.nanCount());
    }
}
