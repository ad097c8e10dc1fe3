package io.pq2.spark.internal.rules

import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.expressions.aggregate.AggregateExpression
import org.apache.spark.sql.catalyst.expressions.variant.VariantGet
import org.apache.spark.sql.catalyst.planning.PhysicalOperation
import org.apache.spark.sql.catalyst.plans.logical._
import org.apache.spark.sql.catalyst.rules.Rule
import org.apache.spark.sql.execution.datasources.StructPath
import org.apache.spark.sql.types.{DataType, VariantType}

/** Extracts fields of variants with the type to which they are cast. Spark resolves `v:a::INT` to a cast of a field
  * that is a variant. Scans would assemble that variant.
  *
  * Scans extract fields of all rows. So a cast that can fail stays where it is, unless the query evaluates it for all
  * rows of the relation: a filter may exclude the row for which it fails, a branch of CASE may not be taken, a LIMIT
  * may be reached before. Runs when filters and projections have their final places, before [[VariantsInAggregates]],
  * [[VariantFields]] and Spark's `PushVariantIntoScan`.
  */
final private[spark] class VariantCasts(session: SparkSession) extends Rule[LogicalPlan] {

  import VariantCasts._

  override def apply(plan: LogicalPlan): LogicalPlan = plan match {
    // Spark rewrites a correlated subquery to a join later.
    case subquery: Subquery if subquery.correlated               => plan
    case _ if plan.exists(VariantScans.of(session, _).isDefined) => rewritten(plan, Demand.ALL)
    case _                                                       => plan
  }

  private def rewritten(plan: LogicalPlan, demand: Demand): LogicalPlan = plan match {
    case Scanned(columns, filters, relation, scan) => ofScan(plan, columns, filters, relation, scan, demand)
    case _                                         =>
      val children = plan.children.map(rewritten(_, Demand.ofChildren(plan, demand)))
      plan match {
        // `VariantsInAggregates` decides which of them the scan extracts.
        case aggregate: Aggregate if Scanned.unapply(aggregate.child).isDefined =>
          plan.withNewChildren(children).transformExpressions { case Extraction(merged) => merged }
        case _ => plan.withNewChildren(children)
      }
  }

  private def ofScan(
      plan: LogicalPlan,
      columns: Seq[NamedExpression],
      filters: Seq[Expression],
      relation: LogicalPlan,
      scan: VariantScans.Scan,
      demand: Demand
  ): LogicalPlan = {
    val onRows = filters.filterNot(scan.isOnPartitions(session, _))
    val onAllRows =
      if (demand.isLimited) Set.empty[Expression] else evaluatedOnAllRows(onRows, columns.filter(demand.includes))
    def merge[E <: Expression](expression: E): E = expression.transform {
      case cast @ Extraction(merged) if cast.evalMode == EvalMode.TRY || onAllRows(cast.canonicalized) => merged
    }.asInstanceOf[E]
    val (newColumns, newFilters) = (columns.map(merge(_)), filters.map(merge(_)))
    if (newColumns == columns && newFilters == filters) plan
    else {
      val filtered = newFilters.reduceOption(And).fold(relation)(Filter(_, relation))
      if (newColumns == relation.output) filtered else Project(newColumns, filtered)
    }
  }

  /** Returns the casts that are evaluated for all rows.
    *
    * @param filters conditions that exclude rows, in the order of their evaluation
    * @param columns what is evaluated for each row that remains
    */
  private def evaluatedOnAllRows(filters: Seq[Expression], columns: Seq[Expression]): Set[Expression] = {
    val (tests, conditions) = filters.span(testedForNull(_).isDefined)
    val expressions = conditions.headOption.fold(columns)(Seq(_))
    val neverNull = tests.flatMap(testedForNull)
    expressions.flatMap(AlwaysEvaluated.in).collect {
      // A cast of null does not fail.
      case cast @ Extraction(merged) if neverNull.forall(column => merged.child.exists(_.semanticEquals(column))) =>
        cast.canonicalized
    }.toSet
  }

  private object Scanned {
    def unapply(
        plan: LogicalPlan
    ): Option[(Seq[NamedExpression], Seq[Expression], LogicalPlan, VariantScans.Scan)] = plan match {
      case PhysicalOperation(columns, filters, relation) =>
        VariantScans.of(session, relation).map((columns, filters, relation, _))
      case _ => None
    }
  }
}

private object VariantCasts {

  /** A cast of a field that is a variant, as the extraction of the field with the type of the cast. */
  private object Extraction {
    def unapply(cast: Cast): Option[VariantGet] = cast match {
      case Cast(field: VariantGet, target, _, _) if isVariant(field.targetType) && field.path.foldable =>
        if (isVariant(target)) None
        else Some(VariantGet(field.child, field.path, target, cast.evalMode != EvalMode.TRY, cast.timeZoneId))
      case _ => None
    }

    private def isVariant(dataType: DataType): Boolean = dataType == VariantType
  }

  /** Returns the column or field of a struct of a condition that excludes the rows in which it is null. */
  private def testedForNull(condition: Expression): Option[Expression] = condition match {
    case IsNotNull(column @ StructPath(_, _)) => Some(column)
    case _                                    => None
  }

  /** What a query evaluates of the rows of a plan.
    *
    * @param isLimited whether the query may end before it comes to all rows
    * @param includes whether a column is evaluated for each row that the query comes to. Generated code evaluates the
    *   columns of a projection where they are used: above a join, only for rows that are joined.
    */
  final private class Demand(val isLimited: Boolean, val includes: NamedExpression => Boolean)

  private object Demand {
    val ALL = new Demand(false, _ => true)

    /** Returns what is evaluated of the rows of the children of a plan. */
    def ofChildren(plan: LogicalPlan, demand: Demand): Demand = plan match {
      // It passes on the rows as they come.
      case coalesce: Repartition if !coalesce.shuffle => new Demand(demand.isLimited, _ => true)
      // They take all rows and columns.
      case _: Sort | _: Window | _: RepartitionOperation => ALL
      case _: Command | _: Subquery                      => ALL
      case _: Union if demand eq ALL                     => ALL
      case aggregate: Aggregate                          =>
        val evaluated = aggregate.groupingExpressions ++
          aggregate.aggregateExpressions.flatMap(_.collect { case f: AggregateExpression => f })
        new Demand(false, columns(evaluated.flatMap(AlwaysEvaluated.in)))
      case _: GlobalLimit | _: LocalLimit | _: Tail | _: MapPartitions => new Demand(true, _ => false)
      case join: Join                                                  =>
        new Demand(demand.isLimited, columns(join.condition.toSeq.flatMap(keys)))
      case _ => new Demand(demand.isLimited, _ => false)
    }

    private def columns(evaluated: Seq[Expression]): NamedExpression => Boolean = {
      val ids = evaluated.collect { case column: Attribute => column.exprId }.toSet
      column => ids(column.exprId)
    }

    /** Returns the keys of a join, if they are columns. */
    private def keys(condition: Expression): Seq[Expression] = condition match {
      case And(left, right)     => keys(left) ++ keys(right)
      case EqualTo(left, right) => Seq(left, right)
      case _                    => Nil
    }
  }
}
