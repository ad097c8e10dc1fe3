package io.pq2.spark.internal.schema;

/** The keys under which Spark leaves notes in the footers of its files. */
public final class SparkMetadataKeys {

    /** The version of Spark that wrote the file. */
    public static final String VERSION = "org.apache.spark.version";

    /** The Spark schema of the rows as JSON. */
    public static final String ROW_SCHEMA = "org.apache.spark.sql.parquet.row.metadata";

    /** Present if dates and timestamps in INT64 were written in the hybrid calendar. */
    public static final String LEGACY_DATETIME = "org.apache.spark.legacyDateTime";

    /** Present if timestamps in INT96 were written in the hybrid calendar. */
    public static final String LEGACY_INT96 = "org.apache.spark.legacyINT96";

    /** The session's time zone, where one of the two above is present. */
    public static final String TIME_ZONE = "org.apache.spark.timeZone";

    private SparkMetadataKeys() {}
}
