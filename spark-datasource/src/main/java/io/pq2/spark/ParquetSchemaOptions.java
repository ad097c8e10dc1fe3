package io.pq2.spark;

import java.io.Serializable;

/**
 * The choices that Spark's configuration leaves when a Spark schema is written as a Parquet schema.
 *
 * @param legacyFormat decimals as FIXED_LEN_BYTE_ARRAY and lists as Spark 1.4 wrote them ({@code
 *     spark.sql.parquet.writeLegacyFormat})
 * @param timestamps how a timestamp is stored ({@code spark.sql.parquet.outputTimestampType})
 * @param fieldIds numbers in the metadata of fields become field ids ({@code spark.sql.parquet.fieldId.write.enabled})
 * @param annotateVariant variants get their logical type ({@code spark.sql.parquet.variant.annotateLogicalType.enabled})
 */
public record ParquetSchemaOptions(
        boolean legacyFormat, TimestampStorage timestamps, boolean fieldIds, boolean annotateVariant)
        implements Serializable {

    /** How the values of Spark's TimestampType are stored; the names are those of the configuration. */
    public enum TimestampStorage {
        /** Nanoseconds of the day and Julian day in an INT96. */
        INT96,
        /** Microseconds since 1970-01-01 in an INT64. */
        TIMESTAMP_MICROS,
        /** Milliseconds since 1970-01-01 in an INT64, which drops the microseconds. */
        TIMESTAMP_MILLIS
    }

    /** What Spark does unless told otherwise. */
    public static final ParquetSchemaOptions DEFAULTS =
            new ParquetSchemaOptions(false, TimestampStorage.INT96, true, true);
}
