package io.pq2.spark

import io.pq2.spark.internal.EarlyRules
import io.pq2.spark.internal.options.OptionChecks
import io.pq2.spark.internal.replace.ReplaceCommands
import io.pq2.spark.internal.replace.ReplaceScans
import io.pq2.spark.internal.replace.ReplaceSources
import io.pq2.spark.internal.v1.ColumnDefaults
import io.pq2.spark.internal.v1.EncryptionCheck
import io.pq2.spark.internal.v1.TablePropertyCommands
import io.pq2.spark.internal.v1.WriteOptionNames
import io.pq2.spark.internal.v1.WriteProperties
import io.pq2.spark.internal.v2.TableAggregates
import org.apache.spark.sql.catalyst.rules.Rule
import org.apache.spark.sql.execution.{ColumnarRule, SparkPlan}
import org.apache.spark.sql.{SparkSession, SparkSessionExtensions, SparkSessionExtensionsProvider}

/** Extends each session: V1 scans report counts, footers answer aggregates of tables, table properties can configure
  * writes, options and encryption are checked before a query overwrites anything, and pq2 takes the place of Spark's
  * Parquet source if the session says so. Spark loads it automatically as a service.
  */
class Pq2SessionExtensions extends SparkSessionExtensionsProvider {

  override def apply(extensions: SparkSessionExtensions): Unit = {
    EarlyRules.inject(extensions, new ReplaceSources(_), new OptionChecks(_).Sources)
    extensions.injectResolutionRule(new ColumnDefaults(_))
    extensions.injectPostHocResolutionRule(new ReplaceCommands(_))
    extensions.injectPostHocResolutionRule(_ => WriteOptionNames)
    extensions.injectOptimizerRule(new TableAggregates(_))
    // Adaptive plans are shown before their stages pass the columnar rules.
    extensions.injectQueryStagePrepRule(new ReplaceScans(_))
    extensions.injectColumnar(new Pq2SessionExtensions.ScanNodes(_))
    extensions.injectResolutionRule(_ => WriteProperties)
    extensions.injectResolutionRule(new TablePropertyCommands(_))
    extensions.injectCheckRule(new OptionChecks(_).Plans)
    extensions.injectCheckRule(new EncryptionCheck(_))
  }
}

object Pq2SessionExtensions {

  /** Replaces scans in the last phase that can change a plan, for adaptive and other queries alike. All of Spark's
    * rules that search for file scans and copy them have run by then.
    */
  final private class ScanNodes(session: SparkSession) extends ColumnarRule {
    override def preColumnarTransitions: Rule[SparkPlan] = new ReplaceScans(session)
  }
}
