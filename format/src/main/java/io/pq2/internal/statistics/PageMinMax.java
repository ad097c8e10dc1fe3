package io.pq2.internal.statistics;

/**
 * The bounds of a page: values of it, whatever their length.
 *
 * @param min the least value, null if there is none
 * @param max the greatest value, null if there is none
 * @param nanCount the number of NaNs, -1 for types that have none
 */
public record PageMinMax(byte[] min, byte[] max, long nanCount) {

    /** There are no bounds. */
    public static final PageMinMax NONE = new PageMinMax(null, null, -1);

    /** The bounds that were collected; {@code bounds} is null if nothing was. */
    public static PageMinMax of(MinMax bounds) {
        if (bounds == null) {
            return NONE;
        } else if (bounds.isEmpty()) {
            return new PageMinMax(null, null, bounds.nanCount());
        }
        return new PageMinMax(bounds.min(), bounds.max(), bounds.nanCount());
    }
}
