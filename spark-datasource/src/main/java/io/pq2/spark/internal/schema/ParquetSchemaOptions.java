package io.pq2.spark.internal.schema;

import io.pq2.spark.internal.settings.SettingValues;
import io.pq2.spark.internal.versions.VersionSettings;
import java.io.Serializable;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.catalyst.util.CaseInsensitiveMap$;
import org.apache.spark.sql.internal.SQLConf;
import scala.collection.immutable.Map;

/**
 * Spark's configuration of the conversion from a Spark schema to a Parquet schema.
 *
 * @param legacyFormat whether decimals are FIXED_LEN_BYTE_ARRAY and lists have the layout of Spark 1.4 ({@code
 *     spark.sql.parquet.writeLegacyFormat})
 * @param timestamps the physical type and unit of timestamps (option {@value #TIMESTAMPS_OPTION}, or {@code
 *     spark.sql.parquet.outputTimestampType})
 * @param fieldIds whether ids in the metadata of Spark's fields become field ids ({@code
 *     spark.sql.parquet.fieldId.write.enabled})
 * @param annotateVariant whether variants get the logical type VARIANT ({@code
 *     spark.sql.parquet.variant.annotateLogicalType.enabled})
 */
public record ParquetSchemaOptions(
        boolean legacyFormat, TimestampStorage timestamps, boolean fieldIds, boolean annotateVariant)
        implements Serializable {

    /** The option or table property for the storage of timestamps; takes precedence over Spark's key. */
    public static final String TIMESTAMPS_OPTION = "outputTimestampType";

    /** Spark has this setting since 4.1. Older versions do not annotate variants. */
    private static final String ANNOTATED_VARIANTS = "spark.sql.parquet.variant.annotateLogicalType.enabled";

    /** How values of Spark's TimestampType are stored. The names are those of Spark's configuration. */
    public enum TimestampStorage {
        /** An INT96 with the nanoseconds of the day and the Julian day. */
        INT96,
        /** An INT64 with the microseconds since 1970-01-01T00:00:00Z. */
        TIMESTAMP_MICROS,
        /** An INT64 with the milliseconds since 1970-01-01T00:00:00Z; microseconds are lost. */
        TIMESTAMP_MILLIS
    }

    /** The defaults: those of Spark, but timestamps in microseconds. INT96 has neither statistics nor pruning. */
    public static final ParquetSchemaOptions DEFAULTS =
            new ParquetSchemaOptions(false, TimestampStorage.TIMESTAMP_MICROS, true, true);

    /**
     * Reads the options of a write.
     *
     * @param sqlConf the session's configuration
     * @param conf the job's configuration, whose values override those of the session
     * @param options the options of the write, whose values override both; keys are case-insensitive
     * @throws IllegalArgumentException if a value is not valid for its key
     */
    public static ParquetSchemaOptions of(SQLConf sqlConf, Configuration conf, Map<String, String> options) {
        return new ParquetSchemaOptions(
                flag(sqlConf, conf, SQLConf.PARQUET_WRITE_LEGACY_FORMAT().key()),
                timestamps(sqlConf, conf, CaseInsensitiveMap$.MODULE$.apply(options)),
                flag(sqlConf, conf, SQLConf.PARQUET_FIELD_ID_WRITE_ENABLED().key()),
                VersionSettings.exists(sqlConf, ANNOTATED_VARIANTS) && flag(sqlConf, conf, ANNOTATED_VARIANTS));
    }

    /** Returns these options with annotated variants. */
    public ParquetSchemaOptions withAnnotatedVariants() {
        return new ParquetSchemaOptions(legacyFormat, timestamps, fieldIds, true);
    }

    /** Returns the storage of timestamps. Spark's default, INT96, applies only if the session sets it. */
    private static TimestampStorage timestamps(SQLConf sqlConf, Configuration conf, Map<String, String> options) {
        String timestamps = SQLConf.PARQUET_OUTPUT_TIMESTAMP_TYPE().key();
        for (String key : new String[] {TIMESTAMPS_OPTION, timestamps}) {
            if (options.contains(key)) {
                return SettingValues.choice(key, options.apply(key), TimestampStorage.class);
            }
        }
        return conf.get(timestamps) != null || sqlConf.contains(timestamps)
                ? SettingValues.choice(timestamps, setting(sqlConf, conf, timestamps), TimestampStorage.class)
                : DEFAULTS.timestamps();
    }

    private static boolean flag(SQLConf sqlConf, Configuration conf, String key) {
        return SettingValues.flag(key, setting(sqlConf, conf, key));
    }

    /**
     * Returns a setting of the write. Spark copies options of the write to the job's configuration, under their own
     * keys.
     */
    private static String setting(SQLConf sqlConf, Configuration conf, String key) {
        String option = conf.get(key);
        return option != null ? option : sqlConf.getConfString(key);
    }
}
