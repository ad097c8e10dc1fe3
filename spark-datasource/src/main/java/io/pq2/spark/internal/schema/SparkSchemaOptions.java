package io.pq2.spark.internal.schema;

import java.io.Serializable;
import org.apache.spark.sql.internal.SQLConf;

/**
 * The choices that Spark's configuration leaves when a Parquet schema is read as a Spark schema.
 *
 * @param binaryAsString BYTE_ARRAY without logical type is a string ({@code spark.sql.parquet.binaryAsString})
 * @param int96AsTimestamp INT96 is a timestamp and not an error ({@code spark.sql.parquet.int96AsTimestamp})
 * @param inferTimestampNtz a local TIMESTAMP is a timestamp_ntz and not a timestamp ({@code
 *     spark.sql.parquet.inferTimestampNTZ.enabled})
 * @param nanosAsLong TIMESTAMP(NANOS) is a bigint and not an error ({@code spark.sql.legacy.parquet.nanosAsLong})
 * @param ignoreVariantAnnotation a VARIANT is the struct that it is stored as ({@code
 *     spark.sql.parquet.ignoreVariantAnnotation})
 * @param respectUnknownType UNKNOWN is void and not the physical type ({@code
 *     spark.sql.parquet.reader.respectUnknownTypeAnnotation.enabled})
 * @param readShreddedVariant a VARIANT may have more fields than value and metadata ({@code
 *     spark.sql.variant.allowReadingShredded})
 */
public record SparkSchemaOptions(
        boolean binaryAsString,
        boolean int96AsTimestamp,
        boolean inferTimestampNtz,
        boolean nanosAsLong,
        boolean ignoreVariantAnnotation,
        boolean respectUnknownType,
        boolean readShreddedVariant)
        implements Serializable {

    /** What Spark does unless told otherwise. */
    public static final SparkSchemaOptions DEFAULTS =
            new SparkSchemaOptions(false, true, true, false, false, false, true);

    /** The choices of a session. */
    public static SparkSchemaOptions of(SQLConf conf) {
        return new SparkSchemaOptions(
                conf.isParquetBinaryAsString(),
                conf.isParquetINT96AsTimestamp(),
                conf.parquetInferTimestampNTZEnabled(),
                conf.legacyParquetNanosAsLong(),
                conf.parquetIgnoreVariantAnnotation(),
                conf.parquetReaderRespectUnknownTypeAnnotation(),
                (Boolean) conf.getConf(SQLConf.VARIANT_ALLOW_READING_SHREDDED()));
    }
}
