package io.pq2.spark.internal.rules

import scala.jdk.CollectionConverters._
import scala.jdk.OptionConverters._

import io.pq2.spark.internal.estimate.{ScanEstimator, SparkPruning, SparkStatistics}
import io.pq2.spark.internal.expressions.FilterExpressions
import io.pq2.spark.internal.files.scan.RowDemand
import io.pq2.spark.internal.replace.Replacement
import io.pq2.spark.internal.schema.RelationColumnNames
import io.pq2.spark.internal.settings.Sessions
import io.pq2.spark.internal.v1.Pq2FileFormat
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.planning.PhysicalOperation
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.catalyst.plans.logical.statsEstimation.EstimationUtils
import org.apache.spark.sql.catalyst.rules.Rule
import org.apache.spark.sql.execution.datasources._
import org.apache.spark.sql.internal.SQLConf
import org.apache.spark.sql.types.{StructField, StructType}

/** Gives V1 relations (tables, SQL on a path) the estimates that V2 scans have; see docs/design/statistics.md. Runs
  * after filters and projections have reached the relations. Statistics of the catalog (`ANALYZE TABLE`) stay.
  */
final private[spark] class RelationEstimates(session: SparkSession) extends Rule[LogicalPlan] {

  override def apply(plan: LogicalPlan): LogicalPlan = plan.transformDown {
    case operation @ PhysicalOperation(_, _, table: LogicalRelation) if isEstimable(table) =>
      // Spark's later rules would replace the relation by one without an estimate.
      val pruned = SparkPruning.prune(operation)
      pruned match {
        case PhysicalOperation(columns, filters, remaining: LogicalRelation) =>
          estimated(columns, filters, remaining, pruned)
        case _ => operation
      }
  }

  private def sqlConf: SQLConf = Sessions.sqlConf(session)

  private def isEstimable(table: LogicalRelation): Boolean = table match {
    case _: EstimatedRelation => false
    case _                    =>
      table.relation match {
        case files: HadoopFsRelation =>
          !table.isStreaming && table.catalogTable.forall(_.stats.isEmpty) &&
          Replacement.reads(session, files.fileFormat)
        case _ => false
      }
  }

  private def estimated(
      columns: Seq[NamedExpression],
      filters: Seq[Expression],
      table: LogicalRelation,
      operation: LogicalPlan
  ): LogicalPlan = {
    val files = table.relation.asInstanceOf[HadoopFsRelation]
    files.location match {
      case index: PartitioningAwareFileIndex =>
        val used = AttributeSet(columns.flatMap(_.references) ++ filters.flatMap(_.references))
        val read = table.output.filter(used.contains)
        lazy val statistics = compute(files, index, table.output, read, filters)
        operation.transform { case `table` => EstimatedRelation.of(table, () => statistics) }
      // The catalog has not been asked for the partitions.
      case _ => operation
    }
  }

  /** Returns the estimate of a relation, from whose statistics Spark derives those of the columns that are read. */
  private def compute(
      files: HadoopFsRelation,
      index: PartitioningAwareFileIndex,
      output: Seq[AttributeReference],
      read: Seq[AttributeReference],
      filters: Seq[Expression]
  ): Option[EstimatedRelation.Estimate] = {
    val usable = filters.filter(filter => filter.deterministic && !SubqueryExpression.hasSubquery(filter))
      .map(RelationColumnNames.asIn(output, _))
    val (onPartitions, onData) = DataSourceUtils.getPartitionFiltersAndDataFilters(files.partitionSchema, usable)
    val isPartition = files.partitionSchema.fieldNames.toSet
    val (partitions, data) = read.partition(column => isPartition(column.name))
    val flavor = Replacement.flavor(session, files.fileFormat).get
    val configuration = flavor.forReading(Sessions.hadoopConf(session, files.options))
    val spec = Pq2FileFormat.scan(
      sqlConf,
      StructType(partitions.map(toField)),
      StructType(data.map(toField)),
      onData.flatMap(condition => FilterExpressions.implied(condition, sqlConf).toScala),
      files.options,
      configuration,
      RowDemand.ALL
    )
    val withValues = SparkStatistics.usesValues(sqlConf)
    val listed = index.listFiles(onPartitions, onData).flatMap(_.files).map(_.fileStatus)
    new ScanEstimator(spec, configuration, withValues).estimate(listed.asJava).toScala.map { estimate =>
      // Spark multiplies the size by the width of the columns that are read, as it counts them, over that of all.
      val width = BigDecimal(EstimationUtils.getSizePerRow(output)) / BigDecimal(EstimationUtils.getSizePerRow(read))
      val bytes = EstimationUtils.ceil(BigDecimal(estimate.bytes) * width)
      val statistics = SparkStatistics.v1(estimate, bytes, if (withValues) Some(data ++ partitions) else None)
      EstimatedRelation.Estimate(statistics, estimate.rows)
    }
  }

  private def toField(column: AttributeReference): StructField =
    StructField(column.name, column.dataType, column.nullable, column.metadata)
}
