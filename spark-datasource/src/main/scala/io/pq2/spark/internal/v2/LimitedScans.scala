package io.pq2.spark.internal.v2

import io.pq2.spark.internal.scan.{RowDemand, TopRows}
import io.pq2.spark.internal.v1.Pq2FileSourceScanExec
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.rules.Rule
import org.apache.spark.sql.execution._
import org.apache.spark.sql.execution.datasources.v2.BatchScanExec

/** Marks the scans of which a query needs only some rows. Those below a LIMIT read little ahead. Those below ORDER BY
  * with LIMIT leave out the rows that cannot be among the first ones.
  */
private[spark] object LimitedScans extends Rule[SparkPlan] {

  /** A LIMIT of more rows probably needs more than the first row group. */
  private val FewRows = 100000

  override def apply(plan: SparkPlan): SparkPlan = plan.transformDown {
    case limit: LimitExec if limit.limit >= 0 && limit.limit <= FewRows => limit.mapChildren(few)
    case top: TakeOrderedAndProjectExec if top.limit > 0                =>
      top.sortOrder.head match {
        case SortOrder(column: Attribute, direction, nulls, _) =>
          val rows = new TopRows(_, top.limit, direction == Descending, nulls == NullsFirst)
          first(top.child, column, rows).fold(top: SparkPlan)(child => top.withNewChildren(Seq(child)))
        case _ => top
      }
  }

  /** Marks the scans whose rows an operator passes on as they come. */
  private def few(plan: SparkPlan): SparkPlan = plan match {
    case _: LimitExec | _: ProjectExec | _: FilterExec | _: UnionExec => plan.mapChildren(few)
    case scan: Pq2FileSourceScanExec if scan.demand == RowDemand.ALL  => scan.withDemand(RowDemand.FEW)
    case batch @ BatchScanExec(_, scan: Pq2Scan, _, _, _, _) if scan.demand == RowDemand.ALL =>
      batch.copy(scan = scan.copy(demand = RowDemand.FEW))
    case other => other
  }

  /** Marks the scan of which a plan returns all rows.
    *
    * @param ordered a column of the plan
    * @param rows the first rows in the order of the scan's column with a name
    * @return none if the plan has no such scan, or is marked already
    */
  private def first(plan: SparkPlan, ordered: Attribute, rows: String => TopRows): Option[SparkPlan] = plan match {
    case project: ProjectExec =>
      project.projectList.find(_.exprId == ordered.exprId).collect {
        case column: Attribute           => column
        case Alias(column: Attribute, _) => column
      }.flatMap(first(project.child, _, rows)).map(child => project.withNewChildren(Seq(child)))
    case transition: ColumnarToRowExec =>
      first(transition.child, ordered, rows).map(child => transition.withNewChildren(Seq(child)))
    case scan: Pq2FileSourceScanExec if scan.demand == RowDemand.ALL =>
      column(scan, ordered).filter(scan.hasAllRowsOf).map(column => scan.withDemand(RowDemand.of(rows(column.name))))
    case batch @ BatchScanExec(_, scan: Pq2Scan, _, _, _, _) if scan.demand == RowDemand.ALL =>
      column(batch, ordered).map(_.name).filter(scan.hasAllRowsOf).map { name =>
        batch.copy(scan = scan.copy(demand = RowDemand.of(rows(name))))
      }
    case _ => None
  }

  private def column(scan: SparkPlan, ordered: Attribute): Option[Attribute] =
    scan.output.find(_.exprId == ordered.exprId)
}
