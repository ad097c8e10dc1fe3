package io.pq2.spark

import io.pq2.spark.internal.v1.EncryptionCheck
import io.pq2.spark.internal.v1.Pq2FileFormat
import io.pq2.spark.internal.v1.Pq2FileSourceScanExec
import io.pq2.spark.internal.v1.WriteProperties
import org.apache.spark.sql.catalyst.rules.Rule
import org.apache.spark.sql.execution.{ColumnarRule, FileSourceScanExec, SparkPlan}
import org.apache.spark.sql.{SparkSessionExtensions, SparkSessionExtensionsProvider}

/** Extends each session: V1 scans report counts, table properties can configure writes, and encryption is checked
  * before a query overwrites anything. Spark loads it automatically as a service.
  */
class Pq2SessionExtensions extends SparkSessionExtensionsProvider {

  override def apply(extensions: SparkSessionExtensions): Unit = {
    extensions.injectColumnar(_ => Pq2SessionExtensions.CountScans)
    extensions.injectResolutionRule(_ => WriteProperties)
    extensions.injectCheckRule(new EncryptionCheck(_))
  }
}

object Pq2SessionExtensions {

  /** Replaces scans in the last phase that can change a plan, for adaptive and other queries alike. All of Spark's
    * rules that search for file scans and copy them have run by then.
    */
  private object CountScans extends ColumnarRule {
    override def preColumnarTransitions: Rule[SparkPlan] = WithCounters
  }

  private object WithCounters extends Rule[SparkPlan] {
    override def apply(plan: SparkPlan): SparkPlan = plan.transform {
      case scan: FileSourceScanExec if !scan.isInstanceOf[Pq2FileSourceScanExec] && isPq2(scan) =>
        Pq2FileSourceScanExec.of(scan)
    }

    private def isPq2(scan: FileSourceScanExec) = scan.relation.fileFormat.isInstanceOf[Pq2FileFormat]
  }
}
