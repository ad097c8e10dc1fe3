package io.pq2.spark.internal.files.write;

import io.pq2.spark.internal.settings.SettingValues;
import io.pq2.spark.internal.versions.VersionSettings;
import io.pq2.variant.VariantShredding;
import io.pq2.variant.VariantType;
import java.io.Serializable;
import java.util.EnumSet;
import org.apache.spark.sql.catalyst.util.CaseInsensitiveMap;
import org.apache.spark.sql.catalyst.util.CaseInsensitiveMap$;
import org.apache.spark.sql.internal.SQLConf;
import scala.collection.immutable.Map;

/**
 * The shredding of variants by the settings of Spark's built-in source.
 *
 * @param inferred whether types are inferred ({@code spark.sql.variant.writeShredding.enabled} and {@code
 *     spark.sql.variant.inferShreddingSchema}). Spark 4.0 has no inference, and does not shred
 * @param maxColumns the maximum number of columns ({@code spark.sql.variant.shredding.maxSchemaWidth})
 * @param maxDepth the maximum nesting ({@code spark.sql.variant.shredding.maxSchemaDepth})
 */
record SparkShredding(boolean inferred, int maxColumns, int maxDepth) implements Serializable {

    private static final String ENABLED = "spark.sql.variant.writeShredding.enabled";
    private static final String INFERRED = "spark.sql.variant.inferShreddingSchema";
    private static final String MAX_COLUMNS = "spark.sql.variant.shredding.maxSchemaWidth";
    private static final String MAX_DEPTH = "spark.sql.variant.shredding.maxSchemaDepth";

    private static final int DEEPEST = 100;

    /** The types that Spark cannot read from shredded columns. Such values are not shredded. */
    private static final EnumSet<VariantType> UNKNOWN_TO_SPARK = EnumSet.of(
            VariantType.TIME, VariantType.TIMESTAMP_NANOS, VariantType.TIMESTAMP_NTZ_NANOS, VariantType.UUID);

    /** No shredding. */
    static final SparkShredding NONE = new SparkShredding(false, 1, 0);

    /**
     * Reads the settings of a write.
     *
     * @param options the options of the write, of which one overrides the session; keys are case-insensitive
     * @throws IllegalArgumentException if an option is neither true nor false
     */
    static SparkShredding of(SQLConf conf, Map<String, String> options) {
        if (!VersionSettings.flag(conf, ENABLED, false) || !isInferred(conf, options)) {
            return NONE;
        }
        return new SparkShredding(
                true, Math.max(1, number(conf, MAX_COLUMNS)), Math.min(DEEPEST, Math.max(0, number(conf, MAX_DEPTH))));
    }

    private static int number(SQLConf conf, String key) {
        return Integer.parseInt(conf.getConfString(key));
    }

    private static boolean isInferred(SQLConf conf, Map<String, String> options) {
        CaseInsensitiveMap<String> byName = CaseInsensitiveMap$.MODULE$.apply(options);
        return VersionSettings.exists(conf, INFERRED) && byName.contains(INFERRED)
                ? SettingValues.flag(INFERRED, (String) byName.apply(INFERRED))
                : VersionSettings.flag(conf, INFERRED, false);
    }

    /** Returns the options of a file. */
    VariantShredding options() {
        return inferred
                ? VariantShredding.INFERRED
                        .withMaxColumns(maxColumns)
                        .withMaxDepth(maxDepth)
                        .withTypes(EnumSet.complementOf(UNKNOWN_TO_SPARK))
                : VariantShredding.NONE;
    }
}
