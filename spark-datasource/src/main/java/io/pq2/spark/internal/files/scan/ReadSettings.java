package io.pq2.spark.internal.files.scan;

import io.pq2.hadoop.internal.options.EncryptionSettings;
import io.pq2.spark.internal.columns.leaf.DateTimeRules;
import io.pq2.spark.internal.columns.row.FieldMatcher;
import io.pq2.spark.internal.columns.row.RowSources;
import io.pq2.spark.internal.errors.PlanningErrors;
import io.pq2.spark.internal.schema.SparkSchemaOptions;
import io.pq2.spark.internal.settings.PushdownSettings;
import io.pq2.spark.internal.versions.VersionSettings;
import java.io.Serializable;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.execution.datasources.parquet.ParquetOptions;
import org.apache.spark.sql.execution.datasources.parquet.ParquetUtils;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.types.StructType;

/**
 * Settings of a read, from the session and the options of the scan. The driver determines them; tasks use them.
 *
 * @param matcher how Spark's columns are matched with fields of a file ({@code spark.sql.caseSensitive}, {@code
 *     spark.sql.parquet.fieldId.read.enabled})
 * @param fieldIdsMayMiss whether files without field ids are readable if Spark's schema has field ids ({@code
 *     spark.sql.parquet.fieldId.read.ignoreMissing})
 * @param structsOfMissingFieldsAreNull whether a struct is null if the file has none of its requested fields ({@code
 *     spark.sql.legacy.parquet.returnNullStructIfAllFieldsMissing})
 * @param datetimeRebaseMode EXCEPTION, CORRECTED or LEGACY, for files that do not state the calendar of their writer
 *     (option {@code datetimeRebaseMode}, or {@code spark.sql.parquet.datetimeRebaseModeInRead})
 * @param int96RebaseMode the same for INT96 timestamps (option {@code int96RebaseMode}, or {@code
 *     spark.sql.parquet.int96RebaseModeInRead})
 * @param int96Conversion whether INT96 timestamps of writers other than parquet-mr and pq2 are local times
 *     ({@code spark.sql.parquet.int96TimestampConversion})
 * @param sessionZone the session's time zone ({@code spark.sql.session.timeZone})
 * @param batchRows the maximum rows per batch ({@code spark.sql.parquet.columnarReaderBatchSize})
 * @param rowReader whether Spark's built-in source reads the scan's columns with its row reader, which has more
 *     conversions ({@code spark.sql.parquet.enableVectorizedReader}, {@code
 *     spark.sql.parquet.enableNestedColumnVectorizedReader})
 * @param types the types that are accepted
 * @param exactRows whether a scan that returns rows removes all rows that do not satisfy its predicate ({@code
 *     spark.sql.parquet.recordLevelFilter.enabled} with the row reader)
 * @param ignoreCorruptFiles whether Spark skips files that cannot be read (option {@code ignoreCorruptFiles}, or {@code
 *     spark.sql.files.ignoreCorruptFiles})
 * @param pushdown which filters are pushed down
 * @param boxes the filters on the boxes of geometries, which rows of the scan satisfy
 */
public record ReadSettings(
        FieldMatcher matcher,
        boolean fieldIdsMayMiss,
        boolean structsOfMissingFieldsAreNull,
        String datetimeRebaseMode,
        String int96RebaseMode,
        boolean int96Conversion,
        String sessionZone,
        int batchRows,
        boolean rowReader,
        SparkSchemaOptions types,
        boolean exactRows,
        boolean ignoreCorruptFiles,
        PushdownSettings pushdown,
        List<BoxFilter> boxes)
        implements Serializable {

    /**
     * Reads the settings of a session and of a scan's options. Checks the encryption settings here on the driver,
     * because tasks would check them for each file.
     *
     * @param configuration the configuration with the options of the scan
     * @param columns the columns of the scan's rows
     * @throws org.apache.spark.sql.AnalysisException (not declared) if a value is not valid for its key, or the name of
     *     an encryption setting is unknown
     */
    public static ReadSettings of(
            SQLConf conf, ParquetOptions options, Configuration configuration, StructType columns) {
        return PlanningErrors.checked(() -> read(conf, options, configuration, columns));
    }

    private static ReadSettings read(
            SQLConf conf, ParquetOptions options, Configuration configuration, StructType columns) {
        EncryptionSettings.checkReading(configuration);
        boolean rowReader = !ParquetUtils.isBatchReadSupportedForSchema(conf, columns);
        return new ReadSettings(
                new FieldMatcher(conf.caseSensitiveAnalysis(), conf.parquetFieldIdReadEnabled()),
                conf.ignoreMissingParquetFieldId(),
                VersionSettings.flag(conf, "spark.sql.legacy.parquet.returnNullStructIfAllFieldsMissing", true),
                options.datetimeRebaseModeInRead().toUpperCase(Locale.ROOT),
                options.int96RebaseModeInRead().toUpperCase(Locale.ROOT),
                conf.isParquetINT96TimestampConversion(),
                conf.sessionLocalTimeZone(),
                conf.parquetVectorizedReaderBatchSize(),
                rowReader,
                SparkSchemaOptions.of(conf, configuration),
                conf.parquetRecordFilterEnabled() && rowReader,
                options.ignoreCorruptFiles(),
                PushdownSettings.of(conf),
                BoxFilter.of(configuration));
    }

    /** Returns the sources of the rows of a file with these date and time rules. */
    public RowSources rowSources(DateTimeRules rules) {
        return new RowSources(matcher, rules, rowReader, types);
    }
}
