package io.pq2.inspect;

import io.pq2.internal.inspect.BucketSums;
import io.pq2.internal.inspect.FieldSums;
import io.pq2.internal.inspect.FileRows;
import io.pq2.internal.inspect.FingerprintHash;
import io.pq2.internal.inspect.HashCounts;
import io.pq2.read.ParquetFile;
import java.io.IOException;
import java.util.BitSet;
import java.util.List;

/**
 * Compares the rows of two tables. The tables are equal if each row occurs as often in one as in the other. The order
 * of the rows, and how they are divided into files, row groups and pages, does not matter. {@link RowFingerprint} says
 * which rows are equal.
 *
 * <p>Reads both tables once if they have the same rows. Otherwise reads them again to find the rows that differ. Needs
 * memory for about a million rows, however large the tables are. Rows are compared by 128-bit hashes with random keys.
 */
public final class RowComparison {

    /** The rows of differing buckets whose hashes are in memory at the same time. */
    private static final int MAX_HASHES = 1 << 20;

    private final Source left;
    private final Source right;
    private final boolean inOrder;
    private final int maxHashes;
    private final FingerprintHash hash = new FingerprintHash();
    private final RowFingerprint fingerprint = new RowFingerprint(hash);

    /** A table of a comparison. */
    public enum Side {
        LEFT(1),
        RIGHT(-1);

        private final int sign;

        Side(int sign) {
            this.sign = sign;
        }
    }

    /** Rows to compare. They are visited several times and must be the same, in the same order, each time. */
    public interface Source {

        /**
         * Visits all rows, or those before the visitor stops.
         *
         * @param fingerprint receives the values of a row before each call of the visitor
         * @throws IOException if the rows cannot be read
         */
        void visit(RowFingerprint fingerprint, Visitor visitor) throws IOException;
    }

    /** Receives rows. */
    public interface Visitor {

        /** Receives a row, whose values are in the fingerprint, and returns whether to continue. */
        boolean row();
    }

    /** Receives the rows that only one table has. */
    public interface Listener {

        /** Receives a row during the source's visit of it. */
        void onlyIn(Side side);
    }

    /**
     * The result of a comparison. A row that occurs three times on one side and once on the other counts as two rows
     * that only one side has.
     *
     * @param leftRows the number of rows of the left table
     * @param rightRows the number of rows of the right table
     * @param onlyLeft the number of rows that only the left table has
     * @param onlyRight the number of rows that only the right table has
     * @param complete whether {@code onlyLeft} and {@code onlyRight} are the exact numbers; otherwise there are more,
     *     which were not looked for because the listener had enough
     */
    public record Result(long leftRows, long rightRows, long onlyLeft, long onlyRight, boolean complete) {

        /** Whether both tables have the same rows. */
        public boolean isEqual() {
            return complete && onlyLeft == 0 && onlyRight == 0;
        }
    }

    /**
     * Creates a comparison.
     *
     * @param inOrder whether rows must also be at the same position
     */
    public RowComparison(Source left, Source right, boolean inOrder) {
        this(left, right, inOrder, MAX_HASHES);
    }

    RowComparison(Source left, Source right, boolean inOrder, int maxHashes) {
        this.left = left;
        this.right = right;
        this.inOrder = inOrder;
        this.maxHashes = maxHashes;
    }

    /**
     * Returns the rows of files as a source.
     *
     * @param files the files, which stay open until the comparison ends
     * @param fields the names of the top-level fields to compare. A field that a file lacks is null in its rows
     */
    public static Source rowsOf(List<ParquetFile> files, List<String> fields) {
        return new FileRows(files, fields);
    }

    /**
     * Compares the tables.
     *
     * @param limit the number of rows of each side that the listener receives at most
     * @param listener receives rows that only one side has: first those of the left side in their order, then those of
     *     the right side; repeatedly if there are more than fit into memory
     * @throws IOException if rows cannot be read
     */
    public Result run(long limit, Listener listener) throws IOException {
        BucketSums sums = new BucketSums();
        long leftRows = visit(Side.LEFT, () -> sums.add(hash, Side.LEFT.sign));
        long rightRows = visit(Side.RIGHT, () -> sums.add(hash, Side.RIGHT.sign));
        List<BitSet> sets = sums.differing(maxHashes);
        long[] only = new long[2];
        long[] shown = new long[2];
        boolean complete = true;
        for (BitSet buckets : sets) {
            if (Math.max(shown[0], shown[1]) >= limit) {
                complete = false;
                break;
            }
            HashCounts counts = count(buckets);
            for (Side side : Side.values()) {
                long sum = counts.sum(side.sign);
                only[side.ordinal()] += sum;
                long wanted = Math.min(sum, limit - shown[side.ordinal()]);
                shown[side.ordinal()] += wanted;
                show(side, counts, wanted, listener);
            }
        }
        return new Result(leftRows, rightRows, only[0], only[1], complete);
    }

    /**
     * Returns the fields whose values differ, by their place in the order in which the sources add them. A field
     * differs if a value occurs more often on one side; if rows are compared in order, also if it is at another
     * position. Reads both tables once. Where rows differ and no field does, the rows combine the same values in
     * another way.
     *
     * @throws IOException if rows cannot be read
     */
    public BitSet differingFields() throws IOException {
        FieldSums sums = new FieldSums();
        for (Side side : Side.values()) {
            long[] position = {0};
            int[] field = {0};
            RowFingerprint fields = new RowFingerprint(hash, () -> {
                if (inOrder) {
                    hash.content().putLong(position[0]);
                }
                hash.finish();
                sums.add(field[0]++, hash, side.sign);
            });
            (side == Side.LEFT ? left : right).visit(fields, () -> {
                position[0]++;
                field[0] = 0;
                return true;
            });
        }
        return sums.differing();
    }

    private HashCounts count(BitSet buckets) throws IOException {
        HashCounts counts = new HashCounts();
        for (Side side : Side.values()) {
            visit(side, () -> {
                if (buckets.get(BucketSums.bucket(hash))) {
                    counts.add(hash, side.sign);
                }
            });
        }
        return counts;
    }

    /** Shows the first rows that one side has more often than the other. */
    private void show(Side side, HashCounts counts, long wanted, Listener listener) throws IOException {
        if (wanted == 0) {
            return;
        }
        long[] missing = {wanted};
        Source source = side == Side.LEFT ? left : right;
        long[] position = {0};
        source.visit(fingerprint, () -> {
            finishRow(position);
            if (counts.count(hash) * side.sign > 0) {
                counts.add(hash, -side.sign);
                listener.onlyIn(side);
                missing[0]--;
            }
            return missing[0] > 0;
        });
    }

    private void finishRow(long[] position) {
        if (inOrder) {
            hash.content().putLong(position[0]);
        }
        position[0]++;
        hash.finish();
    }

    private long visit(Side side, Runnable row) throws IOException {
        long[] rows = {0};
        (side == Side.LEFT ? left : right).visit(fingerprint, () -> {
            finishRow(rows);
            row.run();
            return true;
        });
        return rows[0];
    }
}
