package io.pq2.spark.internal.rules

import scala.jdk.OptionConverters._

import io.pq2.spark.internal.expressions.AggregateTranslation
import io.pq2.spark.internal.files.scan.AggregatePushdown
import io.pq2.spark.internal.replace.Replacement
import io.pq2.spark.internal.schema.RelationColumnNames
import io.pq2.spark.internal.settings.Sessions
import io.pq2.spark.internal.v2.RelationTable
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.expressions.aggregate.AggregateExpression
import org.apache.spark.sql.catalyst.planning.PhysicalOperation
import org.apache.spark.sql.catalyst.plans.logical.{Aggregate, LogicalPlan, Project}
import org.apache.spark.sql.catalyst.rules.Rule
import org.apache.spark.sql.execution.datasources._
import org.apache.spark.sql.execution.datasources.parquet.ParquetOptions
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation
import org.apache.spark.sql.internal.SQLConf
import org.apache.spark.sql.util.CaseInsensitiveStringMap

/** Plans the aggregates of V1 relations (tables, SQL on a path) as V2 scans if footers can answer them; see
  * docs/design/table-scans.md. Spark then pushes the aggregates into the scan.
  */
final private[spark] class TableAggregates(session: SparkSession) extends Rule[LogicalPlan] {

  override def apply(plan: LogicalPlan): LogicalPlan = plan.transform {
    case aggregate: Aggregate =>
      aggregate.child match {
        case PhysicalOperation(columns, filters, table: LogicalRelation) =>
          relation(table, columns, filters, aggregate).fold(aggregate) { relation =>
            aggregate.withNewChildren(
              Seq(aggregate.child.transform { case `table` => relation })
            ).asInstanceOf[Aggregate]
          }
        case _ => aggregate
      }
  }

  private def sqlConf: SQLConf = Sessions.sqlConf(session)

  /** Returns the V2 relation in the place of a table, if its footers can answer the aggregate. */
  private def relation(
      table: LogicalRelation,
      columns: Seq[NamedExpression],
      filters: Seq[Expression],
      aggregate: Aggregate
  ): Option[LogicalPlan] = table.relation match {
    case files: HadoopFsRelation if !table.isStreaming && hasOnly(files, table.output) =>
      for {
        flavor <- Replacement.flavor(session, files.fileFormat)
        if isAnswered(files, columns, aggregate) && filters.forall(isOnPartitions(_, files))
        index <- index(files, filters, table.output)
      } yield {
        val name = table.catalogTable.fold(files.fileFormat.toString)(_.identifier.unquotedString)
        val replacement = new RelationTable(name, files, index, flavor)
        val scanned = DataSourceV2Relation.create(replacement, None, None, CaseInsensitiveStringMap.empty)
        val byName = scanned.output.map(column => column.name -> column).toMap
        Project(
          table.output.map { column =>
            Alias(byName(column.name), column.name)(exprId = column.exprId, qualifier = column.qualifier)
          },
          scanned
        )
      }
    case _ => None
  }

  /** Whether a relation has the columns of its files and partitions, each once, and no metadata column. */
  private def hasOnly(files: HadoopFsRelation, output: Seq[Attribute]): Boolean =
    files.overlappedPartCols.isEmpty && output.map(_.name) == files.schema.fieldNames.toSeq

  /** Whether the scan takes over all functions of an aggregate. */
  private def isAnswered(files: HadoopFsRelation, columns: Seq[NamedExpression], aggregate: Aggregate): Boolean = {
    val configuration = Sessions.hadoopConf(session, files.options)
    AggregatePushdown.isEnabled(sqlConf, new ParquetOptions(files.options, sqlConf), configuration) && {
      val aliases = AttributeMap(columns.collect { case alias: Alias => alias.toAttribute -> alias.child })
      def stored(expression: Expression) = expression.transform {
        case attribute: Attribute => aliases.getOrElse(attribute, attribute)
      }
      val functions = aggregate.aggregateExpressions.map(stored).flatMap(_.collect { case a: AggregateExpression => a })
      functions.nonEmpty &&
      AggregateTranslation.of(functions, aggregate.groupingExpressions.map(stored)).toScala
        .flatMap(AggregatePushdown(sqlConf, files.dataSchema, files.partitionSchema).of).isDefined
    }
  }

  private def isOnPartitions(filter: Expression, files: HadoopFsRelation): Boolean =
    filter.deterministic && !SubqueryExpression.hasSubquery(filter) &&
      filter.references.forall(column =>
        files.partitionSchema.exists(field => sqlConf.resolver(field.name, column.name))
      )

  /** Returns the files of the partitions that filters keep. */
  private def index(
      files: HadoopFsRelation,
      filters: Seq[Expression],
      output: Seq[AttributeReference]
  ): Option[PartitioningAwareFileIndex] = files.location match {
    case index: PartitioningAwareFileIndex => Some(index)
    case catalog: CatalogFileIndex         =>
      val partitions = AttributeSet(output.takeRight(files.partitionSchema.size))
      // The catalog knows columns by their names only.
      val onPartitions = filters.filter(_.references.subsetOf(partitions))
      Some(catalog.filterPartitions(onPartitions.map(RelationColumnNames.asIn(output, _))))
    case _ => None
  }
}
