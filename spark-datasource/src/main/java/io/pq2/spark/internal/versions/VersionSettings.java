package io.pq2.spark.internal.versions;

import org.apache.spark.sql.internal.SQLConf;

/** Settings of Spark that not all versions have. A version without a setting ignores its value. */
public final class VersionSettings {

    private VersionSettings() {}

    /**
     * Returns a flag of the session.
     *
     * @param otherwise the behavior of versions that do not have the setting
     */
    public static boolean flag(SQLConf conf, String key, boolean otherwise) {
        return exists(conf, key) ? Boolean.parseBoolean(conf.getConfString(key)) : otherwise;
    }

    /** Whether this version of Spark has a setting that sessions can change. */
    public static boolean exists(SQLConf conf, String key) {
        return conf.isModifiable(key);
    }
}
