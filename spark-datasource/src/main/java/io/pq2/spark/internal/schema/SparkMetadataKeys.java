package io.pq2.spark.internal.schema;

/** The keys of Spark's entries in the key-value metadata of a footer. */
public final class SparkMetadataKeys {

    /** The version of Spark that wrote the file. */
    public static final String VERSION = "org.apache.spark.version";

    /** The Spark schema of the rows as JSON. */
    public static final String ROW_SCHEMA = "org.apache.spark.sql.parquet.row.metadata";

    /** Present if dates and INT64 timestamps were written in the hybrid calendar. */
    public static final String LEGACY_DATETIME = "org.apache.spark.legacyDateTime";

    /** Present if INT96 timestamps were written in the hybrid calendar. */
    public static final String LEGACY_INT96 = "org.apache.spark.legacyINT96";

    /** The session's time zone; present together with one of the two entries above. */
    public static final String TIME_ZONE = "org.apache.spark.timeZone";

    private SparkMetadataKeys() {}
}
