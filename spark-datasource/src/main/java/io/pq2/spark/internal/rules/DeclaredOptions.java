package io.pq2.spark.internal.rules;

import io.pq2.exception.InvalidDataException;
import io.pq2.exception.ParquetException;
import io.pq2.hadoop.internal.options.EncryptionSettingNames;
import io.pq2.hadoop.internal.options.InternalKeys;
import io.pq2.hadoop.internal.options.OwnProperties;
import io.pq2.hadoop.internal.options.Section;
import io.pq2.hadoop.internal.options.Setting;
import io.pq2.hadoop.internal.options.SettingRegistry;
import io.pq2.hadoop.internal.options.UnknownKeys;
import io.pq2.hadoop.options.HadoopWriteOptions;
import io.pq2.internal.exception.DisplayText;
import io.pq2.spark.internal.errors.PlanningErrors;
import io.pq2.spark.internal.files.scan.BoxFilter;
import io.pq2.spark.internal.schema.ColumnTypeOptions;
import io.pq2.spark.internal.schema.SparkSchemaOptions;
import io.pq2.spark.internal.settings.SettingOrder;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.internal.SQLConf;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.jdk.javaapi.CollectionConverters;

/** Checks the names and the values of options, before files are read or written. */
public final class DeclaredOptions {

    private static final Logger LOG = LoggerFactory.getLogger("io.pq2.spark.Options");

    private static final String PARQUET = "parquet.";

    private static final Set<Section> CHECKED =
            EnumSet.of(Section.READING, Section.SPARK_READING, Section.SPLITS, Section.WRITING, Section.SPARK_WRITING);

    /** The number of ignored options that are logged; limits the size of the set of logged names. */
    private static final int MAX_LOGGED = 1_000;

    private static final Set<String> LOGGED = ConcurrentHashMap.newKeySet();

    private DeclaredOptions() {}

    /**
     * Checks the options of a read, a write or a table, and the settings of the session and of Hadoop's configuration.
     * Logs once each unknown key of pq2 that is no option, and each option of parquet-java that has no effect.
     *
     * @param sqlConf the session's configuration
     * @param configuration the configuration of the read or write, with the options and the properties
     * @param options the options, with keys as the user wrote them
     * @param properties the properties of the table that begin like those of pq2
     * @param place the paths or the table, for errors; empty if unknown
     * @throws org.apache.spark.sql.AnalysisException (not declared) if an option of pq2 is unknown, or a value is
     *     invalid
     */
    public static void check(
            SQLConf sqlConf,
            Configuration configuration,
            Map<String, String> options,
            Map<String, String> properties,
            String place) {
        options.keySet().forEach(name -> checked(place, Set.of(), name, () -> checkName(name)));
        options.keySet().forEach(DeclaredOptions::logIfIgnored);
        Configuration own = OwnProperties.of(configuration);
        Map<String, String> session = CollectionConverters.asJava(sqlConf.getAllConfs());
        logUnknown(own, options, properties, session, place);
        checked(place, options.keySet(), "", () -> {
            SparkOptionValues.check(sqlConf, configuration, options);
            EncryptionSettingNames.check(own);
            checkValues(own);
            HadoopWriteOptions.unencrypted(own);
            SparkSchemaOptions.of(sqlConf, own);
            ColumnTypeOptions.parse(own);
            BoxFilter.of(own);
        });
    }

    /** Checks the name of an option. Names that belong to encryption have a check of their own. */
    private static void checkName(String name) {
        if (!SettingRegistry.isOwn(name) || EncryptionSettingNames.includes(name) || isOption(name)) {
            return;
        }
        String nearest = SettingRegistry.nearest(name, Section::isOfTables);
        String advice = nearest == null ? "docs/configuration.md lists the options" : "did you mean " + nearest + "?";
        throw new InvalidDataException("pq2 has no option " + DisplayText.name(name) + " in Spark: " + advice);
    }

    private static boolean isOption(String name) {
        Setting<?> setting = SettingRegistry.find(name);
        return setting != null && (setting.section().isOfTables() || setting.equals(InternalKeys.REPLACES));
    }

    /** Checks the value of each setting, apart from those of encryption, which the KMS clients of others may have. */
    private static void checkValues(Configuration own) {
        for (Map.Entry<String, String> property : own) {
            Setting<?> setting = SettingRegistry.find(property.getKey());
            if (setting != null && CHECKED.contains(setting.section())) {
                String value = own.getTrimmed(property.getKey(), "");
                if (!value.isEmpty()) {
                    setting.parse(property.getKey(), value);
                }
            }
        }
    }

    /** Logs the unknown keys of pq2 that are no options, with the place where they are set. */
    private static void logUnknown(
            Configuration own,
            Map<String, String> options,
            Map<String, String> properties,
            Map<String, String> session,
            String place) {
        for (Map.Entry<String, String> property : own) {
            String key = property.getKey();
            if (!UnknownKeys.isUnknown(key) || options.containsKey(key)) {
                continue;
            }
            if (properties.containsKey(key)) {
                UnknownKeys.log("", key, "the properties of " + place);
            } else if (session.containsKey(SettingOrder.SESSION_PREFIX + key)) {
                UnknownKeys.log(SettingOrder.SESSION_PREFIX, key, "the session");
            } else {
                UnknownKeys.log("", key, session.containsKey(key) ? "the session" : "Hadoop's configuration");
            }
        }
    }

    private static void logIfIgnored(String name) {
        if (!name.toLowerCase(Locale.ROOT).startsWith(PARQUET)
                || EncryptionSettingNames.includes(name)
                || SettingRegistry.find(name) != null
                || LOGGED.size() >= MAX_LOGGED
                || !LOGGED.add(name)) {
            return;
        }
        String nearest = SettingRegistry.nearest(name, Section::isOfTables);
        LOG.warn(
                "The option {} has no effect: pq2 does not use it.{}",
                DisplayText.name(name),
                nearest == null ? "" : " The nearest option of pq2 is " + nearest + ".");
    }

    /** Runs a check, and converts its failure to an error of analysis. */
    private static void checked(String place, Set<String> options, String otherwise, Runnable check) {
        try {
            check.run();
        } catch (ParquetException | IllegalArgumentException e) {
            throw PlanningErrors.raise(place.isEmpty() ? "" : "the options of " + place, options, otherwise, e);
        }
    }
}
