package io.pq2.spark.internal.files.write;

import io.pq2.spark.internal.schema.ColumnTypes;
import io.pq2.spark.internal.schema.ParquetSchemaOptions;
import io.pq2.spark.internal.schema.SparkMetadataKeys;
import java.io.Serializable;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.spark.sql.types.StructType;

/**
 * Settings of a write job. The driver determines them once and sends them to the tasks. The writer's own options are in
 * the job's Hadoop configuration.
 *
 * @param schema the columns of the files: the table's columns without its partition columns
 * @param parquetSchema the conversion of the columns to a Parquet schema
 * @param types the types that columns get in place of the usual ones
 * @param shredding the shredding of variants by Spark's keys
 * @param datetimeRebase the handling of old dates, and of old timestamps stored as INT64
 * @param int96Rebase the handling of old timestamps stored as INT96
 * @param timeZone the session's time zone, in which legacy timestamps are converted
 * @param codec the compression codec of pages
 */
record SparkWriteSettings(
        StructType schema,
        ParquetSchemaOptions parquetSchema,
        ColumnTypes types,
        SparkShredding shredding,
        RebaseMode datetimeRebase,
        RebaseMode int96Rebase,
        String timeZone,
        WriteCodec codec)
        implements Serializable {

    /**
     * Returns the key-value metadata that Spark expects in each file.
     *
     * @param columns the columns of the file: the columns of the table, then the covering columns
     */
    Map<String, String> keyValueMetadata(StructType columns) {
        Map<String, String> entries = new LinkedHashMap<>();
        entries.put(SparkMetadataKeys.VERSION, org.apache.spark.package$.MODULE$.SPARK_VERSION_SHORT());
        entries.put(SparkMetadataKeys.ROW_SCHEMA, columns.json());
        if (datetimeRebase == RebaseMode.LEGACY) {
            entries.put(SparkMetadataKeys.LEGACY_DATETIME, "");
            entries.put(SparkMetadataKeys.TIME_ZONE, timeZone);
        }
        if (int96Rebase == RebaseMode.LEGACY) {
            entries.put(SparkMetadataKeys.LEGACY_INT96, "");
            entries.put(SparkMetadataKeys.TIME_ZONE, timeZone);
        }
        return entries;
    }
}
