package io.pq2.spark.internal.versions;

import java.util.Collections;
import java.util.Set;
import java.util.WeakHashMap;
import org.apache.spark.sql.SparkSessionExtensions;
import org.apache.spark.sql.classic.SparkSession;
import scala.Option;

/**
 * The sessions that have the rules of this source. Spark extends a session when it is created, by the jars that it has
 * then. A jar that is added later, for example by {@code ADD JAR}, brings the source, but not the rules: wrong options
 * would be ignored, and a write with wrong encryption settings would fail after Spark has removed the data to be
 * overwritten. Therefore each use of the source in such a session fails.
 *
 * <p>This is Java because the extensions of a session are private to Spark in Scala.
 */
public final class ExtendedSessions {

    private static final Set<SparkSessionExtensions> EXTENDED =
            Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

    private ExtendedSessions() {}

    /** Notes that sessions with these extensions have the rules. Returns whether they did not have them before. */
    public static boolean add(SparkSessionExtensions extensions) {
        return EXTENDED.add(extensions);
    }

    /** Whether the active session has the rules, or there is none. */
    static boolean hasActive() {
        Option<SparkSession> active = SparkSession.getActiveSession().orElse(SparkSession::getDefaultSession);
        return active.isEmpty() || EXTENDED.contains(active.get().extensions());
    }
}
