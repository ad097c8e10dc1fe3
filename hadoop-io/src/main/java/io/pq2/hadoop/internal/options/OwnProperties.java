package io.pq2.hadoop.internal.options;

import org.apache.hadoop.conf.Configuration;

/**
 * The properties of a configuration whose names begin with {@code p}, as do those of pq2 and parquet-java.
 *
 * <p>Each search by prefix copies all properties of a configuration. Hadoop's has thousands, this one a few.
 */
public final class OwnProperties extends Configuration {

    private static final String PREFIX = "p";

    private OwnProperties() {
        super(false);
    }

    /** Returns a copy of the own properties of a configuration. */
    public static Configuration of(Configuration configuration) {
        if (configuration instanceof OwnProperties) {
            return configuration;
        }
        OwnProperties own = new OwnProperties();
        configuration.getPropsWithPrefix(PREFIX).forEach((rest, value) -> {
            if (value != null) {
                own.set(PREFIX + rest, value);
            }
        });
        return own;
    }
}
