package io.pq2.spark.internal.rules

import io.pq2.spark.internal.settings.{Sessions, SettingValues}
import io.pq2.spark.internal.v1.Pq2FileSourceScanExec
import io.pq2.spark.internal.v2.Pq2Scan
import org.apache.commons.lang3.StringUtils
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.catalyst.expressions.Expression
import org.apache.spark.sql.catalyst.util.toPrettySQL
import org.apache.spark.sql.execution.SparkPlan
import org.apache.spark.sql.execution.datasources.v2.BatchScanExec

/** The scans whose batches operators of pq2 take. */
private[rules] object BatchScans {

  /** The length up to which a note shows an expression. */
  private val MostCharacters = 80

  /** Whether a plan is a scan of pq2 for which a switch is on.
    *
    * @param key the key of the switch
    */
  def isScan(session: SparkSession, plan: SparkPlan, key: String): Boolean = plan match {
    case scan: Pq2FileSourceScanExec               => isOn(session, scan.relation.options.get(key), key)
    case BatchScanExec(_, scan: Pq2Scan, _, _, _, _) => isOn(session, Option(scan.options.get(key)), key)
    case _                                         => false
  }

  /** Notes at a scan what the plan above leaves to Spark, and why. */
  def noted(scan: SparkPlan, node: SparkPlan, reason: String): SparkPlan = {
    val note = s"${node.nodeName}: $reason"
    scan match {
      case v1: Pq2FileSourceScanExec               => v1.withNote(note)
      case BatchScanExec(_, v2: Pq2Scan, _, _, _, _) =>
        v2.note(note)
        scan
      case other => other
    }
  }

  /** Returns an expression as a note shows it. */
  def shown(expression: Expression): String = StringUtils.abbreviate(toPrettySQL(expression), MostCharacters)

  /** Whether a switch is on, which the options of a scan or else the session may turn off.
    *
    * @param option the value in the options of the scan; absent if they have none
    */
  def isOn(session: SparkSession, option: Option[String], key: String): Boolean =
    SettingValues.flag(key, option.getOrElse(Sessions.sqlConf(session).getConfString(key, "true")))
}
