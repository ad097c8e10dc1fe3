package io.pq2.spark.internal.rules

import io.pq2.spark.internal.v2.Pq2Table
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.planning.PhysicalOperation
import org.apache.spark.sql.catalyst.plans.logical.{Filter, LogicalPlan, Project, Subquery}
import org.apache.spark.sql.catalyst.rules.Rule
import org.apache.spark.sql.catalyst.util.ResolveDefaultColumns
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation
import org.apache.spark.sql.execution.datasources.{RequestedVariantField, VariantInRelation}
import org.apache.spark.sql.types.{StructField, StructType}

/** Lets V2 scans extract fields of variants (`variant_get`, `try_variant_get`, casts), as Spark's rule
  * `PushVariantIntoScan` does for V1: a variant becomes a struct of the fields that the query uses. Runs before Spark
  * pushes filters and columns into scans, so that these refer to the fields.
  *
  * Spark's own pushdown for V2 (`SupportsPushDownVariantExtractions`, since 4.1) is not used: it runs after filters are
  * pushed, and prevents the pruning of columns.
  */
private[spark] object VariantFields extends Rule[LogicalPlan] {

  override def apply(plan: LogicalPlan): LogicalPlan = plan match {
    // Spark rewrites a correlated subquery to a join later.
    case subquery: Subquery if subquery.correlated => plan
    case _                                         =>
      plan.transformDown { case operation @ PhysicalOperation(columns, filters, relation: DataSourceV2Relation) =>
        relation.table match {
          case table: Pq2Table =>
            val variants = requested(columns ++ filters, relation.output)
            variants.mapping.values.foreach(_.filterInPlace((_, fields) => !isWhole(fields.keySet)))
            if (variants.mapping.values.exists(_.nonEmpty)) rewritten(columns, filters, relation, table, variants)
            else operation
          case _ => operation
        }
      }
  }

  private def rewritten(
      columns: Seq[NamedExpression],
      filters: Seq[Expression],
      relation: DataSourceV2Relation,
      table: Pq2Table,
      variants: VariantInRelation
  ): LogicalPlan = {
    val attributes = relation.output.map { a =>
      val extracted = variants.mapping.get(a.exprId).exists(_.nonEmpty)
      a.exprId ->
        (if (extracted) {
           val fields = variants.rewriteType(a.exprId, a.dataType, Nil)
           AttributeReference(a.name, fields, a.nullable, a.metadata)(qualifier = a.qualifier)
         } else a)
    }.toMap
    val types = relation.output.map(a => a.name -> attributes(a.exprId).dataType).toMap
    val schema = StructType(table.schema.map(f => f.copy(dataType = types.getOrElse(f.name, f.dataType))))
    val child = relation.copy(table = table.withSchema(schema), output = relation.output.map(a => attributes(a.exprId)))
    val conditions = filters.map(variants.rewriteExpr(_, attributes))
    Project(
      columns.map { column =>
        variants.rewriteExpr(column, attributes) match {
          case named: NamedExpression => named
          case field                  => Alias(field, column.name)(column.exprId, column.qualifier)
        }
      },
      conditions.reduceOption(And).fold[LogicalPlan](child)(Filter(_, child))
    )
  }

  /** Returns the fields of variants that expressions use.
    *
    * @param output
    *   the columns of the relation to which the expressions refer
    */
  def requested(expressions: Seq[Expression], output: Seq[AttributeReference]): VariantInRelation = {
    val variants = new VariantInRelation
    val defaults = ResolveDefaultColumns.existenceDefaultValues(
      StructType(output.map(a => StructField(a.name, a.dataType, a.nullable, a.metadata)))
    )
    output.zip(defaults).foreach { case (a, default) =>
      variants.addVariantFields(a.exprId, a.dataType, default, Nil)
    }
    expressions.foreach(variants.collectRequestedFields)
    variants
  }

  /** Whether no other field than the whole variant is requested. */
  private def isWhole(fields: collection.Set[RequestedVariantField]): Boolean =
    fields.size == 1 && fields.head == RequestedVariantField.fullVariant
}
