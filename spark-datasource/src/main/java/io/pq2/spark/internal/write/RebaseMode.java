package io.pq2.spark.internal.write;

/**
 * What happens to dates before 1582-10-15 and timestamps before 1900, which the Julian and Gregorian hybrid calendar of old
 * writers counts differently. The names are those of Spark's configuration ({@code spark.sql.parquet.*RebaseModeIn*}).
 */
enum RebaseMode {
    /** They are refused. */
    EXCEPTION,
    /** They are taken as they are: the proleptic Gregorian calendar on both sides. */
    CORRECTED,
    /** They are converted from and to the hybrid calendar. */
    LEGACY
}
