package io.pq2.spark.internal.rules

import io.pq2.spark.internal.replace.Replacement
import io.pq2.spark.internal.settings.Sessions
import io.pq2.spark.internal.v2.Pq2Table
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.catalyst.expressions.{AttributeReference, Expression, SubqueryExpression}
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation
import org.apache.spark.sql.execution.datasources.{HadoopFsRelation, LogicalRelation}
import org.apache.spark.sql.types.StructType

/** The relations that this source reads, and of whose variants scans can extract fields. */
private[rules] object VariantScans {

  /** A relation.
    *
    * @param partitionSchema the columns of the partitions
    */
  final class Scan(val output: Seq[AttributeReference], partitionSchema: => StructType) {
    private lazy val partitions: StructType = partitionSchema

    /** Whether a condition is on partitions only. It then chooses files. */
    def isOnPartitions(session: SparkSession, condition: Expression): Boolean =
      condition.deterministic && !SubqueryExpression.hasSubquery(condition) && condition.references.forall(column =>
        partitions.exists(field => Sessions.sqlConf(session).resolver(field.name, column.name))
      )
  }

  /** Returns the relation of a plan that is one. */
  def of(session: SparkSession, plan: LogicalPlan): Option[Scan] = plan match {
    case relation: DataSourceV2Relation =>
      relation.table match {
        case table: Pq2Table => Some(new Scan(relation.output, table.fileIndex.partitionSchema))
        case _               => None
      }
    case relation: LogicalRelation =>
      relation.relation match {
        case files: HadoopFsRelation if Replacement.reads(session, files.fileFormat) =>
          Some(new Scan(relation.output, files.partitionSchema))
        case _ => None
      }
    case _ => None
  }
}
