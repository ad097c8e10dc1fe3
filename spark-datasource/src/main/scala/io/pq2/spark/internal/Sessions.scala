package io.pq2.spark.internal

import org.apache.hadoop.conf.Configuration
import org.apache.spark.sql.internal.SQLConf
import org.apache.spark.sql.{SparkSession, classic}

/** The configurations of a session. A session of Spark Connect has none; it never reaches a data source. */
private[spark] object Sessions {

  def sqlConf(session: SparkSession): SQLConf = state(session).conf

  /** Returns Hadoop's configuration with the settings of the session and with options. */
  def hadoopConf(session: SparkSession, options: Map[String, String]): Configuration =
    state(session).newHadoopConfWithOptions(options)

  def state(session: SparkSession) = session.asInstanceOf[classic.SparkSession].sessionState
}
