package io.pq2.spark;

import org.apache.spark.scheduler.SparkListenerEvent;
import org.apache.spark.util.JsonProtocol$;

/** Events as Spark's event log has them. (In Java, because that is there for Spark alone in Scala.) */
final class EventText {

    private EventText() {}

    static String of(SparkListenerEvent event) {
        return JsonProtocol$.MODULE$.sparkEventToJsonString(event);
    }
}
