package io.pq2.statistics;

/**
 * The bounds of a page as they go into a file.
 *
 * @param min the lower bound, null if there is none
 * @param max the upper bound, null if there is none
 * @param minExact whether {@code min} is a value of the page, and not only below all of them
 * @param maxExact whether {@code max} is a value of the page, and not only above all of them
 * @param nanCount the number of NaNs, -1 for types that have none
 */
public record PageBounds(byte[] min, byte[] max, boolean minExact, boolean maxExact, long nanCount) {

    /** There are no bounds. */
    public static final PageBounds NONE = new PageBounds(null, null, false, false, -1);

    /**
     * The bounds that were collected.
     *
     * @param bounds what was collected, null if nothing was
     * @param order the column's order
     * @param limit the bytes from which on bounds of strings are shortened
     */
    public static PageBounds of(Bounds bounds, BoundOrder order, int limit) {
        if (bounds == null) {
            return NONE;
        }
        if (bounds.isEmpty()) {
            return new PageBounds(null, null, false, false, bounds.nanCount());
        }
        byte[] least = bounds.min();
        byte[] greatest = bounds.max();
        if (order != BoundOrder.BYTES && order != BoundOrder.TEXT) {
            return new PageBounds(least, greatest, true, true, bounds.nanCount());
        }
        boolean text = order == BoundOrder.TEXT;
        byte[] min = BoundTruncation.lower(least, limit, text);
        byte[] max = BoundTruncation.upper(greatest, limit, text);
        return new PageBounds(min, max, min == least, max == greatest, -1);
    }
}
