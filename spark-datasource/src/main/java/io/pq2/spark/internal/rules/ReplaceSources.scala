package io.pq2.spark.internal.rules

import io.pq2.spark.internal.replace.{Replacement, ReplacingDataSource, ReplacingFileFormat}
import io.pq2.spark.internal.settings.Sessions
import io.pq2.spark.internal.v1.SqlOnPath
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.catalyst.analysis.UnresolvedRelation
import org.apache.spark.sql.catalyst.plans.logical.{LogicalPlan, UnresolvedDataSource}
import org.apache.spark.sql.catalyst.rules.Rule
import org.apache.spark.sql.execution.datasources.{CreateTempViewUsing, DataSource}

/** Replaces the built-in source where a plan names it. Must run before Spark looks up the source and infers the schema.
  */
final private[spark] class ReplaceSources(session: SparkSession) extends Rule[LogicalPlan] {

  override def apply(plan: LogicalPlan): LogicalPlan =
    if (!Replacement.isOn(session)) plan
    else
      plan.resolveOperators {
        case source: UnresolvedDataSource if Replacement.isBuiltIn(source.format) =>
          source.copy(format = replacement(source.format))
        case view: CreateTempViewUsing if Replacement.isBuiltIn(view.provider) =>
          view.copy(provider = replacement(view.provider))
        case relation: UnresolvedRelation if SqlOnPath.isPath(session, relation, Replacement.isBuiltIn) =>
          relation.copy(multipartIdentifier = classOf[ReplacingFileFormat].getName +: relation.multipartIdentifier.tail)
      }

  /** Returns the class to use for a name of the built-in source, by V2 only where Spark would read by V2. */
  private def replacement(source: String): String =
    if (DataSource.lookupDataSourceV2(source, Sessions.sqlConf(session)).isDefined) {
      classOf[ReplacingDataSource].getName
    } else {
      classOf[ReplacingFileFormat].getName
    }
}
