package io.pq2.spark.internal.rules

import java.util.UUID

import io.pq2.hadoop.internal.options.SparkReadingKeys
import io.pq2.spark.internal.files.scan.{FirstRows, RowDemand, TopRows}
import io.pq2.spark.internal.operators.Pq2FirstRowsExec
import io.pq2.spark.internal.v1.Pq2FileSourceScanExec
import io.pq2.spark.internal.v2.Pq2Scan
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.optimizer.BuildLeft
import org.apache.spark.sql.catalyst.rules.Rule
import org.apache.spark.sql.execution._
import org.apache.spark.sql.execution.datasources.v2.BatchScanExec
import org.apache.spark.sql.execution.joins.BroadcastHashJoinExec
import org.apache.spark.sql.types.DataType

/** Marks the scans of which a query needs only some rows. Those below a LIMIT read little ahead. Those below ORDER BY
  * with LIMIT leave out the rows that cannot be among the first ones.
  */
private[spark] object LimitedScans extends Rule[SparkPlan] {

  /** A LIMIT of more rows probably needs more than the first row group. */
  private val FewRows = 100000

  override def apply(plan: SparkPlan): SparkPlan = plan.transformDown {
    case limit: LimitExec if limit.limit >= 0 && limit.limit <= FewRows => limit.mapChildren(few)
    case top: TakeOrderedAndProjectExec if top.limit > 0                => firstRows(top)
  }

  private def isOn(scan: SparkPlan): Boolean = BatchScans.isScan(scan, SparkReadingKeys.FIRST_ROWS)

  private def firstRows(top: TakeOrderedAndProjectExec): SparkPlan = top.sortOrder.head match {
    case SortOrder(column: Attribute, direction, nulls, _) =>
      val operator = UUID.randomUUID().toString
      val first = new First(column.dataType, top.limit, direction == Descending, nulls == NullsFirst, operator)
      first.mark(top.child, column, unconditional = true).fold(top: SparkPlan) { case (child, rows) =>
        val below =
          if (FirstRows.supports(rows.`type`, rows.rows))
            Pq2FirstRowsExec(column, rows, decides = top.sortOrder.size == 1, child)
          else child
        top.withNewChildren(Seq(below))
      }
    case _ => top
  }

  /** Marks the scans whose rows an operator passes on as they come. */
  private def few(plan: SparkPlan): SparkPlan = plan match {
    case _: LimitExec | _: ProjectExec | _: FilterExec | _: UnionExec              => plan.mapChildren(few)
    case scan: Pq2FileSourceScanExec if scan.demand == RowDemand.ALL && isOn(scan) => scan.withDemand(RowDemand.FEW)
    case batch @ BatchScanExec(_, scan: Pq2Scan, _, _, _, _) if scan.demand == RowDemand.ALL && isOn(batch) =>
      batch.copy(scan = scan.copy(demand = RowDemand.FEW))
    case other => other
  }

  /** The first rows in the order of a column. */
  final private class First(
      dataType: DataType,
      limit: Int,
      descending: Boolean,
      nullsFirst: Boolean,
      operator: String
  ) {

    /** Marks the scan that a column of a plan comes from.
      *
      * @param ordered a column of the plan
      * @param unconditional whether all rows of the plan count
      * @return the marked plan and what was marked; none if the plan has no such scan, or is marked already
      */
    def mark(plan: SparkPlan, ordered: Attribute, unconditional: Boolean): Option[(SparkPlan, TopRows)] = plan match {
      case project: ProjectExec if project.projectList.forall(_.deterministic) =>
        project.projectList.find(_.exprId == ordered.exprId).collect {
          case column: Attribute           => column
          case Alias(column: Attribute, _) => column
        }.flatMap(below(project, project.child, _, unconditional))
      case filter: FilterExec if filter.condition.deterministic =>
        below(filter, filter.child, ordered, unconditional = false)
      case transition: ColumnarToRowExec => below(transition, transition.child, ordered, unconditional)
      case join: BroadcastHashJoinExec if join.condition.forall(_.deterministic) =>
        // Each row of the join has the values of a row of its streamed side.
        val streamed = if (join.buildSide == BuildLeft) join.right else join.left
        below(join, streamed, ordered, unconditional = false)
      case scan: Pq2FileSourceScanExec if scan.demand == RowDemand.ALL && isOn(scan) =>
        column(scan, ordered).filter(column => scan.hasColumn(column)).map { column =>
          val rows = top(column, unconditional && scan.hasAllRows)
          (scan.withDemand(RowDemand.of(rows)), rows)
        }
      case batch @ BatchScanExec(_, scan: Pq2Scan, _, _, _, _) if scan.demand == RowDemand.ALL && isOn(batch) =>
        column(batch, ordered).filter(column => scan.hasColumn(column.name)).map { column =>
          val rows = top(column, unconditional && scan.hasAllRows)
          (batch.copy(scan = scan.copy(demand = RowDemand.of(rows))), rows)
        }
      case _ => None
    }

    private def below(plan: SparkPlan, child: SparkPlan, ordered: Attribute, unconditional: Boolean) =
      mark(child, ordered, unconditional).map { case (marked, rows) =>
        (plan.withNewChildren(plan.children.map(old => if (old eq child) marked else old)), rows)
      }

    private def top(column: Attribute, unconditional: Boolean): TopRows =
      new TopRows(column.name, dataType, limit, descending, nullsFirst, unconditional, operator)

    private def column(scan: SparkPlan, ordered: Attribute): Option[Attribute] =
      scan.output.find(_.exprId == ordered.exprId)
  }
}
