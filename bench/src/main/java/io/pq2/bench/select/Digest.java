package io.pq2.bench.select;

import io.pq2.bench.select.SelectColumn.Kind;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;

/**
 * A digest of a query's rows.
 *
 * @param rows the number of rows
 * @param sums a sum for each column: of numbers, days, unscaled decimals, or the byte lengths of texts
 * @param hashes for each column the sum of {@link #hash} over its texts; 0 for other types
 */
record Digest(long rows, List<Long> sums, List<Long> hashes) {

    /** Returns the first four bytes of an MD5, which SQL can compute too. */
    static long hash(byte[] bytes, int offset, int length) {
        try {
            MessageDigest md5 = MessageDigest.getInstance("MD5");
            md5.update(bytes, offset, length);
            return ByteBuffer.wrap(md5.digest()).getInt() & 0xFFFFFFFFL;
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Checks the values that an engine received.
     *
     * @throws IllegalStateException if the number of rows or a sum differs
     */
    void check(String engine, SelectQuery query, long gotRows, List<Long> gotSums) {
        if (gotRows != rows || !gotSums.equals(sums)) {
            throw new IllegalStateException(engine + ", " + query.title() + ": " + gotRows + " rows with " + gotSums
                    + " but the check found " + rows + " with " + sums);
        }
    }

    /** Generates SQL expressions for a digest. */
    static final class Sql {

        private final boolean duckDb;

        Sql(boolean duckDb) {
            this.duckDb = duckDb;
        }

        /** Returns the expression for an element of {@link Digest#sums}: 0 if there are no values. */
        String sum(SelectColumn column, String name) {
            String value = switch (column.kind()) {
                case NUMBER -> name;
                case DECIMAL -> name + " * 100";
                case DATE -> duckDb ? name + " - DATE '1970-01-01'" : "CAST(unix_date(" + name + ") AS BIGINT)";
                case TEXT -> (duckDb ? "strlen(" : "octet_length(") + name + ")";
            };
            return "CAST(coalesce(sum(" + value + "), 0) AS BIGINT)";
        }

        /** Returns the expression for an element of {@link Digest#hashes}. */
        String hash(SelectColumn column, String name) {
            if (column.kind() != Kind.TEXT) {
                return "CAST(0 AS BIGINT)";
            }
            String value = duckDb
                    ? "CAST('0x' || substr(md5(" + name + "), 1, 8) AS BIGINT)"
                    : "CAST(conv(substr(md5(CAST(" + name + " AS BINARY)), 1, 8), 16, 10) AS BIGINT)";
            return "CAST(coalesce(sum(" + value + "), 0) AS BIGINT)";
        }
    }
}
