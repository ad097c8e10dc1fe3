package io.pq2.spark.internal.scan;

import io.pq2.spark.internal.column.DateTimeRules;
import java.time.ZoneId;
import java.util.Map;
import org.apache.spark.sql.catalyst.util.DateTimeUtils;
import org.apache.spark.sql.catalyst.util.RebaseDateTime.RebaseSpec;
import org.apache.spark.sql.execution.datasources.DataSourceUtils;

/** What the writer of a file did with dates and timestamps, as far as the file says. */
final class FileDateTimeRules {

    private static final String PARQUET_MR = "parquet-mr";

    private FileDateTimeRules() {}

    /**
     * The rules for a file.
     *
     * @param keyValues the file's key-value metadata, where Spark leaves its version and its mode
     * @param createdBy the writer, null if the file does not say
     */
    static DateTimeRules of(Map<String, String> keyValues, String createdBy, ReadSettings settings) {
        RebaseSpec dates = DataSourceUtils.datetimeRebaseSpec(keyValues::get, settings.datetimeRebaseMode());
        RebaseSpec int96 = DataSourceUtils.int96RebaseSpec(keyValues::get, settings.int96RebaseMode());
        boolean localInt96 = settings.int96Conversion() && (createdBy == null || !createdBy.startsWith(PARQUET_MR));
        ZoneId int96Zone = localInt96 ? DateTimeUtils.getZoneId(settings.sessionZone()) : null;
        return new DateTimeRules(calendar(dates), calendar(int96), int96Zone);
    }

    private static DateTimeRules.Calendar calendar(RebaseSpec spec) {
        return new DateTimeRules.Calendar(
                DateTimeRules.RebaseMode.valueOf(spec.mode().toString()), spec.timeZone());
    }
}
