package io.pq2.spark.internal.batch

import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.rules.Rule
import org.apache.spark.sql.execution._

/** Filters batches of pq2's scans, by V1 and V2, by conditions on strings; see docs/design/batch-filters.md.
  *
  * Takes these conditions out of Spark's filter above the scan, and removes the filter if it has no others. Runs after
  * transitions between rows and columns were inserted.
  */
final private[spark] class BatchFilters(session: SparkSession) extends Rule[SparkPlan] {

  override def apply(plan: SparkPlan): SparkPlan =
    if (!BatchScans.isEnabled(session, BatchOptions.BATCH_FILTERS)) plan
    else {
      plan.transformUp {
        case filter @ FilterExec(condition, ColumnarToRowExec(scan))
            if BatchScans.isScan(scan, BatchOptions.BATCH_FILTERS) =>
          replaced(filter, BatchScans.conjuncts(condition), scan)
      }
    }

  private def replaced(filter: FilterExec, conditions: Seq[Expression], scan: SparkPlan): SparkPlan = {
    val tests = RowTests(scan.output)
    val (onStrings, others) = conditions.partition(condition => BatchFilters.testsStrings(condition, tests))
    // Strings that pass another condition are not null.
    val columns = AttributeSet(onStrings.flatMap(_.references))
    val (implied, remaining) = others.partition {
      case IsNotNull(column: Attribute) => columns.contains(column)
      case _                            => false
    }
    if (onStrings.isEmpty) filter
    else {
      val selected = Pq2FilterExec(implied ++ onStrings, scan)
      remaining.reduceOption(And).fold(selected: SparkPlan)(FilterExec(_, selected))
    }
  }
}

private object BatchFilters {

  /** Whether a condition is on strings, which tests on batches compare once for each entry of a dictionary. Spark's
    * generated code is as quick for numbers.
    */
  private def testsStrings(condition: Expression, tests: RowTests): Boolean =
    BatchScans.canRunInTasks(condition) && !isNullTest(condition) &&
      condition.references.exists(column => TextTest.supports(column.dataType)) && tests.canTest(condition)

  private def isNullTest(condition: Expression): Boolean = condition match {
    case IsNull(_: Attribute) | IsNotNull(_: Attribute) => true
    case _                                              => false
  }
}
