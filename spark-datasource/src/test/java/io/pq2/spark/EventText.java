package io.pq2.spark;

import org.apache.spark.scheduler.SparkListenerEvent;
import org.apache.spark.util.JsonProtocol$;

/** Formats events as in Spark's event log. (This is Java because the formatter is private to Spark in Scala.) */
final class EventText {

    private EventText() {}

    static String of(SparkListenerEvent event) {
        return JsonProtocol$.MODULE$.sparkEventToJsonString(event);
    }
}
