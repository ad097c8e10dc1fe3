package io.pq2.spark.internal.rules

import io.pq2.spark.internal.settings.OriginalOptions
import io.pq2.spark.internal.v1.Pq2FileFormat
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.catalyst.rules.Rule
import org.apache.spark.sql.execution.datasources.InsertIntoHadoopFsRelationCommand

/** Keeps the case of column names in the options of tables. Spark holds these options in a map that forgets the case
  * when Spark copies the command.
  */
private[spark] object WriteOptionNames extends Rule[LogicalPlan] {

  override def apply(plan: LogicalPlan): LogicalPlan = plan.resolveOperators {
    case write: InsertIntoHadoopFsRelationCommand if write.fileFormat.isInstanceOf[Pq2FileFormat] =>
      write.copy(options = OriginalOptions.of(write.options))
  }
}
