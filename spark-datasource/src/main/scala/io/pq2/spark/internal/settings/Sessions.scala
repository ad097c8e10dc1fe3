package io.pq2.spark.internal.settings

import org.apache.hadoop.conf.Configuration
import org.apache.spark.sql.internal.SQLConf
import org.apache.spark.sql.{SparkSession, classic}

/** The configurations of a session. A session of Spark Connect has none; it never reaches a data source. */
private[spark] object Sessions {

  def sqlConf(session: SparkSession): SQLConf = state(session).conf

  /** Returns Hadoop's configuration with the settings of the session and with options. */
  def hadoopConf(session: SparkSession, options: Map[String, String]): Configuration =
    state(session).newHadoopConfWithOptions(options)

  /** Returns only some settings of [[hadoopConf]], without copying all of them, which are thousands.
    *
    * @param keys the keys of the settings
    * @param prefix the beginning of the keys of further settings
    */
  def settings(
      session: SparkSession,
      options: Map[String, String],
      keys: java.util.Set[String],
      prefix: String
  ): Configuration = {
    val hadoop = session.sparkContext.hadoopConfiguration
    val found = new Configuration(false)
    def set(key: String, value: String): Unit = if (value != null) found.set(key, value)
    keys.forEach(key => set(key, hadoop.get(key)))
    hadoop.getPropsWithPrefix(prefix).forEach((rest, value) => set(prefix + rest, value))
    for ((key, value) <- sqlConf(session).getAllConfs.iterator ++ options.iterator)
      if (keys.contains(key) || key.startsWith(prefix)) set(key, value)
    found
  }

  def state(session: SparkSession) = session.asInstanceOf[classic.SparkSession].sessionState
}
