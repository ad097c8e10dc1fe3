package io.pq2.spark.internal.settings

import io.pq2.hadoop.internal.options.{Setting, SettingRegistry}
import io.pq2.spark.internal.errors.PlanningErrors
import org.apache.hadoop.conf.Configuration
import org.apache.spark.sql.catalyst.util.CaseInsensitiveMap
import org.apache.spark.sql.internal.SQLConf
import org.apache.spark.sql.{SparkSession, classic}

/** The configurations of a session. A session of Spark Connect has none; it never reaches a data source. */
private[spark] object Sessions {

  def sqlConf(session: SparkSession): SQLConf = state(session).conf

  /** Returns Hadoop's configuration with the settings of the session and with options; see [[SettingOrder]]. */
  def hadoopConf(session: SparkSession, options: Map[String, String]): Configuration = {
    val configuration = state(session).newHadoopConf()
    SettingOrder.apply(sqlConf(session), options, configuration)
    configuration
  }

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
    val conf = sqlConf(session)
    val found = new Configuration(false)
    def isWanted(key: String): Boolean = keys.contains(key) || key.startsWith(prefix)
    def set(key: String, value: String): Unit = if (value != null) found.set(key, value)
    keys.forEach(key => set(key, hadoop.get(key)))
    hadoop.getPropsWithPrefix(prefix).forEach((rest, value) => set(prefix + rest, value))
    for ((key, value) <- conf.getAllConfs if isWanted(key)) set(key, value)
    val wanted = OriginalOptions.of(options).filter { case (key, _) => isWanted(SettingRegistry.spelled(key)) }
    SettingOrder.apply(conf, wanted, found)
    found
  }

  /** Returns the value of a setting by [[SettingOrder]].
    *
    * @param options the options of the read or write
    * @param fallback the value of a setting that is not set
    * @throws org.apache.spark.sql.AnalysisException if the setting does not accept its text
    */
  def value[T](session: SparkSession, options: Map[String, String], setting: Setting[T], fallback: T): T = {
    val name = setting.name
    val conf = sqlConf(session)
    CaseInsensitiveMap(options).get(name)
      .orElse(Option(conf.getConfString(SettingOrder.SESSION_PREFIX + name, null)))
      .orElse(Option(conf.getConfString(name, null)))
      .orElse(Option(session.sparkContext.hadoopConfiguration.get(name)))
      .filterNot(_.isBlank)
      .fold(fallback)(text => PlanningErrors.checked[T](() => setting.parse(name, text)))
  }

  def state(session: SparkSession) = session.asInstanceOf[classic.SparkSession].sessionState
}
