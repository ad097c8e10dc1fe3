package io.pq2.spark;

import java.util.Map;
import org.apache.spark.sql.internal.SQLConf;

/** The values of a session, which Scala code outside of Spark cannot set without their checks. */
final class SessionValues {

    private SessionValues() {}

    static Map<String, String> of(SQLConf conf) {
        return conf.settings();
    }
}
