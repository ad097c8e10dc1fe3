package io.pq2.spark.internal.filter;

import java.io.Serializable;
import org.apache.spark.sql.internal.SQLConf;

/**
 * Which filters are taken to the files: the keys below {@code spark.sql.parquet.filterPushdown}.
 *
 * @param enabled any at all
 * @param dates those on dates
 * @param timestamps those on timestamps
 * @param decimals those on decimals
 * @param strings those on parts of strings
 * @param inThreshold 0 to leave IN out ({@code spark.sql.parquet.pushdown.inFilterThreshold}); other values mean nothing here,
 *     because an IN is never unfolded
 * @param caseSensitive whether names of columns are compared as they are
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

    /** The settings of a session. */
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
