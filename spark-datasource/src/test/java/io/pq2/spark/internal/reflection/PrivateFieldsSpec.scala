package io.pq2.spark.internal.reflection

import io.pq2.spark.internal.versions.FileStreamSink
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.catalyst.rules.Rule
import org.apache.spark.sql.execution.datasources.FileFormat
import org.apache.spark.sql.{SparkSession, SparkSessionExtensions}
import org.scalatest.funsuite.AnyFunSuite

/** The private fields of Spark that pq2 uses have the expected form in this version of Spark. */
class PrivateFieldsSpec extends AnyFunSuite {

  test("early rules come first in sessions with Hive support") {
    EarlyRules.inject(new SparkSessionExtensions, Seq((_: SparkSession) => PrivateFieldsSpec.Unchanged))
    assert(EarlyRules.problem.isEmpty)
  }

  test("the sink of a stream has its format, options and path") {
    val types = Map(
      "sparkSession" -> classOf[SparkSession],
      "path" -> classOf[String],
      "fileFormat" -> classOf[FileFormat],
      "partitionColumnNames" -> classOf[Seq[_]],
      "options" -> classOf[Map[_, _]]
    )
    types.foreach { case (name, expected) =>
      assert(expected.isAssignableFrom(classOf[FileStreamSink].getDeclaredField(name).getType), name)
    }
  }
}

private object PrivateFieldsSpec {

  object Unchanged extends Rule[LogicalPlan] {
    override def apply(plan: LogicalPlan): LogicalPlan = plan
  }
}
