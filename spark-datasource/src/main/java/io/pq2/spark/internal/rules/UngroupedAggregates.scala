package io.pq2.spark.internal.rules

import java.lang.{Boolean => JBoolean}

import io.pq2.hadoop.internal.options.SparkReadingKeys
import io.pq2.spark.internal.operators.Pq2FinalAggregateExec
import io.pq2.spark.internal.replace.Replacement
import io.pq2.spark.internal.settings.Sessions
import io.pq2.spark.internal.v2.Pq2Scan
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.catalyst.expressions.UnsafeRow
import org.apache.spark.sql.catalyst.expressions.aggregate._
import org.apache.spark.sql.catalyst.planning.PhysicalAggregation
import org.apache.spark.sql.catalyst.plans.logical._
import org.apache.spark.sql.execution.aggregate.{AggUtils, HashAggregateExec}
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2ScanRelation
import org.apache.spark.sql.execution.datasources.{HadoopFsRelation, LogicalRelation}
import org.apache.spark.sql.execution.{SparkPlan, SparkStrategy}

/** Plans a query that aggregates a scan of pq2 without grouping columns: the driver merges the results of the tasks.
  * See docs/design/partial-aggregates.md.
  */
final private[spark] class UngroupedAggregates(session: SparkSession) extends SparkStrategy {

  override def apply(plan: LogicalPlan): Seq[SparkPlan] = plan match {
    // Within a larger plan, the driver would have to wait for the tasks while it plans.
    case ReturnAnswer(PhysicalAggregation(Seq(), functions, results, child))
        if isScan(child) && functions.nonEmpty && functions.forall(UngroupedAggregates.hasSmallBuffer) &&
          results.forall(_.deterministic) =>
      AggUtils.planAggregateWithoutDistinct(Nil, functions, results, planLater(child)).map {
        case last: HashAggregateExec =>
          Pq2FinalAggregateExec(last.aggregateExpressions, last.aggregateAttributes, last.resultExpressions, last.child)
        case other => other
      }
    case _ => Nil
  }

  /** Whether a plan filters, projects or explodes the rows of a scan of pq2 whose batches are aggregated. */
  private def isScan(plan: LogicalPlan): Boolean = plan match {
    case Project(_, child)                  => isScan(child)
    case Filter(_, child)                   => isScan(child)
    case generate: Generate                 => isScan(generate.child)
    case relation: DataSourceV2ScanRelation =>
      relation.scan match {
        case pq2: Pq2Scan => BatchScans.value[JBoolean](pq2, SparkReadingKeys.PARTIAL_AGGREGATES, true)
        case _            => false
      }
    case table: LogicalRelation =>
      table.relation match {
        case files: HadoopFsRelation => !table.isStreaming && Replacement.reads(session, files.fileFormat) &&
          Sessions.value[JBoolean](session, files.options, SparkReadingKeys.PARTIAL_AGGREGATES, true)
        case _ => false
      }
    case _ => false
  }
}

private object UngroupedAggregates {

  /** Whether the buffer of a function has a fixed size. The driver holds one for each task. */
  private def hasSmallBuffer(expression: AggregateExpression): Boolean = !expression.isDistinct &&
    (expression.aggregateFunction match {
      case function: DeclarativeAggregate =>
        function.aggBufferAttributes.forall(buffer => UnsafeRow.isMutable(buffer.dataType))
      case _ => false
    })
}
