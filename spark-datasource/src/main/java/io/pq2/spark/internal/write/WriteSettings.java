package io.pq2.spark.internal.write;

import io.pq2.spark.internal.schema.ParquetSchemaOptions;
import io.pq2.spark.internal.schema.SparkMetadataKeys;
import java.io.Serializable;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.spark.sql.types.StructType;

/**
 * What a write job decides once on the driver and its tasks on the executors need; the writer's own options travel in the job's
 * Hadoop configuration.
 *
 * @param schema the columns of the files: those of the table without its partition columns
 * @param parquetSchema how they are stored
 * @param datetimeRebase what becomes of old dates, and of old timestamps in an INT64
 * @param int96Rebase what becomes of old timestamps in an INT96
 * @param timeZone the session's time zone, in which legacy timestamps are converted
 * @param codec how pages are compressed
 */
record WriteSettings(
        StructType schema,
        ParquetSchemaOptions parquetSchema,
        RebaseMode datetimeRebase,
        RebaseMode int96Rebase,
        String timeZone,
        WriteCodec codec)
        implements Serializable {

    /** What each file tells Spark about itself. */
    Map<String, String> keyValueMetadata() {
        Map<String, String> entries = new LinkedHashMap<>();
        entries.put(SparkMetadataKeys.VERSION, org.apache.spark.package$.MODULE$.SPARK_VERSION_SHORT());
        entries.put(SparkMetadataKeys.ROW_SCHEMA, schema.json());
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
