package io.pq2.spark.internal.rules

import io.pq2.hadoop.internal.options.SparkReadingKeys
import io.pq2.spark.internal.expressions.{Conditions, ExpressionTable, RowConditions}
import io.pq2.spark.internal.kernel.conditions.TextCondition
import io.pq2.spark.internal.operators.Pq2FilterExec
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.rules.Rule
import org.apache.spark.sql.execution._

/** Filters batches of pq2's scans, by V1 and V2; see docs/design/batch-filters.md.
  *
  * Takes the conditions that tests on batches can evaluate out of Spark's filter above the scan, and removes the filter
  * if it has no others. Runs after transitions between rows and columns were inserted.
  */
final private[spark] class BatchFilters extends Rule[SparkPlan] {

  override def apply(plan: SparkPlan): SparkPlan =
    plan.transformUp {
      case filter @ FilterExec(condition, ColumnarToRowExec(scan))
          if BatchScans.isScan(scan, SparkReadingKeys.BATCH_FILTERS) =>
        replaced(filter, Conditions.conjuncts(condition), scan)
    }

  private def replaced(filter: FilterExec, conditions: Seq[Expression], scan: SparkPlan): SparkPlan = {
    val tests = RowConditions(scan.output)
    val (tested, remaining) = BatchFilters.divided(conditions, tests)
    val noted = remaining.foldLeft(scan) { (scan, condition) =>
      BatchScans.noted(scan, filter, BatchFilters.reason(condition, tests))
    }
    if (!tested.exists(BatchFilters.gains)) {
      if (noted eq scan) filter else filter.copy(child = ColumnarToRowExec(noted))
    } else {
      // Cheap tests come first. Conditions that may fail come last and keep their order, because one of them may
      // exclude the rows for which a later one would fail.
      val (certain, others) = tested.partition(tests.neverFails)
      val (costly, cheap) = certain.partition(BatchFilters.isCostly)
      val selected = Pq2FilterExec(cheap ++ costly ++ others, noted)
      remaining.reduceOption(And).fold(selected: SparkPlan)(FilterExec(_, selected))
    }
  }
}

private object BatchFilters {

  /** Divides conditions into two lists: those that `Pq2Filter` tests, and those that stay in Spark's filter. */
  private def divided(conditions: Seq[Expression], tests: RowConditions): (Seq[Expression], Seq[Expression]) =
    conditions.foldLeft((Seq.empty[Expression], Seq.empty[Expression])) { case ((tested, remaining), condition) =>
      // Batches are tested before Spark's filter. So a condition that may fail stays in the filter if an earlier one
      // stays. If the earlier one is not deterministic, all later conditions stay, because it counts the rows it sees.
      val isTested = Conditions.canRunInTasks(condition) && tests.canTest(condition) &&
        (remaining.isEmpty || remaining.forall(_.deterministic) && tests.neverFails(condition))
      if (isTested) (tested :+ condition, remaining) else (tested, remaining :+ condition)
    }

  /** Returns why a condition stays in Spark's filter. */
  private def reason(condition: Expression, tests: RowConditions): String =
    if (Conditions.canRunInTasks(condition) && tests.canTest(condition))
      s"${BatchScans.shown(condition)} comes after a condition that is not tested on batches, and may fail"
    else BatchScans.reason(tests.obstacle(condition), "tested")

  /** Whether a condition is worth a test on batches. Spark adds IS NOT NULL for the keys of joins and for compared
    * columns. On its own it excludes few rows, and generated code tests it while it reads the row.
    */
  private def gains(condition: Expression): Boolean = condition match {
    case IsNotNull(_: Attribute | _: GetStructField) => false
    case _                                           => true
  }

  /** Whether a condition is on strings or on functions of dates. */
  private def isCostly(condition: Expression): Boolean =
    condition.exists {
      case column @ (_: Attribute | _: GetStructField) => TextCondition.supports(column.dataType)
      case function                                    => ExpressionTable.isOfDate(function)
    }
}
