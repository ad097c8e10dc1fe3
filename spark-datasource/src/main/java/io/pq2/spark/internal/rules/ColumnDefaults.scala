package io.pq2.spark.internal.rules

import io.pq2.spark.internal.settings.Sessions
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.internal.SQLConf

/** Allows default values of columns for tables of this source. Spark has a list of sources in its configuration, and
  * reads it when it runs a command.
  */
private[rules] object ColumnDefaults {

  /** Adds the source to the list of a session, unless the session has a list of its own. */
  def allow(session: SparkSession): Unit = {
    val conf = Sessions.sqlConf(session)
    val providers = SQLConf.DEFAULT_COLUMN_ALLOWED_PROVIDERS
    if (!conf.contains(providers.key)) {
      conf.setConfString(providers.key, s"${providers.defaultValueString},pq2")
    }
  }
}
