package io.pq2.spark.internal.settings;

import io.pq2.hadoop.internal.options.SettingRegistry;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.internal.SQLConf;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Where a setting comes from, in this order: an option of the read or write, a property of the table, the session,
 * Hadoop's configuration. Rules have made the properties of a table options of its reads and writes.
 *
 * <p>Spark itself puts all keys of a session and all options into Hadoop's configuration, under the names that users
 * gave them. So the order here matters between a setting of a session, whose key begins with {@code spark.}, and the
 * others.
 */
public final class SettingOrder {

    /** Stands before the name of a setting in a session. */
    public static final String SESSION_PREFIX = "spark.";

    /** Options that are not settings. */
    private static final Set<String> PATH_OPTIONS = Set.of("path", "paths");

    private SettingOrder() {}

    /** Whether a key of a session is a setting of pq2 with the prefix of sessions. */
    public static boolean isOfSession(String key) {
        return key.startsWith(SESSION_PREFIX + SettingRegistry.OWN);
    }

    /**
     * Adds the settings of a session, and then options, to the configuration of a read or write. Their keys get the
     * spelling of the registry, because options may have any case.
     *
     * @param options the options of the read or write
     * @param configuration Hadoop's configuration with the keys of the session; Spark may have added the options
     */
    public static void apply(
            SQLConf session, scala.collection.immutable.Map<String, String> options, Configuration configuration) {
        CollectionConverters.asJava(session.getAllConfs()).forEach((key, value) -> {
            if (isOfSession(key)) {
                set(configuration, key.substring(SESSION_PREFIX.length()), value);
            }
        });
        Map<String, String> original = CollectionConverters.asJava(OriginalOptions.of(options));
        original.forEach((key, value) -> {
            if (value != null && !PATH_OPTIONS.contains(key)) {
                set(configuration, key, value);
            }
        });
    }

    private static void set(Configuration configuration, String key, String value) {
        String spelled = SettingRegistry.spelled(key);
        if (SettingRegistry.find(key) != null) {
            // Spark may have added an option as the user wrote it, or in lower case.
            for (String other : List.of(key, key.toLowerCase(Locale.ROOT))) {
                if (!other.equals(spelled)) {
                    configuration.unset(other);
                }
            }
        }
        configuration.set(spelled, value);
    }
}
