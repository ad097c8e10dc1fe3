package io.pq2.bench.select;

import io.pq2.bench.select.SelectColumn.Kind;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;

/**
 * What a query's rows are.
 *
 * @param rows how many
 * @param sums by column: of the numbers, days, unscaled decimals, and bytes of texts
 * @param hashes by column: of texts the sum of what {@link #hash} gives, otherwise 0
 */
record Digest(long rows, List<Long> sums, List<Long> hashes) {

    /** The first four bytes of the MD5 of some bytes, which SQL has, too. */
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
     * @throws IllegalStateException if an engine got another number of rows, or other sums
     */
    void check(String engine, SelectQuery query, long gotRows, List<Long> gotSums) {
        if (gotRows != rows || !gotSums.equals(sums)) {
            throw new IllegalStateException(engine + ", " + query.title() + ": " + gotRows + " rows with " + gotSums
                    + " where the check found " + rows + " with " + sums);
        }
    }

    /** Expressions of SQL whose values make a digest. */
    static final class Sql {

        private final boolean duckDb;

        Sql(boolean duckDb) {
            this.duckDb = duckDb;
        }

        /** What {@link Digest#sums} has of a column, 0 if there are no values. */
        String sum(SelectColumn column, String name) {
            String value = switch (column.kind()) {
                case NUMBER -> name;
                case DECIMAL -> name + " * 100";
                case DATE -> duckDb ? name + " - DATE '1970-01-01'" : "CAST(unix_date(" + name + ") AS BIGINT)";
                case TEXT -> (duckDb ? "strlen(" : "octet_length(") + name + ")";
            };
            return "CAST(coalesce(sum(" + value + "), 0) AS BIGINT)";
        }

        /** What {@link Digest#hashes} has of a column. */
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
