package io.pq2.spark.internal.v2

import io.pq2.spark.internal.v1.Pq2FileSourceScanExec
import org.apache.spark.sql.catalyst.rules.Rule
import org.apache.spark.sql.execution._
import org.apache.spark.sql.execution.datasources.v2.BatchScanExec

/** Marks the scans below a LIMIT, whose rows the query may not need. They read little ahead. */
private[spark] object LimitedScans extends Rule[SparkPlan] {

  /** A LIMIT of more rows probably needs more than the first row group. */
  private val FewRows = 100000

  override def apply(plan: SparkPlan): SparkPlan = plan.transformDown {
    case limit: LimitExec if limit.limit >= 0 && limit.limit <= FewRows => limit.mapChildren(marked)
  }

  /** Marks the scans whose rows an operator passes on as they come. */
  private def marked(plan: SparkPlan): SparkPlan = plan match {
    case _: LimitExec | _: ProjectExec | _: FilterExec | _: UnionExec         => plan.mapChildren(marked)
    case scan: Pq2FileSourceScanExec if !scan.fewRows                         => scan.withFewRows
    case batch @ BatchScanExec(_, scan: Pq2Scan, _, _, _, _) if !scan.fewRows =>
      batch.copy(scan = scan.copy(fewRows = true))
    case other => other
  }
}
