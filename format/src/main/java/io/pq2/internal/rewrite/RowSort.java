package io.pq2.internal.rewrite;

/**
 * Sorts indexes of rows by a merge sort from short runs to longer ones. Rows that compare as equal keep their order.
 */
final class RowSort {

    private RowSort() {}

    /** Compares two rows by their indexes, like {@link java.util.Comparator#compare}. */
    interface RowComparator {
        int compare(int a, int b);
    }

    /** Returns the indexes from 0 to {@code count - 1} in the order of a comparator. */
    static int[] sorted(int count, RowComparator order) {
        int[] rows = new int[count];
        for (int i = 0; i < count; i++) {
            rows[i] = i;
        }
        int[] merged = new int[count];
        for (long run = 1; run < count; run *= 2) {
            for (long from = 0; from < count; from += 2 * run) {
                int middle = (int) Math.min(count, from + run);
                int end = (int) Math.min(count, from + 2 * run);
                merge(order, rows, merged, (int) from, middle, end);
            }
            int[] swapped = rows;
            rows = merged;
            merged = swapped;
        }
        return rows;
    }

    private static void merge(RowComparator order, int[] from, int[] to, int start, int middle, int end) {
        int left = start;
        int right = middle;
        for (int i = start; i < end; i++) {
            boolean takeLeft = right >= end || (left < middle && order.compare(from[left], from[right]) <= 0);
            to[i] = takeLeft ? from[left++] : from[right++];
        }
    }
}
