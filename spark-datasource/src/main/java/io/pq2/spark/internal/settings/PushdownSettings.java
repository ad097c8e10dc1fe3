package io.pq2.spark.internal.settings;

import java.io.Serializable;
import org.apache.spark.sql.internal.SQLConf;

/**
 * Which filters are pushed down: the settings below {@code spark.sql.parquet.filterPushdown}.
 *
 * @param enabled whether any filters are pushed down
 * @param dates whether filters on dates are pushed down
 * @param timestamps whether filters on timestamps are pushed down
 * @param decimals whether filters on decimals are pushed down
 * @param strings whether filters on parts of strings are pushed down
 * @param inThreshold 0 to disable the pushdown of IN ({@code spark.sql.parquet.pushdown.inFilterThreshold}). Other
 *     values have no effect, because IN is never expanded
 * @param caseSensitive whether column names are case-sensitive
 */
public record PushdownSettings(
        boolean enabled,
        boolean dates,
        boolean timestamps,
        boolean decimals,
        boolean strings,
        int inThreshold,
        boolean caseSensitive)
        implements Serializable {

    /** Reads the settings of a session. */
    public static PushdownSettings of(SQLConf conf) {
        return new PushdownSettings(
                conf.parquetFilterPushDown(),
                conf.parquetFilterPushDownDate(),
                conf.parquetFilterPushDownTimestamp(),
                conf.parquetFilterPushDownDecimal(),
                conf.parquetFilterPushDownStringPredicate(),
                conf.parquetFilterPushDownInFilterThreshold(),
                conf.caseSensitiveAnalysis());
    }
}
