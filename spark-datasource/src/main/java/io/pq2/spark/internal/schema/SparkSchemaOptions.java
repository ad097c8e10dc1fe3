package io.pq2.spark.internal.schema;

import java.io.Serializable;
import org.apache.spark.sql.internal.SQLConf;

/**
 * Spark's configuration of the conversion from a Parquet schema to a Spark schema.
 *
 * @param binaryAsString whether BYTE_ARRAY without a logical type is a string ({@code
 *     spark.sql.parquet.binaryAsString})
 * @param int96AsTimestamp whether INT96 is a timestamp rather than an error ({@code
 *     spark.sql.parquet.int96AsTimestamp})
 * @param inferTimestampNtz whether a local TIMESTAMP is a timestamp_ntz rather than a timestamp ({@code
 *     spark.sql.parquet.inferTimestampNTZ.enabled})
 * @param nanosAsLong whether TIMESTAMP(NANOS) is a bigint rather than an error ({@code
 *     spark.sql.legacy.parquet.nanosAsLong})
 * @param ignoreVariantAnnotation whether a VARIANT is the struct that stores it ({@code
 *     spark.sql.parquet.ignoreVariantAnnotation})
 * @param respectUnknownType whether UNKNOWN is void rather than the physical type ({@code
 *     spark.sql.parquet.reader.respectUnknownTypeAnnotation.enabled})
 * @param readShreddedVariant whether a VARIANT may have more fields than value and metadata ({@code
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

    /** Spark's defaults. */
    public static final SparkSchemaOptions DEFAULTS =
            new SparkSchemaOptions(false, true, true, false, false, false, true);

    /** Reads the options of a session. */
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
