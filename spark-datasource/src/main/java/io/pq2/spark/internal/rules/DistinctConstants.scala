package io.pq2.spark.internal.rules

import java.lang.{Boolean => JBoolean}

import scala.jdk.CollectionConverters._

import io.pq2.hadoop.internal.options.SparkReadingKeys
import io.pq2.spark.internal.replace.Replacement
import io.pq2.spark.internal.settings.Sessions
import io.pq2.spark.internal.v2.Pq2Table
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.expressions.aggregate.{AggregateExpression, Count}
import org.apache.spark.sql.catalyst.planning.PhysicalOperation
import org.apache.spark.sql.catalyst.plans.logical.{Aggregate, LogicalPlan}
import org.apache.spark.sql.catalyst.rules.Rule
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation
import org.apache.spark.sql.execution.datasources.{HadoopFsRelation, LogicalRelation}

/** Replaces COUNT(DISTINCT constant) by 1 if there are rows, and 0 otherwise. Spark offers it to sources of Data Source
  * V2 as COUNT(*).
  *
  * Runs before Spark pushes aggregates, and before [[TableAggregates]].
  */
final private[spark] class DistinctConstants(session: SparkSession) extends Rule[LogicalPlan] {

  override def apply(plan: LogicalPlan): LogicalPlan = plan.transform {
    case aggregate: Aggregate if aggregate.exists(isRelation) =>
      val constants = aggregate.child match {
        case PhysicalOperation(columns, _, _) =>
          AttributeMap(columns.collect { case alias @ Alias(constant: Literal, _) => alias.toAttribute -> constant })
        case _ => AttributeMap.empty[Literal]
      }
      def isConstant(argument: Expression): Boolean = argument match {
        case literal: Literal     => literal.value != null
        case attribute: Attribute => constants.get(attribute).exists(_.value != null)
        case _                    => false
      }
      aggregate.transformExpressions {
        case count @ AggregateExpression(Count(Seq(argument)), _, true, _, _) if isConstant(argument) =>
          val rows = count.copy(aggregateFunction = Count(Literal(1)), isDistinct = false)
          If(GreaterThan(rows, Literal(0L)), Literal(1L), Literal(0L))
      }
  }

  private def isOn(options: Map[String, String]): Boolean =
    Sessions.value[JBoolean](session, options, SparkReadingKeys.AGGREGATES, true)

  private def isRelation(plan: LogicalPlan): Boolean = plan match {
    case relation: DataSourceV2Relation =>
      relation.table match {
        case table: Pq2Table => isOn((table.options.asScala ++ relation.options.asScala).toMap)
        case _               => false
      }
    case table: LogicalRelation =>
      table.relation match {
        case files: HadoopFsRelation =>
          Replacement.reads(session, files.fileFormat) && isOn(files.options)
        case _ => false
      }
    case _ => false
  }
}
