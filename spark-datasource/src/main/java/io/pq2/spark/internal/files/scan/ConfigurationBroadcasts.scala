package io.pq2.spark.internal.files.scan

import java.util.{HashMap, LinkedHashMap, Map => JavaMap, WeakHashMap}

import io.pq2.spark.internal.tasks.ExecutorJars
import org.apache.hadoop.conf.Configuration
import org.apache.spark.SparkContext
import org.apache.spark.broadcast.Broadcast
import org.apache.spark.util.SerializableConfiguration

/** Sends Hadoop's configurations to the executors. Equal configurations are sent once: a configuration has over a
  * thousand settings, and storing it as a broadcast takes milliseconds, which each scan of a short query would pay.
  */
private[spark] object ConfigurationBroadcasts {

  /** How many configurations a context keeps: those of several sessions and options. */
  private[scan] val Kept = 16

  private type Settings = JavaMap[String, String]

  private val sent = new WeakHashMap[SparkContext, Recent]

  /** Returns a broadcast of a configuration with the same settings. It is shared, so it must not be destroyed, and
    * tasks must not change the configuration.
    */
  def of(context: SparkContext, configuration: Configuration): Broadcast[SerializableConfiguration] = {
    val settings = new HashMap[String, String]
    configuration.forEach(entry => settings.put(entry.getKey, entry.getValue))
    ExecutorJars.watch(context)
    synchronized {
      sent
        .computeIfAbsent(context, _ => new Recent)
        // A copy, because the caller may change its configuration later.
        .computeIfAbsent(
          settings,
          _ => context.broadcast(new SerializableConfiguration(new Configuration(configuration)))
        )
    }
  }

  /** The configurations used last. */
  final private class Recent extends LinkedHashMap[Settings, Broadcast[SerializableConfiguration]](Kept, 0.75f, true) {

    override def removeEldestEntry(eldest: JavaMap.Entry[Settings, Broadcast[SerializableConfiguration]]): Boolean =
      size > Kept
  }
}
