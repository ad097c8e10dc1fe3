package io.pq2.spark

import io.pq2.spark.internal.encryption.EncryptionCheck
import io.pq2.spark.internal.encryption.EncryptionProperties
import io.pq2.spark.internal.v1.Pq2FileSourceScanExec
import org.apache.spark.sql.catalyst.rules.Rule
import org.apache.spark.sql.execution.{ColumnarRule, FileSourceScanExec, SparkPlan}
import org.apache.spark.sql.{SparkSessionExtensions, SparkSessionExtensionsProvider}

/** What pq2 adds to each session: V1 scans that show pq2's counters, and encryption of tables by their properties that is checked
  * before anything is written. Spark finds it by itself, where it finds the source.
  */
class Pq2SessionExtensions extends SparkSessionExtensionsProvider {

  override def apply(extensions: SparkSessionExtensions): Unit = {
    extensions.injectColumnar(_ => Pq2SessionExtensions.CountScans)
    extensions.injectResolutionRule(_ => EncryptionProperties)
    extensions.injectCheckRule(new EncryptionCheck(_))
  }
}

object Pq2SessionExtensions {

  /** The last place where plans can be changed, for adaptive and other queries alike: all rules of Spark that look for scans of
    * files, and copy what they find, have run.
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
