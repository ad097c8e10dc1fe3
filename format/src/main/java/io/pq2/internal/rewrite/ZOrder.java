package io.pq2.internal.rewrite;

import io.pq2.exception.InvalidDataException;
import io.pq2.internal.rewrite.RowSort.RowComparator;
import io.pq2.internal.write.file.SortKey;
import io.pq2.schema.Schema;
import io.pq2.vector.Batch;
import io.pq2.vector.Vector;
import io.pq2.write.SortedBy;
import java.util.HashSet;
import java.util.List;

/**
 * The Z-order of rows by several columns: rows that are near each other have similar values in all columns, so that
 * pages have narrow ranges of each.
 *
 * <p>A row's place is a number whose bits are those of the column's ranks in turn, the highest bits first. The rank of
 * a value is the share of rows with smaller values, plus half of the share of rows with the same value. So it depends
 * on the order of the values only: it works for every type that has an order, and values that are crowded in a small
 * part of their range are spread as well as others. Nulls have a rank below all values.
 */
public final class ZOrder implements RowOrder {

    private static final int MIN_COLUMNS = 2;
    /** Each of so many columns has 7 bits: more columns would have almost no effect on pages. */
    private static final int MAX_COLUMNS = 8;

    /** The bits of a place, which is not negative. */
    private static final int PLACE_BITS = 63;
    /** The bits of a rank: the dividend of {@link #rank} has 32 more and fits in a {@code long}. */
    private static final int MAX_RANK_BITS = 31;

    private final List<SortKey> keys;
    private final int rankBits;

    /**
     * Finds the columns.
     *
     * @param columns the dotted paths; the first column has the highest bit
     * @throws InvalidDataException if a column does not exist, is repeated or has no order
     */
    public ZOrder(Schema schema, List<String> columns) {
        this.keys = columns.stream()
                .map(column -> new SortKey(schema, SortedBy.ascending(column)))
                .toList();
        this.rankBits = Math.min(MAX_RANK_BITS, PLACE_BITS / columns.size());
    }

    /**
     * Checks the number of columns.
     *
     * @throws InvalidDataException if there is one column, more than 8, or the same twice
     */
    public static void check(List<String> columns) {
        if (columns.isEmpty()) {
            return;
        }
        if (columns.size() < MIN_COLUMNS || columns.size() > MAX_COLUMNS) {
            throw new InvalidDataException("Z-order by " + columns.size() + " columns: it must be " + MIN_COLUMNS
                    + " to " + MAX_COLUMNS + " columns");
        }
        if (new HashSet<>(columns).size() < columns.size()) {
            throw new InvalidDataException("Z-order by " + String.join(", ", columns) + ": a column is listed twice");
        }
    }

    /**
     * Checks that at most one order is requested.
     *
     * @throws InvalidDataException if both lists have columns
     */
    public static void checkOnlyOrder(List<String> columns, List<SortedBy> sortedBy) {
        if (!columns.isEmpty() && !sortedBy.isEmpty()) {
            throw new InvalidDataException("rows cannot be sorted and in Z-order at the same time");
        }
    }

    @Override
    public int[] rows(Batch batch) {
        long[] places = new long[batch.rowCount()];
        for (int i = 0; i < keys.size(); i++) {
            SortKey key = keys.get(i);
            Vector[] path = key.path(batch);
            addRanks(places, i, (a, b) -> key.compare(path, a, path, b));
        }
        return RowSort.sorted(places.length, (a, b) -> Long.compare(places[a], places[b]));
    }

    /** Adds the bits of a column to the places. */
    private void addRanks(long[] places, int column, RowComparator order) {
        int[] rows = RowSort.sorted(places.length, order);
        int end;
        for (int from = 0; from < rows.length; from = end) {
            end = from + 1;
            while (end < rows.length && order.compare(rows[from], rows[end]) == 0) {
                end++;
            }
            long bits = spread(rank(from, end, rows.length)) << (keys.size() - 1 - column);
            for (int i = from; i < end; i++) {
                places[rows[i]] |= bits;
            }
        }
    }

    /** Returns the rank of equal values at the positions {@code from} to {@code end} of all sorted values. */
    private long rank(int from, int end, int count) {
        return (((long) from + end - 1) << rankBits) / (2L * count);
    }

    /** Moves each bit to the first of as many bits as there are columns. */
    private long spread(long rank) {
        long bits = 0;
        for (int bit = 0; bit < rankBits; bit++) {
            bits |= ((rank >>> bit) & 1) << (bit * keys.size());
        }
        return bits;
    }
}
