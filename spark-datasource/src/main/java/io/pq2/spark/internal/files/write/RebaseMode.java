package io.pq2.spark.internal.files.write;

/**
 * How to handle dates before 1582-10-15 and timestamps before 1900. Older writers count them in the hybrid Julian and
 * Gregorian calendar. The names are those of Spark's configuration ({@code spark.sql.parquet.*RebaseModeIn*}).
 */
enum RebaseMode {
    /** Fails. */
    EXCEPTION,
    /** Keeps the values: both sides use the proleptic Gregorian calendar. */
    CORRECTED,
    /** Converts from and to the hybrid calendar. */
    LEGACY
}
