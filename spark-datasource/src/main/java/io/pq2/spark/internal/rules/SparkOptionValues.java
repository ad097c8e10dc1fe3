package io.pq2.spark.internal.rules;

import io.pq2.spark.internal.columns.leaf.DateTimeRules;
import io.pq2.spark.internal.files.write.WriteCodec;
import io.pq2.spark.internal.schema.ParquetSchemaOptions;
import io.pq2.spark.internal.settings.SettingValues;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.catalyst.util.CaseInsensitiveMap$;
import org.apache.spark.sql.internal.SQLConf;
import scala.jdk.javaapi.CollectionConverters;

/** Checks the values of the options that the source has in common with Spark's built-in source. */
final class SparkOptionValues {

    private static final List<String> FLAGS = List.of(
            "mergeSchema",
            "ignoreCorruptFiles",
            "ignoreMissingFiles",
            "recursiveFileLookup",
            "ignoreInvalidPartitionPaths",
            "spark.sql.variant.inferShreddingSchema");

    private static final List<String> REBASE_MODES = List.of("datetimeRebaseMode", "int96RebaseMode");

    private static final String MAX_RECORDS = "maxRecordsPerFile";
    private static final String OVERWRITE_MODE = "partitionOverwriteMode";

    /** The values of {@value #OVERWRITE_MODE}. */
    private enum OverwriteMode {
        STATIC,
        DYNAMIC
    }

    private SparkOptionValues() {}

    /**
     * Checks the values.
     *
     * @throws IllegalArgumentException if a value is not valid for its key
     */
    static void check(SQLConf sqlConf, Configuration configuration, Map<String, String> options) {
        scala.collection.immutable.Map<String, String> values = CaseInsensitiveMap$.MODULE$.apply(
                scala.collection.immutable.Map$.MODULE$.from(CollectionConverters.asScala(options)));
        for (String key : FLAGS) {
            if (values.contains(key)) {
                SettingValues.flag(key, values.apply(key));
            }
        }
        for (String key : REBASE_MODES) {
            if (values.contains(key)) {
                SettingValues.choice(key, values.apply(key), DateTimeRules.RebaseMode.class);
            }
        }
        if (values.contains(OVERWRITE_MODE)) {
            SettingValues.choice(OVERWRITE_MODE, values.apply(OVERWRITE_MODE), OverwriteMode.class);
        }
        if (values.contains(MAX_RECORDS)) {
            SettingValues.number(MAX_RECORDS, values.apply(MAX_RECORDS));
        }
        WriteCodec.of(sqlConf, values);
        ParquetSchemaOptions.of(sqlConf, configuration, values);
    }
}
