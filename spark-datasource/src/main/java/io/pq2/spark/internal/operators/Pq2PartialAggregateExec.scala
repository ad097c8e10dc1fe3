package io.pq2.spark.internal.operators

import scala.jdk.CollectionConverters._

import io.pq2.spark.internal.kernel.groups.{PartialAggregator, TaskMemory}
import io.pq2.spark.internal.tasks.TaskFunction
import org.apache.spark.rdd.RDD
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.expressions.aggregate.AggregateExpression
import org.apache.spark.sql.catalyst.plans.QueryPlan
import org.apache.spark.sql.catalyst.plans.physical.Partitioning
import org.apache.spark.sql.execution.metric.{SQLMetric, SQLMetrics}
import org.apache.spark.sql.execution.{SparkPlan, UnaryExecNode}
import org.apache.spark.sql.vectorized.ColumnarBatch

/** Filters and aggregates the batches of a scan. Returns the grouping columns and the buffers of the functions. A group
  * may have several rows in a task.
  *
  * @param keys the grouping columns, expressions on columns of the scan
  * @param functions the aggregate functions, on columns of the scan
  * @param conditions the rows to aggregate
  * @param output the attributes of the grouping columns, then of the buffers
  */
final private[spark] case class Pq2PartialAggregateExec(
    keys: Seq[Expression],
    functions: Seq[AggregateExpression],
    conditions: Seq[Expression],
    output: Seq[Attribute],
    child: SparkPlan
) extends UnaryExecNode {

  override lazy val metrics: Map[String, SQLMetric] = Map(
    "numOutputRows" -> SQLMetrics.createMetric(sparkContext, "number of output rows"),
    "numPassedRows" -> SQLMetrics.createMetric(sparkContext, "rows passed on without grouping"),
    "spillSize" -> SQLMetrics.createSizeMetric(sparkContext, "spill size")
  )

  override def producedAttributes: AttributeSet = AttributeSet(output) -- child.outputSet

  override def outputPartitioning: Partitioning = child.outputPartitioning

  private[spark] def aggregation: PartialAggregation = PartialAggregation(keys, functions, conditions, child.output)

  override protected def doExecute(): RDD[InternalRow] = {
    val counters = new Pq2PartialAggregateExec.Metrics(longMetric("numPassedRows"), longMetric("spillSize"))
    new AggregateBatches(aggregation, counters, longMetric("numOutputRows")).on(child.executeColumnar())
  }

  /** Equal aggregations have equal forms, although their buffers are different attributes. */
  override protected def doCanonicalize(): SparkPlan = {
    def normalized[E <: Expression](expressions: Seq[E]) =
      expressions.map(QueryPlan.normalizeExpressions(_, child.output))
    copy(
      keys = normalized(keys),
      functions = normalized(functions),
      conditions = normalized(conditions),
      output = output.zipWithIndex.map { case (attribute, index) =>
        attribute.withName("none").withExprId(ExprId(index)).withQualifier(Nil)
      },
      child = child.canonicalized
    )
  }

  override protected def withNewChildInternal(newChild: SparkPlan): Pq2PartialAggregateExec = copy(child = newChild)
}

private[spark] object Pq2PartialAggregateExec {

  final private class Metrics(passedRows: SQLMetric, spillSize: SQLMetric)
      extends PartialAggregator.Counters
      with Serializable {
    override def passed(rows: Long): Unit = passedRows.add(rows)
    override def spilled(bytes: Long): Unit = spillSize.add(bytes)
  }
}

/** The work of a task. */
final private class AggregateBatches(
    aggregation: PartialAggregation,
    counters: PartialAggregator.Counters,
    outputRows: SQLMetric
) extends TaskFunction[ColumnarBatch, InternalRow] {

  override def apply(batches: Iterator[ColumnarBatch]): Iterator[InternalRow] = {
    // Few tasks need Spark's code.
    lazy val single = aggregation.rowByRow()
    val rows = new PartialAggregator(batches.asJava, aggregation.plan(), single(_), counters, TaskMemory.ofTask())
    rows.asScala.map { row =>
      outputRows += 1
      row
    }
  }
}
