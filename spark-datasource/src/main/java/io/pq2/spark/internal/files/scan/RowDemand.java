package io.pq2.spark.internal.files.scan;

import io.pq2.read.OnCorruption;
import java.io.Serializable;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/**
 * Which rows of a scan the query needs.
 *
 * @param few whether the query may stop after a few rows, so that little is read ahead
 * @param top the rows that come first in an order; absent if the query has no such order, or needs all rows
 * @param aggregated the aggregates for which the query needs rows; absent if it uses the rows themselves. The scan may
 *     then return {@link io.pq2.spark.internal.kernel.groups.FooterBatch batches of footers} in place of rows
 */
public record RowDemand(
        boolean few, @Nullable TopRows top, @Nullable AggregatedRows aggregated) implements Serializable {

    /** All rows. */
    public static final RowDemand ALL = new RowDemand(false, null, null);

    /** A few rows, whichever they are. */
    public static final RowDemand FEW = new RowDemand(true, null, null);

    /** Returns the demand for the first rows in an order. */
    public static RowDemand of(TopRows top) {
        return new RowDemand(false, top, null);
    }

    /** Returns the demand for rows to aggregate. */
    public static RowDemand of(AggregatedRows aggregated) {
        return new RowDemand(false, null, aggregated);
    }

    /**
     * Returns the entries of the demand in Spark's explanations.
     *
     * @param rowColumns the columns of the scan's rows
     */
    public Map<String, String> metadata(StructType rowColumns) {
        if (top != null) {
            return Map.of("TopRows", top.toString());
        }
        return aggregated == null ? Map.of() : Map.of(AggregatedRows.KEY, aggregated.describe(rowColumns));
    }

    /**
     * Returns the demand of a scan that must not skip rows if damaged ones, or the rest of damaged files, are left out,
     * since others replace them.
     */
    public RowDemand with(ReadSettings settings, Configuration configuration) {
        boolean failsAtDamage =
                !settings.ignoreCorruptFiles() && DamageHandling.mode(configuration) == OnCorruption.FAIL;
        return (top == null && aggregated == null) || failsAtDamage ? this : ALL;
    }
}
