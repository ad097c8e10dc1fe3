package io.pq2.spark.internal.scan;

import io.pq2.read.OnCorruption;
import java.io.Serializable;
import org.apache.hadoop.conf.Configuration;
import org.jspecify.annotations.Nullable;

/**
 * Which rows of a scan the query needs.
 *
 * @param few whether the query may stop after a few rows, so that little is read ahead
 * @param top the rows that come first in an order; absent if the query has no such order, or needs all rows
 */
public record RowDemand(boolean few, @Nullable TopRows top) implements Serializable {

    /** The key of the first rows in Spark's explanations. */
    public static final String TOP_ROWS = "TopRows";

    /** All rows. */
    public static final RowDemand ALL = new RowDemand(false, null);

    /** A few rows, whichever they are. */
    public static final RowDemand FEW = new RowDemand(true, null);

    /** Returns the demand for the first rows in an order. */
    public static RowDemand of(TopRows top) {
        return new RowDemand(false, top);
    }

    /** Returns the demand of a scan that must not skip rows if damaged ones are left out, since others replace them. */
    public RowDemand with(Configuration configuration) {
        return top == null || DamageHandling.mode(configuration) == OnCorruption.FAIL ? this : ALL;
    }
}
