package io.pq2.spark.internal.rules

import io.pq2.spark.internal.settings.{Sessions, SettingValues}
import io.pq2.spark.internal.v1.Pq2FileSourceScanExec
import io.pq2.spark.internal.v2.Pq2Scan
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.execution.SparkPlan
import org.apache.spark.sql.execution.datasources.v2.BatchScanExec

/** The scans whose batches operators of pq2 take. */
private[rules] object BatchScans {

  /** Whether a session enables an operator. */
  def isEnabled(session: SparkSession, key: String): Boolean =
    SettingValues.flag(key, Sessions.sqlConf(session).getConfString(key, "true"))

  /** Whether a plan is a scan of pq2 for which an operator is enabled.
    *
    * @param key the key of the operator, which the options of the scan may have
    */
  def isScan(plan: SparkPlan, key: String): Boolean = plan match {
    case scan: Pq2FileSourceScanExec => SettingValues.flag(key, scan.relation.options.getOrElse(key, "true"))
    case scan: BatchScanExec         =>
      scan.scan match {
        case pq2: Pq2Scan => SettingValues.flag(key, pq2.options.getOrDefault(key, "true"))
        case _            => false
      }
    case _ => false
  }
}
