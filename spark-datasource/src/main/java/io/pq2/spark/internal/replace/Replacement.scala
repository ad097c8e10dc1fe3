package io.pq2.spark.internal.replace

import java.lang.{Boolean => JBoolean}
import java.util.Locale
import java.util.concurrent.ConcurrentHashMap

import io.pq2.hadoop.internal.options.ReplacementKeys
import io.pq2.spark.internal.settings.{Sessions, SettingOrder, SourceFlavor}
import io.pq2.spark.internal.v1.Pq2FileFormat
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.execution.datasources.FileFormat
import org.apache.spark.sql.execution.datasources.parquet.ParquetFileFormat
import org.apache.spark.sql.execution.datasources.v2.parquet.ParquetDataSourceV2
import org.slf4j.LoggerFactory

/** The setting by which pq2 takes the place of Spark's built-in Parquet source; see docs/design/replacement.md. */
private[spark] object Replacement {

  /** Whether uses of the built-in source are replaced; false by default. */
  val Key: String = SettingOrder.SESSION_PREFIX + ReplacementKeys.PARQUET.name

  /** The names that Spark resolves to its Parquet source, in lower case. */
  private val Names: Set[String] = {
    val packages = Seq("org.apache.spark.sql.parquet", "org.apache.spark.sql.execution.datasources.parquet")
    val classes = Seq(classOf[ParquetFileFormat].getName, classOf[ParquetDataSourceV2].getName)
    ("parquet" +: (classes ++ packages ++ packages.map(_ + ".DefaultSource"))).map(_.toLowerCase(Locale.ROOT)).toSet
  }

  private val logger = LoggerFactory.getLogger("io.pq2.spark.Replacement")

  private val reported = ConcurrentHashMap.newKeySet[String]()

  /** Whether the setting is on in a session. While a view is analyzed, only the session itself knows its settings.
    *
    * @throws io.pq2.exception.InvalidDataException if the setting is neither true nor false
    */
  def isOn(session: SparkSession): Boolean =
    Sessions.value[JBoolean](session, Map.empty, ReplacementKeys.PARQUET, false)

  /** Returns how pq2 reads the files of a format: its own, or the built-in one if it is replaced; none for others. */
  def flavor(session: SparkSession, format: FileFormat): Option[SourceFlavor] = format match {
    case pq2: Pq2FileFormat                                      => Some(pq2.flavor)
    case other if SourceFlavor.isBuiltIn(other) && isOn(session) => Some(SourceFlavor.PARQUET)
    case _                                                       => None
  }

  /** Whether pq2 reads the files of a format. */
  def reads(session: SparkSession, format: FileFormat): Boolean = flavor(session, format).isDefined

  /** Whether a source of this name is the built-in one. */
  def isBuiltIn(source: String): Boolean = Names.contains(source.toLowerCase(Locale.ROOT))

  /** Logs that the use of a format is not replaced, if it is a subclass of Spark's own that does not belong to pq2. */
  def reportOther(format: FileFormat): Unit =
    if (format.isInstanceOf[ParquetFileFormat] && !format.isInstanceOf[Pq2FileFormat]) {
      report(s"tables of ${format.getClass.getName}", "its class differs from Spark's Parquet format")
    }

  /** Logs, once per JVM, what is not replaced and why. */
  def report(what: String, why: String): Unit =
    if (reported.add(what)) {
      logger.warn("{} does not apply to {}: {}. They are read and written as without it.", Key, what, why)
    }
}
