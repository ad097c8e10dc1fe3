package io.pq2.spark.internal.variant

import io.pq2.spark.internal.Sessions
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.catalyst.expressions.variant.VariantGet
import org.apache.spark.sql.catalyst.expressions.{Cast, EvalMode}
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.catalyst.rules.Rule
import org.apache.spark.sql.internal.SQLConf
import org.apache.spark.sql.types.{DataType, VariantType}

/** Extracts fields of variants with the type to which they are cast. Spark resolves `v:a::INT` to a cast of a field
  * that is a variant. Scans would assemble that variant.
  */
final private[spark] class VariantCasts(session: SparkSession) extends Rule[LogicalPlan] {

  override def apply(plan: LogicalPlan): LogicalPlan =
    if (isEnabled && plan.exists(VariantScans.of(session, _).isDefined)) {
      plan.transformAllExpressions {
        case cast @ Cast(field: VariantGet, target, _, _) if isExtraction(field) && target != VariantType =>
          VariantGet(field.child, field.path, target, cast.evalMode != EvalMode.TRY, cast.timeZoneId)
      }
    } else plan

  private def isEnabled: Boolean = Sessions.sqlConf(session).getConf(SQLConf.PUSH_VARIANT_INTO_SCAN)

  private def isExtraction(field: VariantGet): Boolean = {
    val extracted: DataType = field.targetType
    extracted == VariantType && field.path.foldable
  }
}
