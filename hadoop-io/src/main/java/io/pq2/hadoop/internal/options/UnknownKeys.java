package io.pq2.hadoop.internal.options;

import io.pq2.internal.exception.DisplayText;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.conf.Configuration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs keys that begin like those of pq2 but do not exist, once each. Names of encryption settings have a check of
 * their own, {@link EncryptionSettingNames}, for which they are errors.
 */
public final class UnknownKeys {

    private static final Logger LOG = LoggerFactory.getLogger("io.pq2.hadoop.UnknownKeys");

    /** The number of names that are logged; limits the size of the set of logged names. */
    private static final int MAX_LOGGED = 1_000;

    private static final Set<String> LOGGED = ConcurrentHashMap.newKeySet();

    private UnknownKeys() {}

    /** Whether a key of a configuration begins like those of pq2, but no parser looks it up. */
    public static boolean isUnknown(String key) {
        return SettingRegistry.isOwn(key)
                && !EncryptionSettingNames.includes(key)
                && !(SettingRegistry.find(key) != null
                        && SettingRegistry.spelled(key).equals(key));
    }

    /**
     * Logs a key that does not exist, with the nearest one that does.
     *
     * @param prefix the text before the key in the place where it is set, such as {@code spark.}; may be empty
     * @param key the key without the prefix
     * @param place where it is set, such as {@code the session}
     */
    public static void log(String prefix, String key, String place) {
        if (LOGGED.size() < MAX_LOGGED && LOGGED.add(prefix + key)) {
            String nearest = SettingRegistry.nearest(key, section -> section != Section.INTERNAL);
            LOG.warn(
                    "{} in {} has no effect: pq2 has no such key.{}",
                    DisplayText.name(prefix + key),
                    place,
                    nearest == null ? "" : " Did you mean " + prefix + nearest + "?");
        }
    }

    /** Logs the unknown keys of a configuration of Hadoop. */
    public static void logAll(Configuration configuration) {
        for (Map.Entry<String, String> property : OwnProperties.of(configuration)) {
            if (isUnknown(property.getKey())) {
                log("", property.getKey(), "Hadoop's configuration");
            }
        }
    }
}
