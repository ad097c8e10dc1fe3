package io.pq2.spark.internal.rules

import java.lang.{Boolean => JBoolean}

import scala.jdk.CollectionConverters._

import io.pq2.hadoop.internal.options.{Setting, SparkReadingKeys}
import io.pq2.spark.internal.expressions.Obstacle
import io.pq2.spark.internal.operators.{Pq2BroadcastJoinExec, Pq2ExplodeExec}
import io.pq2.spark.internal.settings.Sessions
import io.pq2.spark.internal.v1.Pq2FileSourceScanExec
import io.pq2.spark.internal.v2.Pq2Scan
import org.apache.commons.lang3.StringUtils
import org.apache.spark.sql.catalyst.expressions.Expression
import org.apache.spark.sql.catalyst.util.toPrettySQL
import org.apache.spark.sql.execution.SparkPlan
import org.apache.spark.sql.execution.datasources.v2.BatchScanExec

/** The scans whose batches operators of pq2 take. */
private[rules] object BatchScans {

  /** The length up to which a note shows an expression. */
  private val MostCharacters = 80

  /** Returns the value of a setting for a scan of pq2; none if the plan is no such scan.
    *
    * @param fallback the value of a setting that is not set
    */
  def value[T](plan: SparkPlan, setting: Setting[T], fallback: T): Option[T] = plan match {
    case scan: Pq2FileSourceScanExec =>
      Some(Sessions.value(scan.relation.sparkSession, scan.relation.options, setting, fallback))
    case BatchScanExec(_, scan: Pq2Scan, _, _, _, _) => Some(value(scan, setting, fallback))
    case _                                           => None
  }

  /** Returns the value of a setting for a scan by V2. */
  def value[T](scan: Pq2Scan, setting: Setting[T], fallback: T): T =
    Sessions.value(scan.sparkSession, scan.options.asCaseSensitiveMap.asScala.toMap, setting, fallback)

  /** Whether a plan is a scan of pq2 for which a switch is on, as it is by default. */
  def isScan(plan: SparkPlan, setting: Setting[JBoolean]): Boolean =
    value[JBoolean](plan, setting, true).exists(_ == true)

  /** Whether joins of the batches of a scan, perhaps joined already, are switched on. */
  def areJoined(plan: SparkPlan): Boolean = plan match {
    case _: Pq2BroadcastJoinExec  => true
    case exploded: Pq2ExplodeExec => areJoined(exploded.child)
    case scan                     => isScan(scan, SparkReadingKeys.BATCH_JOINS)
  }

  /** Notes at a scan what the plan above leaves to Spark, and why. */
  def noted(scan: SparkPlan, node: SparkPlan, reason: String): SparkPlan = {
    val note = s"${node.nodeName}: $reason"
    scan match {
      case v1: Pq2FileSourceScanExec                 => v1.withNote(note)
      case BatchScanExec(_, v2: Pq2Scan, _, _, _, _) =>
        v2.note(note)
        scan
      case other => other
    }
  }

  /** Returns why an expression is not computed or tested on batches. */
  def reason(obstacle: Obstacle, done: String): String = {
    val (all, part) = (shown(obstacle.expression), shown(obstacle.part))
    s"$all is not $done on batches: ${if (part == all) "it" else part} ${obstacle.why}"
  }

  /** Returns an expression as a note shows it. */
  def shown(expression: Expression): String = StringUtils.abbreviate(toPrettySQL(expression), MostCharacters)
}
