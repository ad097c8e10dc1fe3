package io.pq2.spark.internal.files.scan;

import io.pq2.spark.internal.columns.leaf.DateTimeRules;
import java.time.ZoneId;
import java.util.Map;
import org.apache.spark.sql.catalyst.util.DateTimeUtils;
import org.apache.spark.sql.catalyst.util.RebaseDateTime.RebaseSpec;
import org.apache.spark.sql.execution.datasources.DataSourceUtils;
import org.jspecify.annotations.Nullable;

/** Determines the date and time rules of a file from its metadata. */
final class FileDateTimeRules {

    private static final String PARQUET_MR = "parquet-mr";

    private static final String PQ2 = "pq2 ";

    /** The entry of a merged or rewritten file that lists the writers of its inputs, one on each line. */
    private static final String ORIGINAL_WRITERS = "original.created.by";

    private FileDateTimeRules() {}

    /**
     * Returns the rules of a file.
     *
     * @param keyValues the file's key-value metadata, in which Spark records its version and rebase mode
     * @param createdBy the writer; absent if the file does not state it
     */
    static DateTimeRules of(Map<String, String> keyValues, @Nullable String createdBy, ReadSettings settings) {
        RebaseSpec dates = DataSourceUtils.datetimeRebaseSpec(keyValues::get, settings.datetimeRebaseMode());
        RebaseSpec int96 = DataSourceUtils.int96RebaseSpec(keyValues::get, settings.int96RebaseMode());
        boolean localInt96 = settings.int96Conversion() && !writesInt96Instants(keyValues, createdBy);
        ZoneId int96Zone = localInt96 ? DateTimeUtils.getZoneId(settings.sessionZone()) : null;
        return new DateTimeRules(calendar(dates), calendar(int96), int96Zone);
    }

    /**
     * Whether the INT96 timestamps of a file are instants. Those of parquet-mr are, by Spark's rule, and those of pq2.
     * A file that pq2 copied from other files has the timestamps of their writers.
     */
    private static boolean writesInt96Instants(Map<String, String> keyValues, @Nullable String createdBy) {
        if (createdBy == null || !createdBy.startsWith(PQ2)) {
            return createdBy != null && createdBy.startsWith(PARQUET_MR);
        }
        String originals = keyValues.get(ORIGINAL_WRITERS);
        return originals == null
                || originals.lines().allMatch(writer -> writer.startsWith(PARQUET_MR) || writer.startsWith(PQ2));
    }

    private static DateTimeRules.Calendar calendar(RebaseSpec spec) {
        return new DateTimeRules.Calendar(
                DateTimeRules.RebaseMode.valueOf(spec.mode().toString()), spec.timeZone());
    }
}
