package io.pq2.spark.internal.schema;

import io.pq2.hadoop.internal.options.Settings;
import io.pq2.hadoop.internal.options.SparkReadingKeys;
import io.pq2.spark.internal.versions.SparkVersion;
import io.pq2.spark.internal.versions.VersionSettings;
import java.io.Serializable;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.internal.SQLConf;

/**
 * The configuration of the conversion from a Parquet schema to a Spark schema.
 *
 * @param binaryAsString whether BYTE_ARRAY without a logical type is a string ({@code
 *     spark.sql.parquet.binaryAsString})
 * @param int96AsTimestamp whether INT96 is a timestamp rather than an error ({@code
 *     spark.sql.parquet.int96AsTimestamp})
 * @param inferTimestampNtz whether a local TIMESTAMP is a timestamp_ntz rather than a timestamp ({@code
 *     spark.sql.parquet.inferTimestampNTZ.enabled})
 * @param nanosAsLong whether TIMESTAMP(NANOS) is a bigint ({@code spark.sql.legacy.parquet.nanosAsLong})
 * @param ignoreVariantAnnotation whether a VARIANT is the struct that stores it ({@code
 *     spark.sql.parquet.ignoreVariantAnnotation})
 * @param respectUnknownType whether UNKNOWN is void rather than the physical type ({@code
 *     spark.sql.parquet.reader.respectUnknownTypeAnnotation.enabled})
 * @param readShreddedVariant whether a VARIANT may have more fields than value and metadata ({@code
 *     spark.sql.variant.allowReadingShredded})
 * @param types the Parquet types to accept ({@link SparkReadingKeys#TYPES})
 * @param times the Spark type of TIME ({@link SparkReadingKeys#TIME})
 * @param unknownInVariants how values of types that Spark does not know are returned in variants
 *     ({@link SparkReadingKeys#VARIANT_UNKNOWN_TYPES})
 */
public record SparkSchemaOptions(
        boolean binaryAsString,
        boolean int96AsTimestamp,
        boolean inferTimestampNtz,
        boolean nanosAsLong,
        boolean ignoreVariantAnnotation,
        boolean respectUnknownType,
        boolean readShreddedVariant,
        AcceptedTypes types,
        TimeType times,
        UnknownInVariants unknownInVariants)
        implements Serializable {

    private static final String AUTO = "auto";

    /** The Parquet types that a schema inference accepts. */
    public enum AcceptedTypes {
        /** Every type. */
        ALL,
        /** Only the types that Spark's built-in source reads. */
        STRICT
    }

    /** The Spark type of TIME. */
    public enum TimeType {
        /** TIME, in milliseconds or microseconds. Nanoseconds are rounded down to microseconds. */
        TIME,
        /** BIGINT, in the unit of the file. */
        BIGINT,
        /** STRING, for example {@code 23:59:59.001}, with all digits of the unit. */
        STRING
    }

    /** How TIME and timestamps in nanoseconds are returned in variants, where Spark does not know these types. */
    public enum UnknownInVariants {
        /** The value keeps its bytes. Spark's expressions fail when they use it. */
        KEEP,
        /** The value becomes a string in ISO 8601. */
        STRING
    }

    /** The defaults outside of Spark's own tests. */
    public static final SparkSchemaOptions DEFAULTS = new SparkSchemaOptions(
            false, true, true, false, false, false, true, AcceptedTypes.ALL, TimeType.BIGINT, UnknownInVariants.KEEP);

    /**
     * Reads the options of a session and a read.
     *
     * @param conf the session's configuration
     * @param options the configuration of the read: the session's, overridden by the options of the read
     * @throws IllegalArgumentException if a value is not valid for its key
     */
    public static SparkSchemaOptions of(SQLConf conf, Configuration options) {
        Settings settings = new Settings(options);
        return new SparkSchemaOptions(
                conf.isParquetBinaryAsString(),
                conf.isParquetINT96AsTimestamp(),
                conf.parquetInferTimestampNTZEnabled(),
                conf.legacyParquetNanosAsLong(),
                VersionSettings.flag(conf, "spark.sql.parquet.ignoreVariantAnnotation", false),
                VersionSettings.flag(conf, "spark.sql.parquet.reader.respectUnknownTypeAnnotation.enabled", false),
                (Boolean) conf.getConf(SQLConf.VARIANT_ALLOW_READING_SHREDDED()),
                AcceptedTypes.valueOf(upper(settings.get(SparkReadingKeys.TYPES, "all"))),
                times(conf, settings.get(SparkReadingKeys.TIME, AUTO)),
                UnknownInVariants.valueOf(upper(settings.get(SparkReadingKeys.VARIANT_UNKNOWN_TYPES, "keep"))));
    }

    private static TimeType times(SQLConf conf, String setting) {
        if (setting.equals(AUTO)) {
            return SparkVersion.SPARK.infersTime(conf) ? TimeType.TIME : TimeType.BIGINT;
        }
        TimeType times = TimeType.valueOf(upper(setting));
        if (times == TimeType.TIME && !SparkVersion.SPARK.hasTime()) {
            throw new IllegalArgumentException(SparkReadingKeys.TIME.name() + " = " + setting
                    + ": this version of Spark has no type TIME; use bigint or string");
        }
        return times;
    }

    private static String upper(String text) {
        return text.toUpperCase(Locale.ROOT);
    }

    /**
     * Returns these options for the inference of schemas. As in the built-in source, an annotated variant is a VARIANT:
     * its annotation is ignored only if the reader gives the schema.
     */
    SparkSchemaOptions forInference() {
        return new SparkSchemaOptions(
                binaryAsString,
                int96AsTimestamp,
                inferTimestampNtz,
                nanosAsLong,
                false,
                respectUnknownType,
                readShreddedVariant,
                types,
                times,
                unknownInVariants);
    }

    /** Whether only the types that Spark's built-in source reads are accepted. */
    boolean isStrict() {
        return types == AcceptedTypes.STRICT;
    }
}
