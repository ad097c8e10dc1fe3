package io.pq2.spark.internal.reflection;

import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.internal.StaticSQLConf;

/** Whether the catalog of a session is Hive's. This is Java because the configuration is private to Spark in Scala. */
public final class HiveSupport {

    private static final String HIVE = "hive";

    private HiveSupport() {}

    /** Whether a session has Hive support. It is known before the session has a configuration of its own. */
    public static boolean of(SparkSession session) {
        return ((org.apache.spark.sql.classic.SparkSession) session)
                .sharedState()
                .conf()
                .get(StaticSQLConf.CATALOG_IMPLEMENTATION().key(), "")
                .equals(HIVE);
    }
}
