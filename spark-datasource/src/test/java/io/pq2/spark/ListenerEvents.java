package io.pq2.spark;

import java.util.concurrent.TimeoutException;
import org.apache.spark.SparkContext;

/** The events that Spark sends to listeners in another thread. In Java, because Spark hides the queue from Scala. */
public final class ListenerEvents {

    private static final long MAX_MILLIS = 60_000;

    private ListenerEvents() {}

    /** Waits until all listeners have received all events so far. */
    public static void await(SparkContext context) throws TimeoutException {
        context.listenerBus().waitUntilEmpty(MAX_MILLIS);
    }
}
